/** How a call that moves money is submitted: once per key, answered in the caller's words after the commit. */
import type { Command, Reject, Value } from '@fairlead/engine';
import { renderReject, successBody } from '../plugins/envelope.ts';
import { fingerprint, type JsonValue } from '../sequencer/fingerprint.ts';
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
      fingerprint: fingerprint(route, call.input as JsonValue),
    },
    render: (result) =>
      result.ok
        ? { status: 200, body: successBody(submission.view(result.value)) }
        : renderReject(result.reject, call.language, submission.fields?.(result.reject)),
  });
  return new Answer(status, body, isReplay);
}
