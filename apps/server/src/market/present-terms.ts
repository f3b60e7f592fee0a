/** Currencies and markets as the tables hold them: what runs before market data does asks here. */
import type { Queryable } from '../core/store/database.ts';
import { Terms } from './catalogue.ts';
import { readCurrencies, readMarkets } from './terms-queries.ts';

export async function readTerms({ database }: { readonly database: Queryable }): Promise<Terms> {
  const terms = new Terms();
  const [currencies, markets] = [await readCurrencies(database), await readMarkets(database)];
  terms.apply({ currencies, markets, grids: [] });
  return terms;
}
