import { isHostingProductValid } from '../hosting/check-hosting-product.ts';
import type { Result } from '../result.ts';
import type { ConfigureHosting } from '../wealth-commands.ts';
import { DONE, reject } from './results.ts';
import type { EngineState } from './state.ts';

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
