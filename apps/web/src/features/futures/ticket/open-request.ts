/** The ticket in the words of the wire. */
import type { RequestOf } from '@fairlead/contract';
import { formatDecimal, formatRate } from '@fairlead/units';
import { priceText, type TicketState, type TicketSummary } from '../model.ts';
import type { FuturesRules } from '../rules.ts';

export type OpenRequest = RequestOf<'openPosition'>;

/**
 * Undefined while something is missing; a validated ticket always has one. A market opening names the price that was
 * shown, so that one that is more than 0.05 % worse is asked about again; every one names the terms that were shown, so
 * that worse ones are refused.
 */
export function openRequest(
  { side, type }: TicketState,
  summary: TicketSummary,
  rules: FuturesRules,
): OpenRequest | undefined {
  const { lots, multiple, limit, openPrice, takeProfit, stopLoss } = summary;
  const price = type === 'limit' ? limit : openPrice;
  if (!lots || multiple === undefined || price === undefined) return undefined;
  return {
    symbol: rules.symbol,
    side,
    type,
    ...(type === 'limit'
      ? { price: priceText(price, rules) }
      : { shown_price: priceText(price, rules) }),
    lots,
    multiple: multiple.multiple,
    ...(takeProfit.price && { take_profit: priceText(takeProfit.price, rules) }),
    ...(stopLoss.price && { stop_loss: priceText(stopLoss.price, rules) }),
    shown_open_fee: formatRate(rules.openFeePpm),
    shown_close_fee: formatRate(rules.closeFeePpm),
    shown_half_spread: formatRate(rules.halfSpreadPpm),
    shown_maintenance_rate: formatRate(multiple.maintenanceRatePpm),
    shown_profit_cap: rules.profitCapMultiple,
    shown_lot_size: formatDecimal(rules.lotBaseMinor, rules.baseScale),
  };
}
