/**
 * Brings the table up to what was committed: a process that is killed had up to a second of bars in memory.
 * The last stored minute says from where on trades and samples are read again; its bar and all after it are
 * made anew, and the longer bars that hold them are joined anew from the shorter. A write is one statement for
 * everything that moved, so all minutes before the last one stored are whole.
 */
import type { Queryable } from '../../core/store/database.ts';
import { LIST_ROWS_MAX } from '../../core/store/limits.ts';
import { tradesSince } from '../../spot/index.ts';
import { lastMinuteTimes } from '../candle-queries.ts';
import type { MarketTerms, Terms } from '../catalogue.ts';
import { bucketStartMs, type CandleSource } from '../feeds/candle.ts';
import { type CandleKind, samplesRange } from '../queries.ts';
import {
  type Bar,
  type BasePeriod,
  joinAll,
  SERIES_PERIODS,
  type SeriesPeriod,
  seriesStartMs,
} from './bar.ts';
import { BarSeries } from './bar-series.ts';
import type { CandleShelf } from './candle-shelf.ts';
import { indexTick, type Tick, tradeTick } from './trade-tick.ts';

/** Joined in steps of whole days, so that one read stays within the store's limit. */
const REJOIN_STEP_MS = 5 * 86_400_000;
const KINDS = ['trade', 'index'] as const;

interface SeriesKey {
  readonly terms: Terms;
  readonly market: MarketTerms;
  readonly kind: CandleKind;
}

/** Recovers all series; gives back those that have bars, ready to go on. */
export async function recoverCandles(
  shelf: CandleShelf,
  terms: Terms,
): Promise<Map<string, BarSeries>> {
  const lastTimes = new Map(
    (await lastMinuteTimes(shelf.source)).map((row) => [
      seriesKey(row.marketId, row.kind),
      row.openTimeMs,
    ]),
  );
  const recovered = new Map<string, BarSeries>();
  for (const market of terms.markets()) {
    for (const kind of KINDS) {
      const key = seriesKey(market.marketId, kind);
      const series = await recoverSeries(shelf, { market, kind, terms }, lastTimes.get(key) ?? 0);
      if (series !== undefined) recovered.set(key, series);
    }
  }
  return recovered;
}

export const seriesKey = (marketId: number, kind: CandleKind): string => `${marketId}:${kind}`;

async function recoverSeries(
  shelf: CandleShelf,
  key: SeriesKey,
  fromMs: number,
): Promise<BarSeries | undefined> {
  const maker = new BarSeries();
  const readTicks = key.kind === 'trade' ? readTradeTicks : readIndexTicks;
  for await (const tick of readTicks(shelf.source, key, fromMs)) maker.add(tick);
  const minutes = new Map<number, Bar>();
  for (const { period, bar } of maker.takeUnsaved()) {
    if (period === '1m') minutes.set(bar.openTimeMs, bar);
  }
  const made = [...minutes.values()];
  await shelf.write({ ...nameOf(key), period: '1m' }, made);
  const firstMs = made[0]?.openTimeMs ?? fromMs;
  const lastMs = made.at(-1)?.openTimeMs ?? fromMs;
  if (made.length > 0) {
    await rejoin(shelf, key, { from: '1m', to: '15m', firstMs, lastMs });
    await rejoin(shelf, key, { from: '15m', to: '1d', firstMs, lastMs });
  }
  return lastMs === 0 ? undefined : resumeSeries(shelf, key, lastMs);
}

/** Writes the bars of `to` anew from the bucket of `firstMs` on. */
async function rejoin(
  shelf: CandleShelf,
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
    const bars = await readBars(shelf, key, from, atMs, nextMs - 1);
    await shelf.write({ ...nameOf(key), period: to }, joinAll(bars, to));
    atMs = nextMs;
  }
}

/** A series that goes on after the minute `lastMs`. Three reads, whatever the periods: everybody waits for an engine that starts. */
async function resumeSeries(
  shelf: CandleShelf,
  key: SeriesKey,
  lastMs: number,
): Promise<BarSeries> {
  const dayMs = bucketStartMs('1d', lastMs);
  const quarterMs = bucketStartMs('15m', lastMs);
  const longest = ['3d', '1w', '1M'] as const;
  const longestMs = Math.min(...longest.map((period) => seriesStartMs(period, lastMs)));
  const minutes = await readBars(shelf, key, '1m', quarterMs);
  const quarters = await readBars(shelf, key, '15m', dayMs, quarterMs - 1);
  const days = await readBars(shelf, key, '1d', longestMs, dayMs - 1);
  const bars = new Map<SeriesPeriod, Bar>();
  const running = minutes.at(-1);
  if (running !== undefined) bars.set('1m', running);
  // Without the running minute: whole days, whole quarters of today, minutes of this quarter.
  const before = [...days, ...quarters, ...minutes.filter(({ openTimeMs }) => openTimeMs < lastMs)];
  for (const period of SERIES_PERIODS) {
    if (period === '1m') continue;
    const bucketMs = seriesStartMs(period, lastMs);
    const held = before.filter(({ openTimeMs }) => openTimeMs >= bucketMs);
    const [bar] = joinAll(held, period);
    if (bar !== undefined) bars.set(period, bar);
  }
  const series = new BarSeries();
  series.resume(bars);
  return series;
}

const nameOf = ({ market, kind }: SeriesKey) => ({ marketId: market.marketId, kind });

function readBars(
  shelf: CandleShelf,
  key: SeriesKey,
  period: BasePeriod,
  fromMs: number,
  toMs = Number.MAX_SAFE_INTEGER,
): Promise<Bar[]> {
  return shelf.read({ ...nameOf(key), period }, { fromMs, toMs, limit: LIST_ROWS_MAX });
}

async function* readTradeTicks(
  database: Queryable,
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
  database: Queryable,
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
