/**
 * Feeds the chart library: first page, older pages on scrolling back, live candles. An answer to a question
 * that is no longer asked (another market, period or kind meanwhile) is dropped.
 */
import type { Candle, Period as WirePeriod } from '@fairlead/contract';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { type Bar, olderBars, toBar } from './candle-bars.ts';
import type { ChartKind } from './indicators.ts';

export interface CandleQuery {
  readonly symbol: string;
  readonly period: WirePeriod;
  readonly kind: ChartKind;
}

export type LoadCandles = (
  query: CandleQuery & { readonly to?: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<readonly Candle[]>;

export type CandleStatus = 'loading' | 'ready' | 'empty' | 'failed';

export interface CandleLoaderOptions {
  readonly load: LoadCandles;
  readonly onStatus: (status: CandleStatus, error?: unknown) => void;
  /** The bars that are drawn, after each page. */
  readonly onBars: (bars: readonly Bar[]) => void;
}

const PAGE_LIMIT = 600;

export class CandleLoader implements DataLoader {
  readonly #options: CandleLoaderOptions;
  #query: CandleQuery | undefined;
  #controller = new AbortController();
  #bars: readonly Bar[] = [];
  #push: ((bar: KLineData) => void) | undefined;

  constructor(options: CandleLoaderOptions) {
    this.#options = options;
  }

  /** What the next `getBars` asks for; undefined holds it back. */
  ask(query: CandleQuery | undefined): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#query = query;
    this.#push = undefined;
    this.#bars = [];
  }

  readonly getBars = (params: DataLoaderGetBarsParams): void => {
    void this.#load(params);
  };

  readonly subscribeBar = ({ callback }: { callback: (bar: KLineData) => void }): void => {
    this.#push = callback;
  };

  readonly unsubscribeBar = (): void => {
    this.#push = undefined;
  };

  /** A live candle: replaces the last bar or follows it. Before the first page it is dropped, the page has it. */
  live(candle: Candle): void {
    const bar = toBar(candle);
    const last = this.#bars.at(-1);
    if (this.#push === undefined || (last !== undefined && bar.timestamp < last.timestamp)) return;
    const isSame = last?.timestamp === bar.timestamp;
    this.#bars = [...(isSame ? this.#bars.slice(0, -1) : this.#bars), bar];
    this.#push(bar);
    if (this.#bars.length === 1) this.#options.onStatus('ready');
    this.#options.onBars(this.#bars);
  }

  /** After a gap in the live candles: what happened since the last bar. */
  async catchUp(): Promise<void> {
    const query = this.#query;
    const { signal } = this.#controller;
    if (query === undefined || this.#push === undefined) return;
    try {
      const candles = await this.#options.load({ ...query, limit: PAGE_LIMIT }, signal);
      if (!signal.aborted) for (const candle of candles) this.live(candle);
    } catch {
      // The live channel brings the next candle; a page that misses some is asked for on the next return.
    }
  }

  stop(): void {
    this.ask(undefined);
  }

  async #load({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    const query = this.#query;
    const { signal } = this.#controller;
    if (query === undefined || type === 'backward') return;
    if (type === 'init') this.#options.onStatus('loading');
    const before = type === 'forward' && timestamp !== null ? timestamp : undefined;
    const to = before === undefined ? {} : { to: before - 1 };
    try {
      const candles = await this.#options.load({ ...query, ...to, limit: PAGE_LIMIT }, signal);
      if (signal.aborted) return;
      const bars = olderBars(candles, before);
      this.#bars = [...bars, ...this.#bars];
      callback([...bars], { forward: bars.length > 0 });
      if (type === 'init') this.#options.onStatus(bars.length > 0 ? 'ready' : 'empty');
      this.#options.onBars(this.#bars);
    } catch (error) {
      if (signal.aborted) return;
      // An older page that failed is asked for again on the next scroll.
      callback([], { forward: type === 'forward' });
      if (type === 'init') this.#options.onStatus('failed', error);
    }
  }
}
