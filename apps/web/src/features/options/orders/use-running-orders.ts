import { useApi } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { useEffect } from 'react';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { useHeardOrders } from './heard-orders.ts';
import { runningOrders } from './orders.ts';

/** The most that one page of the list holds. */
const OPEN_LIMIT = 100;
/** Where an event was missed: asked again until the result is there. */
const OVERDUE_MS = 3_000;

/** What runs, the nearest due first. */
export function useRunningOrders(nowMs: number) {
  const isLoggedIn = useIsLoggedIn();
  const heard = useHeardOrders();
  const query = useApi('optionOrders', { status: 'open', page: 1, limit: OPEN_LIMIT });
  const list = query.data?.list ?? [];
  const orders: readonly OptionOrder[] = isLoggedIn
    ? runningOrders({ list, atMs: query.dataUpdatedAt }, heard)
    : [];
  const isOverdue = orders.some(({ delivers_at }) => nowMs > delivers_at + OVERDUE_MS);
  useEffect(() => {
    if (!isOverdue) return undefined;
    const ask = () => void queryClient.invalidateQueries({ queryKey: ['optionOrders'] });
    const timer = setInterval(ask, OVERDUE_MS);
    return () => clearInterval(timer);
  }, [isOverdue]);
  return { orders, query };
}
