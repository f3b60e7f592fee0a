/** A place on the chart as a price that an order can have. */
import { decimalsOf, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

/** More than a price has; what lies beyond is rounded before it is exact. */
const DECIMALS_MAX = 12;

/** The nearest multiple of the tick; undefined of what is no price. Exact from the first digit that the chart gives. */
export function snapPrice(price: number, tick: string): string | undefined {
  if (!Number.isFinite(price) || price <= 0) return undefined;
  const decimals = decimalsOf(tick);
  const scale = Math.min(DECIMALS_MAX, decimals + 2);
  const [exact, step] = [parseDecimal(price.toFixed(scale), scale), parseDecimal(tick, scale)];
  if (exact === undefined || step === undefined || step <= 0n) return undefined;
  const snapped = divFloor(exact * 2n + step, step * 2n) * step;
  if (snapped <= 0n) return undefined;
  return formatDecimal(snapped / 10n ** BigInt(scale - decimals), decimals);
}
