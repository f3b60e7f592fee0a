/** Orders of the book: placed and cancelled. */

import type { AmountMinor, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
import type { Side } from '../book/side-code.ts';
import type { OwnerId } from '../terms.ts';

export type OrderType = 'limit' | 'market';

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

interface PlaceOrderBase {
  readonly kind: 'place_order';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId?: string;
  /** What the client showed as the most that a fill is charged. An order that could be charged more is refused. */
  readonly shownFeePpm?: RatePpm;
}

export interface PlaceLimitOrder extends PlaceOrderBase {
  readonly type: 'limit';
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}

/** A market order is immediate: gtc means ioc. Buy by quote amount, or buy and sell by quantity. */
export interface PlaceMarketOrder extends PlaceOrderBase {
  readonly type: 'market';
  readonly size:
    | { readonly by: 'quantity'; readonly quantity: QuantityLots }
    | { readonly by: 'amount'; readonly amount: AmountMinor };
}

export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

export interface CancelOrder {
  readonly kind: 'cancel_order';
  readonly owner: OwnerId;
  readonly order: { readonly orderId: number } | { readonly clientOrderId: string };
}

export type SpotCommand = PlaceOrder | CancelOrder;
