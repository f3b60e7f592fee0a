/** Lists of orders that depend on one another. */
import * as z from 'zod/mini';
import { zOrder, zOrderType, zSelfTradePrevention, zTimeInForce, zWorkingOrder } from './spot.ts';
import { zTriggerBy, zTriggerKind, zTriggerOrder } from './triggers.ts';
import { route } from './wire/route.ts';
import {
  pageOf,
  paging,
  zClientOrderId,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zSide,
  zSymbol,
} from './wire/scalars.ts';

const tag = 'Spot';

/** Of two orders one cancels the other; one is placed once another is filled; or two, of which one cancels the other. */
export const zListKind = z.enum(['oco', 'oto', 'otoco']);

/** A pending one waits for its working order; of an open one one order cancels the other; of one that is over none does. */
export const zListStatus = z.enum(['pending', 'open', 'done']);

/** A list without its orders, as the event `order_list` has it. Its id is one of the orders' ids. */
export const zOrderListState = z.object({
  id: z.number(),
  client_order_id: z.optional(z.string()),
  symbol: z.string(),
  kind: zListKind,
  status: zListStatus,
  /** `filled`, `triggered`, `placed`, `refused`, or why its orders were cancelled. */
  end_reason: z.optional(z.string()),
  /** The order that the others are placed behind. */
  working_id: z.optional(z.number()),
  /** An order or a trigger order: of two the one that takes the profit. */
  first_id: z.number(),
  /** A trigger order: of two the stop. */
  second_id: z.optional(z.number()),
  created_at: z.number(),
  updated_at: z.number(),
});

export type OrderListState = z.infer<typeof zOrderListState>;

/** A list with all orders that ever were of it; in the answer to a call those that the call placed or cancelled. */
export const zOrderList = z.object({
  ...zOrderListState.shape,
  orders: z.array(zOrder),
  trigger_orders: z.array(zTriggerOrder),
});

export type OrderList = z.infer<typeof zOrderList>;

const zPlacedList = z.object({ order_list: zOrderList });

/** An order of a list that waits: a limit, a stop, a take-profit or a trailing stop; alone behind a working order also a market order. */
const zListLeg = z.strictObject({
  side: zSide,
  type: zOrderType,
  price: z.optional(zPositiveDecimal),
  /** Behind a working order: what that received or sold, unless told otherwise. What sells what was bought sells no more than was received after the fee. */
  quantity: z.optional(zPositiveDecimal),
  /** Of a limit that may wait, with its `quantity`: what the book shows at a time. */
  display_quantity: z.optional(zPositiveDecimal),
  self_trade_prevention: z.optional(zSelfTradePrevention),
  /** When it expires, ms, waiting or pending, and with it the others of its list. */
  expires_at: z.optional(zInteger),
  time_in_force: z.optional(zTimeInForce),
  /** A limit has none, unless it is to wait for a price. */
  trigger: z.optional(zTriggerKind),
  trigger_by: z.optional(zTriggerBy),
  /** Of a stop and a take-profit. */
  trigger_price: z.optional(zPositiveDecimal),
  /** Of a trailing stop, from when it is put up: as of one that stands alone. */
  trail_rate: z.optional(zPositiveDecimal),
  activation_price: z.optional(zPositiveDecimal),
  client_order_id: z.optional(zClientOrderId),
});

export const orderListRoutes = {
  placeOrderList: route({
    method: 'POST',
    path: 'coin/order_list',
    tag,
    summary:
      'Places orders that depend on one another: two of which one cancels the other, or one or two that are placed once a working order is filled',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      kind: zListKind,
      symbol: zSymbol,
      client_order_id: z.optional(zClientOrderId),
      /** Of `oto` and `otoco`. */
      working: z.optional(zWorkingOrder),
      /** One of `oto`, else two: first the limit or take-profit, then the stop or trailing stop, on one side. */
      legs: z.array(zListLeg).check(z.minLength(1), z.maxLength(2)),
      /** The fee rate that the client showed. A list of which an order could be charged more is refused with `terms_changed`. */
      shown_fee_rate: z.optional(zDecimal),
    }),
    response: zPlacedList,
    errors: [
      'cancel_only',
      'market_closed',
      'list_invalid',
      'terms_changed',
      'below_minimum',
      'display_too_small',
      'above_maximum',
      'price_stale',
      'price_out_of_band',
      'price_reached',
      'too_many_orders',
      'market_full',
      'insufficient_balance',
      'would_not_fill',
      'duplicate_client_order_id',
    ],
  }),
  cancelOrderList: route({
    method: 'PUT',
    path: 'coin/order_list',
    tag,
    summary: 'Cancels all orders of a list; so does a cancel of one of them',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      list_id: z.optional(zId),
      client_order_id: z.optional(zClientOrderId),
    }),
    response: zPlacedList,
    errors: ['order_not_open'],
  }),
  orderLists: route({
    method: 'GET',
    path: 'coin/order_list',
    tag,
    summary: 'Lists of orders of the user with their orders, newest first',
    access: 'user',
    request: z.strictObject({
      symbol: z.optional(zSymbol),
      status: z.optional(zListStatus),
      /** That one alone. */
      list_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOrderList),
  }),
} as const;
