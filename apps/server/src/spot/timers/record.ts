/** Timers that cancel as their table holds them, and back. */
import type { CancelTimerRow } from '@fairlead/engine';
import { int2, int4, int8, type RecordOf, tableOf } from '../../core/store/table.ts';

export const CANCEL_TIMERS = tableOf<CancelTimerRow>()({
  name: 'cancel_timers',
  keys: { owner: int8('owner_id'), timer: int2('timer') },
  changing: {
    marketId: int4('market_id'),
    dueAtMs: int8('due_at_ms'),
    updatedAtMs: int8('updated_at_ms'),
  },
});

export type CancelTimerRecord = RecordOf<typeof CANCEL_TIMERS>;
export const toCancelTimer = CANCEL_TIMERS.toRow;
