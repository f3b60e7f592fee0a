/** Binance's own shape of a refusal, and how our refusals are said in it. */
import type { ErrorCode } from '@fairlead/contract';
import { ERRORS, type ProblemError } from '@fairlead/contract';

/** A refusal on its way to the caller. */
export class BinanceError extends Error {
  override readonly name = 'BinanceError';
  readonly status: number;
  readonly code: number;
  readonly retryAfterMs: number | undefined;
  /** What became of each part of a call that has some. */
  readonly data: object | undefined;

  constructor(
    code: number,
    message: string,
    {
      status = 400,
      retryAfterMs,
      data,
    }: {
      readonly status?: number;
      readonly retryAfterMs?: number;
      readonly data?: object;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.data = data;
  }

  /** As the wire has it. */
  get body(): { readonly code: number; readonly msg: string; readonly data?: object } {
    const body = { code: this.code, msg: this.message };
    return this.data === undefined ? body : { ...body, data: this.data };
  }
}

/** What becomes of it depends on the order: a post-only one is refused, one that waits for nothing expires. */
export const WOULD_NOT_FILL = 'Order would not fill and was not placed.';

/** Of a list it is its prices that do not fit. */
export const REACHED = 'Stop price would trigger immediately.';
export const PRICES_AMISS = 'The relationship of the prices for the orders is not correct.';
export const TAKES = 'Order would immediately match and take.';

export const RESTRICTED = 'Order was not canceled due to cancel restrictions.';

export const INVALID_SYMBOL = (): BinanceError => new BinanceError(-1121, 'Invalid symbol.');
export const UNKNOWN_ORDER = (): BinanceError => new BinanceError(-2011, 'Unknown order sent.');
export const NO_SUCH_ORDER = (): BinanceError => new BinanceError(-2013, 'Order does not exist.');
export const UNKNOWN_LIST = (): BinanceError => new BinanceError(-2011, 'Unknown order list sent.');
export const NO_SUCH_LIST = (): BinanceError =>
  new BinanceError(-2018, 'Order list does not exist.');
export const NOT_SERVED = (): BinanceError =>
  new BinanceError(-1020, 'This operation is not supported.', { status: 404 });

export const filterFailure = (filter: string): BinanceError =>
  new BinanceError(-1013, `Filter failure: ${filter}`);
export const refused = (text: string): BinanceError => new BinanceError(-2010, text);

/** Clients tell some refusals apart by these very words. */
const SAYINGS: Readonly<Partial<Record<ErrorCode, () => BinanceError>>> = {
  not_found: INVALID_SYMBOL,
  insufficient_balance: () => refused('Account has insufficient balance for requested action.'),
  account_frozen: () => refused('This account may not place or cancel orders.'),
  market_closed: () => new BinanceError(-1013, 'Market is closed.'),
  below_minimum: () => filterFailure('NOTIONAL'),
  display_too_small: () => filterFailure('ICEBERG_PARTS'),
  above_maximum: () => filterFailure('LOT_SIZE'),
  below_filled: () => filterFailure('LOT_SIZE'),
  place_not_kept: () => filterFailure('LOT_SIZE'),
  price_out_of_band: () => filterFailure('PERCENT_PRICE_BY_SIDE'),
  too_many_orders: () => filterFailure('MAX_NUM_ORDERS'),
  cancel_restricted: () => new BinanceError(-2011, RESTRICTED),
  order_in_list: () => refused('The order belongs to an order list.'),
  list_invalid: () => refused(PRICES_AMISS),
  market_full: () => filterFailure('MAX_NUM_ALGO_ORDERS'),
  terms_changed: () => refused('The terms have changed. The order was not placed.'),
  price_reached: () => refused(REACHED),
  price_stale: () => refused('Market orders are not taken while the index price is stale.'),
  would_not_fill: () => refused(WOULD_NOT_FILL),
  duplicate_client_order_id: () => refused('Duplicate order sent.'),
  idempotency_conflict: () => refused('Duplicate order sent.'),
  order_not_open: UNKNOWN_ORDER,
  validation_failed: () => new BinanceError(-1130, 'Data sent for a parameter is not valid.'),
  media_type: () =>
    new BinanceError(-1102, 'Parameters must be a query or a form.', { status: 415 }),
  body_too_large: () => new BinanceError(-1101, 'Too many parameters.', { status: 413 }),
};

/** Our code in Binance's words. What became of a call that was under way is unknown (-1007). */
export function errorOf(code: ErrorCode, retryAfterMs?: number): BinanceError {
  const say = SAYINGS[code];
  if (say !== undefined) return say();
  const { status } = ERRORS[code];
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  switch (code) {
    case 'rate_limited':
      return new BinanceError(-1003, 'Too many requests.', { status, ...wait });
    case 'overloaded':
      return new BinanceError(-1008, 'Server is currently overloaded. Please try again.', {
        status,
      });
    case 'unavailable':
    case 'in_progress':
      return new BinanceError(
        -1007,
        'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
        { status },
      );
    case 'internal':
      return new BinanceError(-1000, 'An unknown error occurred while processing the request.', {
        status,
      });
    default:
      return new BinanceError(-1010, `Refused: ${code}.`, { status });
  }
}

/** Whatever was thrown; undefined for a fault. */
export function binanceErrorOf(
  error: unknown,
  toProblem: (error: unknown) => ProblemError | undefined,
): BinanceError | undefined {
  if (error instanceof BinanceError) return error;
  const problem = toProblem(error);
  return problem && errorOf(problem.code, problem.retryAfterMs);
}
