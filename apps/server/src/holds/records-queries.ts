/** What holds ask of the records that they hold. */
import { ORIGIN_NEEDED } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';

/** Whether a deposit of a chain is credited and waits at its owner, held by nobody but for its origin. */
async function isHeldForOrigin(source: Queryable, depositId: number): Promise<boolean> {
  const rows = await source.query(
    `SELECT FROM deposits WHERE deposit_id = $1 AND status = 'under_review' AND is_suspended
       AND reason = '${ORIGIN_NEEDED}'`,
    [depositId],
  );
  return rows.length > 0;
}

/** Whether a record can still be held by itself: it is under review, or a deposit that waits for its origin. */
export async function isUndecided(
  source: Queryable,
  kind: 'withdrawal' | 'deposit',
  recordId: number,
): Promise<boolean> {
  const record = await ownerOfRecord(source, kind, recordId);
  if (record?.isOpen === true) return true;
  return kind === 'deposit' && (await isHeldForOrigin(source, recordId));
}

/** Whose a record under review is; of a deposit claims only, for what a watcher saw its chain decides. */
export async function ownerOfRecord(
  source: Queryable,
  kind: 'withdrawal' | 'deposit',
  recordId: number,
): Promise<{ readonly userId: number; readonly isOpen: boolean } | undefined> {
  const sql =
    kind === 'withdrawal'
      ? 'SELECT owner_id, status FROM withdrawals WHERE withdrawal_id = $1'
      : "SELECT owner_id, status FROM deposits WHERE deposit_id = $1 AND kind <> 'chain'";
  const [row] = await source.query<{ owner_id: bigint; status: string }>(sql, [recordId]);
  return row && { userId: Number(row.owner_id), isOpen: row.status === 'under_review' };
}
