/** What waits in each queue and since when. */
import type { Queryable } from '../core/store/database.ts';

/** One statement, by the indexes of open work. */
const QUEUES = {
  withdrawals: "withdrawals WHERE status = 'under_review'",
  to_send: "withdrawals WHERE status = 'passed' AND send_state IN ('idle', 'signed', 'failed')",
  unknown_sends: "withdrawals WHERE status = 'passed' AND send_state = 'unknown'",
  deposits: "deposits WHERE status = 'under_review' AND kind <> 'chain'",
  verifications: "verifications WHERE status = 'under_review'",
  subscriptions: "subscriptions WHERE status = 'under_review'",
  proposals: "proposals WHERE status = 'open'",
  chats:
    "(SELECT queued_at_ms AS created_at_ms FROM chat_conversations WHERE status = 'waiting') AS c",
} as const;

export type QueueName = keyof typeof QUEUES;

export interface Waiting {
  readonly queue: QueueName;
  readonly count: number;
  readonly oldestMs: number | undefined;
}

export async function waitingOf(source: Queryable): Promise<Waiting[]> {
  const parts = Object.entries(QUEUES).map(
    ([queue, from]) =>
      `SELECT '${queue}' AS queue, count(*) AS count, min(created_at_ms) AS oldest FROM ${from}`,
  );
  const rows = await source.query<{ queue: QueueName; count: bigint; oldest: bigint | null }>(
    parts.join(' UNION ALL '),
  );
  const known = new Map(rows.map((row) => [row.queue, row]));
  return (Object.keys(QUEUES) as QueueName[]).map((queue) => {
    const { count = 0n, oldest = null } = known.get(queue) ?? {};
    return { queue, count: Number(count), oldestMs: oldest === null ? undefined : Number(oldest) };
  });
}
