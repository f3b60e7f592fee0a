import type { ErrorCode, WorkAsked } from '@fairlead/contract';

/**
 * The registry's codes, and three of the client's own: `network` (no answer: not connected, connection
 * lost), `timeout` (no answer in time) and `unreadable` (an answer that is not the API's, e.g. a proxy's page).
 */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

export interface ApiErrorDetails {
  readonly code: ApiErrorCode;
  /** For a person, in their language; of the client's own codes it is English and for logs. */
  readonly message: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Whether the same call may succeed later without a change. */
  readonly isRetryable: boolean;
  /** Texts by field of the request. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number;
  /** To quote to support. */
  readonly requestId?: string;
  /** Of a money call: with this key the call can be repeated without happening twice. */
  readonly idempotencyKey?: string;
  /** With `work_required`: what to prove, so that the same call succeeds. */
  readonly work?: WorkAsked;
  readonly cause?: unknown;
}

/** A call that did not succeed. A caller's own abort is not one: it rejects with the signal's reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly isRetryable: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly work: WorkAsked | undefined;

  constructor(details: ApiErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.isRetryable = details.isRetryable;
    this.fields = details.fields ?? {};
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
    this.idempotencyKey = details.idempotencyKey;
    this.work = details.work;
  }

  /** No answer came: what was asked may or may not have happened. */
  get isOutcomeUnknown(): boolean {
    return this.code === 'network' || this.code === 'timeout' || this.code === 'unreadable';
  }
}
