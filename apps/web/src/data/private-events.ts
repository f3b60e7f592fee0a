/** What a private event makes out of date. Several in a moment ask once. */
import type { PrivateEvent, RouteName } from '@fairlead/contract';
import { queryClient } from './query.ts';

const OUTDATED = {
  order: ['orders'],
  balance: ['wallet', 'walletDetail'],
  record: ['records', 'transfers'],
  notice: ['newsList'],
} as const satisfies Partial<Record<PrivateEvent, readonly RouteName[]>>;

type HandledEvent = keyof typeof OUTDATED;
export const HANDLED_EVENTS = [
  'order',
  'balance',
  'record',
  'notice',
] as const satisfies readonly HandledEvent[];

const GATHER_MS = 250;
const outdated = new Set<RouteName>();
let isScheduled = false;

export function invalidateAfter(event: HandledEvent): void {
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
