/**
 * The part that locked funds have of a batch, of a start and of what must add up: products, orders, and what of each product is
 * in hosting.
 */
import type { EntryRow, HostingRow } from '@fairlead/engine';
import { hostingDueAtMs } from '@fairlead/formula';
import { DAY_MS } from '@fairlead/units';
import type { BatchEncoder, Statement } from '../core/store/batch/encoder.ts';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { readHostingProducts, readOpenHostings } from './queries.ts';
import { HOSTING_ORDERS, HOSTING_PRODUCTS } from './record.ts';

/**
 * A posting on another UTC day than the last begins the sum of its day anew; a row
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

const copyHostings = copies(HOSTING_ORDERS);

/**
 * Orders bought in this batch are copied, the others' changing columns are updated: an id is its command's
 * sequence. The batch's entries of interest say on which day it was posted.
 */
const orders: BatchPart = (encoder, { changes: { hostings, entries }, previousSequence }) => {
  const isNew = ({ hostingId }: HostingRow): boolean => hostingId > previousSequence;
  copyHostings(encoder, hostings.filter(isNew));
  const changed = hostings.filter((row) => !isNew(row));
  if (changed.length > 0) encodeChanged(encoder, changed, postingDays(entries));
  encodeMoves(encoder, movesOf(hostings, previousSequence));
};

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

/** What products say to be in hosting is. */
const TOTALS = `
  SELECT product_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT product_id, principal_minor AS amount FROM hosting_products
    UNION ALL
    SELECT product_id, -amount_minor FROM hosting_orders WHERE status = 'hosting'
  ) AS said_and_held
  GROUP BY product_id HAVING sum(amount) <> 0`;

export const hostingTables = {
  writes: { terms: [rowsOf('hostingProducts', upserts(HOSTING_PRODUCTS))], acts: [orders] },
  reads: { hostingProducts: readHostingProducts, hostings: readOpenHostings },
  checks: {
    // Principal in trust accounts, and in the treasury what is promised and not posted yet.
    holds: [
      `SELECT owner_id || ' trust ' || currency_id, -sum(amount_minor)
    FROM hosting_orders
    WHERE status = 'hosting' AND keeps_account('trust') GROUP BY owner_id, currency_id`,
      `SELECT '0 yield_treasury ' || currency_id, sum(earned_minor - interest_minor)
    FROM hosting_orders
    WHERE status = 'hosting' AND keeps_account('trust') GROUP BY currency_id`,
    ],
    sums: [{ check: 'hosting_totals', sql: TOTALS }],
    numbers: [['hosting', 'SELECT max(hosting_id) FROM hosting_orders', 'last_sequence']],
  },
  // The interest of the next day.
  due: ({ hostings }) =>
    hostings
      .filter(({ status }) => status === 'hosting')
      .map(({ paidAtMs, postedDays }) => hostingDueAtMs(paidAtMs, postedDays + 1)),
} satisfies TablesPart;
