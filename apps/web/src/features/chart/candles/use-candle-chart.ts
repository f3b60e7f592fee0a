/** Ties the chart library to React: loads its chunk, feeds it, tells what state it is in. */
import type { Candle } from '@fairlead/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../data/calls/api.ts';
import { useIsLive } from '../../../data/live/connection.ts';
import { useChannel, whenLive } from '../../../data/live/live.ts';
import type { CompareFeed } from '../compare/compare-source.ts';
import { wirePeriod } from '../settings/periods.ts';
import { type Bar, hasSimulated } from './candle-bars.ts';
import { CandleLoader, type CandleQuery, type LoadCandles } from './candle-loader.ts';
import type { ChartHost } from './chart-host.ts';
import type { ChartView } from './chart-view.ts';

/** `code` is the library's own chunk. */
export type ChartState = 'loading' | 'ready' | 'empty' | 'failed' | 'code';

export interface CandleChart {
  readonly state: ChartState;
  readonly error: unknown;
  readonly isSimulated: boolean;
  readonly retry: () => void;
}

const loadCandles: LoadCandles = ({ symbol, period, kind, to, limit }, signal) =>
  callApi(
    'candles',
    { symbol, period, kind, limit, ...(to === undefined ? {} : { to }) },
    { signal },
  );

const channelOf = ({ symbol, period, kind }: CandleQuery) =>
  `candle:${symbol}:${wirePeriod(period)}${kind === 'index' ? ':index' : ''}` as const;

const followCandles: CompareFeed['follow'] = (query, onCandle) =>
  whenLive((ready) =>
    ready.subscribe(channelOf(query), ({ candle }: { readonly candle: Candle }) =>
      onCandle(candle),
    ),
  );

interface Progress {
  readonly state: ChartState;
  readonly error: unknown;
  readonly isSimulated: boolean;
}

const START: Progress = {
  state: 'loading',
  error: undefined,
  isSimulated: false,
};

/** Draws `view` into `element`, now and whenever it changes. */
export function useCandleChart(
  element: RefObject<HTMLDivElement | null>,
  view: ChartView,
): CandleChart {
  const [progress, setProgress] = useState<Progress>(START);
  const [attempt, setAttempt] = useState(0);
  const [isOtherSimulated, setOtherSimulated] = useState(false);
  const host = useRef<ChartHost>(undefined);
  const latest = useRef(view);
  const loader = useRef<CandleLoader>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the chunk again
  useEffect(() => {
    let isGone = false;
    const own = new CandleLoader({
      load: loadCandles,
      onStatus: (state, error) => setProgress((before) => ({ ...before, state, error })),
      onBars: (bars: readonly Bar[]) => {
        host.current?.fitAxis();
        const isSimulated = hasSimulated(bars);
        setProgress((before) =>
          before.isSimulated === isSimulated ? before : { ...before, isSimulated },
        );
      },
    });
    loader.current = own;
    import('./chart-host.ts').then(
      ({ ChartHost: Host }) => {
        if (isGone || element.current === null) return;
        const feed = { load: loadCandles, follow: followCandles, onSimulated: setOtherSimulated };
        host.current = new Host(element.current, { loader: own, feed }, latest.current);
      },
      (error: unknown) => {
        if (!isGone) setProgress({ ...START, state: 'code', error });
      },
    );
    return () => {
      isGone = true;
      host.current?.dispose();
      host.current = undefined;
      own.stop();
    };
  }, [element, attempt]);

  useEffect(() => {
    latest.current = view;
    host.current?.show(view);
  }, [view]);

  useChannel(channelOf(view.query), ({ candle }: { readonly candle: Candle }) =>
    loader.current?.live(candle),
  );

  const isLive = useIsLive();
  const wasLive = useRef(false);
  useEffect(() => {
    // After a loss of the connection candles are missing between the last one and the next.
    if (isLive && wasLive.current) {
      void loader.current?.catchUp();
      host.current?.catchUp();
    }
    if (isLive) wasLive.current = true;
  }, [isLive]);

  return {
    ...progress,
    isSimulated: progress.isSimulated || isOtherSimulated,
    retry: () => {
      setProgress(START);
      if (host.current === undefined) setAttempt((count) => count + 1);
      else host.current.retry();
    },
  };
}
