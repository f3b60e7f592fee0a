/** Which reads need a user, and which say something of one. */
import type { RouteName } from '@fairlead/contract';

/** Routes that answer only a logged-in user; a test holds this equal to the catalogue. */
export const PRIVATE_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  'center',
  'center2',
  'sessions',
  'orders',
  'order',
  'orderFills',
  'amendments',
  'triggers',
  'orderLists',
  'cancelTimer',
  'conversionQuote',
  'wallet',
  'walletDetail',
  'records',
  'transfers',
  'depositAddress',
  'withdrawalInfo',
  'withdrawalAddresses',
  'bankInfo',
  'deposits',
  'withdrawals',
  'bankCards',
  'vip',
  'ownFile',
  'hasFundPassword',
  'security',
  'passkeys',
  'securityActs',
  'messages',
  'positions',
  'optionOrders',
  'liabilityProof',
  'hostingReport',
  'hostingOrders',
  'portfolio',
  'statement',
  'steps',
  'taxReport',
  'taxLines',
  'notificationSettings',
  'alerts',
  'apiKeys',
  'favourites',
  'drawings',
  'chat',
  'chatMessages',
  'chatTranscript',
  'subscriptions',
  'invite',
  'share',
  'poster',
  'inviteRanking',
  'invitees',
  'rebates',
]);

/** Routes that answer everybody, and a user with figures of their own beside: no answer outlives its reader's session. */
const PERSONAL_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>(['offering', 'hostingProduct']);

/** What the cache remembers of a route's answers: those that must go with the session. */
export const metaOf = (name: RouteName) => ({
  isPrivate: PRIVATE_ROUTES.has(name) || PERSONAL_ROUTES.has(name),
});
