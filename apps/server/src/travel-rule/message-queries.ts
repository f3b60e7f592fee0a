/** Messages of originators’ providers: the deposits that they are of, and which were taken. */
import type { Queryable } from '../core/store/database.ts';

/** What one transaction paid to one address, by output. */
export interface PaidOutput {
  /** Absent while it is seen and no deposit yet. */
  readonly depositId: number | undefined;
  readonly userId: number;
  readonly currencyId: number;
  readonly amount: bigint;
  /** It was passed: nothing of it waits. */
  readonly isDecided: boolean;
  readonly isAnswered: boolean;
  /** The message, or the case, that answered for it. */
  readonly reference: string | undefined;
}

/** But for what is no deposit, and those that their chain took back or that were refused. */
export async function outputsPaid(
  source: Queryable,
  payment: { readonly chain: string; readonly txId: string; readonly address: string },
): Promise<PaidOutput[]> {
  const rows = await source.query<{
    deposit_id: bigint | null;
    owner_id: bigint;
    currency_id: number;
    amount: string;
    status: string | null;
    is_answered: boolean;
    reference: string | null;
  }>(
    `SELECT deposits.deposit_id, paid.owner_id, paid.currency_id, paid.amount_minor::text AS amount, deposits.status,
       asked.answer IS NOT NULL AS is_answered, asked.reference
     FROM chain_transfers AS paid LEFT JOIN deposits USING (deposit_id)
       LEFT JOIN travel_deposits AS asked ON asked.deposit_id = deposits.deposit_id
     WHERE paid.chain = $1 AND paid.tx_id = $2 AND paid.address = $3
       AND CASE WHEN deposits.deposit_id IS NULL THEN paid.state IN ('seen', 'open')
         ELSE deposits.status <> 'rejected' AND paid.state NOT IN ('dropped', 'reversed') END
     ORDER BY paid.output_index`,
    [payment.chain, payment.txId, payment.address],
  );
  return rows.map((row) => ({
    depositId: row.deposit_id === null ? undefined : Number(row.deposit_id),
    userId: Number(row.owner_id),
    currencyId: row.currency_id,
    amount: BigInt(row.amount),
    isDecided: row.status !== 'under_review',
    isAnswered: row.is_answered,
    reference: row.reference ?? undefined,
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
