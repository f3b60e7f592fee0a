/** Candles and index samples. Samples are written by the batch writer only. */
import { type PriceE8, priceE8 } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { CANDLES_MAX, LIST_ROWS_MAX } from '../core/store/limits.ts';

export type CandleKind = 'trade' | 'index';

/** Which candles: a market's, of a kind and period ("1m", "1d", …). */
export interface CandleSeries {
  readonly marketId: number;
  readonly kind: CandleKind;
  readonly period: string;
}

/** Decimal strings, as on the wire. */
export interface Candle {
  readonly openTimeMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
  /** Where it comes from: trade, index, venue, simulated. */
  readonly source: string;
}

export interface CandleRow extends CandleSeries, Candle {}

interface CandleRecord {
  readonly open_time_ms: bigint;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
  readonly source: string;
}

/**
 * Candles that open within [fromMs, toMs], ascending; of more than `limit` the latest. Either bound may be
 * left out.
 */
export async function candlesRange(
  source: Queryable,
  { marketId, kind, period }: CandleSeries,
  {
    fromMs,
    toMs,
    limit,
  }: {
    readonly fromMs?: number;
    readonly toMs?: number;
    readonly limit: number;
  },
): Promise<Candle[]> {
  const rows = await source.query<CandleRecord>(
    `SELECT open_time_ms, open, high, low, close, volume, turnover, source FROM candles
     WHERE market_id = $1 AND kind = $2 AND period = $3
       AND open_time_ms >= $4 AND open_time_ms <= $5
     ORDER BY open_time_ms DESC LIMIT $6`,
    [
      marketId,
      kind,
      period,
      fromMs ?? 0,
      toMs ?? Number.MAX_SAFE_INTEGER,
      Math.min(limit, CANDLES_MAX),
    ],
  );
  return rows.reverse().map((row) => ({
    openTimeMs: Number(row.open_time_ms),
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: row.volume,
    turnover: row.turnover,
    source: row.source,
  }));
}

/** Writes candles, each key at most once a call; one that is there is replaced whole. */
export async function upsertCandles(
  target: Queryable,
  candles: readonly CandleRow[],
): Promise<void> {
  await target.query(
    `${INSERT_CANDLES} ON CONFLICT (market_id, kind, period, open_time_ms) DO UPDATE SET
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
       volume = excluded.volume, turnover = excluded.turnover, source = excluded.source`,
    candleColumns(candles),
  );
}

/** Writes candles of the past where there are none; what we traded ourselves stays. */
export async function backfillCandles(
  target: Queryable,
  candles: readonly CandleRow[],
): Promise<void> {
  await target.query(`${INSERT_CANDLES} ON CONFLICT DO NOTHING`, candleColumns(candles));
}

const INSERT_CANDLES = `
  INSERT INTO candles
    (market_id, kind, period, open_time_ms, open, high, low, close, volume, turnover, source)
  SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::bigint[], $5::numeric[],
    $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::text[])`;

const candleColumns = (candles: readonly CandleRow[]): (string | number)[][] => [
  candles.map((row) => row.marketId),
  candles.map((row) => row.kind),
  candles.map((row) => row.period),
  candles.map((row) => row.openTimeMs),
  candles.map((row) => row.open),
  candles.map((row) => row.high),
  candles.map((row) => row.low),
  candles.map((row) => row.close),
  candles.map((row) => row.volume),
  candles.map((row) => row.turnover),
  candles.map((row) => row.source),
];

/** Open time of the last candle of a series. */
export async function lastCandleTimeMs(
  source: Queryable,
  { marketId, kind, period }: CandleSeries,
): Promise<number | undefined> {
  const [row] = await source.query<{ last: bigint | null }>(
    `SELECT max(open_time_ms) AS last FROM candles
     WHERE market_id = $1 AND kind = $2 AND period = $3`,
    [marketId, kind, period],
  );
  return row === undefined || row.last === null ? undefined : Number(row.last);
}

/** One second's sample with what it was made of. */
export interface IndexSample {
  readonly marketId: number;
  readonly sampleTimeMs: number;
  /** Absent while the index was stale. */
  readonly price?: PriceE8;
  /** Parsed JSON, as the feed gave it. */
  readonly sources?: unknown;
}

/** A market's samples within [fromMs, toMs), ascending. */
export async function samplesRange(
  source: Queryable,
  {
    marketId,
    fromMs,
    toMs,
  }: {
    readonly marketId: number;
    readonly fromMs: number;
    readonly toMs: number;
  },
): Promise<IndexSample[]> {
  const rows = await source.query<{
    sample_time_ms: bigint;
    price_e8: string | null;
    sources: unknown;
  }>(
    `SELECT sample_time_ms, price_e8, sources FROM index_samples
     WHERE market_id = $1 AND sample_time_ms >= $2 AND sample_time_ms < $3
       AND NOT EXISTS (SELECT FROM void_samples AS void
         WHERE void.market_id = index_samples.market_id
           AND void.sample_time_ms = index_samples.sample_time_ms)
     ORDER BY sample_time_ms LIMIT $4`,
    [marketId, fromMs, toMs, LIST_ROWS_MAX],
  );
  return rows.map((row) => ({
    marketId,
    sampleTimeMs: Number(row.sample_time_ms),
    ...(row.price_e8 !== null && { price: priceE8(BigInt(row.price_e8)) }),
    ...(row.sources !== null && { sources: row.sources }),
  }));
}
