/** What other capabilities may use of the travel rule. */
export type { MessageState } from './queries.ts';
export type { TravelRule } from './travel-rule.ts';
