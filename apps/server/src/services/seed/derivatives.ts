/**
 * Sets up futures and options once: terms for the seeded markets, and in a demo the house's capital for them. A
 * deployment that is older than they are gets them at its next start. Every step can be repeated, and the note that
 * all is done comes last; terms that an operator has set meanwhile stay.
 */
import type { Currency, HouseAccount } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';
import { lastValidSamples } from '../../store/candle-queries.ts';
import type { Database } from '../../store/database.ts';
import { readOptionCurrencies, readOptionTerms } from '../../store/option-queries.ts';
import { readFuturesTerms } from '../../store/position-queries.ts';
import { readSetting, writeSetting } from '../../store/settings-queries.ts';
import { readCurrencies, readMarkets } from '../../store/snapshot-reader.ts';
import { futuresSubject } from '../futures-effects.ts';
import { futuresTermsView } from '../operators-futures-terms.ts';
import { optionCurrencyView, optionTermsView } from '../operators-option-terms.ts';
import { optionCurrencySubject, optionsSubject } from '../option-effects.ts';
import { type MarketTerms, Terms } from '../terms.ts';
import { seedFuturesTerms } from './futures.ts';
import { seedOptionCurrency, seedOptionTerms } from './options.ts';
import { putSeedInForce, type SeedOptions, type SeedTerms } from './put-in-force.ts';
import { SEED_MARKETS } from './terms.ts';

const DONE = 'derivatives_seeded';
const QUOTE = 'USDT';

/** Of the demo, in whole USDT, out of the house's capital. */
const HOUSE_FUNDS: readonly (readonly [HouseAccount, bigint])[] = [
  ['contract_house', 20_000_000n],
  ['insurance_fund', 5_000_000n],
  ['option_house', 5_000_000n],
];

export async function seedDerivatives(options: SeedOptions): Promise<void> {
  const { database, isDemo, clock, log } = options;
  if ((await readSetting(database, DONE)) !== undefined) return;
  const terms = new Terms();
  const [currencies, markets] = [await readCurrencies(database), await readMarkets(database)];
  terms.apply({ currencies, markets, grids: [] });
  const quote = terms.currencyNamed(QUOTE);
  if (quote === undefined) return;
  const seeded = SEED_MARKETS.flatMap(({ symbol }) => terms.market(symbol) ?? []).filter(
    ({ quoteCurrencyId }) => quoteCurrencyId === quote.currencyId,
  );
  for (const seed of await futuresSeeds(database, seeded)) await putSeedInForce(options, seed);
  for (const seed of await optionSeeds(database, seeded, quote))
    await putSeedInForce(options, seed);
  if (isDemo) for (const funds of HOUSE_FUNDS) await fundHouse(options, quote, funds);
  await writeSetting(database, DONE, { value: 'true', nowMs: clock.now() });
  log.info({ isDemo, markets: seeded.length }, 'futures and options are set up');
}

async function futuresSeeds(
  database: Database,
  markets: readonly MarketTerms[],
): Promise<SeedTerms[]> {
  const known = new Set((await readFuturesTerms(database)).map(({ marketId }) => marketId));
  const indexes = new Map(
    (await lastValidSamples(database)).map((row) => [row.marketId, priceE8(row.priceE8)]),
  );
  return markets.flatMap((market): SeedTerms[] => {
    if (known.has(market.marketId)) return [];
    const terms = seedFuturesTerms(market, indexes.get(market.marketId));
    if (terms === undefined) return [];
    return [
      {
        kind: 'futures',
        subject: futuresSubject(market.symbol),
        after: futuresTermsView(terms, market),
        command: { kind: 'configure_futures', terms },
      },
    ];
  });
}

async function optionSeeds(
  database: Database,
  markets: readonly MarketTerms[],
  quote: Currency,
): Promise<SeedTerms[]> {
  const known = new Set((await readOptionTerms(database)).map(({ marketId }) => marketId));
  const currencies = await readOptionCurrencies(database);
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

/** The reference names what it is for, so that it happens once; capital that was spent otherwise stays so. */
async function fundHouse(
  { sequencer, log }: SeedOptions,
  { currencyId, scale }: Currency,
  [house, whole]: readonly [HouseAccount, bigint],
): Promise<void> {
  const result = await sequencer.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: `derivatives:${house}:${QUOTE}`,
    currencyId,
    amount: amountMinor(whole * 10n ** BigInt(scale)),
    source: { house: 'capital' },
    target: { house },
  });
  if (result.ok || result.reject === 'duplicate_reference') return;
  log.warn({ house, reject: result.reject }, 'the demo house was not given its capital');
}
