/** What the tables hold, as digests: of all of them, or of what is one user's. */
import type { Database } from '../../src/core/store/database.ts';

/** Written by every call, refused ones too (when a session was last used, who tried what), or now and then by itself. */
const ALWAYS: ReadonlySet<string> = new Set([
  ...['sessions', 'operator_sessions', 'audit_log', 'leader', 'candles', 'told_marks'],
]);
/** What the books of all move in anybody's account. */
const SHARED: ReadonlySet<string> = new Set(['orders', 'balances', 'postings', 'user_messages']);

interface WatchedTable {
  readonly name: string;
  /** Its column with whose row it is. */
  readonly owner: string | null;
}

export type Digests = Readonly<Record<string, string>>;

export class LedgerWatch {
  readonly #database: Database;
  readonly #tables: readonly WatchedTable[];

  private constructor(database: Database, tables: readonly WatchedTable[]) {
    this.#database = database;
    this.#tables = tables;
  }

  static async open(database: Database): Promise<LedgerWatch> {
    const tables = await database.query<WatchedTable>(`
      SELECT relname::text AS name, (
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attname IN ('user_id', 'owner_id') LIMIT 1) AS owner
      FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
        AND relnamespace = 'public'::regnamespace ORDER BY relname`);
    return new LedgerWatch(database, tables);
  }

  /** Everything that a refused request must leave as it is. */
  all(): Promise<Digests> {
    return this.#digests(this.#tables.filter(({ name }) => !ALWAYS.has(name)));
  }

  /** One user's rows, without those that trades with others change. */
  of(userId: number): Promise<Digests> {
    const tables = this.#tables.filter(
      ({ name, owner }) => owner !== null && !ALWAYS.has(name) && !SHARED.has(name),
    );
    return this.#digests(tables, userId);
  }

  async #digests(tables: readonly WatchedTable[], userId?: number): Promise<Digests> {
    const rows = await this.#database.query<{ name: string; digest: string }>(
      tables
        .map(({ name, owner }) => {
          const where = userId === undefined ? '' : `WHERE ${owner} = ${userId}`;
          return `SELECT '${name}' AS name, count(*) || coalesce(
            md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS digest FROM ${name} t ${where}`;
        })
        .join(' UNION ALL '),
    );
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }
}

/** Names of the tables that differ. */
export const changed = (before: Digests, after: Digests): readonly string[] =>
  Object.keys(before).filter((name) => before[name] !== after[name]);
