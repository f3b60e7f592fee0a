/**
 * Candles of our own trades and of the index, all periods (docs/internals/candles.md). Fed by committed batches
 * only, written about once a second outside the money path, and made again from trades and samples after a
 * crash.
 */
import type { Candle, Period } from '@fairlead/contract';
import type { Logger } from 'pino';
import { tickDecimals } from '../../core/http/figures.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import type { CommittedBatch } from '../../core/sequencer/submission.ts';
import { sampleKey } from '../../core/store/batch/writer.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { baseCandles, nearestCandleTime } from '../candle-queries.ts';
import { type MarketTerms, Terms } from '../catalogue.ts';
import { bucketStartMs } from '../feeds/candle.ts';
import { readGrids } from '../grid-queries.ts';
import { type CandleKind, upsertCandles } from '../queries.ts';
import {
  type Bar,
  type BasePeriod,
  barOfStored,
  candleView,
  joinAll,
  PERIOD_BASES,
  type SeriesPeriod,
} from './bar.ts';
import { BarSeries } from './bar-series.ts';
import {
  putUnsaved,
  type StoredSeries,
  tableShelf,
  type UnsavedRow,
  withUnsaved,
} from './candle-shelf.ts';
import { recoverCandles, sampleSource, seriesKey } from './recover-candles.ts';
import { indexTick, type Tick, tradeTick } from './trade-tick.ts';

const SAVE_EVERY_MS = 1_000;
/** Rows of one write. */
const SAVE_ROWS_MAX = 2_000;
/** By then the one who writes has written what a reader has made too, or its successor has made it again. */
const READER_KEEP_MS = 60_000;

export interface CandlesOptions {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, 'onCommitted'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Bars over the table, of a process that reads what another writes; absent: this one writes. */
  readonly overlay?: Map<string, UnsavedRow>;
}

/** Which candles: a market's, of a kind and period. */
export interface CandleQuery {
  readonly symbol: string;
  readonly period: Period;
  readonly kind: CandleKind;
  /** Open times within [fromMs, toMs]; of more than `limit` the latest. */
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly limit: number;
}

/** A market's bars of one kind moved. */
export interface CandleChange {
  readonly market: MarketTerms;
  readonly kind: CandleKind;
}

/** Recovers what a crash left out, then follows the sequencer. Start it before anything trades. */
export function startCandles(
  options: CandlesOptions & { readonly sequencer: Pick<Sequencer, 'atRest'> },
): Promise<Candles> {
  return options.sequencer.atRest(async (engine) => {
    const terms = new Terms();
    const grids = await readGrids(options.database);
    terms.apply({ ...engine.holdSnapshot(), grids });
    const series = await recoverCandles(tableShelf(options.database), terms);
    return new Candles(options, terms, series);
  });
}

export class Candles {
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #terms: Terms;
  #series: Map<string, BarSeries>;
  readonly #listeners = new Set<(change: CandleChange) => void>();
  readonly #stopListening: () => void;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Bars that moved and are not in the table yet, by row. */
  #unsaved: Map<string, UnsavedRow>;
  readonly #isReader: boolean;
  #saving: Promise<void> | undefined;

  constructor(options: CandlesOptions, terms: Terms, series: Map<string, BarSeries>) {
    this.#database = options.database;
    this.#log = options.log;
    this.#terms = terms;
    this.#series = series;
    this.#unsaved = options.overlay ?? new Map();
    this.#isReader = options.overlay !== undefined;
    this.#stopListening = options.sequencer.onCommitted((batch) => this.#take(batch));
    this.#timer = setInterval(() => void this.save(), SAVE_EVERY_MS);
  }

  /** Candles as the wire shows them, ascending. Empty for a market that is not known. */
  async range(query: CandleQuery): Promise<Candle[]> {
    const market = this.#terms.market(query.symbol);
    if (market === undefined) return [];
    const { base, count } = PERIOD_BASES[query.period];
    const toMs = query.toMs ?? Number.MAX_SAFE_INTEGER - 1;
    const limit = (query.limit + 1) * count;
    const stored = await baseCandles(
      this.#database,
      { marketId: market.marketId, kind: query.kind, period: base },
      { fromMs: query.fromMs ?? 0, toMs: lastBaseMs(query.period, toMs), limit },
    );
    this.#collect();
    const series = { marketId: market.marketId, kind: query.kind, period: base };
    const bounds = { fromMs: query.fromMs ?? 0, toMs: lastBaseMs(query.period, toMs) };
    const bars = withUnsaved(stored.map(barOfStored), this.#unsaved, series, bounds);
    const joined = joinAll(bars, query.period);
    // A read that was cut short began in the middle of its first bucket.
    const isCut = stored.length === limit || (await this.#isEdge(series, bars[0], query.period));
    if (isCut) joined.shift();
    const decimals = tickDecimals(market.tickSizeE8);
    return joined
      .filter(({ openTimeMs }) => openTimeMs >= (query.fromMs ?? 0) && openTimeMs <= toMs)
      .slice(-query.limit)
      .map((bar) => candleView(bar, decimals));
  }

  /** Open time of the first candle at or after a time; undefined where there is none. */
  async firstTime(
    { symbol, kind, period }: Pick<CandleQuery, 'symbol' | 'kind' | 'period'>,
    fromMs: number,
  ): Promise<number | undefined> {
    const market = this.#terms.market(symbol);
    if (market === undefined) return undefined;
    const { base } = PERIOD_BASES[period];
    const series = { marketId: market.marketId, kind, period: base };
    const stored = await nearestCandleTime(this.#database, series, { fromMs });
    this.#collect();
    const bounds = { fromMs, toMs: Number.MAX_SAFE_INTEGER };
    const [unsaved] = withUnsaved([], this.#unsaved, series, bounds);
    const firstMs = Math.min(stored ?? Infinity, unsaved?.openTimeMs ?? Infinity);
    return firstMs === Infinity ? undefined : bucketStartMs(period, firstMs);
  }

  /**
   * Whether the minutes of the index begin within a bucket that has more than they say: quarters reach further back. Such a
   * bucket would be a part that looks like the whole.
   */
  async #isEdge(series: StoredSeries, first: Bar | undefined, period: Period): Promise<boolean> {
    if (first === undefined || series.kind !== 'index' || series.period !== '1m') return false;
    const startMs = bucketStartMs(period, first.openTimeMs);
    if (first.openTimeMs === startMs) return false;
    const before = { beforeMs: bucketStartMs('15m', startMs) };
    const [minute, quarter] = [
      await nearestCandleTime(this.#database, series, { beforeMs: first.openTimeMs }),
      await nearestCandleTime(this.#database, { ...series, period: '15m' }, before),
    ];
    return minute === undefined && quarter !== undefined;
  }

  /** The bar that moves now, and the one that ended before it. */
  current(
    marketId: number,
    kind: CandleKind,
    period: SeriesPeriod,
  ): { readonly bar: Bar | undefined; readonly previous: Bar | undefined } {
    const series = this.#series.get(seriesKey(marketId, kind));
    return { bar: series?.current(period), previous: series?.previous(period) };
  }

  /** Stored bars from a time on, e.g. for the figures of a day. */
  async stored(
    marketId: number,
    kind: CandleKind,
    range: { readonly period: BasePeriod; readonly fromMs: number; readonly limit: number },
    source: Queryable = this.#database,
  ): Promise<Bar[]> {
    await this.save();
    const series = { marketId, kind, period: range.period };
    const bounds = { fromMs: range.fromMs, toMs: Number.MAX_SAFE_INTEGER };
    const rows = await baseCandles(source, series, { ...bounds, limit: range.limit });
    return withUnsaved(rows.map(barOfStored), this.#unsaved, series, bounds);
  }

  /** Takes over another's bars in place of its own, all at once; whoever listens goes on listening. */
  adopt(other: Candles): void {
    this.#terms.adopt(other.#terms);
    this.#series = other.#series;
    this.#unsaved = other.#unsaved;
  }

  /** Told of each market and kind whose bars moved, after each commit. */
  onChange(listener: (change: CandleChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes what moved. What cannot be written is kept and tried again. */
  async save(): Promise<void> {
    if (this.#saving !== undefined) return this.#saving;
    this.#saving = this.#save().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'candles were not written; they are tried again');
    });
    await this.#saving;
    this.#saving = undefined;
  }

  /** Writes what is left and stops. */
  async stop(): Promise<void> {
    this.abandon();
    await this.#saving;
    await this.save();
  }

  /** Stops without writing: what is lost is made again at the next start. */
  abandon(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  #take({ changes, sampleSources }: CommittedBatch): void {
    this.#terms.apply(changes);
    const moved = new Map<string, CandleChange>();
    const add = (market: MarketTerms, kind: CandleKind, tick: Tick) => {
      const key = seriesKey(market.marketId, kind);
      this.#seriesOf(key).add(tick);
      if (!moved.has(key)) moved.set(key, { market, kind });
    };
    for (const trade of changes.trades) {
      add(this.#terms.knownMarket(trade.marketId), 'trade', tradeTick(trade, this.#terms));
    }
    for (const { marketId, sampleTimeMs, price } of changes.index) {
      if (price === undefined) continue;
      const source = sampleSource(sampleSources.get(sampleKey(marketId, sampleTimeMs)));
      add(this.#terms.knownMarket(marketId), 'index', indexTick(sampleTimeMs, price, source));
    }
    for (const change of moved.values()) for (const listener of this.#listeners) listener(change);
  }

  #seriesOf(key: string): BarSeries {
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const made = new BarSeries();
    this.#series.set(key, made);
    return made;
  }

  /** Moves what the series have to write into the list of rows. */
  #collect(): void {
    for (const [key, series] of this.#series) {
      const [marketText = '', kind] = key.split(':') as [string, CandleKind];
      const marketId = Number(marketText);
      for (const { period, bar } of series.takeUnsaved())
        putUnsaved(this.#unsaved, { marketId, kind, period }, bar);
    }
  }

  async #save(): Promise<void> {
    this.#collect();
    if (this.#isReader) return this.#forgetOld();
    while (this.#unsaved.size > 0) {
      const rows = [...this.#unsaved].slice(0, SAVE_ROWS_MAX);
      await upsertCandles(
        this.#database,
        rows.map(([, row]) => row),
      );
      for (const [key, row] of rows) {
        if (this.#unsaved.get(key) === row) this.#unsaved.delete(key);
      }
    }
  }

  #forgetOld(): void {
    const beforeMs = performance.now() - READER_KEEP_MS;
    for (const [key, row] of this.#unsaved) if (row.madeAtMs < beforeMs) this.#unsaved.delete(key);
  }
}

/** The last open time of base bars of the bucket that holds `toMs`. */
function lastBaseMs(period: Period, toMs: number): number {
  if (toMs >= Number.MAX_SAFE_INTEGER - 1) return toMs;
  const startMs = bucketStartMs(period, toMs);
  // Longer than any bucket of the period, and not past the end of the next.
  const aheadMs = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60 } as const;
  if (period === '1M' || period === '1w' || period === '1d') {
    const days = period === '1d' ? 1 : period === '1w' ? 7 : 31;
    return bucketStartMs(period, startMs + days * 86_400_000) - 1;
  }
  return startMs + aheadMs[period] * 60_000 - 1;
}
