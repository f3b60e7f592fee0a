/**
 * Brings the table up to what was committed: a process that is killed had up to a second of bars in memory.
 * The last stored minute says from where on trades and samples are read again; its bar and all after it are
 * made anew, and the longer bars that hold them are joined anew from the shorter. A write is one statement for
 * everything that moved, so all minutes before the last one stored are whole.
 */
import { PERIODS, type Period } from '@fairlead/contract';
import { bucketStartMs, type CandleSource } from '../../feeds/candle.ts';
import { baseCandles, lastMinuteTimes } from '../../store/candle-queries.ts';
import type { Database } from '../../store/database.ts';
import { LIST_ROWS_MAX } from '../../store/limits.ts';
import { type CandleKind, samplesRange, upsertCandles } from '../../store/market-queries.ts';
import { tradesSince } from '../../store/order-queries.ts';
import type { MarketTerms, Terms } from '../terms.ts';
import {
  type Bar,
  type BasePeriod,
  barOfStored,
  joinAll,
  PERIOD_BASES,
  storedOfBar,
} from './bar.ts';
import { BarSeries } from './bar-series.ts';
import { indexTick, type Tick, tradeTick } from './trade-tick.ts';

/** Joined in steps of whole days, so that one read stays within the store's limit. */
const REJOIN_STEP_MS = 5 * 86_400_000;
const KINDS = ['trade', 'index'] as const;
/** Rows of one upsert, so that no statement holds the embedded database for long. */
const UPSERT_ROWS_MAX = 2_000;

interface SeriesKey {
  readonly terms: Terms;
  readonly market: MarketTerms;
  readonly kind: CandleKind;
}

/** Recovers all series; gives back those that have bars, ready to go on. */
export async function recoverCandles(
  database: Database,
  terms: Terms,
): Promise<Map<string, BarSeries>> {
  const lastTimes = new Map(
    (await lastMinuteTimes(database)).map((row) => [
      seriesKey(row.marketId, row.kind),
      row.openTimeMs,
    ]),
  );
  const recovered = new Map<string, BarSeries>();
  for (const market of terms.markets()) {
    for (const kind of KINDS) {
      const key = seriesKey(market.marketId, kind);
      const series = await recoverSeries(
        database,
        { market, kind, terms },
        lastTimes.get(key) ?? 0,
      );
      if (series !== undefined) recovered.set(key, series);
    }
  }
  return recovered;
}

export const seriesKey = (marketId: number, kind: CandleKind): string => `${marketId}:${kind}`;

async function recoverSeries(
  database: Database,
  key: SeriesKey,
  fromMs: number,
): Promise<BarSeries | undefined> {
  const maker = new BarSeries();
  const readTicks = key.kind === 'trade' ? readTradeTicks : readIndexTicks;
  for await (const tick of readTicks(database, key, fromMs)) maker.add(tick);
  const minutes = new Map<number, Bar>();
  for (const { period, bar } of maker.takeUnsaved()) {
    if (period === '1m') minutes.set(bar.openTimeMs, bar);
  }
  const made = [...minutes.values()];
  await upsertBars(database, key, '1m', made);
  const firstMs = made[0]?.openTimeMs ?? fromMs;
  const lastMs = made.at(-1)?.openTimeMs ?? fromMs;
  if (made.length > 0) {
    await rejoin(database, key, { from: '1m', to: '15m', firstMs, lastMs });
    await rejoin(database, key, { from: '15m', to: '1d', firstMs, lastMs });
  }
  return lastMs === 0 ? undefined : resumeSeries(database, key, lastMs);
}

/** Writes the bars of `to` anew from the bucket of `firstMs` on. */
async function rejoin(
  database: Database,
  key: SeriesKey,
  step: {
    readonly from: BasePeriod;
    readonly to: BasePeriod;
    readonly firstMs: number;
    readonly lastMs: number;
  },
): Promise<void> {
  const { from, to, lastMs } = step;
  for (let atMs = bucketStartMs(to, step.firstMs); atMs <= lastMs; ) {
    const nextMs = bucketStartMs('1d', atMs) + REJOIN_STEP_MS;
    const bars = await readBars(database, key, from, atMs, nextMs - 1);
    await upsertBars(database, key, to, joinAll(bars, to));
    atMs = nextMs;
  }
}

/** A series that goes on after the minute `lastMs`. */
async function resumeSeries(
  database: Database,
  key: SeriesKey,
  lastMs: number,
): Promise<BarSeries> {
  const bars = new Map<Period, Bar>();
  const minutes = await readBars(database, key, '1m', bucketStartMs('60m', lastMs));
  const running = minutes.at(-1);
  if (running !== undefined) bars.set('1m', running);
  for (const period of PERIODS) {
    if (period === '1m') continue;
    const bucketMs = bucketStartMs(period, lastMs);
    const before = await barsBefore(database, key, { period, bucketMs, lastMs });
    const [bar] = joinAll(before, period);
    if (bar !== undefined) bars.set(period, bar);
  }
  const series = new BarSeries();
  series.resume(bars);
  return series;
}

/**
 * What the bucket holds without its running minute: whole days, then whole quarters of today, then the
 * minutes of this quarter.
 */
async function barsBefore(
  database: Database,
  key: SeriesKey,
  at: { readonly period: Period; readonly bucketMs: number; readonly lastMs: number },
): Promise<Bar[]> {
  const { period, bucketMs, lastMs } = at;
  const isLong = PERIOD_BASES[period].base === '1d';
  const dayMs = isLong ? Math.max(bucketMs, bucketStartMs('1d', lastMs)) : bucketMs;
  const quarterMs = Math.max(dayMs, period === '5m' ? bucketMs : bucketStartMs('15m', lastMs));
  const days = isLong ? await readBars(database, key, '1d', bucketMs, dayMs - 1) : [];
  const quarters =
    quarterMs > dayMs ? await readBars(database, key, '15m', dayMs, quarterMs - 1) : [];
  const minutes = await readBars(database, key, '1m', quarterMs, lastMs - 1);
  return [...days, ...quarters, ...minutes];
}

async function readBars(
  database: Database,
  { market, kind }: SeriesKey,
  period: BasePeriod,
  fromMs: number,
  toMs = Number.MAX_SAFE_INTEGER,
): Promise<Bar[]> {
  const series = { marketId: market.marketId, kind, period };
  const rows = await baseCandles(database, series, { fromMs, toMs, limit: LIST_ROWS_MAX });
  return rows.map(barOfStored);
}

async function upsertBars(
  database: Database,
  { market, kind }: SeriesKey,
  period: BasePeriod,
  bars: readonly Bar[],
): Promise<void> {
  for (let at = 0; at < bars.length; at += UPSERT_ROWS_MAX) {
    const rows = bars
      .slice(at, at + UPSERT_ROWS_MAX)
      .map((bar) => ({ marketId: market.marketId, kind, period, ...storedOfBar(bar) }));
    await upsertCandles(database, rows);
  }
}

async function* readTradeTicks(
  database: Database,
  { market, terms }: SeriesKey,
  fromMs: number,
): AsyncGenerator<Tick> {
  let afterTradeId = 0;
  for (;;) {
    const place = { marketId: market.marketId, fromMs, afterTradeId };
    const trades = await tradesSince(database, place, LIST_ROWS_MAX);
    for (const trade of trades) yield tradeTick(trade, terms);
    const last = trades.at(-1);
    if (last === undefined || trades.length < LIST_ROWS_MAX) return;
    afterTradeId = last.tradeId;
  }
}

async function* readIndexTicks(
  database: Database,
  { market }: SeriesKey,
  fromMs: number,
): AsyncGenerator<Tick> {
  const { marketId } = market;
  let nextMs = fromMs;
  for (;;) {
    const samples = await samplesRange(database, {
      marketId,
      fromMs: nextMs,
      toMs: Number.MAX_SAFE_INTEGER,
    });
    for (const { sampleTimeMs, price, sources } of samples) {
      if (price !== undefined) yield indexTick(sampleTimeMs, price, sampleSource(sources));
    }
    const last = samples.at(-1);
    if (last === undefined || samples.length < LIST_ROWS_MAX) return;
    nextMs = last.sampleTimeMs + 1;
  }
}

/** Samples of the simulated walk make candles that are labelled so. Given as JSON text or parsed. */
export function sampleSource(sources: unknown): CandleSource {
  const text = typeof sources === 'string' ? sources : JSON.stringify(sources ?? null);
  return text.includes('"venue":"simulated"') ? 'simulated' : 'index';
}
