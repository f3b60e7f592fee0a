import { type LoadedQuery, useApi } from '@fairlead/calls';
import type { PublicTrade } from '@fairlead/contract';
import { useEffect, useRef, useState } from 'react';
import { useChannel } from '../../data/live/live.ts';

const KEPT = 50;
const FLUSH_MS = 200;

/** Joins trades by id, newest first, as many as are kept. */
export function joinTrades(
  known: readonly PublicTrade[],
  more: readonly PublicTrade[],
): readonly PublicTrade[] {
  const byId = new Map([...known, ...more].map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((left, right) => right.id - left.id).slice(0, KEPT);
}

/** Newest first. */
export type Trades = LoadedQuery<readonly PublicTrade[]>;

/** The last trades of a market, at most five changes a second. */
export function useTrades(symbol: string): Trades {
  const first = useApi('deal', { symbol, depth: 1 });
  const [live, setLive] = useState<{ symbol: string; list: readonly PublicTrade[] }>();
  const waiting = useRef<readonly PublicTrade[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useChannel(`trades:${symbol}`, (trades) => {
    waiting.current = joinTrades(waiting.current, trades);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const list = waiting.current;
      setLive({ symbol, list });
    }, FLUSH_MS);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market starts with nothing
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      waiting.current = [];
    },
    [symbol],
  );
  const own = live?.symbol === symbol ? live.list : undefined;
  const known = first.data?.trades;
  return {
    data: own === undefined && known === undefined ? undefined : joinTrades(known ?? [], own ?? []),
    error: first.error,
    isFetching: first.isFetching,
    refetch: first.refetch,
  };
}
