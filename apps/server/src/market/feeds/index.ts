/** What other capabilities may use of market, feeds. */
export { bucketStartMs } from './candle.ts';
export { openSource } from './create-feed.ts';
export type { VenueExchange } from './live-exchange.ts';
export { openVenues } from './live-feed.ts';
export { firstProblem } from './venue-names.ts';
