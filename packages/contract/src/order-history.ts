import * as z from 'zod/mini';
import { zOrder, zOrderName, zOrderStatus, zOrderType } from './spot.ts';
import { zTriggerKind, zTriggerOrder, zTriggerStatus } from './triggers.ts';
import { route } from './wire/route.ts';
import { pageOf, paging, zDecimal, zId, zLimit, zSide, zSymbol, zTime } from './wire/scalars.ts';

const tag = 'Spot';

/** One change of an order that waited. */
const zAmendment = z.object({
  order_id: z.number(),
  price_before: zDecimal,
  quantity_before: zDecimal,
  display_quantity_before: z.optional(zDecimal),
  price: zDecimal,
  quantity: zDecimal,
  display_quantity: z.optional(zDecimal),
  /** Whether it kept its place in the queue. */
  kept_place: z.boolean(),
  at: z.number(),
});

/** One trade from the side of the order. */
const zFill = z.object({
  /** Of the trade, which both sides have. */
  id: z.number(),
  price: zDecimal,
  quantity: zDecimal,
  amount: zDecimal,
  /** Of what the order received. */
  fee: zDecimal,
  fee_currency: z.string(),
  /** Whether the order waited in the book, or came to it. */
  role: z.enum(['maker', 'taker']),
  time: z.number(),
});

export type Fill = z.infer<typeof zFill>;

/** One trade from the owner's side, where no order is asked for. */
const zOwnFill = z.object({
  ...zFill.shape,
  symbol: z.string(),
  order_id: z.number(),
  side: zSide,
});

export type OwnFill = z.infer<typeof zOwnFill>;

/** Narrows a list; what is not said is not looked at. */
const narrowed = {
  symbol: z.optional(zSymbol),
  side: z.optional(zSide),
  type: z.optional(zOrderType),
  /** Placed between these two, ms, both included. */
  from: z.optional(zTime),
  to: z.optional(zTime),
};

/** What users read of their orders. */
export const orderHistoryRoutes = {
  order: route({
    method: 'GET',
    path: 'coin/order',
    tag,
    summary: 'One order of the user, and what waited for a price to become it',
    access: 'user',
    request: zOrderName,
    response: z.object({ order: zOrder, trigger_order: z.optional(zTriggerOrder) }),
  }),
  orderFills: route({
    method: 'GET',
    path: 'coin/order/fills',
    tag,
    summary:
      'What an order of the user was filled by, oldest first; trades older than the history that is kept are not among them',
    access: 'user',
    request: z.strictObject({ order_id: zId, ...paging }),
    response: pageOf(zFill),
  }),
  fills: route({
    method: 'GET',
    path: 'coin/fills',
    tag,
    summary:
      'What orders of the user were filled by in a market, newest first; trades older than the history that is kept are not among them',
    access: 'user',
    request: z.strictObject({
      symbol: zSymbol,
      /** Filled between these two, ms, both included. */
      from: z.optional(zTime),
      to: z.optional(zTime),
      /** Only fills before this one, by number: `next` of the answer before. */
      before: z.optional(zId),
      limit: zLimit,
    }),
    response: z.object({
      fills: z.array(zOwnFill),
      /** What to ask as `before` for those that follow; absent where there are none. */
      next: z.optional(z.number()),
    }),
  }),
  amendments: route({
    method: 'GET',
    path: 'coin/order/amendments',
    tag,
    summary: 'What an order of the user said before and after each change, oldest first',
    access: 'user',
    request: z.strictObject({ order_id: zId, ...paging }),
    response: pageOf(zAmendment),
  }),
  orders: route({
    method: 'GET',
    path: 'coin/list',
    tag,
    summary: 'Orders of the user, newest first',
    access: 'user',
    request: z.strictObject({
      ...narrowed,
      status: z.optional(zOrderStatus),
      ...paging,
    }),
    response: pageOf(zOrder),
  }),
  triggers: route({
    method: 'GET',
    path: 'coin/trigger',
    tag,
    summary: 'Orders of the user that wait for a price, or did, newest first',
    access: 'user',
    request: z.strictObject({
      ...narrowed,
      trigger: z.optional(zTriggerKind),
      status: z.optional(zTriggerStatus),
      ...paging,
    }),
    response: pageOf(zTriggerOrder),
  }),
} as const;
