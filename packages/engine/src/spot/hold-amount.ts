import { amountOf, type MarketUnits } from '@fairlead/formula';
import type { AmountMinor } from '@fairlead/units';
import { BUY, type SideCode } from '../book/side-code.ts';

/** The part of an order on which its hold depends. */
export interface Remainder {
  readonly side: SideCode;
  readonly priceTicks: number;
  readonly remainingLots: number;
}

/** What an order freezes: the formula's hold cost, from numbers whose product the limits keep exact. */
export function holdAmount(
  { side, priceTicks, remainingLots }: Remainder,
  units: MarketUnits,
): AmountMinor {
  return side === BUY
    ? amountOf(priceTicks * remainingLots, units.tickLotQuoteMinor)
    : amountOf(remainingLots, units.lotBaseMinor);
}
