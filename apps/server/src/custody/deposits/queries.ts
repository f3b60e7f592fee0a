/** Single deposits, as the engine last wrote them. */
import type { DepositRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { DEPOSIT_COLUMNS, type DepositRecord, toDeposit } from '../record.ts';

export async function depositById(
  source: Queryable,
  depositId: number,
): Promise<DepositRow | undefined> {
  const rows = await source.query<DepositRecord>(
    `SELECT ${DEPOSIT_COLUMNS} FROM deposits WHERE deposit_id = $1`,
    [depositId],
  );
  return rows.map(toDeposit)[0];
}

/** The one deposit of an output that was not orphaned. */
export async function depositOfOutput(
  source: Queryable,
  output: { readonly chain: string; readonly txId: string; readonly outputIndex: number },
): Promise<DepositRow | undefined> {
  const rows = await source.query<DepositRecord>(
    `SELECT ${DEPOSIT_COLUMNS} FROM deposits
     WHERE chain = $1 AND tx_id = $2 AND output_index = $3 AND kind = 'chain'
       AND reason IS DISTINCT FROM 'orphaned'`,
    [output.chain, output.txId, output.outputIndex],
  );
  return rows.map(toDeposit)[0];
}

/** Whether operators credited a claim of the same transaction to the same owner, under whichever of its outputs. */
export async function hasCreditedClaim(
  source: Queryable,
  payment: { readonly chain: string; readonly txId: string; readonly owner: number },
): Promise<boolean> {
  const rows = await source.query(
    `SELECT FROM deposits WHERE chain = $1 AND tx_id = $2 AND owner_id = $3 AND kind = 'crypto'
       AND status = 'passed' LIMIT 1`,
    [payment.chain, payment.txId, payment.owner],
  );
  return rows.length > 0;
}
