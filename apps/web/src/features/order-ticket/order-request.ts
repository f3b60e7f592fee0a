/** The ticket in the words of the wire. */
import type { RequestOf } from '@fairlead/contract';
import { quantityText } from '@fairlead/formula';
import { formatDecimal } from '@fairlead/units';
import type { MarketRules } from '../../data/market-rules.ts';
import { priceFieldText, type TicketState, type TicketSummary } from './model.ts';

export type OrderRequest = RequestOf<'placeOrder'>;

/** Undefined while something is missing; a validated ticket always has one. */
export function orderRequest(
  { side, type, timeInForce, isPostOnly }: TicketState,
  { price, quantity, amount }: TicketSummary,
  rules: MarketRules,
): OrderRequest | undefined {
  const market = { symbol: rules.symbol, side, type };
  if (type === 'market' && side === 'buy')
    return amount && { ...market, amount: formatDecimal(amount, rules.quoteScale) };
  if (!quantity) return undefined;
  const lots = quantityText(quantity, rules.lotBaseMinor, rules.baseScale);
  if (type === 'market') return { ...market, quantity: lots };
  if (price === undefined) return undefined;
  return {
    ...market,
    price: priceFieldText(price, rules),
    quantity: lots,
    time_in_force: isPostOnly ? 'post_only' : timeInForce,
  };
}
