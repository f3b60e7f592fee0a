/**
 * What an adviser may ask of an account that its owner shares: the one table that the server, the reference and the app follow. All
 * of them read, and none has an address, a payee, a message, a key or a document. A call that is not here is refused before anything
 * of it is looked at, whoever may make it otherwise. Nothing here may import a schema.
 */
import type { RouteName } from '../catalogue.ts';

export { SHARE_HEADER } from './paths.ts';

export const SHARED_CALLS: ReadonlySet<RouteName> = new Set<RouteName>([
  'wallet',
  'walletDetail',
  'records',
  'transfers',
  'order',
  'orderFills',
  'fills',
  'amendments',
  'orders',
  'triggers',
  'orderLists',
  'conversions',
  'positions',
  'optionOrders',
  'receipt',
  'portfolio',
  'statement',
  'taxReport',
  'taxLines',
  'taxFile',
  'depositCosts',
]);
