/**
 * Feeds the chart library: first page, older pages on scrolling back, live candles. An answer to a question
 * that is no longer asked (another market, period or kind meanwhile) is dropped.
 */
import type { Candle, Period as WirePeriod } from '@fairlead/contract';
import { CANDLES_LIMIT_MAX } from '@fairlead/contract/constants';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import type { ChartKind } from '../settings/chart-settings.ts';
import { type CandlePeriod, openTimeMs, partsOf, wirePeriod } from '../settings/periods.ts';
import { type Bar, foldBars, olderBars, toBar } from './candle-bars.ts';

export interface CandleQuery {
  readonly symbol: string;
  /** Of what is drawn; the server is asked for the candles that it is made of. */
  readonly period: CandlePeriod;
  readonly kind: ChartKind;
}

export interface CandlePage {
  readonly symbol: string;
  readonly period: WirePeriod;
  readonly kind: ChartKind;
  readonly to?: number;
  readonly limit: number;
}

export type LoadCandles = (page: CandlePage, signal: AbortSignal) => Promise<readonly Candle[]>;

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
  /** What the last bar is made of, where it is made of several. */
  #parts: ReadonlyMap<number, Bar> = new Map();
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
    this.#parts = new Map();
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
    const last = this.#bars.at(-1);
    if (this.#push === undefined) return;
    const bar = this.#whole(toBar(candle));
    if (bar === undefined || (last !== undefined && bar.timestamp < last.timestamp)) return;
    const isSame = last?.timestamp === bar.timestamp;
    this.#bars = [...(isSame ? this.#bars.slice(0, -1) : this.#bars), bar];
    this.#push(bar);
    if (this.#bars.length === 1) this.#options.onStatus('ready');
    this.#options.onBars(this.#bars);
  }

  /** The bar of the period that a live candle is the last part of; undefined of one that is over. */
  #whole(part: Bar): Bar | undefined {
    const period = this.#query?.period;
    if (period === undefined || partsOf(period) === 1) return part;
    const openMs = openTimeMs(period, part.timestamp);
    const last = this.#bars.at(-1);
    if (last !== undefined && openMs < last.timestamp) return undefined;
    const kept = [...this.#parts].filter(([timeMs]) => timeMs >= openMs);
    const parts = new Map([...kept, [part.timestamp, part]]);
    this.#parts = parts;
    const ascending = [...parts.values()].sort((left, right) => left.timestamp - right.timestamp);
    return foldBars(period, ascending)[0];
  }

  /** After a gap in the live candles: what happened since the last bar. */
  async catchUp(): Promise<void> {
    const query = this.#query;
    const { signal } = this.#controller;
    if (query === undefined || this.#push === undefined) return;
    try {
      const candles = await this.#options.load(pageOf(query), signal);
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
      const page = { ...pageOf(query), ...to };
      const candles = await this.#options.load(page, signal);
      if (signal.aborted) return;
      const bars = this.#barsOf(query, olderBars(candles, before), candles.length >= page.limit);
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

  /** The bars of a page; one that the page's end cuts comes whole with the older page. */
  #barsOf({ period }: CandleQuery, parts: readonly Bar[], isFull: boolean): readonly Bar[] {
    if (partsOf(period) === 1) return parts;
    const bars = foldBars(period, parts);
    const [first] = bars;
    const isCut = isFull && first !== undefined && first.timestamp !== parts[0]?.timestamp;
    const last = bars.at(-1);
    if (this.#bars.length === 0 && last !== undefined) {
      const latest = parts.filter((part) => part.timestamp >= last.timestamp);
      this.#parts = new Map(latest.map((part) => [part.timestamp, part]));
    }
    return isCut ? bars.slice(1) : bars;
  }
}

const pageOf = ({ symbol, period, kind }: CandleQuery): CandlePage => ({
  symbol,
  kind,
  period: wirePeriod(period),
  limit: Math.min(PAGE_LIMIT * partsOf(period), CANDLES_LIMIT_MAX),
});
