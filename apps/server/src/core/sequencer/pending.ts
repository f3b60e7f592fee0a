/** Makes submissions that carry their own way of being answered. */
import type { Command, Result } from '@fairlead/engine';
import type { StoredAnswer } from '../store/lookup-queries.ts';
import { wholeAnswer } from '../store/small-answer.ts';
import type { Answer, Pending, Rendered, RunOptions, Submission } from './submission.ts';

/** Who is told what became of a submission. */
export interface Settle<Value> {
  readonly resolve: (value: Value) => void;
  /** With a SubmitError. */
  readonly reject: (error: unknown) => void;
}

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

/** A command of the server itself: its result is the answer. */
export function pendingRun(
  command: Command,
  { sampleSources }: RunOptions,
  settle: Settle<Result>,
): Pending {
  let kept: Result | undefined;
  return {
    command,
    idempotency: undefined,
    afterSamplesOf: [],
    sampleSources,
    used: undefined,
    execute(result: Result) {
      kept = result;
      return undefined;
    },
    deliver() {
      if (kept !== undefined) settle.resolve(kept);
    },
    // Without a key there is nothing to give again.
    replay() {},
    fail: settle.reject,
  };
}
