/** What other capabilities may use of the travel rule. */
export type { OriginState } from './deposit-queries.ts';
export type { TravelDeposits } from './deposits.ts';
export type { MessageState } from './queries.ts';
export type { TravelRule } from './travel-rule.ts';
export type { OriginNeeds } from './worth.ts';
