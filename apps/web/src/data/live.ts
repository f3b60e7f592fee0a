/**
 * Live prices. One socket for the app, loaded after the first paint; markets come from REST first and again
 * after every reconnect or return to the page, since the socket only says what changed.
 */
import type { ApiError } from '@fairlead/client';
import type { ChannelData, PrivateEvent, Quotation } from '@fairlead/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { callApi } from './api.ts';
import { markData } from './connection.ts';
import type { LiveLink } from './live-link.ts';
import { HANDLED_EVENTS, invalidateAfter } from './private-events.ts';
import { queryClient } from './query.ts';
import { QuotationStore } from './quotation-store.ts';

const quotations = new QuotationStore();

/** One market, at most 10 changes a second. Undefined until known. */
export function useQuotation(symbol: string): Quotation | undefined {
  const subscribe = useCallback(
    (listener: () => void) => quotations.subscribe(symbol, listener),
    [symbol],
  );
  return useSyncExternalStore(subscribe, () => quotations.read(symbol));
}

const QUOTATIONS = {
  queryKey: ['quotations', {}],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
    const all = await callApi('quotations', {}, { signal });
    quotations.load(all);
    markData();
    return all.length;
  },
  // The socket keeps them fresh; `resync` asks again when it could not.
  staleTime: Number.POSITIVE_INFINITY,
} as const;

export interface Quotations {
  /** In the server's order; at most 5 changes a second. Undefined until the first answer. */
  readonly list: readonly Quotation[] | undefined;
  readonly error: ApiError | null;
  readonly isRetrying: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** All markets. */
export function useQuotations(): Quotations {
  const query = useQuery<number, ApiError>(QUOTATIONS);
  const list = useSyncExternalStore(quotations.subscribeList, quotations.list);
  return {
    list: list.length > 0 || query.data !== undefined ? list : undefined,
    error: query.error,
    isRetrying: query.isFetching,
    refetch: query.refetch,
  };
}

/** When the newest index was sampled, if every market's is stale; undefined while any is live. */
function allStaleSince(list: readonly Quotation[]): number | undefined {
  if (list.length === 0 || list.some((quotation) => !quotation.is_stale)) return undefined;
  const times = list.map((quotation) => quotation.index_time ?? 0);
  return Math.max(...times) || undefined;
}
export const useAllStaleSince = (): number | undefined =>
  useSyncExternalStore(quotations.subscribeList, () => allStaleSince(quotations.list()));

let link: LiveLink | undefined;
const waiting = new Set<(ready: LiveLink) => void>();

function whenLinked(use: (ready: LiveLink) => () => void): () => void {
  if (link !== undefined) return use(link);
  let stop: (() => void) | undefined;
  const begin = (ready: LiveLink) => {
    stop = use(ready);
  };
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
    stop?.();
  };
}

/** "depth:BTC/USDT" carries what `ChannelData` has under "depth". */
type KindOf<Channel extends string> = Channel extends `${infer Kind}:${string}` ? Kind : Channel;
type DataOf<Channel extends string> =
  KindOf<Channel> extends keyof ChannelData ? ChannelData[KindOf<Channel>] : never;

export type LiveChannel =
  | 'ticker'
  | `depth:${string}`
  | `trades:${string}`
  | `index:${string}`
  | `candle:${string}`;

/**
 * Calls back with what a channel brings while mounted; undefined subscribes to nothing. The callback may
 * change between renders. Write ticks to a store of your own and flush it; do not set state per message.
 */
export function useChannel<Channel extends LiveChannel>(
  channel: Channel | undefined,
  onData: (data: DataOf<Channel>) => void,
): void {
  const latest = useRef(onData);
  useEffect(() => {
    latest.current = onData;
  });
  useEffect(() => {
    if (channel === undefined) return undefined;
    return whenLinked((ready) =>
      ready.subscribe(channel, (data) => latest.current(data as DataOf<Channel>)),
    );
  }, [channel]);
}

/** Calls back with a private event of the logged-in user (order, balance, record, notice) while mounted. */
export function usePrivateEvent<Data>(event: PrivateEvent, onEvent: (data: Data) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(
    () => whenLinked((ready) => ready.onEvent(event, (data) => latest.current(data as Data))),
    [event],
  );
}

/** Asks for all markets again: after a reconnect, on return to the page. */
const resync = (): void => {
  void queryClient.invalidateQueries({ queryKey: QUOTATIONS.queryKey });
};

/** Opens the socket; once, after the first paint. */
export async function startLive(): Promise<void> {
  const { connectLive } = await import('./live-link.ts');
  link = connectLive({ onReconnect: resync });
  link.subscribe('ticker', (changes) => {
    quotations.apply(changes as readonly Quotation[]);
    markData();
  });
  for (const event of HANDLED_EVENTS) link.onEvent(event, () => invalidateAfter(event));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resync();
  });
  for (const begin of waiting) begin(link);
  waiting.clear();
}
