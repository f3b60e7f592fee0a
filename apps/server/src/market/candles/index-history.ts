/**
 * Back-fill of the index charts, once for each market: what the feed knows of the time before its own samples; in a
 * demo with bots also the made-up past of its books. Each market's history is one transaction together with the note
 * that it is there, so a start that is killed leaves a market with all of it or none.
 */
import { DAY_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../core/store/database.ts';
import { readSetting, writeSetting } from '../../core/store/settings-queries.ts';
import type { MarketTerms } from '../catalogue.ts';
import { aggregateCandles, bucketStartMs, type FeedCandle } from '../feeds/candle.ts';
import type { Feed } from '../feeds/feed.ts';
import {
  backfillCandles,
  type CandleKind,
  type CandleSeries,
  lastCandleTimeMs,
} from '../queries.ts';
import { seededMarkets } from '../seeded-markets.ts';
import { BASE_PERIODS, type Bar, type BasePeriod, barOfFeed, storedOfBar } from './bar.ts';
import { BookPast } from './book-past.ts';

/** How far back charts of each base period reach. */
const DAYS_BACK: Readonly<Record<BasePeriod, number>> = { '1m': 3, '15m': 90, '1d': 730 };
/** A simulation or recording is asked for its minutes once; longer candles are joined from them. */
const MINUTES_DAYS_BACK = 90;
const ROWS_MAX = 2_000;
/** Venues may be slow or away; the start waits no longer than this for their history. */
const BACKFILL_MAX_MS = 30_000;
/** A market's history is some ten thousand rows, which take their time on a busy machine. */
const HISTORY_MAX_MS = 60_000;

export interface IndexHistoryOptions {
  readonly database: Database;
  readonly feed: Pick<Feed, 'kind' | 'history'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Whether the books have a past too: a demo's with bots, whose prices nobody traded at anyway. */
  readonly hasBookPast?: boolean;
}

export interface HistoryMarket {
  readonly marketId: number;
  readonly symbol: string;
}

type Series = Readonly<Record<BasePeriod, readonly FeedCandle[]>>;

interface History {
  readonly index: Series;
  /** Absent where the books have none. */
  readonly past: BookPast | undefined;
}

/**
 * Fills what is missing of all markets, one after the other. Before the candles start, which go on from what
 * is stored. A market that fails or comes too late is tried at the next start.
 */
export async function backfillIndexHistory(
  options: IndexHistoryOptions,
  markets: readonly HistoryMarket[],
): Promise<void> {
  const endMs = options.clock.now() + BACKFILL_MAX_MS;
  const pastTerms = await termsOfPasts(options);
  const read = (market: HistoryMarket | undefined) =>
    market && readMarket(options, { ...market, past: pastTerms.get(market.marketId) }, endMs);
  let reading = read(markets[0]);
  for (const [index, market] of markets.entries()) {
    const history = await reading;
    // The next is worked out while this one is written.
    reading = read(markets[index + 1]);
    if (history !== undefined) await writeMarket(options, market, history);
  }
}

const settingOf = (market: HistoryMarket): string => `index_history:${market.marketId}`;

/**
 * The markets whose books get a past, by id: those of the first start. Around real prices there is none: made-up trades
 * at prices that were real would be taken for real ones.
 */
async function termsOfPasts({
  database,
  feed,
  hasBookPast = false,
}: IndexHistoryOptions): Promise<ReadonlyMap<number, MarketTerms>> {
  if (!hasBookPast || feed.kind === 'live') return new Map();
  const seeded = await seededMarkets(database);
  return new Map(seeded?.markets.map((market) => [market.marketId, market]));
}

/** A market's history; undefined when it is there already or cannot be had now. */
async function readMarket(
  { database, clock, feed, log }: IndexHistoryOptions,
  market: HistoryMarket & { readonly past: MarketTerms | undefined },
  endMs: number,
): Promise<History | undefined> {
  if (feed.history === undefined) return undefined;
  if ((await readSetting(database, settingOf(market))) !== undefined) return undefined;
  const { marketId } = market;
  const isThere = async (kind: CandleKind) =>
    (await lastCandleTimeMs(database, { marketId, kind, period: '1m' })) !== undefined;
  // A simulation or recording would not meet the samples of a market that has some already.
  if ((await isThere('index')) && feed.kind !== 'live') return undefined;
  const nowMs = clock.now();
  const past =
    market.past === undefined || (await isThere('trade'))
      ? undefined
      : new BookPast(market.past, nowMs);
  try {
    const index = await within(endMs - nowMs, readHistory(feed, market.symbol, { nowMs, past }));
    // A venue that cannot be reached answers with nothing; a market that has no history there is asked again too.
    if (feed.kind === 'live' && Object.values(index).every(({ length }) => length === 0)) {
      log.warn(
        { symbol: market.symbol },
        'no venue gave a history; it is tried again at the next start',
      );
      return undefined;
    }
    return { index, past };
  } catch (error) {
    const fields = { err: error, symbol: market.symbol };
    log.warn(fields, 'no history of the index; it is tried again at the next start');
    return undefined;
  }
}

async function writeMarket(
  { database, clock, log }: IndexHistoryOptions,
  { marketId, symbol }: HistoryMarket,
  { index, past }: History,
): Promise<void> {
  const count = Object.values(index).reduce((sum, { length }) => sum + length, 0);
  const setting = settingOf({ marketId, symbol });
  const trades = await database.transaction(
    async (transaction) => {
      let written = 0;
      for (const period of BASE_PERIODS) {
        const candles = { marketId, period } as const;
        await backfillBars(transaction, { ...candles, kind: 'index' }, index[period], barOfFeed);
        const bars = past?.bars(period) ?? [];
        await backfillBars(transaction, { ...candles, kind: 'trade' }, bars, (bar) => bar);
        written += bars.length;
      }
      const value = JSON.stringify({ rows: count, ...(past && { trades: written }) });
      await writeSetting(transaction, setting, { value, nowMs: clock.now() });
      return written;
    },
    { maxMs: HISTORY_MAX_MS },
  );
  const fields = { symbol, candles: count, ...(past && { simulatedTradeCandles: trades }) };
  log.info(fields, 'index history filled in');
}

/** Writes bars in parts, each made as it is written. */
async function backfillBars<Source>(
  target: Queryable,
  series: CandleSeries,
  bars: readonly Source[],
  barOf: (source: Source) => Bar,
): Promise<void> {
  for (let at = 0; at < bars.length; at += ROWS_MAX) {
    const part = bars.slice(at, at + ROWS_MAX);
    const rows = part.map((source) => ({ ...series, ...storedOfBar(barOf(source)) }));
    await backfillCandles(target, rows);
  }
}

async function readHistory(
  feed: Pick<Feed, 'kind' | 'history'>,
  symbol: string,
  { nowMs, past }: { readonly nowMs: number; readonly past: BookPast | undefined },
): Promise<Series> {
  const read = async (period: BasePeriod, fromMs: number) =>
    (await feed.history?.(symbol, period, fromMs, nowMs)) ?? [];
  if (feed.kind === 'live') {
    return {
      '1m': await read('1m', firstMinuteMs(nowMs)),
      '15m': await read('15m', bucketStartMs('1d', nowMs - DAYS_BACK['15m'] * DAY_MS)),
      '1d': await read('1d', nowMs - DAYS_BACK['1d'] * DAY_MS),
    };
  }
  return joinMinutes(nowMs, async (fromMs, toMs) => {
    const minutes = (await feed.history?.(symbol, '1m', fromMs, toMs)) ?? [];
    past?.add(minutes);
    return minutes;
  });
}

/** Where a quarter begins, so that what is joined from minutes has all of them from the first on. */
const firstMinuteMs = (nowMs: number): number =>
  bucketStartMs('15m', nowMs - DAYS_BACK['1m'] * DAY_MS);

/** Joins minutes day by day: those of 90 days at once would be 130,000 objects a market, and the heap as large for ever. */
async function joinMinutes(
  nowMs: number,
  read: (fromMs: number, toMs: number) => Promise<readonly FeedCandle[]>,
): Promise<Series> {
  const minutesFromMs = firstMinuteMs(nowMs);
  const series = { '1m': [] as FeedCandle[], '15m': [] as FeedCandle[], '1d': [] as FeedCandle[] };
  const firstDayMs = bucketStartMs('1d', nowMs - (MINUTES_DAYS_BACK + 1) * DAY_MS);
  for (let dayMs = firstDayMs; dayMs < nowMs; dayMs += DAY_MS) {
    const minutes = await read(dayMs, Math.min(dayMs + DAY_MS, nowMs));
    const quarters = aggregateCandles(minutes, '15m');
    series['1m'].push(...minutes.filter(({ openTimeMs }) => openTimeMs >= minutesFromMs));
    series['15m'].push(...quarters);
    series['1d'].push(...aggregateCandles(quarters, '1d'));
  }
  return series;
}

/** What is promised, or a failure once the time is up. */
async function within<Value>(timeoutMs: number, promised: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no time is left for it')), Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}
