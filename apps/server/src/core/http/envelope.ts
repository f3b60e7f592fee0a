/** The envelope of every answer under /api, and the one place where a refusal becomes HTTP. */
import {
  ERRORS,
  type ErrorCode,
  type Language,
  ProblemError,
  type WorkAsked,
} from '@fairlead/contract';
import type { Command, Reject } from '@fairlead/engine';
import type { Rendered } from '../sequencer/submission.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import { DatabaseAwayError } from '../store/database.ts';
import { textsOf } from '../texts/texts.ts';

/** DATA's envelope, of a part of what a call did. */
export const successEnvelope = <Data>(message: Data) => ({
  type: 'ok' as const,
  code: 1 as const,
  message,
});

/** Writes DATA's envelope. */
export const successBody = (data: unknown): string =>
  `{"type":"ok","code":1,"message":${JSON.stringify(data)}}`;

/** Fields whose sentence says all when it is the only one, so that a toast can show it as it is. */
const TELLING_FIELDS: ReadonlySet<string> = new Set([
  'password_confirmation',
  'agreed',
  'email',
  'phone',
]);

export interface FailureDetails {
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string;
  readonly work?: WorkAsked | undefined;
}

/** Writes a refusal's envelope in the caller's language. */
export function failureBody(
  code: ErrorCode,
  language: Language,
  details: FailureDetails = {},
): string {
  if (code !== 'not_logged_in') return JSON.stringify(failureEnvelope(code, language, details));
  const message = tellingText(details.fields) ?? textsOf(language)(`errors.${code}`);
  return JSON.stringify({ type: '999', code: 999, error: code, message });
}

/** The envelope of a refusal as it is written, also of a part of what a call did. */
export const failureEnvelope = (
  code: ErrorCode,
  language: Language,
  { fields, requestId, work }: FailureDetails = {},
) => ({
  type: 'error' as const,
  code: 0 as const,
  error: code,
  message: tellingText(fields) ?? textsOf(language)(`errors.${code}`),
  fields,
  request_id: requestId,
  work,
});

function tellingText(fields: FailureDetails['fields']): string | undefined {
  const [only, another] = Object.entries(fields ?? {});
  if (only === undefined || another !== undefined) return undefined;
  return TELLING_FIELDS.has(only[0]) ? only[1] : undefined;
}

/** What the wire calls the engine's refusals. */
const REJECT_CODES: Readonly<Record<Reject, ErrorCode>> = {
  account_not_found: 'not_found',
  account_frozen: 'account_frozen',
  withdrawals_held: 'withdrawals_held',
  currency_not_found: 'not_found',
  market_not_found: 'not_found',
  order_not_found: 'not_found',
  withdrawal_not_found: 'not_found',
  deposit_not_found: 'not_found',
  position_not_found: 'not_found',
  product_not_found: 'not_found',
  hosting_not_found: 'not_found',
  offering_not_found: 'not_found',
  subscription_not_found: 'not_found',
  already_decided: 'already_decided',
  same_operator: 'four_eyes',
  operator_not_counted: 'four_eyes',
  terms_invalid: 'terms_invalid',
  cancel_only: 'cancel_only',
  market_closed: 'market_closed',
  market_in_use: 'market_in_use',
  not_offered: 'not_offered',
  product_closed: 'product_closed',
  not_launched: 'not_launched',
  not_subscribing: 'not_subscribing',
  order_not_open: 'order_not_open',
  order_in_list: 'order_in_list',
  cancel_restricted: 'cancel_restricted',
  list_invalid: 'list_invalid',
  position_not_open: 'order_not_open',
  hosting_not_open: 'order_not_open',
  duplicate_client_order_id: 'duplicate_client_order_id',
  // The same grant asked for again after its key was forgotten.
  duplicate_reference: 'idempotency_conflict',
  // Only engines ask one another for that, and do again.
  sent_later: 'in_progress',
  same_account: 'same_account',
  expiry_out_of_range: 'validation_failed',
  quote_expired: 'quote_expired',
  below_filled: 'below_filled',
  place_not_kept: 'place_not_kept',
  amount_not_positive: 'below_minimum',
  quantity_out_of_range: 'above_maximum',
  price_out_of_range: 'above_maximum',
  below_minimum: 'below_minimum',
  display_too_small: 'display_too_small',
  fee_exceeds_amount: 'below_minimum',
  price_stale: 'price_stale',
  price_out_of_band: 'price_out_of_band',
  price_reached: 'price_reached',
  price_moved: 'price_moved',
  stops_invalid: 'stops_invalid',
  terms_changed: 'terms_changed',
  too_many_orders: 'too_many_orders',
  market_full: 'market_full',
  too_many_claims: 'claim_limit',
  daily_limit: 'daily_limit',
  house_limit: 'house_limit',
  not_sendable: 'not_sendable',
  per_user_limit: 'above_maximum',
  sold_out: 'sold_out',
  insufficient_balance: 'insufficient_balance',
  would_not_fill: 'would_not_fill',
};

/** Deposits: their reference names a payment, not a request. */
const PAYMENT_COMMANDS: ReadonlySet<Command['kind']> = new Set([
  'open_deposit',
  'credit_deposit',
  'decide_deposit',
]);

/** The wire's code of a refusal; some depend on what was refused. */
export function rejectCode(reject: Reject, command?: Command['kind']): ErrorCode {
  const isPayment = command !== undefined && PAYMENT_COMMANDS.has(command);
  if (isPayment && reject === 'duplicate_reference') return 'reference_used';
  return REJECT_CODES[reject];
}

export interface RejectDetails {
  /** Which input the refusal is about. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** What was refused. */
  readonly command?: Command['kind'];
}

/** Renders a refusal of the engine. */
export function renderReject(
  reject: Reject,
  language: Language,
  { fields, command }: RejectDetails = {},
): Rendered {
  const code = rejectCode(reject, command);
  return { status: ERRORS[code].status, body: failureBody(code, language, { fields }) };
}

/** Turns anything thrown into a problem; undefined for a fault. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof SubmitError) return new ProblemError(error.code, { cause: error.cause });
  if (error instanceof DatabaseAwayError) return new ProblemError('unavailable', { cause: error });
  return frameworkProblem(error);
}

/** The HTTP status of anything thrown. */
export function statusOf(error: unknown): number {
  const problem = toProblem(error);
  return problem === undefined ? 500 : ERRORS[problem.code].status;
}

/** Fastify's own errors, by their public codes. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation_failed',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

function frameworkProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = FRAMEWORK_CODES[String(error.code)];
  return code === undefined ? undefined : new ProblemError(code, { cause: error });
}

/** Names a route in logs, metrics and idempotency rows, e.g. "POST coin/trade". */
export const routeLabel = (route: { readonly method: string; readonly path: string }): string =>
  `${route.method} ${route.path}`;
