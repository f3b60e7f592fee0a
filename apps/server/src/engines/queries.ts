/** Who has an account where, who may act, and where an engine's numbers begin. */
import type { Queryable } from '../core/store/database.ts';

/** An account as its home has it. */
export interface OwnerAtHome {
  readonly owner: number;
  readonly isFrozen: boolean;
  readonly inviter: number | undefined;
}

/** Those of a list that have an account, with who invited them. */
export async function ownersAtHome(
  home: Queryable,
  owners: readonly number[],
): Promise<OwnerAtHome[]> {
  const rows = await home.query<{
    owner_id: bigint;
    is_frozen: boolean;
    inviter_id: bigint | null;
  }>(
    `SELECT owners.owner_id, is_frozen, inviter_id
     FROM owners LEFT JOIN referrals USING (owner_id) WHERE owners.owner_id = ANY ($1::bigint[])`,
    [owners],
  );
  return rows.map((row) => ({
    owner: Number(row.owner_id),
    isFrozen: row.is_frozen,
    inviter: row.inviter_id === null ? undefined : Number(row.inviter_id),
  }));
}

/** Owners who are frozen, by id. */
export async function frozenOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners WHERE is_frozen ORDER BY owner_id',
  );
  return rows.map((row) => Number(row.owner_id));
}

/** Those of a list that have an account here. */
export async function ownersHere(source: Queryable, owners: readonly number[]): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners WHERE owner_id = ANY ($1::bigint[])',
    [owners],
  );
  return rows.map((row) => Number(row.owner_id));
}

/**
 * Has an engine count from behind a number on, sequences and receipts too. Does nothing where it does already; false where it has
 * counted otherwise. Only before anything is written, and by whoever has the writer's lock.
 */
export async function countFrom(writer: Queryable, after: number): Promise<boolean> {
  const [row] = await writer.query<{ is_counted: boolean }>(
    `WITH moved AS (
       UPDATE leader SET last_sequence = $1, last_order_id = $1, last_trade_id = $1, last_entry_id = $1
       WHERE $1::bigint > 0 AND last_sequence = 0 RETURNING leader_id
     ), noted AS (
       INSERT INTO number_beginnings (after_id) SELECT $1::bigint FROM moved RETURNING after_id
     )
     SELECT coalesce((SELECT after_id FROM noted), (SELECT after_id FROM number_beginnings), 0) = $1
       AS is_counted`,
    [after],
  );
  return row?.is_counted === true;
}

/** Whether an engine counts from behind that number; whoever writes may do so meanwhile. */
export async function isCountedFrom(source: Queryable, after: number): Promise<boolean> {
  const [row] = await source.query('SELECT after_id FROM number_beginnings WHERE after_id = $1', [
    after,
  ]);
  return row !== undefined;
}
