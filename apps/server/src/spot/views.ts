/** Orders as the wire shows them: a view names what it lets out, so nothing else leaves. */
import type { Order } from '@fairlead/contract';
import type { OrderRow } from '@fairlead/engine';
import { averagePrice, priceText, quantityText } from '@fairlead/formula';
import { amountMinor, divFloor, formatDecimal, PRICE_SCALE } from '@fairlead/units';
import { amountText, rateText, tickDecimals } from '../core/http/figures.ts';
import type { Terms } from '../market/index.ts';

/** An order, in the tick and lot it was placed with. */
export function orderView(order: OrderRow, terms: Terms): Order {
  const market = terms.knownMarket(order.marketId);
  const { base, quote } = market;
  const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const filledBase = amountMinor(BigInt(order.filledQuantity) * lotBaseMinor);
  const average = averagePrice({
    quoteMinor: order.filledAmount,
    quoteScale: quote.scale,
    baseMinor: filledBase,
    baseScale: base.scale,
  });
  const received = order.side === 'buy' ? base : quote;
  return {
    id: order.orderId,
    ...(order.clientOrderId !== undefined && { client_order_id: order.clientOrderId }),
    ...(order.listId !== undefined && { list_id: order.listId }),
    symbol: market.symbol,
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    ...(order.price !== undefined && { price: priceText(order.price, tickSizeE8) }),
    ...(order.quantity !== undefined && {
      quantity: quantityText(order.quantity, lotBaseMinor, base.scale),
    }),
    ...(order.amount !== undefined && { amount: amountText(order.amount, quote) }),
    ...(order.display !== undefined && {
      display_quantity: quantityText(order.display, lotBaseMinor, base.scale),
    }),
    ...(order.hidden !== undefined && {
      hidden_quantity: quantityText(order.hidden, lotBaseMinor, base.scale),
    }),
    filled_quantity: quantityText(order.filledQuantity, lotBaseMinor, base.scale),
    filled_amount: amountText(order.filledAmount, quote),
    ...(average !== undefined && { average_price: averageText(average, tickSizeE8) }),
    fee: amountText(order.fee, received),
    fee_currency: received.name,
    ...(order.makerFeePpm !== undefined && { maker_fee_rate: rateText(order.makerFeePpm) }),
    ...(order.takerFeePpm !== undefined && { taker_fee_rate: rateText(order.takerFeePpm) }),
    ...(order.selfTrade !== undefined && { self_trade_prevention: order.selfTrade }),
    ...(order.expiresAtMs !== undefined && { expires_at: order.expiresAtMs }),
    status: order.status,
    ...(order.cancelReason !== undefined && { cancel_reason: order.cancelReason }),
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
  };
}

/** Two decimals more than the tick has, the rest cut off. */
function averageText(average: bigint, tickSizeE8: bigint): string {
  const shown = Math.min(tickDecimals(tickSizeE8) + 2, PRICE_SCALE);
  return formatDecimal(divFloor(average, 10n ** BigInt(PRICE_SCALE - shown)), shown);
}
