/** Orders that wait for a price as the wire shows them. */
import type { TriggerOrder } from '@fairlead/contract';
import type { TriggerRow } from '@fairlead/engine';
import { priceText, quantityText } from '@fairlead/formula';
import { amountText, rateText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';

/** One, in the tick and lot it was placed with. */
export function triggerView(row: TriggerRow, terms: Terms): TriggerOrder {
  const market = terms.knownMarket(row.marketId);
  const { base, quote } = market;
  const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(row.marketId, row.triggerId);
  const paid = row.side === 'buy' ? quote : base;
  return {
    id: row.triggerId,
    ...(row.clientOrderId !== undefined && { client_order_id: row.clientOrderId }),
    ...(row.listId !== undefined && { list_id: row.listId }),
    symbol: market.symbol,
    side: row.side,
    trigger: row.triggerKind,
    trigger_by: row.triggerBy,
    trigger_price: priceText(row.triggerPrice, tickSizeE8),
    ...(row.trailPpm !== undefined && { trail_rate: rateText(row.trailPpm) }),
    ...(row.activationPrice !== undefined && {
      activation_price: priceText(row.activationPrice, tickSizeE8),
    }),
    ...(row.bestPrice !== undefined && { best_price: priceText(row.bestPrice, tickSizeE8) }),
    ...(row.bestAtMs !== undefined && { best_at: row.bestAtMs }),
    type: row.type,
    time_in_force: row.timeInForce,
    ...(row.price !== undefined && { price: priceText(row.price, tickSizeE8) }),
    ...(row.quantity !== undefined && {
      quantity: quantityText(row.quantity, lotBaseMinor, base.scale),
    }),
    ...(row.amount !== undefined && { amount: amountText(row.amount, quote) }),
    ...(row.display !== undefined && {
      display_quantity: quantityText(row.display, lotBaseMinor, base.scale),
    }),
    ...(row.selfTrade !== undefined && { self_trade_prevention: row.selfTrade }),
    ...(row.expiresAtMs !== undefined && { expires_at: row.expiresAtMs }),
    held: amountText(row.hold, paid),
    held_currency: paid.name,
    maker_fee_rate: rateText(row.makerFeePpm),
    taker_fee_rate: rateText(row.takerFeePpm),
    status: row.status,
    ...(row.cancelReason !== undefined && { cancel_reason: row.cancelReason }),
    ...(row.orderId !== undefined && { order_id: row.orderId }),
    ...(row.receiptId !== undefined && { receipt_id: row.receiptId }),
    created_at: row.createdAtMs,
    updated_at: row.updatedAtMs,
  };
}
