/**
 * The registry of error codes. Codes are public: stable, never reused, never matched by text. The text a
 * person reads is the server's, in the language of the request's language-mark.
 */
export interface ErrorSpec {
  readonly status: number;
  /** Whether the same request may succeed later without a change. */
  readonly isRetryable: boolean;
}

const refusal = (status = 400): ErrorSpec => ({ status, isRetryable: false });
const passing = (status: number): ErrorSpec => ({ status, isRetryable: true });

export const ERRORS = {
  not_logged_in: refusal(401),
  validation_failed: refusal(422),
  not_found: refusal(404),
  forbidden: refusal(403),
  mfa_required: refusal(403),
  method_not_allowed: refusal(405),
  body_too_large: refusal(413),
  media_type: refusal(415),
  rate_limited: passing(429),
  locked_out: passing(429),
  idempotency_key_required: refusal(400),
  idempotency_conflict: refusal(422),
  in_progress: passing(409),
  overloaded: passing(503),
  unavailable: passing(503),
  internal: refusal(500),
  code_wrong: refusal(),
  code_expired: refusal(),
  code_too_soon: passing(429),
  work_required: passing(429),
  ticket_invalid: refusal(),
  channel_closed: refusal(),
  account_exists: refusal(),
  invite_code_unknown: refusal(),
  login_failed: refusal(),
  password_wrong: refusal(),
  password_too_common: refusal(),
  insufficient_balance: refusal(),
  same_account: refusal(),
  currency_closed: refusal(),
  below_minimum: refusal(),
  display_too_small: refusal(),
  above_maximum: refusal(),
  below_filled: refusal(),
  place_not_kept: refusal(),
  market_closed: refusal(),
  cancel_only: passing(400),
  price_stale: passing(400),
  price_out_of_band: refusal(),
  too_many_orders: refusal(),
  market_full: refusal(),
  would_not_fill: refusal(),
  order_not_open: refusal(),
  order_in_list: refusal(),
  cancel_restricted: refusal(),
  list_invalid: refusal(),
  duplicate_client_order_id: refusal(),
  demo_only: refusal(403),
  faucet_limit: passing(429),
  name_taken: refusal(),
  kyc_required: refusal(),
  advanced_requires_basic: refusal(),
  already_under_review: refusal(),
  already_verified: refusal(),
  id_number_used: refusal(),
  fund_password_not_set: refusal(),
  fund_password_wrong: refusal(),
  fund_password_locked: passing(400),
  address_not_set: refusal(),
  address_cooling_off: passing(400),
  withdrawals_cooling_off: passing(400),
  held_for_loss: passing(400),
  address_limit: refusal(),
  card_limit: refusal(),
  claim_limit: passing(429),
  daily_limit: passing(400),
  chain_closed: refusal(),
  account_frozen: refusal(),
  withdrawals_held: refusal(),
  record_held: refusal(),
  appeal_made: refusal(),
  payee_held: refusal(),
  screening_waits: passing(400),
  travel_rule_waits: passing(400),
  wallet_proof_needed: refusal(),
  reference_used: refusal(),
  file_too_large: refusal(413),
  file_type: refusal(415),
  file_limit: passing(429),
  otp_already_set: refusal(),
  otp_not_set: refusal(),
  otp_not_begun: refusal(),
  already_decided: refusal(),
  four_eyes: refusal(403),
  intent_changed: refusal(),
  recount_needed: refusal(),
  not_sendable: refusal(),
  not_found_on_chain: refusal(),
  view_limit: passing(429),
  last_owner: refusal(),
  second_operator_required: refusal(403),
  terms_invalid: refusal(422),
  terms_changed: refusal(),
  quote_unpriced: refusal(422),
  price_moved: passing(400),
  quote_expired: passing(400),
  house_limit: passing(400),
  stops_invalid: refusal(),
  not_offered: refusal(),
  market_in_use: refusal(),
  options_closed: refusal(403),
  product_closed: refusal(),
  sold_out: refusal(),
  not_subscribing: refusal(),
  not_launched: refusal(),
  chat_limit: passing(429),
  chat_taken: refusal(),
  chat_not_taken: refusal(),
  chat_closed: refusal(),
  push_refused: refusal(),
  alert_limit: refusal(),
  price_reached: refusal(),
  office_limit: refusal(),
  api_key_limit: refusal(),
  webhook_limit: refusal(),
  plan_limit: refusal(),
  proof_expired: refusal(),
  signature_wrong: refusal(),
  already_listed: refusal(),
  passkey_refused: refusal(),
  passkey_limit: refusal(),
  passkeys_closed: refusal(),
  signature_required: refusal(),
  passkey_required: refusal(403),
  sso_closed: refusal(),
  sso_refused: refusal(),
  sso_unbound: refusal(403),
  step_up_required: refusal(403),
  account_locked: refusal(403),
  recovery_refused: refusal(),
  recovery_needs_two: refusal(),
  recovery_waiting: refusal(),
  api_key_refused: refusal(401),
  api_signature_wrong: refusal(401),
  api_time_outside: passing(400),
  api_call_repeated: refusal(409),
  api_permission_missing: refusal(403),
  api_not_for_keys: refusal(403),
  sub_account_limit: refusal(),
  sub_account_refused: refusal(403),
  sub_account_product: refusal(403),
  sub_account_daily: passing(400),
  share_limit: refusal(),
  share_refused: refusal(403),
  share_over: refusal(403),
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** All codes, for tables and tests. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/**
 * Work that a caller is asked to prove: for each part from 0 a number so that SHA-256 of the text
 * `challenge.part.number` begins with `bits` zero bits. It is sent as `challenge.number-number-…`, once.
 */
export interface WorkAsked {
  readonly challenge: string;
  readonly bits: number;
  readonly parts: number;
  /** By the server's clock, ms. */
  readonly expires_at: number;
}

/** A refusal or a passing problem on its way to the wire; anything else thrown is a fault. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterMs: number | undefined;
  /** With `work_required`. */
  readonly work: WorkAsked | undefined;

  constructor(
    code: ErrorCode,
    details: {
      readonly fields?: Readonly<Record<string, string>>;
      readonly retryAfterMs?: number;
      readonly work?: WorkAsked;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterMs = details.retryAfterMs;
    this.work = details.work;
  }
}
