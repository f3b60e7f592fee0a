/**
 * Who answers each call: a gateway by itself, from the tables and its copies of the market, or the engine's process. A
 * gateway answers what only reads and needs nothing that lives in the engine's memory: no queue, no watcher of a
 * chain, no leases, no alerts. Pictures of users are received and kept where they arrive.
 */
import type { RouteName } from '@fairlead/contract';

export type ServedBy = 'gateway' | 'engine';

/** Each route of the contract, decided; what is not named here is the engine's by its method (see servedBy). */
const BY_GATEWAY: ReadonlySet<RouteName> = new Set<RouteName>([
  // Words, texts and settings.
  'getLang',
  'areaCode',
  'newsList',
  'newsDetail',
  'legal',
  'offices',
  'config',
  'customerUrl',
  // The market.
  'quotations',
  'candles',
  'indexSamples',
  'deal',
  'currencies',
  'futuresDeal',
  'optionTimes',
  'payableCurrencies',
  'receipt',
  'receipts',
  'receiptHeads',
  'hostingProducts',
  'hostingProduct',
  'offerings',
  'offering',
  'recommendedOfferings',
  // What is one's own.
  'center',
  'center2',
  'sessions',
  'upload',
  'ownFile',
  'hasFundPassword',
  'security',
  'messages',
  'orders',
  'positions',
  'optionOrders',
  'wallet',
  'walletDetail',
  'records',
  'transfers',
  'withdrawalAddresses',
  'withdrawals',
  'bankInfo',
  'bankCards',
  'hostingReport',
  'hostingOrders',
  'subscriptions',
  'invite',
  'share',
  'poster',
  'inviteRanking',
  'invitees',
  'rebates',
  'portfolio',
  'statement',
  'exportOwn',
  'favourites',
  'chat',
  'chatMessages',
  'chatTranscript',
]);

export const servedBy = (name: RouteName): ServedBy =>
  BY_GATEWAY.has(name) ? 'gateway' : 'engine';
