import { useApi } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { useCountdown } from '@fairlead/ui';
import { useEffect } from 'react';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { useHeardOrders } from './heard-orders.ts';
import { runningOrders } from './orders.ts';

/** The most that one page of the list holds. */
const OPEN_LIMIT = 100;
/** Where an event was missed: asked again until the result is there. */
const OVERDUE_MS = 3_000;

/** The newest of what runs, as it was read. */
export const useOpenOptions = () =>
  useApi('optionOrders', { status: 'open', page: 1, limit: OPEN_LIMIT });

/** What runs, the nearest due first. */
export function useRunningOrders(nowMs: number) {
  const isLoggedIn = useIsLoggedIn();
  const heard = useHeardOrders();
  const query = useOpenOptions();
  const list = query.data?.list ?? [];
  const orders: readonly OptionOrder[] = isLoggedIn
    ? runningOrders({ list, atMs: query.dataUpdatedAt }, heard)
    : [];
  useAskedAgain(orders.some(({ delivers_at }) => nowMs > delivers_at + OVERDUE_MS));
  return { orders, query };
}

/** Asks for all lists again while a result that should be there is not. */
function useAskedAgain(isOverdue: boolean): void {
  useEffect(() => {
    if (!isOverdue) return undefined;
    const ask = () => void queryClient.invalidateQueries({ queryKey: ['optionOrders'] });
    const timer = setInterval(ask, OVERDUE_MS);
    return () => clearInterval(timer);
  }, [isOverdue]);
}

/** Of a list that was read, what has not ended since: by what was heard, and asked again where nothing was. */
export function useStillOpen(list: readonly OptionOrder[]): readonly OptionOrder[] {
  const ended = new Set(
    useHeardOrders().flatMap(({ order }) => (order.status === 'settled' ? [order.id] : [])),
  );
  const open = list.filter(({ id }) => !ended.has(id));
  const firstMs = Math.min(...open.map(({ delivers_at }) => delivers_at + OVERDUE_MS));
  const secondsLeft = useCountdown(open.length === 0 ? undefined : firstMs, serverNow);
  useAskedAgain(open.length > 0 && secondsLeft === 0);
  return open;
}
