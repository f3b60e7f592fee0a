/** Whether a product may be sold: wrong terms are refused as a whole, nothing is corrected silently. */
import { hostingInterest } from '@fairlead/formula';
import { AMOUNT_MAX, PRODUCT_ID_MAX } from '../limits.ts';
import { isHostingBounded } from '../terms-bounds.ts';
import type { HostingProduct } from '../wealth-terms.ts';

/** Its currency is looked at elsewhere. Who hosts the least earns something. */
export function isHostingProductValid(product: HostingProduct): boolean {
  const { productId, days, minMinor, maxMinor, capacityMinor, isOpen } = product;
  const { dailyYieldPpm, damagesRatePpm } = product;
  return (
    isCount(productId, PRODUCT_ID_MAX) &&
    isCount(days, Number.MAX_SAFE_INTEGER) &&
    minMinor >= 1n &&
    minMinor <= maxMinor &&
    maxMinor <= capacityMinor &&
    capacityMinor <= AMOUNT_MAX &&
    dailyYieldPpm >= 1n &&
    damagesRatePpm >= 0n &&
    isHostingBounded(product) &&
    hostingInterest({ amount: minMinor, days, dailyYieldPpm }) >= 1n &&
    typeof isOpen === 'boolean'
  );
}

const isCount = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;
