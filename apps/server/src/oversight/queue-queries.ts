/** What operators' alarms ask of the tables: how much waits, and since when. One statement, by indexes of open work. */

import type { HeldFor } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { heldWords, largestLoneSum, queueCounts } from '../custody/index.ts';

export interface OperationFigures {
  /** Records by queue. */
  readonly queues: Readonly<Record<string, number>>;
  /** When the oldest withdrawal under review was asked for. */
  readonly oldestWithdrawalMs: number | undefined;
  /** When the oldest message that no gateway has taken was made. */
  readonly oldestUnsentMs: number | undefined;
  /** Approvals of the last 24 hours for which one operator's word was not enough, by why. */
  readonly heldWords: ReadonlyMap<HeldFor, number>;
  /** The most that one operator passed alone in the last 24 hours, of claims or of withdrawals, in 10^-6 USDT. */
  readonly largestLoneSum: bigint;
}

export async function readOperationFigures(
  source: Queryable,
  { lateBeforeMs, nowMs }: { readonly lateBeforeMs: number; readonly nowMs: number },
): Promise<OperationFigures> {
  const dayAgoMs = nowMs - DAY_MS;
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
    heldWords: await heldWords(source, dayAgoMs),
    largestLoneSum: await largestLoneSum(source, dayAgoMs),
  };
}
