/** The samples of the markets that are looked at: what was before the page, and each second since. */

import { useApi } from '@fairlead/calls';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useChannel } from '../../../data/live/live.ts';
import { addSample, BRIDGED_MS, mergeSamples, type Sample } from './samples.ts';

type All = Readonly<Record<string, readonly Sample[]>>;

const NONE: readonly Sample[] = [];
const store = create<All>()(() => ({}));

const update = (symbol: string, change: (samples: readonly Sample[]) => readonly Sample[]): void =>
  store.setState((all) => ({ [symbol]: change(all[symbol] ?? NONE) }));

/** Nothing was sampled: for tests, which share this module. */
export const forgetSamples = (): void => store.setState({}, true);

/** One market's last seconds, ascending. Several readers of a market share them. */
export function useIndexSamples(symbol: string): readonly Sample[] {
  const { data, refetch } = useApi('indexSamples', { symbol });
  useEffect(() => {
    if (data === undefined) return;
    const before = data.map(({ time, price }) => ({ timeMs: time, price }));
    // What came live stands: it is the same, or newer.
    update(symbol, (samples) => mergeSamples(before, samples));
  }, [symbol, data]);
  useChannel(`index:${symbol}`, ({ symbol: of, time, price }) => {
    if (of !== symbol) return;
    const last = store.getState()[symbol]?.at(-1);
    // Without a connection, or asleep, seconds are missed: the server still has them.
    if (last !== undefined && time - last.timeMs > BRIDGED_MS) void refetch();
    update(symbol, (samples) => addSample(samples, { timeMs: time, price }));
  });
  return store((all) => all[symbol] ?? NONE);
}

/** Of every market that is listened to, where there are as many as there are orders. */
export const useAllSamples = (): All => store();
