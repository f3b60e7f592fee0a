/** What a division reads and writes: rows that are copied, and the entries by which accounts go from one ledger to another. */
import { ledgerAccountId } from '@fairlead/engine';
import type { EngineName, ProductEngine } from '../../core/config/engines.ts';
import type { BulkSession } from '../../core/store/bulk-session.ts';
import { type BulkTable, readTable, writeRows } from '../../core/store/bulk-tables.ts';
import type { Queryable } from '../../core/store/database.ts';
import { WRITER_LOCK } from '../../core/store/leader-queries.ts';
import { AGREED_MARK, LISTS_AGREED_MARK } from '../../core/store/settings-queries.ts';
import { readAwaitedSamples, readLastSamples } from '../../receipts/index.ts';
import { SHARES } from '../shares.ts';

/** The same for two connections to one database, whatever each calls it. */
export async function whichDatabase(source: Queryable): Promise<string> {
  const [row] = await source.query<{ name: string }>(
    `SELECT oid::text || ' ' || extract(epoch FROM pg_postmaster_start_time())::text AS name
     FROM pg_database WHERE datname = current_database()`,
  );
  return row?.name ?? '';
}

/** Whether it has the table of marks: an empty database has none. */
export async function hasMarks(source: Queryable): Promise<boolean> {
  const [row] = await source.query<{ is_there: boolean }>(
    "SELECT to_regclass('public.engine_marks') IS NOT NULL AS is_there",
  );
  return row?.is_there === true;
}

/** Processes that write to it, wait to, or serve from it as gateways. */
export async function whoServes(source: Queryable): Promise<string[]> {
  const rows = await source.query<{ name: string }>(
    `SELECT DISTINCT session.application_name AS name FROM pg_stat_activity AS session
     WHERE session.datname = current_database()
       AND session.application_name <> current_setting('application_name')
       AND (session.application_name LIKE 'fairlead gateway %' OR session.pid IN (
         SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 0
           AND objid::bigint = $1
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
     ORDER BY name`,
    [WRITER_LOCK],
  );
  return rows.map(({ name }) => name);
}

/** Settings without which no server opens a database of this exchange, or would take digests for forged. */
const SETTINGS = ['mode', 'exchange_id', AGREED_MARK, LISTS_AGREED_MARK] as const;
/** What each engine has as the home has it, in an order in which nothing names what is not there. */
const MIRRORED = [
  'currencies',
  'markets',
  'market_grids',
  'referral_terms',
  'trading',
  'void_samples',
  'clock_returns',
  // Whoever asks again with a key may ask any engine: it is answered, or refused, as ever.
  'first_answers',
] as const;
/** What each has of those alone who have something there. */
const OF_OWNERS = ['owners', 'referrals', 'partners'] as const;
const BOOKS = ['journal_entries', 'posting_rows', 'balances'] as const;

/** All that a division writes into a database beside the leader's row. */
const writtenTables = (name: ProductEngine): readonly string[] => [
  ...['settings', 'index_samples', 'number_beginnings', 'engine_marks', 'divided_sums'],
  ...[...MIRRORED, ...OF_OWNERS, ...SHARES[name].tables, ...BOOKS],
];

/**
 * Takes away what an earlier division wrote that never came to its end, and what the leader's row counted: no server has ever
 * started on it.
 */
export async function clearTarget(target: Queryable, name: ProductEngine): Promise<void> {
  const tables = [...writtenTables(name), 'leader'];
  const places = await target.query<{ place: string }>(
    `SELECT relid::regclass::text AS place FROM unnest($1::text[]) AS given (name),
       LATERAL pg_partition_tree(given.name::regclass)
     UNION SELECT given.name FROM unnest($1::text[]) AS given (name)`,
    [tables],
  );
  for (const { place } of places) await target.query(`ALTER TABLE ${place} DISABLE TRIGGER USER`);
  for (const table of tables.toReversed())
    if (table !== 'leader') await target.query(`DELETE FROM ${table}`);
  await target.query(
    `UPDATE leader SET last_sequence = 0, last_time_ms = 0, last_order_id = 0, last_trade_id = 0,
       last_entry_id = 0`,
  );
  for (const { place } of places) await target.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`);
}

/** Copies all that an engine needs but its balances' entries; of a sub-account its main account too. Both see one moment. */
export async function copyRows(
  from: BulkSession,
  to: BulkSession,
  { name, tables }: { readonly name: ProductEngine; readonly tables: readonly BulkTable[] },
): Promise<void> {
  const { accounts, tables: own } = SHARES[name];
  await from.query('CREATE TEMPORARY TABLE moving_owners (owner_id bigint PRIMARY KEY)');
  await from.query(
    `WITH RECURSIVE there AS (
       SELECT unnest(ARRAY[owner_id, owner_id % 268435456]) AS owner_id FROM balances
       WHERE owner_id <> 0 AND account = ANY($1) AND total_minor <> 0
       UNION SELECT inviter_id FROM there JOIN referrals USING (owner_id)
     ) INSERT INTO moving_owners SELECT owner_id FROM there`,
    [accounts],
  );
  const isThere = 'owner_id IN (SELECT owner_id FROM moving_owners)';
  const names = SETTINGS.map((key) => `'${key}'`).join(', ');
  const kinds = accounts.map((account) => `'${account}'`).join(', ');
  const parts: readonly (readonly [table: string, where?: string])[] = [
    ['settings', `key IN (${names})`],
    ...MIRRORED.map((table) => [table] as const),
    ...OF_OWNERS.map((table) => [table, isThere] as const),
    ['index_samples', await samplesWanted(from)],
    ...own.map((table) => [table] as const),
    ['balances', `account IN (${kinds}) AND (total_minor <> 0 OR frozen_minor <> 0)`],
  ];
  for (const [table, where] of parts) {
    const known = tables.find((each) => each.name === table);
    if (known === undefined) throw new Error(`there is no table ${table}`);
    for await (const lines of readTable(from, known, where)) await writeRows(to, known, lines);
  }
  await from.query('DROP TABLE moving_owners');
}

/** Of each market from the first sample on that an open option may be settled by, and the last one at least. */
async function samplesWanted(source: Queryable): Promise<string> {
  const fromMs = new Map<number, number>();
  const { windows } = await readAwaitedSamples(source);
  for (const { marketId, timeMs } of [...(await readLastSamples(source)), ...windows])
    fromMs.set(marketId, Math.min(timeMs, fromMs.get(marketId) ?? timeMs));
  const parts = [...fromMs].map(
    ([marketId, timeMs]) => `(market_id = ${marketId} AND sample_time_ms >= ${timeMs})`,
  );
  return parts.length === 0 ? 'false' : parts.join(' OR ');
}

/** One side of what goes from the home to an engine. */
export interface Booking {
  /** Whose ledger is written. */
  readonly engine: EngineName;
  readonly product: ProductEngine;
  /** Its entries' numbers begin behind it. */
  readonly afterEntryId: number;
  readonly sequence: number;
  readonly timeMs: number;
}

/** The accounts of a product with the number of the entry that moves each. */
const MOVED = `moved AS MATERIALIZED (
    SELECT account_id, owner_id, account, currency_id, total_minor,
      $1::bigint + row_number() OVER (ORDER BY account_id) AS entry_id
    FROM balances WHERE account = ANY($2::text[]) AND total_minor <> 0
  )`;

/**
 * Books each account of a product out of the home's ledger, or into its engine's, which has the balances already: an entry for each,
 * against what the engines have of one another. Gives how many entries that were.
 */
export async function bookAccounts(target: Queryable, booking: Booking): Promise<number> {
  const { engine, product, afterEntryId, sequence, timeMs } = booking;
  const isHome = engine === 'spot';
  const sign = isHome ? -1 : 1;
  const accounts = SHARES[product].accounts;
  const currencies = await target.query<{ currency_id: number }>(
    'SELECT currency_id FROM currencies ORDER BY currency_id',
  );
  const ids = currencies.map(({ currency_id: id }) => id);
  const outside = ids.map((id) => ledgerAccountId(0, 'other_engines', id));
  const moved = [afterEntryId, accounts] as const;
  const entries = await target.query(
    `WITH ${MOVED} INSERT INTO journal_entries (entry_id, sequence, reason, reference, time_ms)
     SELECT entry_id, $3::bigint, 'division', $4::text || account_id || $5::text, $6::bigint FROM moved
     RETURNING 1`,
    [...moved, sequence, `${product}:`, isHome ? '' : ':in', timeMs],
  );
  await target.query(
    `WITH ${MOVED}, outside (currency_id, account_id) AS (SELECT * FROM unnest($3::int[], $4::bigint[]))
     INSERT INTO posting_rows (entry_id, ordinal, account_id, owner_id, account, currency_id,
       amount_minor, balance_minor, time_ms)
     SELECT entry_id, 0, account_id, owner_id, account, currency_id, $5::bigint * total_minor,
       CASE WHEN $5::bigint < 0 THEN 0 ELSE total_minor END, $6::bigint FROM moved
     UNION ALL
     SELECT entry_id, 1, outside.account_id, 0, 'other_engines', moved.currency_id,
       -$5::bigint * moved.total_minor, (coalesce(held.total_minor, 0) - $5::bigint
         * sum(moved.total_minor) OVER (PARTITION BY moved.currency_id ORDER BY entry_id))::bigint,
       $6::bigint
     FROM moved JOIN outside USING (currency_id)
     LEFT JOIN balances AS held ON held.account_id = outside.account_id`,
    [...moved, ids, outside, sign, timeMs],
  );
  const sums = `sums AS (
      SELECT currency_id, (-$3::bigint * sum(total_minor))::bigint AS amount
      FROM moved GROUP BY currency_id
    )`;
  await target.query(
    `WITH ${MOVED}, ${sums} INSERT INTO divided_sums SELECT $4::text, $5::text, currency_id, amount FROM sums`,
    [...moved, sign, engine, isHome ? product : 'spot'],
  );
  await target.query(
    `WITH ${MOVED}, ${sums}, outside (currency_id, account_id) AS (SELECT * FROM unnest($4::int[], $5::bigint[]))
     INSERT INTO balances (account_id, owner_id, account, currency_id, total_minor, frozen_minor)
     SELECT outside.account_id, 0, 'other_engines', currency_id, amount, 0
     FROM sums JOIN outside USING (currency_id)
     ON CONFLICT (account_id) DO UPDATE SET total_minor = balances.total_minor + excluded.total_minor`,
    [...moved, sign, ids, outside],
  );
  // Nothing is in them any more: the engine that they went to has them.
  if (isHome) await target.query('DELETE FROM balances WHERE account = ANY($1)', [accounts]);
  return entries.length;
}

export interface NewMark {
  readonly engine: EngineName;
  readonly divisionId: string;
  /** Of the one engine that was. */
  readonly lastSequence: number;
  readonly timeMs: number;
}

/** From its commit on the database is that engine's. */
export async function writeMark(target: Queryable, mark: NewMark): Promise<void> {
  await target.query(
    `INSERT INTO engine_marks (engine, division_id, last_sequence, time_ms)
     VALUES ($1, $2, $3, $4)`,
    [mark.engine, mark.divisionId, mark.lastSequence, mark.timeMs],
  );
}

/** Counts what a division wrote. The database's own numbers of rebates are behind the engine's too. */
export async function countWritten(
  target: Queryable,
  { sequence, entryId, timeMs }: { sequence: number; entryId: number; timeMs: number },
): Promise<void> {
  await target.query(
    'UPDATE leader SET last_sequence = $1, last_entry_id = $2, last_time_ms = $3',
    [sequence, entryId, timeMs],
  );
}

/** Has rebates numbered behind a number, which the database itself gives them. */
export async function countRebatesFrom(target: Queryable, after: number): Promise<void> {
  await target.query("SELECT setval(pg_get_serial_sequence('rebates', 'rebate_id'), $1)", [after]);
}

/** What the leader's row says, and the row until the transaction ends. */
export async function holdLeader(
  target: Queryable,
): Promise<{ readonly epoch: number; readonly nonce: string }> {
  const [row] = await target.query<{ epoch: bigint; nonce: string }>(
    'SELECT epoch, nonce FROM leader FOR UPDATE',
  );
  return { epoch: Number(row?.epoch ?? 0), nonce: row?.nonce ?? '' };
}
