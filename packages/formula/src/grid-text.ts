/**
 * Decimal text ↔ whole ticks and lots. Text off the grid is never rounded onto it: the caller learns
 * that it is off, because a price or quantity other than the one asked for is not the user's order.
 */
import {
  type AmountMinor,
  assert,
  divFloor,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
  type PriceTicks,
  parseDecimal,
  priceE8,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Reads a price in quote per base; undefined when it is no multiple of the tick, not positive or too large. */
export function priceFromText(text: string, tickSizeE8: bigint): PriceTicks | undefined {
  const value = parseDecimal(text, PRICE_SCALE);
  const ticks = value === undefined ? undefined : wholeCount(value, tickSizeE8);
  return ticks === undefined || ticks < 1 ? undefined : priceTicks(ticks);
}

/** Writes a price with the decimals its tick needs, e.g. ticks of 0.50 give "100.5" and "101.0". */
export function priceText(price: PriceTicks, tickSizeE8: bigint): string {
  return textOfScale(BigInt(price) * tickSizeE8, PRICE_SCALE, tickSizeE8);
}

/** Reads a quantity of base; undefined when it is no multiple of the lot, negative or too large. */
export function quantityFromText(
  text: string,
  lotBaseMinor: AmountMinor,
  baseScale: number,
): QuantityLots | undefined {
  const value = parseDecimal(text, baseScale);
  const lots = value === undefined ? undefined : wholeCount(value, lotBaseMinor);
  return lots === undefined ? undefined : quantityLots(lots);
}

/** Writes a quantity of base with the decimals its lot needs. */
export function quantityText(
  quantity: QuantityLots,
  lotBaseMinor: AmountMinor,
  baseScale: number,
): string {
  return textOfScale(BigInt(quantity) * lotBaseMinor, baseScale, lotBaseMinor);
}

/** What was paid and received, with the scales of both currencies. */
export interface FilledAmounts {
  readonly quoteMinor: AmountMinor;
  readonly quoteScale: number;
  readonly baseMinor: AmountMinor;
  readonly baseScale: number;
}

/** Mean price of what was filled, in quote per base, rounded down at eight decimals; undefined when nothing was. */
export function averagePrice(filled: FilledAmounts): PriceE8 | undefined {
  if (filled.baseMinor === 0n) return undefined;
  const quote = filled.quoteMinor * 10n ** BigInt(filled.baseScale + PRICE_SCALE);
  return priceE8(divFloor(quote, filled.baseMinor * 10n ** BigInt(filled.quoteScale)));
}

function wholeCount(value: bigint, step: bigint): number | undefined {
  assert(step > 0n, 'a step must be positive');
  if (value < 0n || value % step !== 0n) return undefined;
  const count = divFloor(value, step);
  return count > SAFE_MAX ? undefined : Number(count);
}

/** Drops the trailing decimals in which every multiple of `step` is zero. */
function textOfScale(value: bigint, scale: number, step: bigint): string {
  let decimals = scale;
  let unit = 1n;
  while (decimals > 0 && step % (unit * 10n) === 0n) {
    unit *= 10n;
    decimals -= 1;
  }
  return formatDecimal(divFloor(value, unit), decimals);
}
