/** The markets that every deployment starts with, as they are now: what products set their own terms up for. */
import type { Currency } from '@fairlead/engine';
import type { Database } from '../core/store/database.ts';
import { type MarketTerms, Terms } from './catalogue.ts';
import { SEED_MARKETS } from './seed.ts';
import { readCurrencies, readMarkets } from './terms-queries.ts';

const QUOTE = 'USDT';

/** Those in USDT, with it; undefined where the deployment has no USDT. */
export async function seededMarkets(
  database: Database,
): Promise<{ readonly quote: Currency; readonly markets: readonly MarketTerms[] } | undefined> {
  const terms = new Terms();
  const [currencies, markets] = [await readCurrencies(database), await readMarkets(database)];
  terms.apply({ currencies, markets, grids: [] });
  const quote = terms.currencyNamed(QUOTE);
  if (quote === undefined) return undefined;
  return {
    quote,
    markets: SEED_MARKETS.flatMap(({ symbol }) => terms.market(symbol) ?? []).filter(
      ({ quoteCurrencyId }) => quoteCurrencyId === quote.currencyId,
    ),
  };
}
