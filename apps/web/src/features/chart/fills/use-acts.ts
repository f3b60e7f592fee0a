/** What one bought and sold in a market, as it is read and as it happens, and further back as the chart is scrolled back. */
import { useApi } from '@fairlead/calls';
import type { OwnFill, Position } from '@fairlead/contract';
import { useEffect, useMemo, useState } from 'react';
import type { OwnAct } from './marks.ts';
import { positionActs, spotActs } from './own-acts.ts';

/** The most that a call answers. */
const LIMIT = 100;
/** That a chart keeps: the newest of them. */
export const ACTS_MAX = 10_000;
const KEPT = { freshForMs: Number.POSITIVE_INFINITY } as const;

const NO_FILLS: ReadonlyMap<number, OwnFill> = new Map();
const NO_POSITIONS: ReadonlyMap<number, Position> = new Map();

/** The newest fills of spot, and older ones until those of the oldest candle that was looked at are there. */
export function useSpotActs(symbol: string, sinceMs: number | undefined): readonly OwnAct[] {
  const [known, setKnown] = useState(NO_FILLS);
  /** Where the next page begins; 0 where there is none. */
  const [before, setBefore] = useState<number>();
  const { data: newest } = useApi('fills', { symbol, limit: LIMIT }, { keepPrevious: true });
  const oldestMs = Math.min(...[...known.values()].map(({ time }) => time));
  const mayGoOn = mayReadOn({ sinceMs, oldestMs, count: known.size });
  const { data: older } = useApi(
    'fills',
    { symbol, limit: LIMIT, before: before ?? 0 },
    { enabled: mayGoOn && before !== undefined && before > 0, ...KEPT },
  );
  useEffect(() => {
    if (newest === undefined) return;
    setKnown((all) => withNew(all, newest.fills));
    setBefore((at) => at ?? newest.next ?? 0);
  }, [newest]);
  useEffect(() => {
    if (older === undefined) return;
    setKnown((all) => withNew(all, older.fills));
    setBefore(older.next ?? 0);
  }, [older]);
  return useMemo(() => spotActs(known.values()), [known]);
}

interface Known {
  readonly sinceMs: number | undefined;
  /** Of the oldest that is known; infinite where none is. */
  readonly oldestMs: number;
  readonly count: number;
}

/** Whether somebody looked further back than what is known, and there is room. */
export const mayReadOn = ({ sinceMs, oldestMs, count }: Known): boolean =>
  sinceMs !== undefined && oldestMs > sinceMs && count < ACTS_MAX;

/** The same map where it has all of them as they are. */
function withNew<Item extends { readonly id: number }>(
  known: ReadonlyMap<number, Item>,
  items: readonly Item[],
): ReadonlyMap<number, Item> {
  if (items.every(({ id }) => known.has(id))) return known;
  return new Map([...known, ...items.map((item) => [item.id, item] as const)]);
}

/** Openings and closes of the positions of futures: all that are held, and closed ones as far back as one looked. */
export function useFuturesActs(symbol: string, sinceMs: number | undefined): readonly OwnAct[] {
  const options = { keepPrevious: true };
  const [known, setKnown] = useState(NO_POSITIONS);
  const [page, setPage] = useState(1);
  // As the lists ask for them beside the chart: one answer serves both.
  const first = { page: 1, limit: LIMIT };
  const { data: holding } = useApi('positions', { ...first, status: 'holding' }, options);
  const { data: newest } = useApi('positions', { ...first, status: 'closed', symbol }, options);
  const oldestMs = Math.min(...[...known.values()].map(({ closed_at = 0 }) => closed_at));
  const mayGoOn = mayReadOn({ sinceMs, oldestMs, count: known.size });
  const { data: older } = useApi(
    'positions',
    { page: page + 1, limit: LIMIT, status: 'closed', symbol },
    // Closed meanwhile, they only move towards the end: none is missed.
    { enabled: mayGoOn && newest !== undefined && newest.total > page * LIMIT },
  );
  useEffect(() => {
    if (newest !== undefined) setKnown((all) => withNew(all, newest.list));
  }, [newest]);
  useEffect(() => {
    if (older === undefined) return;
    setKnown((all) => withNew(all, older.list));
    setPage(older.page);
  }, [older]);
  return useMemo(
    () =>
      positionActs(
        [...(holding?.list ?? []), ...known.values()].filter(
          (position) => position.symbol === symbol,
        ),
      ),
    [holding, known, symbol],
  );
}
