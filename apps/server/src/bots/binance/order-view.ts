/** Our orders and trades in Binance's words. */

import type { Order, ParsedOf } from '@fairlead/contract';
import type { TradeRow } from '@fairlead/engine';
import { priceText, quantityText } from '@fairlead/formula';
import { assertNever } from '@fairlead/units';
import { amountText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';
import { symbolOf } from './symbols.ts';

type OrderWords = Pick<Order, 'type' | 'time_in_force'>;

/** A post-only order is a type of its own there. */
export function typeWord({ type, time_in_force }: OrderWords): string {
  switch (type) {
    case 'limit':
      return time_in_force === 'post_only' ? 'LIMIT_MAKER' : 'LIMIT';
    case 'market':
      return 'MARKET';
    default:
      return assertNever(type);
  }
}
export const forceWord = ({ type, time_in_force }: OrderWords): string =>
  type === 'market' || time_in_force === 'post_only' ? 'GTC' : time_in_force.toUpperCase();

/** By its own terms: nothing more to be had, its time, or what the other order of its list came to. */
const OWN_ENDS: ReadonlySet<string> = new Set(['remainder', 'expired', 'other_leg']);

/** NEW, PARTIALLY_FILLED, FILLED, CANCELED by somebody, EXPIRED by its own terms. */
export function statusWord({ status, filled_quantity, cancel_reason }: Order): string {
  if (status === 'completed') return 'FILLED';
  if (status === 'waiting') return /[1-9]/.test(filled_quantity) ? 'PARTIALLY_FILLED' : 'NEW';
  if (cancel_reason !== undefined && OWN_ENDS.has(cancel_reason)) return 'EXPIRED';
  return cancel_reason === 'self_trade' ? 'EXPIRED_IN_MATCH' : 'CANCELED';
}

export const selfTradeWord = ({
  self_trade_prevention = 'expire_taker',
}: Pick<Order, 'self_trade_prevention'>): string => self_trade_prevention.toUpperCase();

/** The list that an order is of. */
export const listIdOf = ({ list_id = -1 }: { readonly list_id?: number | undefined }): number =>
  list_id;

/** What all answers about an order say. */
export const orderCore = (order: Order) => ({
  symbol: symbolOf(order),
  orderId: order.id,
  orderListId: listIdOf(order),
  clientOrderId: order.client_order_id ?? '',
  price: order.price ?? '0',
  // A market buy by amount is as large as what it got.
  origQty: order.quantity ?? order.filled_quantity,
  executedQty: order.filled_quantity,
  origQuoteOrderQty: order.amount ?? '0',
  cummulativeQuoteQty: order.filled_amount,
  status: statusWord(order),
  timeInForce: forceWord(order),
  type: typeWord(order),
  side: order.side.toUpperCase(),
  ...(order.display_quantity !== undefined && { icebergQty: order.display_quantity }),
  selfTradePreventionMode: selfTradeWord(order),
});

/** An order that waits for nothing and got nothing. None of ours came to be, so no id names it. */
export const expiredOrder = (asked: ParsedOf<'placeOrder'>) => ({
  symbol: symbolOf(asked),
  orderId: -1,
  orderListId: -1,
  clientOrderId: asked.client_order_id ?? '',
  price: asked.price ?? '0',
  origQty: asked.quantity ?? '0',
  executedQty: '0',
  origQuoteOrderQty: asked.amount ?? '0',
  cummulativeQuoteQty: '0',
  status: 'EXPIRED',
  timeInForce: asked.type === 'market' ? 'GTC' : (asked.time_in_force ?? 'gtc').toUpperCase(),
  type: asked.type.toUpperCase(),
  side: asked.side.toUpperCase(),
  selfTradePreventionMode: selfTradeWord(asked),
});

/** An order as it is listed. */
export const listedOrder = (order: Order) => ({
  ...orderCore(order),
  stopPrice: '0',
  icebergQty: order.display_quantity ?? '0',
  time: order.created_at,
  updateTime: order.updated_at,
  isWorking: order.status === 'waiting',
  workingTime: order.created_at,
});

/** An order that was cancelled; the request's own id comes beside that of the order. */
export const cancelledOrder = (order: Order, newClientOrderId?: string) => ({
  ...orderCore(order),
  origClientOrderId: order.client_order_id ?? '',
  clientOrderId: newClientOrderId ?? order.client_order_id ?? '',
  transactTime: order.updated_at,
});

/** An order that was amended, as the answer to that says it. */
export const amendedOrder = (order: Order) => ({
  symbol: symbolOf(order),
  orderId: order.id,
  orderListId: listIdOf(order),
  origClientOrderId: order.client_order_id ?? '',
  clientOrderId: order.client_order_id ?? '',
  price: order.price ?? '0',
  qty: order.quantity ?? '0',
  executedQty: order.filled_quantity,
  preventedQty: '0',
  quoteOrderQty: order.amount ?? '0',
  cumulativeQuoteQty: order.filled_amount,
  status: statusWord(order),
  timeInForce: forceWord(order),
  type: typeWord(order),
  side: order.side.toUpperCase(),
  workingTime: order.created_at,
  selfTradePreventionMode: selfTradeWord(order),
});

/** One side of a trade. */
export interface OwnFill {
  readonly price: string;
  readonly quantity: string;
  readonly cost: string;
  readonly fee: string;
  readonly feeCurrency: string;
  readonly orderId: number;
  readonly isBuyer: boolean;
  readonly isMaker: boolean;
}

/** A trade as its maker or its taker has it. */
export function ownFill(trade: TradeRow, terms: Terms, isMaker: boolean): OwnFill {
  const { base, quote } = terms.knownMarket(trade.marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(trade.marketId, trade.tradeId);
  const isBuyer = (trade.side === 'buy') !== isMaker;
  const received = isBuyer ? base : quote;
  return {
    price: priceText(trade.price, tickSizeE8),
    quantity: quantityText(trade.quantity, lotBaseMinor, base.scale),
    cost: amountText(trade.notional, quote),
    fee: amountText(isMaker ? trade.makerFee : trade.takerFee, received),
    feeCurrency: received.name,
    orderId: isMaker ? trade.makerOrderId : trade.takerOrderId,
    isBuyer,
    isMaker,
  };
}

/** A trade in a list of one's own; `listIds` are of those orders that are of a list. */
export function listedTrade(
  trade: TradeRow,
  terms: Terms,
  { owner, listIds }: { readonly owner: number; readonly listIds: ReadonlyMap<number, number> },
): object {
  const fill = ownFill(trade, terms, trade.makerOwner === owner);
  return {
    symbol: symbolOf(terms.knownMarket(trade.marketId)),
    id: trade.tradeId,
    orderId: fill.orderId,
    orderListId: listIds.get(fill.orderId) ?? -1,
    price: fill.price,
    qty: fill.quantity,
    quoteQty: fill.cost,
    commission: fill.fee,
    commissionAsset: fill.feeCurrency,
    time: trade.timeMs,
    isBuyer: fill.isBuyer,
    isMaker: fill.isMaker,
    isBestMatch: true,
  };
}
