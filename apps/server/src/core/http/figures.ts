/** How the wire writes what has a scale of its own: prices of the index, and rates. */
import type { Currency } from '@fairlead/engine';
import {
  divExact,
  divFloor,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
  RATE_SCALE,
} from '@fairlead/units';

/** Writes a decimal without the trailing zeros beyond `decimalsMin`. */
export function shortDecimal(value: bigint, scale: number, decimalsMin = 0): string {
  let decimals = scale;
  let rest = value;
  while (decimals > decimalsMin && rest % 10n === 0n) {
    rest = divExact(rest, 10n);
    decimals -= 1;
  }
  return formatDecimal(rest, decimals);
}

/** A rate as a fraction. */
export const rateText = (ratePpm: bigint): string => shortDecimal(ratePpm, RATE_SCALE);

/** Decimals in which a multiple of the tick can be other than zero. */
export function tickDecimals(tickSizeE8: bigint): number {
  let decimals = PRICE_SCALE;
  for (let rest = tickSizeE8; decimals > 0 && rest % 10n === 0n; rest = divExact(rest, 10n)) {
    decimals -= 1;
  }
  return decimals;
}

/** A price with as many decimals as its market's tick has, and more where it is finer. */
export const indexText = (
  price: PriceE8,
  { tickSizeE8 }: { readonly tickSizeE8: bigint },
): string => shortDecimal(price, PRICE_SCALE, tickDecimals(tickSizeE8));

/** Writes a price with so many decimals, rounded to the nearest. */
export function roundedPrice(price: PriceE8, decimals: number): string {
  const unit = 10n ** BigInt(PRICE_SCALE - decimals);
  return formatDecimal(divFloor(price * 2n + unit, unit * 2n), decimals);
}

/** Writes an amount with all decimals of its currency. */
export const amountText = (amount: bigint, currency: Pick<Currency, 'scale'>): string =>
  formatDecimal(amount, currency.scale);
