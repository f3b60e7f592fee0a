/** What one bought and sold in a market, as it is read and as it happens. */
import { useApi } from '@fairlead/calls';
import type { OwnFill } from '@fairlead/contract';
import { useEffect, useMemo, useState } from 'react';
import type { OwnAct } from './marks.ts';
import { positionActs, spotActs } from './own-acts.ts';

/** The most that a call answers, and the most fills that one chart shows. */
const LIMIT = 100;
const FILLS_MAX = 1_000;

const NONE: ReadonlyMap<number, OwnFill> = new Map();

/** The newest fills of spot, and older ones until those of the oldest candle are there. */
export function useSpotActs(symbol: string, sinceMs: number | undefined): readonly OwnAct[] {
  const [known, setKnown] = useState(NONE);
  /** Where the next page begins; 0 where there is none. */
  const [before, setBefore] = useState<number>();
  const { data: newest } = useApi('fills', { symbol, limit: LIMIT }, { keepPrevious: true });
  const oldestMs = Math.min(...[...known.values()].map(({ time }) => time));
  const isShort = sinceMs !== undefined && oldestMs > sinceMs && known.size < FILLS_MAX;
  const { data: older } = useApi(
    'fills',
    { symbol, limit: LIMIT, before: before ?? 0 },
    {
      enabled: isShort && before !== undefined && before > 0,
      freshForMs: Number.POSITIVE_INFINITY,
    },
  );
  useEffect(() => {
    if (newest === undefined) return;
    setKnown((all) => withFills(all, newest.fills));
    setBefore((at) => at ?? newest.next ?? 0);
  }, [newest]);
  useEffect(() => {
    if (older === undefined) return;
    setKnown((all) => withFills(all, older.fills));
    setBefore(older.next ?? 0);
  }, [older]);
  return useMemo(() => spotActs(known.values()), [known]);
}

/** The same map where it has all of them. */
function withFills(
  known: ReadonlyMap<number, OwnFill>,
  fills: readonly OwnFill[],
): ReadonlyMap<number, OwnFill> {
  if (fills.every(({ id }) => known.has(id))) return known;
  return new Map([...known, ...fills.map((fill) => [fill.id, fill] as const)]);
}

/** Openings and closes of the newest positions of futures. */
export function useFuturesActs(symbol: string): readonly OwnAct[] {
  const options = { keepPrevious: true };
  // As the lists ask for them beside the chart: one answer serves both.
  const page = { page: 1, limit: LIMIT };
  const { data: holding } = useApi('positions', { ...page, status: 'holding' }, options);
  const { data: closed } = useApi('positions', { ...page, status: 'closed', symbol }, options);
  return useMemo(
    () =>
      positionActs(
        [...(holding?.list ?? []), ...(closed?.list ?? [])].filter(
          (position) => position.symbol === symbol,
        ),
      ),
    [holding, closed, symbol],
  );
}
