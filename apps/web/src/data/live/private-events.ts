/** What a private event makes out of date. Several in a moment ask once, and those that go on without a pause once a second. */
import type { PrivateEventName } from '@fairlead/client';
import type { RouteName } from '@fairlead/contract';
import { queryClient } from '../calls/query.ts';

const OUTDATED = {
  order: ['orders', 'order', 'orderFills', 'fills', 'amendments', 'orderLists', 'conversions'],
  // Interest, completions and releases move a balance of their owner.
  balance: ['wallet', 'walletDetail', 'hostingReport', 'hostingOrders', 'subscriptions'],
  record: ['records', 'transfers', 'subscriptions', 'invite', 'rebates'],
  position: ['positions', 'futuresDeal', 'wallet'],
  option: ['optionOrders', 'payableCurrencies', 'wallet'],
  // Whatever is worth a message changed one of these.
  notice: [
    'messages',
    'center',
    'center2',
    'security',
    'deposits',
    'withdrawals',
    'withdrawalInfo',
    'wallet',
    'walletDetail',
    'subscriptions',
    'offering',
    'alerts',
  ],
  trigger_order: ['triggers', 'orderLists'],
  order_list: ['orderLists'],
  // An open conversation takes the message itself; what is shown elsewhere is how many are unread.
  chat: ['chat'],
} as const satisfies Record<PrivateEventName, readonly RouteName[]>;

export const HANDLED_EVENTS = [
  'order',
  'trigger_order',
  'order_list',
  'position',
  'option',
  'balance',
  'record',
  'notice',
  'chat',
] as const satisfies readonly PrivateEventName[];

const GATHER_MS = 250;
/** Between two times of asking: an account that trades all the time would ask faster than a phone can show it. */
const PAUSE_MS = 1_000;
let askedAtMs = Number.NEGATIVE_INFINITY;
const outdated = new Set<RouteName>();
let isScheduled = false;

export function invalidateAfter(event: PrivateEventName): void {
  for (const route of OUTDATED[event]) outdated.add(route);
  if (isScheduled) return;
  isScheduled = true;
  const waitMs = Math.max(GATHER_MS, askedAtMs + PAUSE_MS - performance.now());
  setTimeout(() => {
    isScheduled = false;
    askedAtMs = performance.now();
    const routes = [...outdated];
    outdated.clear();
    for (const route of routes) void queryClient.invalidateQueries({ queryKey: [route] });
  }, waitMs);
}
