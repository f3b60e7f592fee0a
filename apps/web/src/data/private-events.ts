/** What a private event makes out of date. Several in a moment ask once. */
import type { PrivateEventName } from '@fairlead/client';
import type { RouteName } from '@fairlead/contract';
import { queryClient } from './query.ts';

const OUTDATED = {
  order: ['orders'],
  balance: ['wallet', 'walletDetail'],
  record: ['records', 'transfers'],
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
  ],
} as const satisfies Record<PrivateEventName, readonly RouteName[]>;

export const HANDLED_EVENTS = [
  'order',
  'balance',
  'record',
  'notice',
] as const satisfies readonly PrivateEventName[];

const GATHER_MS = 250;
const outdated = new Set<RouteName>();
let isScheduled = false;

export function invalidateAfter(event: PrivateEventName): void {
  for (const route of OUTDATED[event]) outdated.add(route);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    const routes = [...outdated];
    outdated.clear();
    for (const route of routes) void queryClient.invalidateQueries({ queryKey: [route] });
  }, GATHER_MS);
}
