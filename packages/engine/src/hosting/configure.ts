/** Puts products on sale. Wrong terms are refused as a whole, nothing is corrected silently. */
import { AMOUNT_MAX, PRODUCT_ID_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import { isLess, isMore, isOther } from '../state/shown-terms.ts';
import type { EngineState } from '../state/state.ts';
import { isHostingBounded } from '../terms-bounds.ts';
import type { ConfigureHosting, ShownHosting } from './commands.ts';
import type { HostingProduct } from './terms.ts';

/** Adds or changes a product. What is in hosting keeps the terms of its purchase (Y3). */
export function configureHosting(state: EngineState, { product }: ConfigureHosting): Result {
  if (!state.currencies.has(product.currencyId)) return reject('currency_not_found');
  const known = state.hostings.product(product.productId);
  const isMoved = known !== undefined && known.currencyId !== product.currencyId;
  if (isMoved || !isHostingProductValid(product)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.hostings.setProduct({ ...product });
  return DONE;
}

/** Its currency is looked at elsewhere. */
export function isHostingProductValid(product: HostingProduct): boolean {
  const { productId, days, minMinor, capacityMinor, isOpen } = product;
  const { dailyYieldPpm, damagesRatePpm } = product;
  return (
    isCount(productId, PRODUCT_ID_MAX) &&
    isCount(days, Number.MAX_SAFE_INTEGER) &&
    minMinor >= 1n &&
    capacityMinor <= AMOUNT_MAX &&
    dailyYieldPpm >= 1n &&
    damagesRatePpm >= 0n &&
    isHostingBounded(product) &&
    typeof isOpen === 'boolean'
  );
}

const isCount = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;

/** More days lock the money longer, fewer earn less: neither is what was shown. */
export function isWorseHosting(
  terms: HostingProduct,
  { dailyYieldPpm, damagesRatePpm, days }: ShownHosting = {},
): boolean {
  return (
    isLess(terms.dailyYieldPpm, dailyYieldPpm) ||
    isMore(terms.damagesRatePpm, damagesRatePpm) ||
    isOther(terms.days, days)
  );
}
