/** The part of a batch that locked funds have: products, orders, and what of each product is in hosting. */
import type { EntryRow, HostingProduct, HostingRow } from '@fairlead/engine';
import type { BatchEncoder, Statement } from './batch-encoder.ts';
import { copy, upsert } from './statement-builders.ts';

const DAY_MS = 86_400_000;

const UPSERT_HOSTING_PRODUCTS = upsert(
  'hosting_products',
  [
    ['product_id', 'bigint'],
    ['currency_id', 'bigint'],
    ['days', 'bigint'],
    ['min_minor', 'bigint'],
    ['max_minor', 'bigint'],
    ['capacity_minor', 'bigint'],
    ['daily_yield_ppm', 'bigint'],
    ['damages_rate_ppm', 'bigint'],
    ['is_open', 'boolean'],
  ],
  { fixed: ['currency_id'] },
);

const COPY_HOSTING_ORDERS = copy('hosting_orders', [
  'hosting_id',
  'owner_id',
  'product_id',
  'currency_id',
  'amount_minor',
  'days',
  'daily_yield_ppm',
  'damages_rate_ppm',
  'interest_minor',
  'posted_days',
  'earned_minor',
  'damages_minor',
  'penalty_minor',
  'status',
  'paid_at_ms',
  'completes_at_ms',
  'ended_at_ms',
]);

/**
 * What was bought never changes. A posting on another UTC day than the last begins the sum of its day anew; a row
 * without a day has posted nothing in this batch.
 */
const UPDATE_HOSTING_ORDERS: Statement = {
  name: 'update_hosting_orders',
  sql: `UPDATE hosting_orders AS stored
    SET posted_days = changed.posted_days, earned_minor = changed.earned_minor,
      damages_minor = changed.damages_minor, penalty_minor = changed.penalty_minor,
      status = changed.status, ended_at_ms = changed.ended_at_ms,
      earned_day = coalesce(changed.day::integer, stored.earned_day),
      earned_day_minor = changed.earned_minor - stored.earned_minor
        + CASE WHEN changed.day IS NULL OR changed.day = stored.earned_day
            THEN stored.earned_day_minor ELSE 0 END
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
      $7::bigint[], $8::bigint[]) AS changed (hosting_id, posted_days, earned_minor, damages_minor,
      penalty_minor, status, ended_at_ms, day)
    WHERE stored.hosting_id = changed.hosting_id`,
  columns: 8,
};

/** Adds to what of each product is in hosting, or takes from it. */
const MOVE_HOSTING: Statement = {
  name: 'move_hosting',
  sql: `UPDATE hosting_products AS stored
    SET principal_minor = stored.principal_minor + moved.principal_minor,
      orders = stored.orders + moved.orders
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS moved (product_id, principal_minor, orders)
    WHERE stored.product_id = moved.product_id`,
  columns: 3,
};

/** After the currencies that they name. */
export function encodeHostingProducts(
  encoder: BatchEncoder,
  rows: readonly HostingProduct[],
): void {
  encoder.execute(UPSERT_HOSTING_PRODUCTS, () => {
    encoder.int8Column(rows, (row) => row.productId);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.days);
    encoder.int8Column(rows, (row) => row.minMinor);
    encoder.int8Column(rows, (row) => row.maxMinor);
    encoder.int8Column(rows, (row) => row.capacityMinor);
    encoder.int8Column(rows, (row) => row.dailyYieldPpm);
    encoder.int8Column(rows, (row) => row.damagesRatePpm);
    encoder.textColumn(rows, (row) => String(row.isOpen));
  });
}

/**
 * Orders bought in this batch are copied, the others' changing columns are updated: an id is its command's
 * sequence. `entries` are the batch's: those of interest say on which day it was posted.
 */
export function encodeHostings(
  encoder: BatchEncoder,
  rows: readonly HostingRow[],
  { entries, previousSequence }: { entries: readonly EntryRow[]; previousSequence: number },
): void {
  const bought = rows.filter(({ hostingId }) => hostingId > previousSequence);
  if (bought.length > 0) encodeBought(encoder, bought);
  if (bought.length < rows.length) {
    const changed = rows.filter(({ hostingId }) => hostingId <= previousSequence);
    encodeChanged(encoder, changed, postingDays(entries));
  }
  encodeMoves(encoder, movesOf(rows, previousSequence));
}

function encodeBought(encoder: BatchEncoder, rows: readonly HostingRow[]): void {
  encoder.copy(COPY_HOSTING_ORDERS, rows, (row) => {
    encoder.int8(row.hostingId);
    encoder.int8(row.owner);
    encoder.int4(row.productId);
    encoder.int4(row.currencyId);
    encoder.int8(row.amount);
    encoder.int4(row.days);
    encoder.int8(row.dailyYieldPpm);
    encoder.int8(row.damagesRatePpm);
    encoder.int8(row.interest);
    encoder.int4(row.postedDays);
    encoder.int8(row.earned);
    encoder.int8(row.damages);
    encoder.int8(row.penalty);
    encoder.text(row.status);
    encoder.int8(row.paidAtMs);
    encoder.int8(row.completesAtMs);
    encoder.int8(row.endedAtMs);
  });
}

function encodeChanged(
  encoder: BatchEncoder,
  rows: readonly HostingRow[],
  days: ReadonlyMap<number, number>,
): void {
  encoder.execute(UPDATE_HOSTING_ORDERS, () => {
    encoder.int8Column(rows, (row) => row.hostingId);
    encoder.int8Column(rows, (row) => row.postedDays);
    encoder.int8Column(rows, (row) => row.earned);
    encoder.int8Column(rows, (row) => row.damages);
    encoder.int8Column(rows, (row) => row.penalty);
    encoder.textColumn(rows, (row) => row.status);
    encoder.int8Column(rows, (row) => row.endedAtMs);
    encoder.int8Column(rows, (row) => days.get(row.hostingId));
  });
}

/** UTC day number of the last interest entry of each order: its reference is `hostingId:k`. */
function postingDays(entries: readonly EntryRow[]): Map<number, number> {
  const days = new Map<number, number>();
  for (const { reason, reference, timeMs } of entries) {
    if (reason !== 'hosting_interest') continue;
    const hostingId = Number(reference.slice(0, reference.indexOf(':')));
    days.set(hostingId, Math.floor(timeMs / DAY_MS));
  }
  return days;
}

interface HostingMove {
  readonly productId: number;
  principal: bigint;
  orders: number;
}

/** What was bought comes in, what has ended goes out: a row that has ended is never in a batch again. */
function movesOf(rows: readonly HostingRow[], previousSequence: number): HostingMove[] {
  const moves = new Map<number, HostingMove>();
  for (const row of rows) {
    const change = Number(row.hostingId > previousSequence) - Number(row.status !== 'hosting');
    if (change === 0) continue;
    let move = moves.get(row.productId);
    if (move === undefined) {
      move = { productId: row.productId, principal: 0n, orders: 0 };
      moves.set(row.productId, move);
    }
    move.principal += BigInt(change) * row.amount;
    move.orders += change;
  }
  return [...moves.values()];
}

function encodeMoves(encoder: BatchEncoder, moves: readonly HostingMove[]): void {
  if (moves.length === 0) return;
  encoder.execute(MOVE_HOSTING, () => {
    encoder.int8Column(moves, (row) => row.productId);
    encoder.int8Column(moves, (row) => row.principal);
    encoder.int8Column(moves, (row) => row.orders);
  });
}
