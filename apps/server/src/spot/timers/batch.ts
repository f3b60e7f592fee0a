/** The part that timers which cancel have of a batch, of a start and of what falls due. */
import { upserts } from '../../core/store/batch/table-writer.ts';
import { rowsOf, type TablesPart } from '../../core/store/exchange-tables.ts';
import { readCancelTimers } from './queries.ts';
import { CANCEL_TIMERS } from './record.ts';

export const cancelTimerTables = {
  writes: { acts: [rowsOf('cancelTimers', upserts(CANCEL_TIMERS))] },
  reads: { cancelTimers: readCancelTimers },
  due: ({ cancelTimers }) => cancelTimers.flatMap(({ dueAtMs }) => dueAtMs ?? []),
} satisfies TablesPart;
