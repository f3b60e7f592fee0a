/** The part of a batch that answers have: each is kept with its effects, so that a repetition finds it. */
import { copies } from './batch/table-writer.ts';
import type { AnswerRow } from './batch/writer.ts';
import type { TablesPart } from './exchange-tables.ts';
import { int2, int8, tableOf, text } from './table.ts';

const ANSWERS = tableOf<AnswerRow>()({
  name: 'first_answers',
  keys: { owner: int8('owner_id'), key: text('key') },
  fixed: {
    route: text('route'),
    fingerprint: text('fingerprint'),
    status: int2('status'),
    body: text('body'),
    sequence: int8('sequence'),
    timeMs: int8('created_at_ms'),
  },
});

const copyAnswers = copies(ANSWERS);

export const answerTables = {
  writes: { told: [(encoder, { answers }) => copyAnswers(encoder, answers)] },
} satisfies TablesPart;
