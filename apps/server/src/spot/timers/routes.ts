/** The timer that cancels: set, set again, switched off, and looked at. */
import { SECOND_MS } from '@fairlead/units';
import { answerCommand } from '../../core/commands/answer.ts';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import type { SpotNeeds } from '../needs.ts';
import { cancelTimerOf } from './queries.ts';

export type TimerCalls = 'setCancelTimer' | 'cancelTimer';

export function timerHandlers({ commands, reads }: SpotNeeds): Pick<Handlers, TimerCalls> {
  return {
    setCancelTimer: (call) =>
      answerCommand({ commands, name: 'setCancelTimer', call }, () => {
        const { seconds } = call.input;
        return {
          command: {
            kind: 'set_cancel_timer',
            owner: userOf(call).userId,
            ...(seconds > 0 && { afterMs: seconds * SECOND_MS }),
          },
        };
      }),
    cancelTimer: async (call) => timerView(await cancelTimerOf(reads, userOf(call).userId)),
  };
}

/** When everything is cancelled; nothing where the timer is off. */
export const timerView = (row: { readonly dueAtMs?: number } | undefined) =>
  row?.dueAtMs === undefined ? {} : { cancels_at: row.dueAtMs };
