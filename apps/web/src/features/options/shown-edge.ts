/** How far the strike may lie from the price that was shown; pure. */
import { SHOWN_PRICE_WORSE_MAX_PPM } from '@fairlead/formula';
import { divCeil, divFloor, formatDecimal, PPM_ONE, parseDecimal } from '@fairlead/units';
import { PRICE_SCALE } from './option-rules.ts';

/** The worst strikes that are still bought: the highest for a rise (rounded down), the lowest for a fall (up). */
export function priceEdges(
  shown: string | undefined,
): { readonly rise: string; readonly fall: string } | undefined {
  const price = shown === undefined ? undefined : parseDecimal(shown, PRICE_SCALE);
  if (price === undefined) return undefined;
  const text = (value: bigint) => formatDecimal(value, PRICE_SCALE);
  return {
    rise: text(divFloor(price * (PPM_ONE + SHOWN_PRICE_WORSE_MAX_PPM), PPM_ONE)),
    fall: text(divCeil(price * (PPM_ONE - SHOWN_PRICE_WORSE_MAX_PPM), PPM_ONE)),
  };
}
