/**
 * Sets up futures once: terms for the seeded markets, and in a demo the house's capital for them. Terms that an operator has
 * set meanwhile stay.
 */
import type { HouseAccount } from '@fairlead/engine';
import { priceE8 } from '@fairlead/units';
import type { Database } from '../core/store/database.ts';
import { fundHouse } from '../core/terms/fund-house.ts';
import { putSeedInForce, type SeedOptions, type SeedTerms } from '../core/terms/put-in-force.ts';
import { seedOnce } from '../core/terms/seed-once.ts';
import { lastValidSamples, type MarketTerms, seededMarkets } from '../market/index.ts';
import { futuresSubject } from './effects.ts';
import { readFuturesTerms } from './queries.ts';
import { seedFuturesTerms } from './seed.ts';
import { futuresTermsView } from './terms.ts';

/** Of the demo, in whole units of the quote currency. */
const HOUSE_FUNDS: readonly (readonly [HouseAccount, bigint])[] = [
  ['contract_house', 20_000_000n],
  ['insurance_fund', 5_000_000n],
];

export async function seedFutures(options: SeedOptions): Promise<void> {
  const { database, books, isDemo, log } = options;
  await seedOnce(options, 'futures_seeded', async () => {
    const seeded = await seededMarkets(database);
    if (seeded === undefined) return false;
    const { quote, markets } = seeded;
    for (const seed of await futuresSeeds({ database, books }, markets))
      await putSeedInForce(options, seed);
    for (const [house, whole] of isDemo ? HOUSE_FUNDS : [])
      await fundHouse(options, {
        house,
        currency: quote,
        whole,
        reference: `derivatives:${house}:${quote.name}`,
      });
    log.info({ isDemo, markets: markets.length }, 'futures are set up');
    return true;
  });
}

async function futuresSeeds(
  { database, books }: { readonly database: Database; readonly books: Database },
  markets: readonly MarketTerms[],
): Promise<SeedTerms[]> {
  const known = new Set((await readFuturesTerms(books)).map(({ marketId }) => marketId));
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
