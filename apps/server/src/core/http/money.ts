/**
 * How a call that moves money is answered: once per key, in the caller's words, after the commit. A repeat
 * gets the first answer, to the byte, whatever has become of terms and limits since.
 */
import { hash } from 'node:crypto';
import { type Language, ProblemError } from '@fairlead/contract';
import type { Command, Reject, Value } from '@fairlead/engine';
import type { CommandGate, Knocking } from '../commands/gate.ts';
import type { Idempotency } from '../sequencer/answer-cache.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { Answer as SequencerAnswer, Submission } from '../sequencer/submission.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import { renderReject, successBody } from './envelope.ts';
import { Answer, type Call, userOf } from './handler.ts';

export interface MoneyCall {
  readonly sequencer: SequencerPort;
  readonly gate: CommandGate;
  readonly call: Call;
  /** As routeLabel writes it. */
  readonly route: string;
  /** What it opens: the gate is asked of it before anything is read, and of the command that it sends anyway. */
  readonly opens?: Command['kind'];
  /**
   * Given where checks use something up, such as a one-time code: a repeat is then answered before any of them
   * runs, and of two at once only the first runs them.
   */
  readonly underWay?: KeysUnderWay;
}

const nameOf = ({ owner, key }: Idempotency): string => `${owner} ${key}`;

/** Keys of calls whose checks run now, with what was asked under them. */
export class KeysUnderWay {
  readonly #fingerprints = new Map<string, string>();

  /** Throws SubmitError when the key is under way. */
  refuseHeld(request: Idempotency): void {
    const held = this.#fingerprints.get(nameOf(request));
    if (held !== undefined)
      throw new SubmitError(held === request.fingerprint ? 'in_progress' : 'idempotency_conflict');
  }

  /** Throws SubmitError when the key is under way already. */
  async hold<Result>(request: Idempotency, run: () => Promise<Result>): Promise<Result> {
    this.refuseHeld(request);
    const name = nameOf(request);
    this.#fingerprints.set(name, request.fingerprint);
    try {
      return await run();
    } finally {
      this.#fingerprints.delete(name);
    }
  }
}

export interface MoneySubmission {
  readonly command: Command;
  /** Markets whose next index sample it waits for. */
  readonly afterSamplesOf?: readonly number[];
  /** DATA of a success. */
  view(value: Value): unknown;
  /** What the caller may know of a refusal; it is decided before the answer is kept. */
  told?(reject: Reject): Reject;
  /** Says which input a refusal is about. */
  fields?(reject: Reject): Readonly<Record<string, string>> | undefined;
}

export type Submit = (submission: MoneySubmission) => Promise<Answer>;

/**
 * Answers a repeat, or lets `run` check the request and submit its command under the call's key. What `run`
 * checks may have changed since the first call, so a refusal counts only when the key is not in the table
 * either; that costs a query when memory has not all keys, and nothing where `run` does not refuse.
 */
export function answerOnce(
  { route, underWay, ...asking }: MoneyCall,
  run: (submit: Submit) => Promise<Answer>,
): Promise<Answer> {
  const { sequencer, call } = asking;
  const idempotency: Idempotency = {
    owner: userOf(call).userId,
    key: call.idempotencyKey,
    route,
    fingerprint: fingerprintOf(route, call.input),
  };
  if (underWay === undefined) return answerKey({ ...asking, idempotency }, run);
  return underWay.hold(idempotency, async () => {
    const stored = await sequencer.replayStored(idempotency);
    if (stored !== undefined) return toAnswer(stored);
    return answerKey({ ...asking, idempotency }, run);
  });
}

interface KeyedCall extends Omit<MoneyCall, 'route' | 'underWay'> {
  readonly idempotency: Idempotency;
}

async function answerKey(
  { sequencer, gate, call, opens, idempotency }: KeyedCall,
  run: (submit: Submit) => Promise<Answer>,
): Promise<Answer> {
  const known = sequencer.replay(idempotency);
  if (known !== undefined) return toAnswer(known);
  try {
    if (opens !== undefined) await pass(gate, { kind: opens, owner: idempotency.owner });
    return await run(async (asked) => {
      await pass(gate, asked.command);
      const answer = await sequencer.submit({
        ...submissionOf(asked, call.language),
        idempotency,
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

/** Throws what the gate refuses it for. */
async function pass(gate: CommandGate, command: Knocking): Promise<void> {
  const refusal = await gate.refusalOf(command);
  if (refusal !== undefined) throw refusal;
}

/** A submission that makes its answer in the caller's words. */
function submissionOf(
  { command, afterSamplesOf = [], view, told, fields }: MoneySubmission,
  language: Language,
): Submission {
  return {
    command,
    afterSamplesOf,
    render: (result) => {
      if (result.ok) return { status: 200, body: successBody(view(result.value)) };
      const reject = told?.(result.reject) ?? result.reject;
      return renderReject(reject, language, { fields: fields?.(reject), command: command.kind });
    },
  };
}

const toAnswer = ({ status, body, isReplay }: SequencerAnswer): Answer =>
  new Answer(status, body, isReplay);

/**
 * What proves who asks is no part of what is asked: a repeat may come with a newer code, and from a stored
 * digest six digits could be guessed. Nor is the fee that was seen: a repeat may have looked again.
 */
const NOT_ASKED: ReadonlySet<string> = new Set([
  'fund_password',
  'otp',
  'nonce',
  'credential',
  'shown_fee',
]);

/**
 * The digest of a route and its request. A schema gives its fields in the order in which it declares them, so
 * a request has one writing however it was sent: a form and JSON in any order are the same.
 */
export function fingerprintOf(route: string, input: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(input).filter(([name]) => !NOT_ASKED.has(name));
  return hash('sha256', `${route}\n${JSON.stringify(Object.fromEntries(asked))}`, 'base64url');
}
