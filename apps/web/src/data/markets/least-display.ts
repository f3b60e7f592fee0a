import { divCeil } from '@fairlead/units';
import type { MarketRules } from './market-rules.ts';

/** The least that may be shown of an order: in so many parts at most, each worth the smallest order. In lots. */
export function leastDisplay(
  { price, quantity }: { readonly price: number; readonly quantity: number },
  { icebergPartsMax, minNotionalMinor, tickLotQuoteMinor }: MarketRules,
): number {
  const byParts = divCeil(BigInt(quantity), BigInt(icebergPartsMax));
  const byWorth = divCeil(minNotionalMinor, BigInt(price) * tickLotQuoteMinor);
  return Math.min(quantity, Math.max(Number(byParts), Number(byWorth)));
}
