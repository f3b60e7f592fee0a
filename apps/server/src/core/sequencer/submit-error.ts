/**
 * Why a submission has no answer. `overloaded`: the queue is full. `unavailable`: its outcome is not
 * known or nothing was done; the same key may be sent again. `in_progress`: the first with this key still
 * runs. `idempotency_conflict`: the key was used for something else. `cancel_only`: nothing opens while the disk is nearly
 * full; nothing was done. `recount_needed`: what a drift stopped is resumed after every check; nothing was done.
 */
const CODES = [
  'overloaded',
  'unavailable',
  'in_progress',
  'idempotency_conflict',
  'cancel_only',
  'recount_needed',
] as const;
export type SubmitErrorCode = (typeof CODES)[number];

export const isSubmitCode = (code: string): code is SubmitErrorCode =>
  CODES.some((each) => each === code);

export class SubmitError extends Error {
  override readonly name = 'SubmitError';
  readonly code: SubmitErrorCode;

  constructor(code: SubmitErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
