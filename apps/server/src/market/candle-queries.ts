/** Reads of candles beyond one answer: what longer periods are joined from, and what is behind the trades. */
import { type PriceTicks, priceTicks } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import type { Candle, CandleKind, CandleSeries } from './queries.ts';

/** Base candles that one answer may be joined from: 1,500 months of days would be more than there are. */
const BASE_CANDLES_MAX = 12_000;

/** Candles that open within [fromMs, toMs], ascending; of more than `limit` (at most 12,000) the latest. */
export async function baseCandles(
  source: Queryable,
  { marketId, kind, period }: CandleSeries,
  range: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<Candle[]> {
  const rows = await source.query<{
    open_time_ms: bigint;
    open: string;
    high: string;
    low: string;
    close: string;
    volume: string;
    turnover: string;
    source: string;
  }>(
    `SELECT open_time_ms, open, high, low, close, volume, turnover, source FROM candles
     WHERE market_id = $1 AND kind = $2 AND period = $3
       AND open_time_ms >= $4 AND open_time_ms <= $5
     ORDER BY open_time_ms DESC LIMIT $6`,
    [marketId, kind, period, range.fromMs, range.toMs, Math.min(range.limit, BASE_CANDLES_MAX)],
  );
  return rows.reverse().map(({ open_time_ms, ...row }) => ({
    openTimeMs: Number(open_time_ms),
    ...row,
  }));
}

/** The first open time of a series at or after a time, or the last before it; undefined where there is none. */
export async function nearestCandleTime(
  source: Queryable,
  { marketId, kind, period }: CandleSeries,
  place: { readonly fromMs: number } | { readonly beforeMs: number },
): Promise<number | undefined> {
  const isAfter = 'fromMs' in place;
  const [row] = await source.query<{ open_time_ms: bigint }>(
    `SELECT open_time_ms FROM candles WHERE market_id = $1 AND kind = $2 AND period = $3
       AND open_time_ms ${isAfter ? '>=' : '<'} $4
     ORDER BY open_time_ms ${isAfter ? 'ASC' : 'DESC'} LIMIT 1`,
    [marketId, kind, period, isAfter ? place.fromMs : place.beforeMs],
  );
  return row && Number(row.open_time_ms);
}

/** Open times of the last one-minute candles of each market and kind. */
export async function lastMinuteTimes(
  source: Queryable,
): Promise<readonly { marketId: number; kind: CandleKind; openTimeMs: number }[]> {
  const rows = await source.query<{ market_id: number; kind: CandleKind; last: bigint }>(
    `SELECT market_id, kind, last.open_time_ms AS last
     FROM markets CROSS JOIN (VALUES ('trade'), ('index')) AS kinds (kind), LATERAL (
       SELECT open_time_ms FROM candles
       WHERE candles.market_id = markets.market_id AND candles.kind = kinds.kind AND period = '1m'
       ORDER BY open_time_ms DESC LIMIT 1
     ) AS last`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    kind: row.kind,
    openTimeMs: Number(row.last),
  }));
}

/** The last price of a market before a time, in ticks of the grid under which it traded. */
export async function lastTradeBefore(
  source: Queryable,
  marketId: number,
  timeMs: number,
): Promise<{ readonly tradeId: number; readonly price: PriceTicks } | undefined> {
  const [row] = await source.query<{ trade_id: bigint; price_ticks: bigint }>(
    `SELECT trade_id, price_ticks FROM trades WHERE market_id = $1 AND time_ms < $2
     ORDER BY trade_id DESC LIMIT 1`,
    [marketId, timeMs],
  );
  return row && { tradeId: Number(row.trade_id), price: priceTicks(Number(row.price_ticks)) };
}

/** Each market's last valid sample, with what it was made of. */
export async function lastValidSamples(
  source: Queryable,
): Promise<readonly { marketId: number; timeMs: number; priceE8: bigint }[]> {
  const rows = await source.query<{ market_id: number; time: bigint; price_e8: string }>(
    `SELECT markets.market_id, last.sample_time_ms AS time, last.price_e8
     FROM markets, LATERAL (
       SELECT sample_time_ms, price_e8 FROM index_samples
       WHERE index_samples.market_id = markets.market_id AND price_e8 IS NOT NULL
         AND NOT EXISTS (SELECT FROM void_samples AS void
           WHERE void.market_id = index_samples.market_id
             AND void.sample_time_ms = index_samples.sample_time_ms)
       ORDER BY sample_time_ms DESC LIMIT 1
     ) AS last`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    timeMs: Number(row.time),
    priceE8: BigInt(row.price_e8),
  }));
}
