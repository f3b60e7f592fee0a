/** What amounts are worth together: in USDT at the index. */

import { currencyValue, VALUE_SCALE } from '@fairlead/formula';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';

/** What balances are shown in, and with how many decimals. */
export const CONVERT_CURRENCY = 'USDT';
export const CONVERT_SCALE = VALUE_SCALE;

/** Worth in the convert currency in 10^-6, rounded down; undefined without an index. */
export function worth(
  { terms, marketData }: { readonly terms: Terms; readonly marketData: MarketData },
  currencyId: number,
  amount: bigint,
): bigint | undefined {
  const price = marketData.usdtPrice(currencyId);
  if (price === undefined) return undefined;
  return currencyValue(amount, price, terms.knownCurrency(currencyId).scale);
}
