/** Timers that cancel: those that run, and one owner's. */
import type { CancelTimerRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { CANCEL_TIMERS, type CancelTimerRecord, toCancelTimer } from './record.ts';

/** All that run, by owner. */
export async function readCancelTimers(source: Queryable): Promise<CancelTimerRow[]> {
  const rows = await source.query<CancelTimerRecord>(
    `SELECT ${CANCEL_TIMERS.columns} FROM cancel_timers
     WHERE due_at_ms IS NOT NULL ORDER BY owner_id, timer`,
  );
  return rows.map(toCancelTimer);
}

/** An owner's that run, by number. */
export async function cancelTimersOf(
  source: Queryable,
  owner: number,
): Promise<(CancelTimerRow & { readonly dueAtMs: number })[]> {
  const rows = await source.query<CancelTimerRecord>(
    `SELECT ${CANCEL_TIMERS.columns} FROM cancel_timers
     WHERE owner_id = $1 AND due_at_ms IS NOT NULL ORDER BY timer`,
    [owner],
  );
  return rows
    .map(toCancelTimer)
    .flatMap(({ dueAtMs, ...row }) => (dueAtMs === undefined ? [] : [{ ...row, dueAtMs }]));
}
