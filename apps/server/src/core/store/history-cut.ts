/**
 * Where history begins. What came before a cut is gone, or may go at any time: opening balances and fills stand for it, and
 * every check begins there. Nothing here decides when to cut (demo/retention.ts, core/backup/archive.ts).
 */
import type { Database, Queryable } from './database.ts';

/** The last that lies before the cut; all 0 where nothing was cut, and ids those behind which this engine began to count. */
export interface HistoryCut {
  readonly beforeMs: number;
  readonly entryId: number;
  readonly tradeId: number;
}

export async function readCut(source: Queryable): Promise<HistoryCut> {
  const [row] = await source.query<{ before_ms: bigint; entry_id: bigint; trade_id: bigint }>(
    `SELECT coalesce(before_ms, 0) AS before_ms, coalesce(entry_id, after_id) AS entry_id,
       coalesce(trade_id, after_id) AS trade_id
     FROM (SELECT coalesce(max(after_id), 0) AS after_id FROM number_beginnings) AS beginning
     LEFT JOIN (
       SELECT before_ms, entry_id, trade_id FROM history_cuts ORDER BY cut_id DESC LIMIT 1
     ) AS cut ON true`,
  );
  const { before_ms = 0n, entry_id = 0n, trade_id = 0n } = row ?? {};
  return { beforeMs: Number(before_ms), entryId: Number(entry_id), tradeId: Number(trade_id) };
}

/** Where what lies before a cut went; without a file it is gone. */
export interface ArchivedHistory {
  readonly beforeMs: number;
  readonly file?: string;
  readonly digest?: string;
}

/** How many archives are named: one a year. Of a demo's cuts, which have no file, the last one. */
const ARCHIVES_MAX = 100;

/** Oldest first. */
export async function readArchives(source: Queryable): Promise<ArchivedHistory[]> {
  const rows = await source.query<{
    before_ms: bigint;
    file: string | null;
    digest: string | null;
  }>(
    `SELECT before_ms, file, digest FROM history_cuts
     WHERE file IS NOT NULL OR cut_id = (SELECT max(cut_id) FROM history_cuts)
     ORDER BY cut_id LIMIT ${ARCHIVES_MAX}`,
  );
  return rows.map(({ before_ms, file, digest }) => ({
    beforeMs: Number(before_ms),
    ...(file !== null && { file }),
    ...(digest !== null && { digest }),
  }));
}

/** What an order had been filled before the cut. */
export interface OpeningFill {
  readonly order_id: bigint;
  readonly owner_id: bigint;
  readonly quantity_lots: bigint;
  readonly amount_minor: bigint;
  readonly fee_minor: bigint;
}

export function readOpeningFills(source: Queryable, afterOrderId: number): Promise<OpeningFill[]> {
  return source.query<OpeningFill>('SELECT * FROM opening_fills WHERE order_id > $1', [
    afterOrderId,
  ]);
}

export interface NewCut {
  readonly beforeMs: number;
  readonly nowMs: number;
  /** Of what is removed; none in a demo. */
  readonly archive?: { readonly file: string; readonly digest: string };
}

const CUT_MAX_MS = 600_000;

/**
 * Cuts: from its commit on every check begins there. Orders that ended before it go with it, but outside demo those that a
 * client named, whose names are used for ever. Does nothing where history begins later already.
 */
export async function cutHistory(database: Database, cut: NewCut): Promise<void> {
  await database.transaction((transaction) => cutWithin(transaction, cut), { maxMs: CUT_MAX_MS });
}

async function cutWithin(transaction: Queryable, cut: NewCut): Promise<void> {
  const { beforeMs, nowMs, archive } = cut;
  const last = await readCut(transaction);
  if (beforeMs <= last.beforeMs) return;
  await transaction.query(`SET LOCAL statement_timeout = ${CUT_MAX_MS}`);
  const [ids] = await transaction.query<{ entry_id: bigint; trade_id: bigint }>(
    `SELECT coalesce(max(entry_id), $2) AS entry_id,
       coalesce((SELECT max(trade_id) FROM trades WHERE time_ms < $1 AND trade_id > $3), $3) AS trade_id
     FROM postings WHERE time_ms < $1 AND entry_id > $2`,
    [beforeMs, last.entryId, last.tradeId],
  );
  const [entryId, tradeId] = [Number(ids?.entry_id ?? 0), Number(ids?.trade_id ?? 0)];
  await transaction.query(
    `INSERT INTO history_cuts
     SELECT coalesce(max(cut_id), 0) + 1, $1, $2, $3, $4, $5, $6 FROM history_cuts`,
    [beforeMs, entryId, tradeId, archive?.file ?? null, archive?.digest ?? null, nowMs],
  );
  await transaction.query(
    `INSERT INTO opening_balances
     SELECT DISTINCT ON (account_id) account_id, balance_minor FROM postings
     WHERE entry_id > $1 AND entry_id <= $2 ORDER BY account_id, entry_id DESC, ordinal DESC
     ON CONFLICT (account_id) DO UPDATE SET balance_minor = excluded.balance_minor`,
    [last.entryId, entryId],
  );
  await transaction.query(
    `DELETE FROM orders WHERE status <> 'waiting' AND updated_at_ms < $1
       AND ($2 OR client_order_id IS NULL)`,
    [beforeMs, archive === undefined],
  );
  await transaction.query(
    `DELETE FROM opening_fills WHERE NOT EXISTS (
       SELECT FROM orders WHERE orders.order_id = opening_fills.order_id)`,
  );
  await transaction.query(
    `INSERT INTO opening_fills
     SELECT order_id, min(fills.owner_id), sum(lots), sum(amount), sum(fee) FROM (
       SELECT maker_order_id AS order_id, maker_owner_id AS owner_id, quantity_lots AS lots,
         notional_minor AS amount, maker_fee_minor AS fee
       FROM trades WHERE trade_id > $1 AND trade_id <= $2
       UNION ALL
       SELECT taker_order_id, taker_owner_id, quantity_lots, notional_minor, taker_fee_minor
       FROM trades WHERE trade_id > $1 AND trade_id <= $2
     ) AS fills
     WHERE EXISTS (SELECT FROM orders WHERE orders.order_id = fills.order_id)
     GROUP BY order_id
     ON CONFLICT (order_id) DO UPDATE SET
       quantity_lots = opening_fills.quantity_lots + excluded.quantity_lots,
       amount_minor = opening_fills.amount_minor + excluded.amount_minor,
       fee_minor = opening_fills.fee_minor + excluded.fee_minor`,
    [last.tradeId, tradeId],
  );
}

/**
 * Entries whose cause nobody can name again: what they are called is a number that we gave out. Others stay for ever, so
 * that a reference that was used is refused for ever.
 */
const NUMBERED_REASONS = ['trade', 'transfer'] as const;

/** In this order: nothing stays that points at what is gone. */
const REMOVALS = [
  ['journal_entries', `AND reason IN (${NUMBERED_REASONS.map((each) => `'${each}'`).join(', ')})`],
  ['posting_rows', ''],
  ['trade_postings', ''],
  ['trades', ''],
  ['transfers', ''],
] as const;

/** What a cut, and what follows it, removes of. */
export const CUT_TABLES = ['orders', ...REMOVALS.map(([table]) => table)] as const;

/** Columns that name a row of each. */
const KEYS = {
  journal_entries: { id: 'entry_id', key: 'entry_id' },
  posting_rows: { id: 'entry_id', key: 'entry_id, ordinal, time_ms' },
  trade_postings: { id: 'entry_id', key: 'entry_id' },
  trades: { id: 'trade_id', key: 'trade_id, time_ms' },
  transfers: { id: 'transfer_id', key: 'transfer_id' },
} as const;

/**
 * Removes at most so many rows of what lies before a cut that was made no later than `madeByMs`, when every check that began
 * before it is over; gives how many.
 */
export async function removeBeforeCut(
  target: Queryable,
  rowsMax: number,
  madeByMs: number,
): Promise<number> {
  const [cut] = await target.query<{ before_ms: bigint; entry_id: bigint; trade_id: bigint }>(
    `SELECT before_ms, entry_id, trade_id FROM history_cuts WHERE made_at_ms <= $1
     ORDER BY cut_id DESC LIMIT 1`,
    [madeByMs],
  );
  if (cut === undefined) return 0;
  let removed = 0;
  for (const [table, also] of REMOVALS) {
    if (removed >= rowsMax) break;
    const { id, key } = KEYS[table];
    // By id, which each has an index of, so that nothing beyond the cut is looked at; by time for the months' partitions.
    const rows = await target.query(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE ${id} <= $1 AND time_ms < $2 ${also}
         ORDER BY ${id} LIMIT $3
       ) AND time_ms < $2 RETURNING 1`,
      [table === 'trades' ? cut.trade_id : cut.entry_id, cut.before_ms, rowsMax - removed],
    );
    removed += rows.length;
  }
  return removed;
}

/** Drops whole months of what lies before the cut, which is at once; what is left of it takes `removeBeforeCut`. */
export async function dropMonthsBeforeCut(owner: Queryable): Promise<readonly string[]> {
  const { beforeMs } = await readCut(owner);
  const months = await owner.query<{ name: string }>(
    `SELECT leaf.relname::text AS name FROM pg_inherits
     JOIN pg_class AS leaf ON leaf.oid = inhrelid
     WHERE inhparent IN ('trades'::regclass, 'posting_rows'::regclass)
       AND leaf.relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY leaf.relname`,
  );
  const past = months.filter(({ name }) => {
    const [year, month] = [Number(name.slice(-7, -3)), Number(name.slice(-2))];
    // The first of the month after it: months count from 0 there.
    return Date.UTC(year, month) <= beforeMs;
  });
  for (const { name } of past) await owner.query(`DROP TABLE "${name}"`);
  return past.map(({ name }) => name);
}
