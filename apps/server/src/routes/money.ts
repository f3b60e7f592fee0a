/**
 * How a call that moves money is answered: once per key, in the caller's words, after the commit. A repeat
 * gets the first answer, to the byte, whatever has become of terms and limits since.
 */
import { hash } from 'node:crypto';
import { ProblemError } from '@fairlead/contract';
import type { Command, Reject, Value } from '@fairlead/engine';
import { renderReject, successBody } from '../plugins/envelope.ts';
import type { Idempotency } from '../sequencer/answer-cache.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Answer as SequencerAnswer } from '../sequencer/submission.ts';
import { Answer, type Call, userOf } from './handler.ts';

export interface MoneyCall {
  readonly sequencer: Sequencer;
  readonly call: Call;
  /** As routeLabel writes it. */
  readonly route: string;
}

export interface MoneySubmission {
  readonly command: Command;
  /** DATA of a success. */
  view(value: Value): unknown;
  /** Says which input a refusal is about. */
  fields?(reject: Reject): Readonly<Record<string, string>> | undefined;
}

export type Submit = (submission: MoneySubmission) => Promise<Answer>;

/**
 * Answers a repeat, or lets `run` check the request and submit its command under the call's key. What `run`
 * checks may have changed since the first call, so a refusal counts only when the key is not in the table
 * either; that costs a query when memory has not all keys, and nothing where `run` does not refuse.
 */
export async function answerOnce(
  { sequencer, call, route }: MoneyCall,
  run: (submit: Submit) => Promise<Answer>,
): Promise<Answer> {
  const idempotency: Idempotency = {
    owner: userOf(call).userId,
    key: call.idempotencyKey,
    route,
    fingerprint: fingerprintOf(route, call.input),
  };
  const known = sequencer.replay(idempotency);
  if (known !== undefined) return toAnswer(known);
  try {
    return await run(async ({ command, view, fields }) => {
      const answer = await sequencer.submit({
        command,
        idempotency,
        render: (result) =>
          result.ok
            ? { status: 200, body: successBody(view(result.value)) }
            : renderReject(result.reject, call.language, {
                fields: fields?.(result.reject),
                command: command.kind,
              }),
      });
      return toAnswer(answer);
    });
  } catch (error) {
    // A submission fails with SubmitError; the sequencer has seen to its key.
    if (!(error instanceof ProblemError)) throw error;
    const stored = await sequencer.replayStored(idempotency);
    if (stored === undefined) throw error;
    return toAnswer(stored);
  }
}

const toAnswer = ({ status, body, isReplay }: SequencerAnswer): Answer =>
  new Answer(status, body, isReplay);

/**
 * The digest of a route and its request. A schema gives its fields in the order in which it declares them, so
 * a request has one writing however it was sent: a form and JSON in any order are the same.
 */
const fingerprintOf = (route: string, input: unknown): string =>
  hash('sha256', `${route}\n${JSON.stringify(input)}`, 'base64url');
