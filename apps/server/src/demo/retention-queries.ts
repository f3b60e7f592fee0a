/** What a demo removes: its bots' answers and orders that came to nothing, and most of its old samples. */
import { MINUTE_MS } from '@fairlead/units';
import type { AnswersOf } from '../core/sequencer/answer-cache.ts';
import type { Queryable } from '../core/store/database.ts';

/** Rows that one statement removes at most: some 20 ms of work. */
const ROWS_PER_STEP = 2_000;
/** Samples are looked through by spans of so long: nine markets have 5,400 in it. */
const SAMPLES_SPAN_MS = 600_000;
/** Of each minute its last second's sample stays. */
const LAST_SECOND_MS = 59_000;

/** Where the next run goes on, so that it does not look through what stays. */
export interface RetentionPlace {
  readonly lastOrderId: number;
  readonly samplesToMs: number;
}

export async function botOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>('SELECT user_id FROM users WHERE is_bot');
  return rows.map(({ user_id }) => Number(user_id));
}

/** Removes one step of their first answers; gives whether there may be more. */
export async function removeAnswers(
  target: Queryable,
  { owners, untilMs }: AnswersOf,
): Promise<boolean> {
  const rows = await target.query(
    `DELETE FROM first_answers WHERE (owner_id, key) IN (
       SELECT owner_id, key FROM first_answers
       WHERE created_at_ms <= $2 AND owner_id = ANY($1) ORDER BY created_at_ms LIMIT ${ROWS_PER_STEP}
     ) RETURNING 1`,
    [owners, untilMs],
  );
  return rows.length === ROWS_PER_STEP;
}

/** Removes one step of their orders that ended without a fill, after an order; gives the last that it looked at. */
export async function removeUnfilledOrders(
  target: Queryable,
  { owners, untilMs, after }: AnswersOf & { readonly after: number },
): Promise<number | undefined> {
  const [row] = await target.query<{ last: bigint | null }>(
    `WITH page AS MATERIALIZED (
       SELECT order_id, owner_id, status, filled_quantity_lots, updated_at_ms FROM orders
       WHERE order_id > $3 AND created_at_ms <= $2 ORDER BY order_id LIMIT ${ROWS_PER_STEP}
     ), removed AS (
       DELETE FROM orders WHERE order_id IN (
         SELECT order_id FROM page WHERE owner_id = ANY($1) AND status = 'cancelled'
           AND filled_quantity_lots = 0 AND updated_at_ms <= $2)
     )
     SELECT max(order_id) AS last FROM page`,
    [owners, untilMs, after],
  );
  return row?.last == null ? undefined : Number(row.last);
}

/**
 * Thins samples from a time on to one a minute, but for those that a receipt names and each market's last. Gives up to
 * when it did; undefined where there are none that old.
 */
export async function thinSamples(
  target: Queryable,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<number | undefined> {
  const [first] = await target.query<{ at: bigint | null }>(
    'SELECT min(sample_time_ms) AS at FROM index_samples WHERE sample_time_ms >= $1 AND sample_time_ms < $2',
    [fromMs, untilMs],
  );
  if (first?.at == null) return undefined;
  const startMs = Number(first.at);
  const toMs = Math.min(startMs + SAMPLES_SPAN_MS, untilMs);
  await target.query(
    `WITH used AS MATERIALIZED (
       SELECT DISTINCT market_id, unnest(sample_times_ms) AS sample_time_ms FROM receipts
     )
     DELETE FROM index_samples AS sample
     WHERE sample_time_ms >= $1 AND sample_time_ms < $2
       AND sample_time_ms % ${MINUTE_MS} < ${LAST_SECOND_MS}
       AND NOT EXISTS (SELECT FROM used WHERE used.market_id = sample.market_id
         AND used.sample_time_ms = sample.sample_time_ms)
       AND EXISTS (SELECT FROM index_samples AS later
         WHERE later.market_id = sample.market_id
           AND later.sample_time_ms > sample.sample_time_ms)`,
    [startMs, toMs],
  );
  return toMs;
}

/** Charts of longer periods are made of candles that stay. */
export async function removeMinuteCandles(target: Queryable, beforeMs: number): Promise<void> {
  await target.query(`DELETE FROM candles WHERE period = '1m' AND open_time_ms < $1`, [beforeMs]);
}
