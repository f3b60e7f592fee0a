/**
 * Sets up options once: terms for the seeded markets, and in a demo the house's capital for them. Terms that an operator has
 * set meanwhile stay.
 */
import type { Currency } from '@fairlead/engine';
import type { Database } from '../core/store/database.ts';
import { fundHouse } from '../core/terms/fund-house.ts';
import { putSeedInForce, type SeedOptions, type SeedTerms } from '../core/terms/put-in-force.ts';
import { seedOnce } from '../core/terms/seed-once.ts';
import { type MarketTerms, seededMarkets } from '../market/index.ts';
import { optionCurrencySubject, optionsSubject } from './effects.ts';
import { readOptionCurrencies, readOptionTerms } from './queries.ts';
import { seedOptionCurrency, seedOptionTerms } from './seed.ts';
import { optionCurrencyView, optionTermsView } from './terms.ts';

/** Of the demo, in whole units of the quote currency. */
const HOUSE_FUNDS = 5_000_000n;

export async function seedOptions(options: SeedOptions): Promise<void> {
  const { database, books, isDemo, log } = options;
  await seedOnce(options, 'options_seeded', async () => {
    const seeded = await seededMarkets(database);
    if (seeded === undefined) return false;
    const { quote, markets } = seeded;
    for (const seed of await optionSeeds(books, markets, quote))
      await putSeedInForce(options, seed);
    if (isDemo)
      await fundHouse(options, {
        house: 'option_house',
        currency: quote,
        whole: HOUSE_FUNDS,
        reference: `derivatives:option_house:${quote.name}`,
      });
    log.info({ isDemo, markets: markets.length }, 'options are set up');
    return true;
  });
}

async function optionSeeds(
  books: Database,
  markets: readonly MarketTerms[],
  quote: Currency,
): Promise<SeedTerms[]> {
  const known = new Set((await readOptionTerms(books)).map(({ marketId }) => marketId));
  const currencies = await readOptionCurrencies(books);
  const isKnown = currencies.some(({ currencyId }) => currencyId === quote.currencyId);
  const currency = seedOptionCurrency(quote);
  const paidIn: SeedTerms = {
    kind: 'option_currency',
    subject: optionCurrencySubject(quote.name),
    after: optionCurrencyView(currency, quote),
    command: { kind: 'configure_option_currency', currency },
  };
  const sold = markets
    .filter(({ marketId }) => !known.has(marketId))
    .map((market): SeedTerms => {
      const terms = seedOptionTerms(market, quote);
      return {
        kind: 'options',
        subject: optionsSubject(market.symbol),
        after: optionTermsView(terms, market),
        command: { kind: 'configure_options', terms },
      };
    });
  return isKnown ? sold : [paidIn, ...sold];
}
