import type { AmountMinor, PriceTicks, QuantityLots } from '@fairlead/units';
import { baseAmount, notionalAmount } from './notional.ts';

/** The two whole units of a market: one lot of base, and one lot at one tick of quote. */
export interface MarketUnits {
  readonly lotBaseMinor: AmountMinor;
  readonly tickLotQuoteMinor: AmountMinor;
}

/** What an order still open freezes, and in which of the market's currencies. */
export interface HoldCost {
  readonly currency: 'base' | 'quote';
  readonly amount: AmountMinor;
}

/**
 * The hold of an order: its remaining cost without fee, since fees are taken from what is received.
 * A buy freezes quote at its limit price (a market buy: at the upper edge of the band), a sell its base.
 */
export function holdCost(
  order: { side: 'buy' | 'sell'; price: PriceTicks; remaining: QuantityLots },
  units: MarketUnits,
): HoldCost {
  if (order.side === 'sell') {
    return { currency: 'base', amount: baseAmount(order.remaining, units.lotBaseMinor) };
  }
  const amount = notionalAmount(order.price, order.remaining, units.tickLotQuoteMinor);
  return { currency: 'quote', amount };
}
