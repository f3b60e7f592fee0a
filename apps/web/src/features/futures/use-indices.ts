import type { IndexMessage, Quotation } from '@fairlead/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useConnection } from '../../data/live/connection.ts';
import { whenLive } from '../../data/live/live.ts';
import { newestIndex } from '../../data/live/live-index.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { isPriceOld } from '../../data/markets/use-freshness.ts';

/** The index of one of several markets. */
export interface MarketIndex {
  readonly price: string | undefined;
  readonly timeMs: number | undefined;
  /** Not to be taken as live. */
  readonly isStale: boolean;
}

const FLUSH_MS = 200;
/** Ages are looked at this often, also when nothing comes. */
const CHECK_EVERY_MS = 1_000;

type Samples = ReadonlyMap<string, IndexMessage>;

/** The newest sample of each symbol, at most five changes a second. */
function useSamples(symbols: readonly string[]): Samples {
  const [samples, setSamples] = useState<Samples>(new Map());
  const newest = useRef(new Map<string, IndexMessage>());
  const names = [...symbols].sort().join(' ');
  useEffect(() => {
    if (names === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (sample: IndexMessage) => {
      newest.current.set(sample.symbol, sample);
      timer ??= setTimeout(() => {
        timer = undefined;
        setSamples(new Map(newest.current));
      }, FLUSH_MS);
    };
    const stop = whenLive((ready) => {
      const stops = names.split(' ').map((name) => ready.subscribe(`index:${name}`, keep));
      return () => {
        for (const end of stops) end();
      };
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [names]);
  return samples;
}

/** Counts seconds, so that what grows old is seen to. */
function useSeconds(isOn: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setCount((before) => before + 1), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return count;
}

function indexOf(
  market: Quotation,
  { samples, isLost }: { readonly samples: Samples; readonly isLost: boolean },
): MarketIndex {
  const { price, timeMs, isStale } = newestIndex(market, samples.get(market.symbol));
  const seen = { ...market, is_stale: isStale, ...(timeMs && { index_time: timeMs }) };
  return { price, timeMs, isStale: isLost || isPriceOld(seen) };
}

/** The indices of several markets, by symbol: from their channels, and from the list of markets until those come. */
export function useIndices(symbols: readonly string[]): ReadonlyMap<string, MarketIndex> {
  const samples = useSamples(symbols);
  const { data: list } = useQuotations();
  const { socket, isOnline } = useConnection();
  const isLost = !isOnline || socket === 'reconnecting';
  const seconds = useSeconds(symbols.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second looks at the ages again
  return useMemo(
    () =>
      new Map(
        (list ?? []).map(
          (market) => [market.symbol, indexOf(market, { samples, isLost })] as const,
        ),
      ),
    [list, samples, isLost, seconds],
  );
}
