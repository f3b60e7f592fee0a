/** Messages of originators’ providers: the deposits that they are of, and which were taken. */
import type { Queryable } from '../core/store/database.ts';

/** Deposits of one transaction to one address, whatever stands of them. */
export async function depositsPaid(
  source: Queryable,
  payment: { readonly chain: string; readonly txId: string; readonly address: string },
): Promise<
  {
    readonly depositId: number;
    readonly userId: number;
    readonly currencyId: number;
    readonly amount: bigint;
    /** It was passed or rejected: nothing of it waits. */
    readonly isDecided: boolean;
  }[]
> {
  const rows = await source.query<{
    deposit_id: bigint;
    owner_id: bigint;
    currency_id: number;
    amount: string;
    status: string;
  }>(
    `SELECT deposits.deposit_id, deposits.owner_id, deposits.currency_id, deposits.amount_minor::text AS amount, deposits.status
     FROM deposits JOIN chain_transfers AS paid USING (deposit_id)
     WHERE paid.chain = $1 AND paid.tx_id = $2 AND paid.address = $3 ORDER BY deposits.deposit_id`,
    [payment.chain, payment.txId, payment.address],
  );
  return rows.map((row) => ({
    depositId: Number(row.deposit_id),
    userId: Number(row.owner_id),
    currencyId: row.currency_id,
    amount: BigInt(row.amount),
    isDecided: row.status !== 'under_review',
  }));
}

/** The digest under which a message was taken, if it was. */
export async function takenDigest(
  source: Queryable,
  messageId: string,
): Promise<string | undefined> {
  const [row] = await source.query<{ digest: string }>(
    'SELECT digest FROM travel_callbacks WHERE message_id = $1',
    [messageId],
  );
  return row?.digest;
}

/** False where it was taken before. */
export async function keepTaken(
  source: Queryable,
  taken: { readonly messageId: string; readonly digest: string; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `INSERT INTO travel_callbacks (message_id, digest, taken_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (message_id) DO NOTHING RETURNING message_id`,
    [taken.messageId, taken.digest, taken.nowMs],
  );
  return rows.length > 0;
}

/** Whether the message of another provider was accepted before the deposit was credited. */
export async function isOriginKnown(source: Queryable, depositId: number): Promise<boolean> {
  const rows = await source.query(
    "SELECT FROM travel_deposits WHERE deposit_id = $1 AND answer = 'accepted'",
    [depositId],
  );
  return rows.length > 0;
}
