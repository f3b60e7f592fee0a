/** What became of an order, as the wire shows it. */
import type { Fill, OwnFill } from '@fairlead/contract';
import type { AmendmentRow, OrderRow, TradeRow } from '@fairlead/engine';
import { priceText, quantityText } from '@fairlead/formula';
import { amountText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';

/** A trade from the side of one of its two orders. */
export function fillView(
  trade: TradeRow,
  order: Pick<OrderRow, 'orderId' | 'side'>,
  terms: Terms,
): Fill {
  const { base, quote } = terms.knownMarket(trade.marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(trade.marketId, trade.tradeId);
  const isMaker = trade.makerOrderId === order.orderId;
  const received = order.side === 'buy' ? base : quote;
  return {
    id: trade.tradeId,
    price: priceText(trade.price, tickSizeE8),
    quantity: quantityText(trade.quantity, lotBaseMinor, base.scale),
    amount: amountText(trade.notional, quote),
    fee: amountText(isMaker ? trade.makerFee : trade.takerFee, received),
    fee_currency: received.name,
    role: isMaker ? 'maker' : 'taker',
    time: trade.timeMs,
  };
}

/** A trade from its owner's side; nobody trades with themselves. */
export function ownFillView(trade: TradeRow, owner: number, terms: Terms): OwnFill {
  const isMaker = trade.makerOwner === owner;
  // A trade has its taker's side.
  const side = (trade.side === 'buy') === isMaker ? 'sell' : 'buy';
  const orderId = isMaker ? trade.makerOrderId : trade.takerOrderId;
  return {
    ...fillView(trade, { orderId, side }, terms),
    symbol: terms.knownMarket(trade.marketId).symbol,
    order_id: orderId,
    side,
  };
}

/** In the tick and lot that the order was placed with. */
export function amendmentView(row: AmendmentRow, marketId: number, terms: Terms) {
  const { base } = terms.knownMarket(marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(marketId, row.orderId);
  const quantity = (lots: AmendmentRow['quantity']) => quantityText(lots, lotBaseMinor, base.scale);
  return {
    order_id: row.orderId,
    price_before: priceText(row.priceBefore, tickSizeE8),
    quantity_before: quantity(row.quantityBefore),
    ...(row.displayBefore !== undefined && {
      display_quantity_before: quantity(row.displayBefore),
    }),
    price: priceText(row.price, tickSizeE8),
    quantity: quantity(row.quantity),
    ...(row.display !== undefined && { display_quantity: quantity(row.display) }),
    kept_place: row.isInPlace,
    at: row.timeMs,
  };
}
