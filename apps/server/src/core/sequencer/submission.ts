/** What is submitted, what comes back, and a submission on its way. */
import type { Changes, Command, Reject, Result } from '@fairlead/engine';
import type { StoredAnswer } from '../store/lookup-queries.ts';
import type { Idempotency } from './answer-cache.ts';
import type { SubmitError } from './submit-error.ts';

/** An answer's HTTP status and JSON text. A status of 500 and above is never stored. */
export interface Rendered {
  readonly status: number;
  readonly body: string;
}

export interface Answer extends Rendered {
  /** Whether this is the first answer again, to the byte. */
  readonly isReplay: boolean;
}

export interface Submission {
  readonly command: Command;
  readonly idempotency?: Idempotency;
  /** Markets of each of which it waits for the next index sample with a price; see next-sample.ts. */
  readonly afterSamplesOf?: readonly number[];
  /** Makes the answer; called once, right after execution, so it must not fail nor wait. */
  render(result: Result): Rendered;
}

export interface RunOptions {
  /** JSON text of the sources of an index tick's sample. */
  readonly sampleSources?: string;
  /** The home has committed this sample of the index: it is taken also where the clock is a moment behind the home's. */
  readonly isOfHome?: boolean;
  /** Kept with it as the first answer to a key of its owner's, where that has none: another engine has given it (arrivals.ts). */
  readonly answer?: GivenAnswer;
}

/** What another engine has answered to a call of which a command comes. */
export interface GivenAnswer extends Omit<Idempotency, 'owner'>, Rendered {}

/** A batch after its commit. */
export interface CommittedBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly changes: Changes;
  /** JSON text of the sources of `changes.index`, by sampleKey(marketId, sampleTimeMs). */
  readonly sampleSources: ReadonlyMap<string, string>;
  /** Of one that was followed: batches before it were missed, and are in the tables only. */
  readonly isBehindGap?: boolean;
}

/** A submission between its arrival and its answer. */
export interface Pending {
  readonly command: Command;
  readonly idempotency: Idempotency | undefined;
  readonly afterSamplesOf: readonly number[];
  readonly sampleSources: string | undefined;
  /** How far ahead of the clock a sample of the index may be, ms. */
  readonly sampleAheadMs: number;
  /** What the tables said of its key and names. */
  used: { readonly answer?: StoredAnswer; readonly reject?: Reject } | undefined;
  /** Makes what `deliver` gives out after the commit; throws only for a fault. */
  execute(result: Result): Rendered | undefined;
  deliver(): void;
  replay(answer: StoredAnswer): void;
  fail(error: SubmitError): void;
}
