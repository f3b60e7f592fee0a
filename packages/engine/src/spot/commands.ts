/** Orders of the book, and orders that wait for a price: placed and cancelled. */

import type { AmountMinor, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
import type { Side } from '../book/side-code.ts';
import type { OwnerId } from '../terms.ts';

export type OrderType = 'limit' | 'market';

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

/** Who goes where an order meets one of its own owner's: they never trade. Unless said otherwise the one that comes. */
export const SELF_TRADE_MODES = ['expire_taker', 'expire_maker', 'expire_both'] as const;
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];

interface PlaceOrderBase {
  readonly kind: 'place_order';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId?: string;
  /** What the client showed as the most that a fill is charged. An order that could be charged more is refused. */
  readonly shownFeePpm?: RatePpm;
  readonly selfTrade?: SelfTradeMode;
}

export interface PlaceLimitOrder extends PlaceOrderBase {
  readonly type: 'limit';
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
  /** When what then waits of it expires, ms. Only of what may rest. */
  readonly expiresAtMs?: number;
  /** The most that the book shows of it at a time; all without it. Only of what may rest. */
  readonly display?: QuantityLots;
}

/** A market order is immediate: gtc means ioc. Buy by quote amount, or buy and sell by quantity. */
export interface PlaceMarketOrder extends PlaceOrderBase {
  readonly type: 'market';
  readonly size:
    | { readonly by: 'quantity'; readonly quantity: QuantityLots }
    | { readonly by: 'amount'; readonly amount: AmountMinor };
}

export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

/** What must be filled of an order that is to be cancelled: nothing, or a part. */
export type FilledSoFar = 'nothing' | 'part';

export interface CancelOrder {
  readonly kind: 'cancel_order';
  readonly owner: OwnerId;
  readonly order: { readonly orderId: number } | { readonly clientOrderId: string };
  /** Refused where another is true. */
  readonly onlyFilled?: FilledSoFar;
}

/**
 * Changes a waiting order. A smaller quantity alone keeps its place in the queue; anything else is placed behind all others,
 * and matched like an order that comes. What was filled so far counts: the quantity is the whole order's.
 */
export interface AmendOrder extends Pick<CancelOrder, 'owner' | 'order'> {
  readonly kind: 'amend_order';
  readonly marketId: number;
  readonly price?: PriceTicks;
  readonly quantity?: QuantityLots;
  /** Less of it keeps its place too. The whole quantity shows all. */
  readonly display?: QuantityLots;
  /** Refused if it would lose its place. */
  readonly mustKeepPlace?: boolean;
}

/** Cancels an order and places another, which nothing comes between. */
export interface ReplaceOrder {
  readonly kind: 'replace_order';
  readonly owner: OwnerId;
  readonly order: CancelOrder['order'];
  /** There is nothing to cancel where another is true. */
  readonly onlyFilled?: FilledSoFar;
  /** Whether the other is placed where there is nothing to cancel. */
  readonly mode: 'stop_on_failure' | 'allow_failure';
  /** Of the same owner. */
  readonly placed: PlaceOrder;
}

export type TriggerKind =
  /** Acts when the price has gone against its side: a sell's down to it, a buy's up. */
  | 'stop'
  /** The other way. */
  | 'take_profit'
  /** A stop whose price follows the best one that there was, at a distance. */
  | 'trailing_stop'
  /** Of a list: what is placed once another order is filled, at no price of its own. */
  | 'fill';

/** Which price it waits for: the index, or the last trade of its own market. */
export type TriggerSource = 'index' | 'last';

/** What a trigger order becomes. A market order is immediate, as always. */
export type TriggeredOrder =
  | Pick<PlaceLimitOrder, 'type' | 'timeInForce' | 'price' | 'quantity' | 'display' | 'selfTrade'>
  | Pick<PlaceMarketOrder, 'type' | 'timeInForce' | 'size' | 'selfTrade'>;

/** Places an order once a price is reached. It takes one of its owner's places for waiting orders of the market. */
export interface PlaceTrigger {
  readonly kind: 'place_trigger';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly triggerKind: Exclude<TriggerKind, 'trailing_stop' | 'fill'>;
  readonly triggerBy: TriggerSource;
  readonly triggerPrice: PriceTicks;
  readonly order: TriggeredOrder;
  /** Unique among its owner's trigger orders; the order that it becomes has none. */
  readonly clientOrderId?: string;
  readonly shownFeePpm?: RatePpm;
  /** When it expires, ms, and with it what then waits of its order. */
  readonly expiresAtMs?: number;
}

/** A trailing stop: it is placed once the price has gone back from its best since the activation by the distance. */
export interface PlaceTrailing extends Omit<PlaceTrigger, 'kind' | 'triggerKind' | 'triggerPrice'> {
  readonly kind: 'place_trailing';
  /** Of the best price, in whole basis points. */
  readonly trailPpm: RatePpm;
  /** Where it begins to follow: of a sell above the price of now, of a buy below. At once without one. */
  readonly activationPrice?: PriceTicks;
}

export interface CancelTrigger {
  readonly kind: 'cancel_trigger';
  readonly owner: OwnerId;
  readonly trigger: { readonly triggerId: number } | { readonly clientOrderId: string };
}

/**
 * Changes what a trigger order waits for or becomes: one that is pending, or that waits and depends on no other. A price that
 * came before does not set it off.
 */
export interface AmendTrigger extends Pick<CancelTrigger, 'owner' | 'trigger'> {
  readonly kind: 'amend_trigger';
  readonly marketId: number;
  /** Of one that becomes a limit. */
  readonly price?: PriceTicks;
  /** Of a stop or take-profit. */
  readonly triggerPrice?: PriceTicks;
  /** Not more than it is of. */
  readonly quantity?: QuantityLots;
}

/** A price that an order of a list waits for beside the others. */
export interface LegPrice {
  readonly kind: Exclude<TriggerKind, 'trailing_stop' | 'fill'>;
  readonly by: TriggerSource;
  readonly price: PriceTicks;
}

/** Or one at a distance from the best since it was put up. */
export interface LegTrail {
  readonly kind: 'trailing_stop';
  readonly by: TriggerSource;
  readonly trailPpm: RatePpm;
  readonly activationPrice?: PriceTicks;
}

export type LegTrigger = LegPrice | LegTrail;

/**
 * An order of a list that waits: for the one that it is placed behind, or for its price. A plain one is a limit; one alone
 * behind another may be a market order.
 */
export interface ListLeg {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Of a limit. */
  readonly price?: PriceTicks;
  /** Without it one behind another is of what that is of, or got where it came at once. */
  readonly quantity?: QuantityLots;
  /** The most that the book shows of it at a time. Only of what may rest, and with its quantity. */
  readonly display?: QuantityLots;
  readonly selfTrade?: SelfTradeMode;
  /** When it expires, ms, waiting or pending, and with it its list. */
  readonly expiresAtMs?: number;
  readonly trigger?: LegTrigger;
  readonly clientOrderId?: string;
}

/**
 * Orders that depend on one another. Two legs alone: one cancels the other. Behind a working order they are placed once that is
 * filled: one leg, or two of which one cancels the other.
 */
export interface PlaceList {
  readonly kind: 'place_list';
  readonly owner: OwnerId;
  readonly marketId: number;
  /** Of the same owner and market. */
  readonly working?: PlaceOrder;
  /** Of two the second is a stop or trails, the first a limit or a take-profit on the same side. */
  readonly legs: readonly ListLeg[];
  /** Unique among its owner's lists. */
  readonly clientListId?: string;
  readonly shownFeePpm?: RatePpm;
}

export interface CancelList {
  readonly kind: 'cancel_list';
  readonly owner: OwnerId;
  readonly list: { readonly listId: number } | { readonly clientListId: string };
}

/** Cancels what waits of its owner on spot after a time, unless it is set again before. */
export interface SetCancelTimer {
  readonly kind: 'set_cancel_timer';
  readonly owner: OwnerId;
  /** From now, ms; off without it. */
  readonly afterMs?: number;
  /** Which of the owner's; the first without it. */
  readonly timer?: number;
  /** Of one market; of all without it. */
  readonly marketId?: number;
}

/** What is sold of a conversion: all of it at this price or a better one. */
export interface ConvertSale {
  readonly marketId: number;
  readonly quantity: QuantityLots;
  readonly worst: PriceTicks;
}

/** What is bought of it: by this amount, or by all that the sale brings after its fee. */
export interface ConvertPurchase {
  readonly marketId: number;
  readonly amount?: AmountMinor;
  readonly worst: PriceTicks;
}

/**
 * Turns one currency into another through the book at once: by a sale, by a purchase, or by both where neither is the other's
 * quote. Each leg is an order like any other. All is filled at the prices that are named or better, or nothing is done.
 */
export interface Convert {
  readonly kind: 'convert';
  readonly owner: OwnerId;
  readonly sale?: ConvertSale;
  readonly purchase?: ConvertPurchase;
  /** When the quote ends that it was agreed by, ms. */
  readonly goodTillMs?: number;
  /** The most that a fill of either leg is charged. */
  readonly shownFeePpm?: RatePpm;
  /** What its quote said would be received: kept beside what is, and decides nothing. */
  readonly quotedReceived?: AmountMinor;
  /** The recurring buy that asks for it. */
  readonly plan?: { readonly planId: number; readonly dueMs: number };
}

export type SpotCommand =
  | PlaceOrder
  | CancelOrder
  | AmendOrder
  | ReplaceOrder
  | PlaceTrigger
  | PlaceTrailing
  | CancelTrigger
  | AmendTrigger
  | PlaceList
  | CancelList
  | Convert
  | SetCancelTimer;
