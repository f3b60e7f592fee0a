import * as z from 'zod/mini';
import { CANCEL_AFTER_SECONDS_MAX, CANCEL_TIMERS_MAX } from './wire/constants.ts';
import { elementsOf, resultOf, resultsOf } from './wire/elements.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  zBoolean,
  zClientOrderId,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zSide,
  zSymbol,
} from './wire/scalars.ts';

const tag = 'Spot';

export const zOrderStatus = z.enum(['waiting', 'completed', 'cancelled']);

export const zOrderType = z.enum(['limit', 'market']);

export const zTimeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only']);

/** Who goes where an order meets one of its own owner's: the one that comes, the one that waits, or both. They never trade. */
export const zSelfTradePrevention = z.enum(['expire_taker', 'expire_maker', 'expire_both']);

export const zOrder = z.object({
  id: z.number(),
  client_order_id: z.optional(z.string()),
  /** The list that it is an order of. */
  list_id: z.optional(z.number()),
  symbol: z.string(),
  side: zSide,
  type: zOrderType,
  time_in_force: zTimeInForce,
  price: z.optional(zDecimal),
  quantity: z.optional(zDecimal),
  amount: z.optional(zDecimal),
  /** What the book shows of it at a time, where that is not all, and does not show while it waits. */
  display_quantity: z.optional(zDecimal),
  hidden_quantity: z.optional(zDecimal),
  filled_quantity: zDecimal,
  filled_amount: zDecimal,
  /** Filled amount ÷ filled quantity, truncated to the price's decimals plus two. */
  average_price: z.optional(zDecimal),
  fee: zDecimal,
  fee_currency: z.string(),
  /** Rates of its placing, which hold for all its fills. Absent of orders that were over before they were kept. */
  maker_fee_rate: z.optional(zDecimal),
  taker_fee_rate: z.optional(zDecimal),
  /** Absent where it is `expire_taker`. */
  self_trade_prevention: z.optional(zSelfTradePrevention),
  /** When what waits of it expires, ms. */
  expires_at: z.optional(z.number()),
  status: zOrderStatus,
  /** `expired` where its time came. */
  cancel_reason: z.optional(z.string()),
  created_at: z.number(),
  updated_at: z.number(),
});

export type Order = z.infer<typeof zOrder>;

const zPlacedOrder = z.object({ order: zOrder });

/** What every order says, however it comes to be placed. */
const orderTerms = {
  side: zSide,
  type: zOrderType,
  price: z.optional(zPositiveDecimal),
  quantity: z.optional(zPositiveDecimal),
  amount: z.optional(zPositiveDecimal),
  time_in_force: z.optional(zTimeInForce),
  client_order_id: z.optional(zClientOrderId),
};

/** What one says besides that is placed at once. */
const placedTerms = {
  self_trade_prevention: z.optional(zSelfTradePrevention),
  /** Of a limit order that may wait: when what then waits of it expires, ms. It goes within a second or two of that. */
  expires_at: z.optional(zInteger),
  /** Of a limit order that may wait: what the book shows at a time. Each next part stands behind all others of its price. */
  display_quantity: z.optional(zPositiveDecimal),
};

/** What stands alone, and one that waits for a price. */
export const newOrder = {
  symbol: zSymbol,
  ...orderTerms,
  /** The fee rate that the client showed. An order that could be charged more is refused with `terms_changed`. */
  shown_fee_rate: z.optional(zDecimal),
};

/** An order as it is asked for. */
export const zNewOrder = z.strictObject({ ...newOrder, ...placedTerms });

/** The order that others are placed behind. */
export const zWorkingOrder = z.strictObject({ ...orderTerms, ...placedTerms });

/** An order by one of its names. */
export const zOrderName = z.strictObject({
  order_id: z.optional(zId),
  client_order_id: z.optional(zClientOrderId),
});

/** What must be filled of an order that is to be cancelled: nothing, or a part. */
export const zFilledSoFar = z.enum(['nothing', 'part']);

/** An order that is to be cancelled. */
export const zOrderCancel = z.strictObject({
  ...zOrderName.shape,
  /** Refused with `cancel_restricted` where another is true. */
  only_filled: z.optional(zFilledSoFar),
});

/** Whether another is placed where there is nothing to cancel. */
export const zReplaceMode = z.enum(['stop_on_failure', 'allow_failure']);

const zCancelTimer = z.object({
  /** When what waits is cancelled, ms; absent where the timer is off. */
  cancels_at: z.optional(z.number()),
});
const zRunningTimer = z.object({
  timer: z.number(),
  symbol: z.optional(zSymbol),
  cancels_at: z.number(),
});

export const spotRoutes = {
  placeOrder: route({
    method: 'POST',
    path: 'coin/trade',
    tag,
    summary: 'Places an order',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: zNewOrder,
    response: zPlacedOrder,
    errors: [
      'cancel_only',
      'market_closed',
      'terms_changed',
      'below_minimum',
      'display_too_small',
      'above_maximum',
      'price_stale',
      'price_out_of_band',
      'too_many_orders',
      'insufficient_balance',
      'would_not_fill',
      'duplicate_client_order_id',
    ],
  }),
  cancelOrder: route({
    method: 'PUT',
    path: 'coin/trade',
    tag,
    summary: 'Cancels an order',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: zOrderCancel,
    response: zPlacedOrder,
    errors: ['order_not_open', 'cancel_restricted'],
  }),
  amendOrder: route({
    method: 'POST',
    path: 'coin/order/amend',
    tag,
    summary: 'Changes a waiting limit order: less alone keeps its place; what was filled counts',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      symbol: zSymbol,
      ...zOrderName.shape,
      price: z.optional(zPositiveDecimal),
      /** Of the whole order, what is filled of it too. */
      quantity: z.optional(zPositiveDecimal),
      display_quantity: z.optional(zPositiveDecimal),
      /** Refused if it would lose its place. */
      must_keep_place: z.optional(zBoolean),
    }),
    response: zPlacedOrder,
    errors: [
      'cancel_only',
      'market_closed',
      'order_not_open',
      'order_in_list',
      'terms_changed',
      'below_minimum',
      'display_too_small',
      'above_maximum',
      'below_filled',
      'place_not_kept',
      'price_out_of_band',
      'insufficient_balance',
      'would_not_fill',
    ],
  }),
  replaceOrder: route({
    method: 'POST',
    path: 'coin/order/replace',
    tag,
    summary:
      'Cancels an order and places another, with nothing in between; each is answered by itself, and what was cancelled stays so',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      cancel_order_id: z.optional(zId),
      cancel_client_order_id: z.optional(zClientOrderId),
      /** There is nothing to cancel where another is true. */
      cancel_only_filled: z.optional(zFilledSoFar),
      mode: z.optional(zReplaceMode),
      ...zNewOrder.shape,
    }),
    response: z.object({ cancelled: resultOf(zPlacedOrder), placed: resultOf(zPlacedOrder) }),
    errors: [
      'cancel_only',
      'order_not_open',
      'order_in_list',
      'cancel_restricted',
      'duplicate_client_order_id',
    ],
  }),
  placeOrders: route({
    method: 'POST',
    path: 'coin/trade/bulk',
    tag,
    summary: 'Places orders, each answered by itself',
    access: 'user',
    isMoney: true,
    rate: 'order',
    elements: 'orders',
    request: z.strictObject({ orders: elementsOf(zNewOrder) }),
    response: resultsOf(zPlacedOrder),
  }),
  cancelOrders: route({
    method: 'PUT',
    path: 'coin/trade/bulk',
    tag,
    summary: 'Cancels orders, each answered by itself',
    access: 'user',
    isMoney: true,
    rate: 'order',
    elements: 'orders',
    request: z.strictObject({ orders: elementsOf(zOrderCancel) }),
    response: resultsOf(zPlacedOrder),
  }),
  setCancelTimer: route({
    method: 'POST',
    path: 'coin/cancel_after',
    tag,
    summary:
      'Cancels the orders on spot, those that wait for a price too, of all markets or of one after so many seconds, unless it is called again before; 0 switches it off',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      seconds: z.pipe(zInteger, z.number().check(z.gte(0), z.lte(CANCEL_AFTER_SECONDS_MAX))),
      /** Which of the account's timers; 0 without it. */
      timer: z.optional(z.pipe(zInteger, z.number().check(z.gte(0), z.lt(CANCEL_TIMERS_MAX)))),
      symbol: z.optional(zSymbol),
    }),
    response: zCancelTimer,
  }),
  cancelTimer: route({
    method: 'GET',
    path: 'coin/cancel_after',
    tag,
    summary:
      "When orders on spot are cancelled by timers: by the account's own, and by all that run",
    access: 'user',
    request: nothing,
    response: z.extend(zCancelTimer, { timers: z.array(zRunningTimer) }),
  }),
} as const;
