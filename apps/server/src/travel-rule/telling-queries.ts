/** By which transactions withdrawals left, and which of them their recipients' providers know. */
import type { Queryable } from '../core/store/database.ts';

export interface DueTelling {
  readonly messageId: number;
  readonly attempts: number;
  readonly chain: string;
  readonly txId: string;
}

/** Of withdrawals that were sent after a provider answered for them: what it was not told yet, the oldest first. */
export async function dueTellings(
  source: Queryable,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<DueTelling[]> {
  const rows = await source.query<{
    message_id: bigint;
    told_attempts: number;
    chain: string;
    tx_id: string;
  }>(
    `SELECT message_id, told_attempts, chain, tx_id FROM travel_messages JOIN withdrawals USING (withdrawal_id)
     WHERE told_at_ms IS NULL AND answer IS NOT NULL AND next_telling_ms <= $1
       AND send_state = 'sent' AND chain IS NOT NULL AND tx_id IS NOT NULL
     ORDER BY next_telling_ms, message_id LIMIT ${limit}`,
    [nowMs],
  );
  return rows.map((row) => ({
    messageId: Number(row.message_id),
    attempts: row.told_attempts,
    chain: row.chain,
    txId: row.tx_id,
  }));
}

export async function keepTold(
  source: Queryable,
  told: { readonly messageId: number; readonly txId: string; readonly nowMs: number },
): Promise<void> {
  await source.query(
    `UPDATE travel_messages SET told_at_ms = $3, told_tx_id = $2
     WHERE message_id = $1 AND told_at_ms IS NULL`,
    [told.messageId, told.txId, told.nowMs],
  );
}

export async function postponeTelling(
  source: Queryable,
  { messageId, nextTryMs }: { readonly messageId: number; readonly nextTryMs: number },
): Promise<void> {
  await source.query(
    `UPDATE travel_messages SET told_attempts = told_attempts + 1, next_telling_ms = $2
     WHERE message_id = $1 AND told_at_ms IS NULL`,
    [messageId, nextTryMs],
  );
}

/** How many wait to be told, and since when the oldest was sent. */
export async function untold(
  source: Queryable,
): Promise<{ readonly count: number; readonly sinceMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; since: bigint | null }>(
    `SELECT count(*) AS count, min(sent_at_ms) AS since FROM travel_messages JOIN withdrawals USING (withdrawal_id)
     WHERE told_at_ms IS NULL AND answer IS NOT NULL AND send_state = 'sent' AND tx_id IS NOT NULL`,
  );
  const since = row?.since ?? undefined;
  return { count: Number(row?.count ?? 0n), sinceMs: since === undefined ? since : Number(since) };
}
