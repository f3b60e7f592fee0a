import type { ErrorCode, WorkAsked } from './errors.ts';

/** What every call answers. */
export interface Success<Data> {
  readonly type: 'ok';
  readonly code: 1;
  readonly message: Data;
}
export interface NotLoggedIn {
  readonly type: '999';
  readonly code: 999;
  readonly error: 'not_logged_in';
  readonly message: string;
}
export interface Failure {
  readonly type: 'error';
  readonly code: 0;
  readonly error: ErrorCode;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** To quote to support; in the log beside the cause. */
  readonly request_id?: string;
  /** With `work_required`: the same call with this proved succeeds. */
  readonly work?: WorkAsked;
}
export type Envelope<Data> = Success<Data> | NotLoggedIn | Failure;
