/**
 * What of the migrated schema the memory store keeps to: columns, unique indexes, CHECKs, and the conditions under which
 * triggers refuse a change. schema.json is read off a migrated database; a test says when it has to be written anew
 * (`node apps/server/test/simulation/store/write-schema.ts`).
 */
import type { Database } from '../../../src/core/store/database.ts';

/** PostgreSQL's names of the types that these tables use. */
export type ColumnType =
  | 'int2'
  | 'int4'
  | 'int8'
  | 'numeric'
  | 'text'
  | 'bool'
  | 'json'
  | 'jsonb'
  | '_int8'
  | 'bytea';

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  /** SQL; `identity` where the table numbers its rows. */
  readonly default?: string;
}

export interface UniqueIndex {
  readonly columns: readonly string[];
  /** SQL. Rows for which it is not true may repeat. */
  readonly where?: string;
}

export interface TableSchema {
  readonly name: string;
  readonly columns: readonly ColumnSchema[];
  /** The primary key first. */
  readonly uniques: readonly UniqueIndex[];
  /** SQL, refused where it is false. */
  readonly checks: readonly string[];
  /** SQL over `old` and `new`: an update for which any is true is refused. */
  readonly refusedUpdates: readonly string[];
}

/** Tables that batches write and reloads read, and those of recurring buys. */
export const TABLES = [
  ...['leader', 'owners', 'currencies', 'markets', 'market_grids', 'orders', 'trades'],
  ...['order_amendments', 'trigger_orders', 'order_lists', 'trigger_backlogs', 'cancel_timers'],
  'conversions',
  ...['journal_entries', 'posting_rows', 'trade_postings', 'balances', 'transfers'],
  ...['sent_transfers', 'received_transfers'],
  ...['index_samples', 'first_answers'],
  ...['deposits', 'withdrawals', 'futures_terms', 'positions', 'option_terms', 'option_currencies'],
  ...['option_orders', 'receipts', 'hosting_products', 'hosting_orders', 'offerings'],
  ...['subscriptions', 'referral_terms', 'partners', 'referrals', 'rebates', 'rebate_days'],
  ...['referral_sums', 'trading', 'void_samples', 'clock_returns', 'lone_words', 'vouches'],
  ...['withdrawal_holds', 'batch_steps', 'number_beginnings', 'settings'],
  ...['recurring_plans', 'recurring_purchases', 'recurring_stops'],
] as const;

/** Reads the schema of a migrated PostgreSQL or PGlite. */
export async function readSchema(database: Database): Promise<TableSchema[]> {
  const tables: TableSchema[] = [];
  for (const name of TABLES) {
    tables.push({
      name,
      columns: await readColumns(database, name),
      uniques: await readUniques(database, name),
      checks: await readChecks(database, name),
      refusedUpdates: await readRefusedUpdates(database, name),
    });
  }
  return tables;
}

async function readColumns(database: Database, table: string): Promise<ColumnSchema[]> {
  const rows = await database.query<{
    name: string;
    type: ColumnType;
    is_nullable: string;
    is_identity: string;
    value: string | null;
  }>(
    `SELECT column_name AS name, udt_name AS type, is_nullable, is_identity, column_default AS value
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1
     ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name, type, is_nullable, is_identity, value }) => {
    const byDefault = is_identity === 'YES' ? 'identity' : value;
    return {
      name,
      type,
      isNullable: is_nullable === 'YES',
      ...(byDefault !== null && { default: byDefault }),
    };
  });
}

async function readUniques(database: Database, table: string): Promise<UniqueIndex[]> {
  const rows = await database.query<{ columns: string[]; condition: string | null }>(
    `SELECT (SELECT json_agg(attname ORDER BY place) FROM unnest(indkey::smallint[]) WITH ORDINALITY AS key (number, place)
         JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS columns,
       pg_get_expr(indpred, indrelid) AS condition
     FROM pg_index WHERE indrelid = $1::text::regclass AND indisunique
     ORDER BY NOT indisprimary, indexrelid::regclass::text`,
    [table],
  );
  return rows.map(({ columns, condition }) => ({
    columns,
    ...(condition !== null && { where: oneLine(condition) }),
  }));
}

async function readChecks(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ condition: string }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint
     WHERE conrelid = $1::text::regclass AND contype = 'c' ORDER BY conname`,
    [table],
  );
  return rows.map(({ condition }) => oneLine(condition));
}

/** Of triggers before an update of each row: their WHEN, or `true` where there is none. */
async function readRefusedUpdates(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ definition: string }>(
    `SELECT pg_get_triggerdef(pg_trigger.oid) AS definition FROM pg_trigger
     JOIN pg_proc ON pg_proc.oid = tgfoid
     WHERE tgrelid = $1::text::regclass AND NOT tgisinternal AND proname = 'refuse_change'
       AND tgtype & 1 = 1 AND tgtype & 16 = 16 ORDER BY tgname`,
    [table],
  );
  return rows.map(({ definition }) => {
    const [, condition] = /FOR EACH ROW WHEN \((.*)\) EXECUTE FUNCTION/s.exec(definition) ?? [];
    return condition === undefined ? 'true' : oneLine(condition);
  });
}

const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim();
