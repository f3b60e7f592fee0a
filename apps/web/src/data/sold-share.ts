/** How much of an offering is sold. */
import { divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

/** Every scale of the wire fits into it. */
const SCALE = 18;
const SHARE_SCALE = 4;
const SHARE_ONE = 10n ** BigInt(SHARE_SCALE);

/** Fraction of the total, rounded down to a hundredth of a percent: 1 only when all is sold. */
export function soldShare(sale: { readonly total: string; readonly remaining: string }): string {
  const total = parseDecimal(sale.total, SCALE) ?? 0n;
  const sold = total - (parseDecimal(sale.remaining, SCALE) ?? 0n);
  const share = total > 0n ? divFloor(sold * SHARE_ONE, total) : 0n;
  return formatDecimal(share, SHARE_SCALE);
}
