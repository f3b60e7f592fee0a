/**
 * Sets up the demo's locked funds once: five products, and the capital of the yield treasury for all that they can sell.
 * A demo that is older than they are gets them at its next start. Every step can be repeated, and the note that all is
 * done comes last; a product that an operator has set meanwhile stays.
 */
import type { Currency, HostingProduct } from '@fairlead/engine';
import { amountMinor, assert, parseDecimal, ratePpm } from '@fairlead/units';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import { fundHouse } from '../core/terms/fund-house.ts';
import { putSeedInForce, type SeedOptions } from '../core/terms/put-in-force.ts';
import { readCurrencies } from '../market/index.ts';
import { hostingSubject } from './effects.ts';
import { readHostingProducts } from './queries.ts';
import { hostingTermsView } from './terms.ts';

const DONE = 'hosting_seeded';

interface SeedProduct {
  readonly currency: string;
  readonly days: number;
  /** Whole units as text: of one order, and of all that is in hosting. */
  readonly amounts: readonly [min: string, max: string, capacity: string];
  readonly dailyYieldPpm: bigint;
  readonly damagesRatePpm: bigint;
}

const product = (
  [currency, days]: readonly [string, number],
  amounts: SeedProduct['amounts'],
  [dailyYieldPpm, damagesRatePpm]: readonly [bigint, bigint],
): SeedProduct => ({ currency, days, amounts, dailyYieldPpm, damagesRatePpm });

/** In the order of their ids, from 1. */
const PRODUCTS: readonly SeedProduct[] = [
  product(['USDT', 7], ['100', '500000', '20000000'], [2_000n, 2_000n]),
  product(['USDT', 15], ['100', '500000', '20000000'], [4_000n, 4_000n]),
  product(['USDT', 30], ['500', '500000', '20000000'], [4_500n, 4_000n]),
  product(['BTC', 30], ['0.005', '20', '1000'], [1_000n, 1_000n]),
  product(['ETH', 30], ['0.1', '400', '10000'], [1_200n, 1_200n]),
];

/** Whole units out of the house's capital: the interest of all products' capacities, and some more. */
const TREASURY: readonly (readonly [currency: string, whole: bigint])[] = [
  ['USDT', 5_000_000n],
  ['BTC', 40n],
  ['ETH', 500n],
];

export async function seedHosting(options: SeedOptions): Promise<void> {
  const { database, books, isDemo, clock, log } = options;
  if (!isDemo || (await readSetting(database, DONE)) !== undefined) return;
  const currencies = new Map((await readCurrencies(database)).map((each) => [each.name, each]));
  const known = new Set((await readHostingProducts(books)).map(({ productId }) => productId));
  for (const [at, seed] of PRODUCTS.entries()) {
    const currency = currencies.get(seed.currency);
    if (currency === undefined || known.has(at + 1)) continue;
    const terms = toProduct(seed, at + 1, currency);
    await putSeedInForce(options, {
      kind: 'hosting',
      subject: hostingSubject(terms.productId, currency.name),
      after: hostingTermsView(terms, currency),
      command: { kind: 'configure_hosting', product: terms },
    });
  }
  for (const [name, whole] of TREASURY) {
    const currency = currencies.get(name);
    if (currency === undefined) continue;
    const reference = `hosting:${name}`;
    await fundHouse(options, { house: 'yield_treasury', currency, whole, reference });
  }
  await writeSetting(database, DONE, { value: 'true', nowMs: clock.now() });
  log.info({ products: PRODUCTS.length }, 'locked funds of the demo are set up');
}

function toProduct(seed: SeedProduct, productId: number, currency: Currency): HostingProduct {
  const [minMinor, maxMinor, capacityMinor] = seed.amounts.map((text) => {
    const value = parseDecimal(text, currency.scale);
    assert(value !== undefined, 'a seeded amount fits its scale');
    return amountMinor(value);
  }) as [HostingProduct['minMinor'], HostingProduct['maxMinor'], HostingProduct['capacityMinor']];
  return {
    productId,
    currencyId: currency.currencyId,
    days: seed.days,
    minMinor,
    maxMinor,
    capacityMinor,
    dailyYieldPpm: ratePpm(seed.dailyYieldPpm),
    damagesRatePpm: ratePpm(seed.damagesRatePpm),
    isOpen: true,
  };
}
