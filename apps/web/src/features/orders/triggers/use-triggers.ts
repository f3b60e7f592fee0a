import { useApi } from '@fairlead/calls';
import type { RequestOf, TriggerOrder } from '@fairlead/contract';
import { useWhole } from '../../../app/parts/use-whole.ts';

const WAITING_LIMIT = 100;

const of = (symbol: string | undefined) => (symbol === undefined ? {} : { symbol });

/** Those that wait for a price; a server lets wait no more of them in a market than fit here. */
export const useWaiting = (narrowed: Omit<RequestOf<'triggers'>, 'status' | 'page' | 'limit'>) =>
  useApi(
    'triggers',
    { ...narrowed, status: 'waiting', page: 1, limit: WAITING_LIMIT },
    { keepPrevious: true },
  );

export const useWaitingTriggers = (symbol: string | undefined) => useWaiting(of(symbol));

/** Neither waits for a price nor for another order. */
export const isOver = ({ status }: TriggerOrder): boolean =>
  status !== 'waiting' && status !== 'pending';

/** Those of a market that wait no more: the newest, and all once somebody wants them. */
export function useEndedTriggers(symbol: string, limit: number) {
  const { data: first } = useApi('triggers', { symbol, page: 1, limit });
  const waiting = useWaitingTriggers(symbol);
  // They come with a list and are not shown with those that ended; only their number is asked for.
  const pending = useApi('triggers', { symbol, status: 'pending', page: 1, limit: 1 });
  const whole = useWhole('triggers', { filter: { symbol }, first, isShown: isOver });
  const triggers = whole.list.filter(isOver);
  const total = whole.total - (waiting.data?.total ?? 0) - (pending.data?.total ?? 0);
  return { triggers, sorted: { ...whole, shown: triggers.length, total } };
}
