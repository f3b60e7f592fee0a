/** Settings fixed in the database, such as the deployment's mode. */
import type { Queryable } from './database.ts';

/** That every open order and position has the digest of what was agreed (core/checks/agreed-check.ts). */
export const AGREED_MARK = 'agreed_terms';
/** That every list of orders that is not over has one too, and its orders say how they wait. An earlier version knows nothing of it. */
export const LISTS_AGREED_MARK = 'agreed_lists';

/** A setting's JSON value, parsed; undefined when it was never set. */
export async function readSetting(source: Queryable, key: string): Promise<unknown> {
  const [row] = await source.query<{ value: unknown }>(
    'SELECT value FROM settings WHERE key = $1',
    [key],
  );
  return row?.value;
}

/** Sets a setting; `value` is JSON text. */
export async function writeSetting(
  target: Queryable,
  key: string,
  { value, nowMs }: { readonly value: string; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `INSERT INTO settings VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at_ms = excluded.updated_at_ms`,
    [key, value, nowMs],
  );
}

/** Sets a setting unless it is set, and gives the value that holds. */
export async function settleSetting(
  database: Queryable,
  key: string,
  setting: { readonly value: string; readonly nowMs: number },
): Promise<unknown> {
  await database.query(
    'INSERT INTO settings VALUES ($1, $2::jsonb, $3) ON CONFLICT (key) DO NOTHING',
    [key, setting.value, setting.nowMs],
  );
  return readSetting(database, key);
}

/** When a setting was last written, in ms; undefined where it never was. */
export async function settledAt(source: Queryable, key: string): Promise<number | undefined> {
  const [row] = await source.query<{ at_ms: bigint }>(
    'SELECT updated_at_ms AS at_ms FROM settings WHERE key = $1',
    [key],
  );
  return row && Number(row.at_ms);
}
