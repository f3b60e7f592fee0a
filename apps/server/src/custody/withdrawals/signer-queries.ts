/** Withdrawals as the signer needs them. */
import type { WithdrawalRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { toWithdrawal, WITHDRAWAL_COLUMNS, type WithdrawalRecord } from '../record.ts';

/**
 * Passed withdrawals that have not left, in the order in which they were passed. One of an owner who is
 * frozen, or whose withdrawals are held, waits until that is over if nobody has begun to send it.
 */
export async function withdrawalsToSend(
  source: Queryable,
  asked: { readonly chain: string | undefined; readonly limit: number },
): Promise<WithdrawalRow[]> {
  const rows = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals
     WHERE status = 'passed' AND destination_kind = 'crypto'
       AND send_state IN ('idle', 'signed', 'unknown') AND chain = coalesce($1, chain)
       AND (send_state <> 'idle' OR NOT EXISTS (
         SELECT 1 FROM owners WHERE owners.owner_id = withdrawals.owner_id AND is_frozen))
       AND (send_state <> 'idle' OR NOT EXISTS (
         SELECT 1 FROM withdrawal_holds AS held
         WHERE held.owner_id = withdrawals.owner_id AND held.reason IS NOT NULL))
     ORDER BY decided_at_ms, withdrawal_id LIMIT $2`,
    [asked.chain ?? null, asked.limit],
  );
  return rows.map(toWithdrawal);
}

export async function withdrawalToChain(
  source: Queryable,
  withdrawalId: number,
): Promise<WithdrawalRow | undefined> {
  const rows = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals
     WHERE withdrawal_id = $1 AND destination_kind = 'crypto'`,
    [withdrawalId],
  );
  return rows.map(toWithdrawal)[0];
}
