/** The exchange's own price of each day: the close of the index's UTC day, against the convert currency. */
import type { Prices } from '@fairlead/formula/tax';
import { DAY_MS, PRICE_SCALE, type PriceE8, priceE8 } from '@fairlead/units';
import type { Reads } from '../../core/store/database.ts';
import { CONVERT_CURRENCY } from '../../ledger/index.ts';
import type { Terms } from '../../market/index.ts';
import { pricedCurrencies } from '../history.ts';
import { dayPrices } from './tax-queries.ts';

const ONE_E8 = priceE8(10n ** BigInt(PRICE_SCALE));

/** Reads the prices of all days of a span at once: some thousand a year. */
export async function readPrices(
  { reads, terms }: { readonly reads: Reads; readonly terms: Terms },
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
): Promise<Prices> {
  const priced = pricedCurrencies(terms);
  const marketIds = priced.map(({ marketId }) => marketId);
  const start = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const byMarket = new Map<number, Map<number, PriceE8>>(marketIds.map((id) => [id, new Map()]));
  for (const { marketId, dayMs, price } of await dayPrices(reads, marketIds, [start, toMs]))
    byMarket.get(marketId)?.set(Math.floor(dayMs / DAY_MS), price);
  const byCurrency = new Map(
    priced.map(({ currencyId, marketId }) => [currencyId, byMarket.get(marketId)]),
  );
  return {
    priceOn: (currencyId, day) =>
      terms.knownCurrency(currencyId).name === CONVERT_CURRENCY
        ? ONE_E8
        : byCurrency.get(currencyId)?.get(day),
    scaleOf: (currencyId) => terms.knownCurrency(currencyId).scale,
  };
}
