/** Holds as their users see them, and what they say against one. */
import type { Hold } from '@fairlead/contract';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { Say } from '../core/texts/texts.ts';
import { sayReason } from '../notices/index.ts';
import type { HoldsNeeds } from './needs.ts';
import type { HoldRow } from './queries.ts';

type Names = 'holds' | 'appealHold';

export function holdHandlers({ holds }: HoldsNeeds): Pick<Handlers, Names> {
  return {
    holds: async (call) =>
      (await holds.of(userOf(call).userId)).map((row) => holdView(row, call.say)),
    appealHold: async (call) => {
      const { id, text } = call.input;
      return holdView(await holds.appeal(userOf(call).userId, id, text), call.say);
    },
  };
}

export function holdView(row: HoldRow, say: Say): Hold {
  const { recordId, words, appeal, answer, ended } = row;
  return {
    id: row.holdId,
    kind: row.kind,
    ...(recordId !== undefined && { record_id: recordId }),
    reason: sayReason(row.reason, say),
    ...(words !== undefined && { words }),
    placed_at: row.placedAtMs,
    ends_at: row.endsAtMs,
    ...(appeal !== undefined && {
      appeal: {
        text: appeal.text,
        time: appeal.atMs,
        ...(answer !== undefined && { answer: answer.text, answered_at: answer.atMs }),
      },
    }),
    ...(ended !== undefined && { ended_at: ended.atMs, end: ended.how }),
  };
}
