/** What operators' alarms ask of the tables: how much waits, and since when. One statement, by indexes of open work. */
import type { Queryable } from './database.ts';
import { queueCounts } from './operator-custody-queries.ts';

export interface OperationFigures {
  /** Records by queue. */
  readonly queues: Readonly<Record<string, number>>;
  /** When the oldest withdrawal under review was asked for. */
  readonly oldestWithdrawalMs: number | undefined;
  /** When the oldest message that no gateway has taken was made. */
  readonly oldestUnsentMs: number | undefined;
}

export async function readOperationFigures(
  source: Queryable,
  lateBeforeMs: number,
): Promise<OperationFigures> {
  const counts = await queueCounts(source, lateBeforeMs);
  const [row] = await source.query<Record<string, bigint | null>>(
    `SELECT
       (SELECT min(created_at_ms) FROM withdrawals WHERE status = 'under_review') AS withdrawal,
       (SELECT min(created_at_ms) FROM outbox_messages WHERE sent_at_ms IS NULL) AS unsent,
       (SELECT count(*) FROM outbox_messages WHERE sent_at_ms IS NULL) AS outbox`,
  );
  const time = (value: bigint | null | undefined): number | undefined =>
    value === null || value === undefined ? undefined : Number(value);
  return {
    queues: {
      deposits: counts.deposits,
      withdrawals: counts.withdrawals,
      late_withdrawals: counts.lateWithdrawals,
      to_send: counts.toSend,
      unknown_sends: counts.unknownSends,
      verifications: counts.verifications,
      subscriptions: counts.subscriptions,
      proposals: counts.proposals,
      outbox: Number(row?.['outbox'] ?? 0n),
    },
    oldestWithdrawalMs: time(row?.['withdrawal']),
    oldestUnsentMs: time(row?.['unsent']),
  };
}
