/** Makes submissions that carry their own way of being answered. */
import { IDEMPOTENCY_KEY } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import type { StoredAnswer } from '../store/lookup-queries.ts';
import { wholeAnswer } from '../store/small-answer.ts';
import type { AnswerCache, Idempotency } from './answer-cache.ts';
import { HOME_AHEAD_MAX_MS } from './limits.ts';
import type { Answer, Pending, Rendered, RunOptions, Submission } from './submission.ts';

/** Who is told what became of a submission. */
export interface Settle<Value> {
  readonly resolve: (value: Value) => void;
  /** With a SubmitError. */
  readonly reject: (error: unknown) => void;
}

/** Of no answer to a transfer there is as much. */
const GIVEN_LENGTH_MAX = 2_000;

/** A first answer, to be given again. */
export const replayOf = ({ status, body }: StoredAnswer): Answer => ({
  status,
  body: wholeAnswer(body),
  isReplay: true,
});

/** A client's request: rendered at execution, delivered after the commit. */
export function pendingSubmission(submission: Submission, settle: Settle<Answer>): Pending {
  let rendered: Rendered | undefined;
  return {
    command: submission.command,
    idempotency: submission.idempotency,
    afterSamplesOf: submission.afterSamplesOf ?? [],
    sampleSources: undefined,
    sampleAheadMs: 0,
    used: undefined,
    execute(result: Result) {
      rendered = submission.render(result);
      return rendered;
    },
    deliver() {
      if (rendered === undefined) return;
      settle.resolve({ status: rendered.status, body: rendered.body, isReplay: false });
    },
    replay(answer: StoredAnswer) {
      settle.resolve(replayOf(answer));
    },
    fail: settle.reject,
  };
}

interface RunEnds {
  readonly settle: Settle<Result>;
  /** The key that it holds, whose answer is given with it. */
  readonly idempotency: Idempotency | undefined;
  /** Its key has an answer already: it goes on without. */
  readonly again: () => void;
  /** Nothing came of it, so its key is free for the same call anew. */
  readonly release: () => void;
}

/** Whose key a command's given answer is kept under. What came from another process is checked: it is written as it is. */
function keyOfGiven(command: Command, { answer }: RunOptions): Idempotency | undefined {
  if (answer === undefined || command.kind !== 'receive_transfer') return undefined;
  const { key, route, fingerprint, status, body } = answer;
  const isText = (text: unknown) =>
    typeof text === 'string' && text.length < GIVEN_LENGTH_MAX && !text.includes('\0');
  const isKept =
    IDEMPOTENCY_KEY.test(key) && status === 200 && [route, fingerprint, body].every(isText);
  return isKept ? { owner: command.owner, key, route, fingerprint } : undefined;
}

/** Of what was refused the money goes back: were its sender to forget it all, the same call moves it anew. */
const isCredited = (result: Result): boolean =>
  result.ok &&
  result.value.kind === 'received_transfer' &&
  result.value.transfer.status === 'credited';

/** A command of the server itself: its result is the answer. */
function pendingRun(
  command: Command,
  { sampleSources, isOfHome = false, answer }: RunOptions,
  { settle, idempotency, again, release }: RunEnds,
): Pending {
  let kept: Result | undefined;
  return {
    command,
    idempotency,
    afterSamplesOf: [],
    sampleSources,
    sampleAheadMs: isOfHome ? HOME_AHEAD_MAX_MS : 0,
    used: undefined,
    execute(result: Result) {
      kept = result;
      const isKept = idempotency !== undefined && answer !== undefined && isCredited(result);
      return isKept ? { status: answer.status, body: answer.body } : undefined;
    },
    deliver() {
      if (kept === undefined) return;
      if (!isCredited(kept)) release();
      settle.resolve(kept);
    },
    replay: again,
    fail(error) {
      if (idempotency !== undefined && error.code === 'idempotency_conflict') again();
      else settle.reject(error);
    },
  };
}

interface Run extends Settle<Result> {
  readonly command: Command;
  readonly options: RunOptions;
}

/** Hands a command of the server itself over, with the answer that comes with it where nobody has its key. */
export function acceptRun(
  cache: Pick<AnswerCache, 'reserveFree' | 'release'>,
  accept: (pending: Pending) => void,
  { command, options, ...settle }: Run,
): void {
  const run = (idempotency: Idempotency | undefined) => {
    const again = () => run(undefined);
    const release = () => idempotency && cache.release(idempotency);
    accept(pendingRun(command, options, { settle, idempotency, again, release }));
  };
  run(cache.reserveFree(keyOfGiven(command, options)));
}
