/** What other capabilities may use of market, data. */
export { type IndexPrice, publicTrade } from './market-copy.ts';
export type { BookUpdate, MarketData, PublishedUpdate } from './market-data.ts';
