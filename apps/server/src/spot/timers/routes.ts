/** The timer that cancels: set, set again, switched off, and looked at. */

import type { ResponseOf } from '@fairlead/contract';
import { SECOND_MS } from '@fairlead/units';
import { answerCommand } from '../../core/commands/answer.ts';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import type { SpotNeeds } from '../needs.ts';
import { cancelTimersOf } from './queries.ts';

export type TimerCalls = 'setCancelTimer' | 'cancelTimer';

export function timerHandlers({ commands, reads, terms }: SpotNeeds): Pick<Handlers, TimerCalls> {
  return {
    setCancelTimer: (call) =>
      answerCommand({ commands, name: 'setCancelTimer', call }, () => {
        const { seconds, timer, symbol } = call.input;
        const market = symbol === undefined ? undefined : terms.askedMarket(symbol);
        return {
          command: {
            kind: 'set_cancel_timer',
            owner: userOf(call).userId,
            ...(seconds > 0 && { afterMs: seconds * SECOND_MS }),
            ...(timer !== undefined && { timer }),
            ...(market !== undefined && { marketId: market.marketId }),
          },
        };
      }),
    cancelTimer: async (call): Promise<ResponseOf<'cancelTimer'>> => {
      const rows = await cancelTimersOf(reads, userOf(call).userId);
      return {
        ...timerView(rows.find(({ timer }) => timer === 0)),
        timers: rows.map(({ timer, marketId, dueAtMs }) => ({
          timer,
          ...(marketId !== undefined && { symbol: terms.knownMarket(marketId).symbol }),
          cancels_at: dueAtMs,
        })),
      };
    },
  };
}

/** When everything is cancelled; nothing where the timer is off. */
export const timerView = (row: { readonly dueAtMs?: number } | undefined) =>
  row?.dueAtMs === undefined ? {} : { cancels_at: row.dueAtMs };
