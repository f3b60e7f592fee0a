import { useApi } from '@fairlead/calls';
import type { RequestOf, TriggerOrder } from '@fairlead/contract';

const WAITING_LIMIT = 100;
const ENDED_LIMIT = 20;

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

/** The newest of a market that wait no more. */
export function useEndedTriggers(symbol: string) {
  const { data } = useApi('triggers', { symbol, page: 1, limit: ENDED_LIMIT });
  return data?.list.filter(isOver) ?? [];
}
