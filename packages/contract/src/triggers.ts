/** Orders on spot that wait for a price. */
import * as z from 'zod/mini';
import { newOrder, zOrderType, zSelfTradePrevention, zTimeInForce } from './spot.ts';
import { route } from './wire/route.ts';
import {
  zClientOrderId,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zSide,
  zSymbol,
} from './wire/scalars.ts';

const tag = 'Spot';

/**
 * A stop acts when the price has gone against its side: a sell's down to it, a buy's up. A take-profit the other way. A trailing
 * stop's price follows the best one at a distance.
 */
export const zTriggerKind = z.enum(['stop', 'take_profit', 'trailing_stop']);

/** One of a list may wait for another order's fill alone: it is placed at its limit then, and at no price of its own. */
export const zTriggerOrderKind = z.enum(['stop', 'take_profit', 'trailing_stop', 'fill']);

/** The price that is waited for: the index, or the last trade of the market. */
export const zTriggerBy = z.enum(['index', 'last']);

/** A pending one waits for the working order of its list. */
export const zTriggerStatus = z.enum(['pending', 'waiting', 'triggered', 'cancelled']);

/** An order that waits for a price. Its id is one of the orders' ids, and never an order's. */
export const zTriggerOrder = z.object({
  id: z.number(),
  client_order_id: z.optional(z.string()),
  /** The list that it is an order of. */
  list_id: z.optional(z.number()),
  symbol: z.string(),
  side: zSide,
  trigger: zTriggerOrderKind,
  trigger_by: zTriggerBy,
  /** What it waits for; of one that waits for a fill its limit, or of a market order the price of its working order; of a trailing stop as the best price has it now, or as its activation will. */
  trigger_price: zDecimal,
  /** Of a trailing stop: its distance from the best price, as a part of it. */
  trail_rate: z.optional(zDecimal),
  /** Where it begins to follow. */
  activation_price: z.optional(zDecimal),
  /** The best price since then: of a sell the highest, of a buy the lowest whole tick. Absent until it follows. */
  best_price: z.optional(zDecimal),
  /** The second of its sample, or the time of its trade. */
  best_at: z.optional(z.number()),
  /** These five are the order that it becomes. */
  type: zOrderType,
  time_in_force: zTimeInForce,
  price: z.optional(zDecimal),
  quantity: z.optional(zDecimal),
  amount: z.optional(zDecimal),
  /** Of a limit: what the book will show of it at a time. More where the market's terms ask for that by then. */
  display_quantity: z.optional(zDecimal),
  /** Absent where it is `expire_taker`. */
  self_trade_prevention: z.optional(zSelfTradePrevention),
  /** When it expires, ms, and what then waits of its order. */
  expires_at: z.optional(z.number()),
  /** What is frozen for it; 0 once it waits no more. */
  held: zDecimal,
  held_currency: z.string(),
  /** Rates of its placing, which hold for the order too. */
  maker_fee_rate: zDecimal,
  taker_fee_rate: zDecimal,
  status: zTriggerStatus,
  /** Why there is no order: `user`, `operator`, `market_terms`, `expired`, or what stood in the order's way when it was due. */
  cancel_reason: z.optional(z.string()),
  /** The order that it became. */
  order_id: z.optional(z.number()),
  /** Once its price was reached. */
  receipt_id: z.optional(z.number()),
  created_at: z.number(),
  updated_at: z.number(),
});

export type TriggerOrder = z.infer<typeof zTriggerOrder>;

const zPlacedTrigger = z.object({ trigger_order: zTriggerOrder });

/** A trigger order by one of its names. */
const zTriggerName = z.strictObject({
  trigger_id: z.optional(zId),
  client_order_id: z.optional(zClientOrderId),
});

export const triggerRoutes = {
  placeTrigger: route({
    method: 'POST',
    path: 'coin/trigger',
    tag,
    summary: 'Places an order that waits for a price: a stop, a take-profit or a trailing stop',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      ...newOrder,
      trigger: zTriggerKind,
      trigger_by: z.optional(zTriggerBy),
      /** Of a stop and a take-profit. */
      trigger_price: z.optional(zPositiveDecimal),
      /** Of a trailing stop: from 0.001 to 0.2, in steps of 0.0001. */
      trail_rate: z.optional(zPositiveDecimal),
      /** Of a trailing stop that is to begin at a better price than that of now. */
      activation_price: z.optional(zPositiveDecimal),
      self_trade_prevention: z.optional(zSelfTradePrevention),
      /** When it expires, ms, waiting for its price, and what then waits of its order. */
      expires_at: z.optional(zInteger),
      /** Of what becomes a limit order that may wait: what the book shows at a time. */
      display_quantity: z.optional(zPositiveDecimal),
    }),
    response: zPlacedTrigger,
    errors: [
      'cancel_only',
      'market_closed',
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
  cancelTrigger: route({
    method: 'PUT',
    path: 'coin/trigger',
    tag,
    summary: 'Cancels an order that waits for a price',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: zTriggerName,
    response: zPlacedTrigger,
    errors: ['order_not_open'],
  }),
  amendTrigger: route({
    method: 'POST',
    path: 'coin/trigger/amend',
    tag,
    summary:
      'Changes a trigger order that is pending, or waits and depends on no other: its limit, its trigger price, its quantity downwards',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      symbol: zSymbol,
      ...zTriggerName.shape,
      /** Of one that becomes a limit order. */
      price: z.optional(zPositiveDecimal),
      /** Of a stop or take-profit: a price that came before does not set it off. */
      trigger_price: z.optional(zPositiveDecimal),
      /** Not more than it is of. */
      quantity: z.optional(zPositiveDecimal),
    }),
    response: zPlacedTrigger,
    errors: [
      'cancel_only',
      'market_closed',
      'order_not_open',
      'order_in_list',
      'list_invalid',
      'terms_changed',
      'below_minimum',
      'display_too_small',
      'above_maximum',
      'price_stale',
      'price_out_of_band',
      'price_reached',
      'insufficient_balance',
    ],
  }),
} as const;
