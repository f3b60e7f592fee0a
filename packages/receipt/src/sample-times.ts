/** When a sample may be used. */

import { QUOTE_AHEAD_MAX_MS } from '@fairlead/formula';
import { SECOND_MS } from '@fairlead/units';
import type { ReceiptSample } from './receipt.ts';

/** An opening's sample, and each quote in it, is at most this old. */
const PROMPT_MS = 2_000;
/** A close's sample, and what a trigger fires at, is at most this old. */
export const FRESH_MS = 10_000;

export const isWholeSecond = (time: number): boolean => time % SECOND_MS === 0;

/** What keeps a single sample from being an opening's: not prompt, or made of older quotes. */
export function promptProblem(samples: readonly ReceiptSample[], time: number): string | undefined {
  const [sample] = samples;
  const problem = singleProblem(samples, { time, ageMaxMs: PROMPT_MS });
  if (problem !== undefined || sample === undefined) return problem;
  const old = sample.sources.find((source) => sample.time - source.time > PROMPT_MS);
  return old && `the quote of ${old.venue} is older than ${PROMPT_MS} ms`;
}

/** What keeps a single sample from being one that a close or a trigger may use. */
export function freshProblem(samples: readonly ReceiptSample[], time: number): string | undefined {
  return singleProblem(samples, { time, ageMaxMs: FRESH_MS });
}

function singleProblem(
  samples: readonly ReceiptSample[],
  { time, ageMaxMs }: { readonly time: number; readonly ageMaxMs: number },
): string | undefined {
  const [sample, second] = samples;
  if (sample === undefined || second !== undefined) return 'one sample is needed';
  if (sample.index_price === undefined) return 'the index was stale';
  if (!isWholeSecond(sample.time)) return 'the sample is not of a whole second';
  if (sample.time - time > QUOTE_AHEAD_MAX_MS) return 'the sample is ahead of the receipt';
  return time - sample.time > ageMaxMs ? `the sample is older than ${ageMaxMs} ms` : undefined;
}
