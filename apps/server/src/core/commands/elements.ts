/**
 * How a call that does many things is answered: each of its elements like a call of its own, in its place, after the commit.
 * The elements come to the sequencer in their order and in one turn of the event loop, so they share batches; they are
 * no transaction, and one that is refused keeps none behind it from being done.
 *
 * The call has one key. Its first element is kept under that key, each other under the key and its place, behind a
 * space, which no caller's key can hold; all with the digest of the whole call. What is refused before the engine is kept too. So
 * a repeat is answered to the byte, goes on where a first try broke off, and another call under the key is a conflict.
 */
import { ERRORS, ProblemError } from '@fairlead/contract';
import type * as z from 'zod/mini';
import { failureBody } from '../http/envelope.ts';
import { readElement } from '../http/fields/read.ts';
import { fingerprintOf } from '../http/money.ts';
import type { Answer } from '../sequencer/submission.ts';
import type { SubmitError } from '../sequencer/submit-error.ts';
import { type CommandCall, originOf, readingAgain, toHttp } from './answer.ts';
import { attempt } from './attempt.ts';
import type { AskedElement } from './port.ts';
import type { Asked } from './rules.ts';

/** Answers all elements. `read` makes the command of one that its schema takes; throws what refuses it. */
export function answerEach<Schema extends z.ZodMiniType>(
  on: CommandCall,
  { schema, elements: asked }: { readonly schema: Schema; readonly elements: readonly unknown[] },
  read: (element: z.output<Schema>) => Asked,
) {
  const { commands, call } = on;
  const elements = asked.map((each) => attempt(() => readElement(schema, each, call.say)));
  const whole = elements.map((each, at) => (each instanceof ProblemError ? asked[at] : each));
  const origin = originOf(on, (label) => fingerprintOf(label, { elements: whole }));
  const readAll = (): AskedElement[] =>
    elements.map((element) => {
      const made = element instanceof ProblemError ? element : attempt(() => read(element));
      if (!(made instanceof ProblemError)) return made;
      const { code, fields } = made;
      const body = failureBody(code, call.language, { fields });
      return { refused: { status: ERRORS[code].status, body } };
    });
  return readingAgain(async () => toHttp(await commands.submitEach(origin, readAll())));
}

/** What an element came to. */
export interface ElementEnd {
  readonly body: string;
  readonly isReplay: boolean;
  /** Where nothing was done that lasts: a repeat may do it. */
  readonly passing?: ProblemError | SubmitError;
}

/** Where nothing at all was done the call itself is refused, and a repeat is a first try. */
export function wholeAnswer(ends: readonly ElementEnd[]): Answer {
  const [first] = ends;
  if (first?.passing !== undefined && ends.every(({ passing }) => passing !== undefined))
    throw first.passing;
  const results = ends.map(({ body }) => body).join(',');
  return {
    status: 200,
    body: `{"type":"ok","code":1,"message":{"results":[${results}]}}`,
    isReplay: ends.every(({ isReplay }) => isReplay),
  };
}
