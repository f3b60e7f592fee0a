import { PPM_ONE, type PriceE8 } from '@fairlead/units';

/** An opening this much worse than what the client showed is refused: 0.05 % (decisions §10). */
export const SHOWN_PRICE_WORSE_MAX_PPM = 500n;

/**
 * Whether a price is more than 0.05 % worse for who opens than the one that was shown. Exact; a price that is
 * better by any distance is not. Who goes long or says "rise" loses by a higher price, the others by a lower.
 */
export function isPriceMoved(
  price: PriceE8,
  shown: { readonly price: PriceE8; readonly worse: 'higher' | 'lower' },
): boolean {
  return shown.worse === 'higher'
    ? price * PPM_ONE > shown.price * (PPM_ONE + SHOWN_PRICE_WORSE_MAX_PPM)
    : price * PPM_ONE < shown.price * (PPM_ONE - SHOWN_PRICE_WORSE_MAX_PPM);
}
