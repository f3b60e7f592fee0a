/**
 * Back-fill of the index charts, once for each market: what the feed knows of the time before its own samples.
 * Each market's history is one transaction together with the note that it is there, so a start that is killed
 * leaves a market with all of it or none.
 */
import type { Logger } from 'pino';
import { aggregateCandles, type FeedCandle } from '../../feeds/candle.ts';
import type { Feed } from '../../feeds/feed.ts';
import type { Database } from '../../store/database.ts';
import { backfillCandles, lastCandleTimeMs } from '../../store/market-queries.ts';
import { readSetting, writeSetting } from '../../store/settings-queries.ts';
import { type BasePeriod, barOfFeed, storedOfBar } from './bar.ts';

const DAY_MS = 86_400_000;
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
}

export interface HistoryMarket {
  readonly marketId: number;
  readonly symbol: string;
}

type Series = Readonly<Record<BasePeriod, readonly FeedCandle[]>>;

/**
 * Fills what is missing of all markets, one after the other. Before the candles start, which go on from what
 * is stored. A market that fails or comes too late is tried at the next start.
 */
export async function backfillIndexHistory(
  options: IndexHistoryOptions,
  markets: readonly HistoryMarket[],
): Promise<void> {
  const endMs = options.clock.now() + BACKFILL_MAX_MS;
  let reading = readMarket(options, markets[0], endMs);
  for (const [index, market] of markets.entries()) {
    const series = await reading;
    // The next is worked out while this one is written.
    reading = readMarket(options, markets[index + 1], endMs);
    if (series !== undefined) await writeMarket(options, market, series);
  }
}

const settingOf = (market: HistoryMarket): string => `index_history:${market.marketId}`;

/** A market's history; undefined when it is there already or cannot be had now. */
async function readMarket(
  { database, clock, feed, log }: IndexHistoryOptions,
  market: HistoryMarket | undefined,
  endMs: number,
): Promise<Series | undefined> {
  if (market === undefined || feed.history === undefined) return undefined;
  if ((await readSetting(database, settingOf(market))) !== undefined) return undefined;
  // A simulation or recording would not meet the samples of a market that has some already.
  const series = { marketId: market.marketId, kind: 'index', period: '1m' } as const;
  const isLate = (await lastCandleTimeMs(database, series)) !== undefined;
  if (isLate && feed.kind !== 'live') return undefined;
  const nowMs = clock.now();
  try {
    const found = await within(endMs - nowMs, readHistory(feed, market.symbol, nowMs));
    // A venue that cannot be reached answers with nothing; a market that has no history there is asked again too.
    if (feed.kind === 'live' && Object.values(found).every(({ length }) => length === 0)) {
      log.warn(
        { symbol: market.symbol },
        'no venue gave a history; it is tried again at the next start',
      );
      return undefined;
    }
    return found;
  } catch (error) {
    const fields = { err: error, symbol: market.symbol };
    log.warn(fields, 'no history of the index; it is tried again at the next start');
    return undefined;
  }
}

async function writeMarket(
  { database, clock, log }: IndexHistoryOptions,
  market: HistoryMarket,
  series: Series,
): Promise<void> {
  const rows = Object.entries(series).flatMap(([period, candles]) =>
    candles.map((candle) => ({
      marketId: market.marketId,
      kind: 'index' as const,
      period,
      ...storedOfBar(barOfFeed(candle)),
    })),
  );
  const value = JSON.stringify({ rows: rows.length });
  await database.transaction(
    async (transaction) => {
      for (let at = 0; at < rows.length; at += ROWS_MAX) {
        await backfillCandles(transaction, rows.slice(at, at + ROWS_MAX));
      }
      await writeSetting(transaction, settingOf(market), { value, nowMs: clock.now() });
    },
    { maxMs: HISTORY_MAX_MS },
  );
  log.info({ symbol: market.symbol, candles: rows.length }, 'index history filled in');
}

async function readHistory(
  feed: Pick<Feed, 'kind' | 'history'>,
  symbol: string,
  nowMs: number,
): Promise<Series> {
  const read = async (period: BasePeriod, days: number) =>
    (await feed.history?.(symbol, period, nowMs - days * DAY_MS, nowMs)) ?? [];
  if (feed.kind === 'live') {
    return {
      '1m': await read('1m', DAYS_BACK['1m']),
      '15m': await read('15m', DAYS_BACK['15m']),
      '1d': await read('1d', DAYS_BACK['1d']),
    };
  }
  const minutes = await read('1m', MINUTES_DAYS_BACK + 1);
  const minutesFromMs = nowMs - DAYS_BACK['1m'] * DAY_MS;
  return {
    '1m': minutes.filter(({ openTimeMs }) => openTimeMs >= minutesFromMs),
    '15m': aggregateCandles(minutes, '15m'),
    '1d': aggregateCandles(minutes, '1d'),
  };
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
