/** What other capabilities may use of bots. */
export type { ApiKeys } from './api-keys.ts';
export { isPublicAddress } from './webhooks/addresses.ts';
export { countWebhooks } from './webhooks/queries.ts';
