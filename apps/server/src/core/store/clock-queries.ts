/** What the tables know of time: the database's own clock, samples of a time to come, and returns from one. */
import type { IndexRow } from '@fairlead/engine';
import type { Queryable } from './database.ts';

/** The database's clock, ms since 1970; whatever a schema of its owner's calls a clock. */
export async function databaseNowMs(source: Queryable): Promise<number> {
  const [row] = await source.query<{ now_ms: bigint }>(
    'SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  return Number(row?.now_ms);
}

/** A market's stored samples around a moment. */
export interface SamplesAround {
  readonly marketId: number;
  /** The last at or before it. */
  readonly beforeMs?: number;
  /** The first after it that is not void. */
  readonly afterMs: number;
}

/** Markets that have samples after a moment which count, by id. */
export async function samplesAround(source: Queryable, atMs: number): Promise<SamplesAround[]> {
  const rows = await source.query<{
    market_id: number;
    before_ms: bigint | null;
    after_ms: bigint;
  }>(
    `SELECT markets.market_id, earlier.before_ms, later.after_ms FROM markets, LATERAL (
       SELECT min(sample_time_ms) AS after_ms FROM index_samples AS sample
       WHERE sample.market_id = markets.market_id AND sample_time_ms > $1 AND NOT EXISTS (
         SELECT FROM void_samples AS void WHERE void.market_id = sample.market_id
           AND void.sample_time_ms = sample.sample_time_ms)
     ) AS later, LATERAL (
       SELECT max(sample_time_ms) AS before_ms FROM index_samples AS sample
       WHERE sample.market_id = markets.market_id AND sample_time_ms <= $1
     ) AS earlier
     WHERE later.after_ms IS NOT NULL ORDER BY markets.market_id`,
    [atMs],
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    ...(row.before_ms !== null && { beforeMs: Number(row.before_ms) }),
    afterMs: Number(row.after_ms),
  }));
}

/** Makes all samples after a moment count for nothing; how many there were. */
export async function voidSamplesAfter(target: Queryable, atMs: number): Promise<number> {
  const rows = await target.query(
    `INSERT INTO void_samples SELECT sample.market_id, sample.sample_time_ms, $1::bigint
     FROM markets, LATERAL (
       SELECT index_samples.market_id, sample_time_ms FROM index_samples
       WHERE index_samples.market_id = markets.market_id AND sample_time_ms > $1::bigint
     ) AS sample
     ON CONFLICT DO NOTHING RETURNING market_id`,
    [atMs],
  );
  return rows.length;
}

/** Says that the time at the index goes back. */
export async function noteClockReturn(
  target: Queryable,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<void> {
  await target.query('INSERT INTO clock_returns VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    fromMs,
    toMs,
  ]);
}

/** Seconds whose samples count for nothing, by market and time. Almost always none. */
export async function readVoidSamples(
  source: Queryable,
): Promise<Pick<IndexRow, 'marketId' | 'sampleTimeMs'>[]> {
  const rows = await source.query<{ market_id: number; sample_time_ms: bigint }>(
    'SELECT market_id, sample_time_ms FROM void_samples ORDER BY market_id, sample_time_ms',
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    sampleTimeMs: Number(row.sample_time_ms),
  }));
}
