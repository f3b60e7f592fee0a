/** How a call that moves money is submitted: once per key, answered in the caller's words after the commit. */
import { hash } from 'node:crypto';
import type { Command, Reject, Value } from '@fairlead/engine';
import { renderReject, successBody } from '../plugins/envelope.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { Answer, type Call, userOf } from './handler.ts';

export interface MoneySubmission {
  readonly sequencer: Sequencer;
  readonly call: Call;
  /** As routeLabel writes it. */
  readonly route: string;
  readonly command: Command;
  /** DATA of a success. */
  view(value: Value): unknown;
  /** Says which input a refusal is about. */
  fields?(reject: Reject): Readonly<Record<string, string>> | undefined;
}

/** Submits the command under the call's key. A repeat gives the first answer, to the byte. */
export async function submitMoney(submission: MoneySubmission): Promise<Answer> {
  const { sequencer, call, route, command } = submission;
  const { status, body, isReplay } = await sequencer.submit({
    command,
    idempotency: {
      owner: userOf(call).userId,
      key: call.idempotencyKey,
      route,
      fingerprint: fingerprintOf(route, call.input),
    },
    render: (result) =>
      result.ok
        ? { status: 200, body: successBody(submission.view(result.value)) }
        : renderReject(result.reject, call.language, submission.fields?.(result.reject)),
  });
  return new Answer(status, body, isReplay);
}

/**
 * The digest of a route and its request. A schema gives its fields in the order in which it declares them, so
 * a request has one writing however it was sent: a form and JSON in any order are the same.
 */
const fingerprintOf = (route: string, input: unknown): string =>
  hash('sha256', `${route}\n${JSON.stringify(input)}`, 'base64url');
