import { assert, divCeil, divFloor, PPM_ONE, type PriceE8, type RatePpm } from '@fairlead/units';

/** The prices within a band, both ends included, in whole ticks; none when lowest > highest. */
export interface PriceBand {
  readonly lowest: number;
  readonly highest: number;
}

const TICKS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The prices in ticks that lie within `band` of an index price.
 *
 * Both ends round inward, so no price outside the band is ever taken for one inside. The lowest is at
 * least one tick and the highest a safe integer.
 */
export function priceBand(price: PriceE8, band: RatePpm, tickSizeE8: bigint): PriceBand {
  assert(price > 0n, 'an index price must be positive');
  assert(band >= 0n, 'a band must not be negative');
  const unit = PPM_ONE * tickSizeE8;
  const lowest = band >= PPM_ONE ? 1n : divCeil(price * (PPM_ONE - band), unit);
  const highest = divFloor(price * (PPM_ONE + band), unit);
  return { lowest: clamp(lowest), highest: highest < 1n ? 0 : clamp(highest) };
}

function clamp(ticks: bigint): number {
  if (ticks < 1n) return 1;
  return Number(ticks > TICKS_MAX ? TICKS_MAX : ticks);
}

/** How much dearer a purchase, or cheaper a sale, than something it is held against: below zero where it is better. Rounded up. */
export function worseThanPpm(
  side: 'buy' | 'sell',
  { price, than }: { readonly price: PriceE8; readonly than: PriceE8 },
): bigint {
  return divCeil((side === 'buy' ? price - than : than - price) * PPM_ONE, than);
}

/** An opening this much worse than what the client showed is refused: 0.05 %. */
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
