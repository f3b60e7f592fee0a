/** Orders and trades as their tables hold them, and back. */
import type { AmendmentRow, OrderRow, TradeRow } from '@fairlead/engine';
import {
  amount,
  flag,
  int4,
  int8,
  lots,
  type RecordOf,
  rate,
  tableOf,
  text,
  ticks,
} from '../core/store/table.ts';

/** What an order was placed as never changes, but where it is amended, and the place of one that shows a part of itself. */
export const ORDERS = tableOf<OrderRow>()({
  name: 'orders',
  keys: { orderId: int8('order_id') },
  fixed: {
    owner: int8('owner_id'),
    marketId: int4('market_id'),
    side: text('side'),
    type: text('type'),
    timeInForce: text('time_in_force'),
    clientOrderId: text('client_order_id'),
    price: ticks('price_ticks'),
    quantity: lots('quantity_lots'),
    amount: amount('amount_minor'),
    makerFeePpm: rate('maker_fee_ppm'),
    takerFeePpm: rate('taker_fee_ppm'),
    createdAtMs: int8('created_at_ms'),
    priority: int8('priority'),
    expiresAtMs: int8('expires_at_ms'),
    selfTrade: text('self_trade'),
    listId: int8('list_id'),
    display: lots('display_lots'),
    hidden: lots('hidden_lots'),
  },
  changing: {
    filledQuantity: lots('filled_quantity_lots'),
    filledAmount: amount('filled_amount_minor'),
    fee: amount('fee_minor'),
    hold: amount('hold_minor'),
    status: text('status'),
    cancelReason: text('cancel_reason'),
    updatedAtMs: int8('updated_at_ms'),
  },
});

export const ORDER_COLUMNS = ORDERS.columns;
export type OrderRecord = RecordOf<typeof ORDERS>;
export const toOrder = ORDERS.toRow;

type Amended = Pick<OrderRow, 'orderId' | 'price' | 'quantity' | 'priority' | 'display' | 'hidden'>;

/** What an amendment changes of an order, and what one that shows a part of itself changes by itself. */
export const AMENDED = tableOf<Amended>()({
  name: 'orders',
  keys: { orderId: int8('order_id') },
  changing: {
    price: ticks('price_ticks'),
    quantity: lots('quantity_lots'),
    priority: int8('priority'),
    display: lots('display_lots'),
    hidden: lots('hidden_lots'),
  },
});

/** One change of an order. */
export const AMENDMENTS = tableOf<AmendmentRow>()({
  name: 'order_amendments',
  keys: { orderId: int8('order_id'), sequence: int8('sequence') },
  fixed: {
    owner: int8('owner_id'),
    priceBefore: ticks('price_before_ticks'),
    quantityBefore: lots('quantity_before_lots'),
    displayBefore: lots('display_before_lots'),
    price: ticks('price_ticks'),
    quantity: lots('quantity_lots'),
    display: lots('display_lots'),
    isInPlace: flag('is_in_place'),
    timeMs: int8('time_ms'),
  },
});

export const AMENDMENT_COLUMNS = AMENDMENTS.columns;
export type AmendmentRecord = RecordOf<typeof AMENDMENTS>;
export const toAmendment = AMENDMENTS.toRow;

export const TRADES = tableOf<TradeRow>()({
  name: 'trades',
  keys: { tradeId: int8('trade_id') },
  fixed: {
    marketId: int4('market_id'),
    price: ticks('price_ticks'),
    quantity: lots('quantity_lots'),
    notional: amount('notional_minor'),
    side: text('side'),
    makerOrderId: int8('maker_order_id'),
    takerOrderId: int8('taker_order_id'),
    makerOwner: int8('maker_owner_id'),
    takerOwner: int8('taker_owner_id'),
    makerFee: amount('maker_fee_minor'),
    takerFee: amount('taker_fee_minor'),
    timeMs: int8('time_ms'),
  },
});

export type TradeRecord = RecordOf<typeof TRADES>;
export const toTrade = TRADES.toRow;
