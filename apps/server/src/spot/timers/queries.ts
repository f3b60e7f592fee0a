/** Timers that cancel: those that run, and one owner's. */
import type { CancelTimerRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { CANCEL_TIMERS, type CancelTimerRecord, toCancelTimer } from './record.ts';

/** All that run, by owner. */
export async function readCancelTimers(source: Queryable): Promise<CancelTimerRow[]> {
  const rows = await source.query<CancelTimerRecord>(
    `SELECT ${CANCEL_TIMERS.columns} FROM cancel_timers
     WHERE due_at_ms IS NOT NULL ORDER BY owner_id`,
  );
  return rows.map(toCancelTimer);
}

/** An owner's as it was last set; undefined while they never set one. */
export async function cancelTimerOf(
  source: Queryable,
  owner: number,
): Promise<CancelTimerRow | undefined> {
  const [row] = await source.query<CancelTimerRecord>(
    `SELECT ${CANCEL_TIMERS.columns} FROM cancel_timers WHERE owner_id = $1`,
    [owner],
  );
  return row && toCancelTimer(row);
}
