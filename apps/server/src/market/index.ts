/** What other capabilities may use of market. */
export { lastValidSamples } from './candle-queries.ts';
export { type MarketTerms, Terms, VALUED_IN } from './catalogue.ts';
export { readTerms } from './present-terms.ts';
export type { CandleKind } from './queries.ts';
export { namedCurrency, SEED_CURRENCIES, SEED_FUNDS, SEED_MARKETS } from './seed.ts';
export { seededMarkets } from './seeded-markets.ts';
export { readCurrencies, readMarkets } from './terms-queries.ts';
