/** What other capabilities may use of market, data. */
export { type IndexPrice, publicTrade } from './market-copy.ts';
export type { MarketData } from './market-data.ts';
export type { BookUpdate, PublishedUpdate } from './published.ts';
