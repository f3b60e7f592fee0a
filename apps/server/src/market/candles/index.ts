/** What other capabilities may use of market, candles. */
export { type Bar, candleView, joinBars, type SeriesPeriod, VOLUME_SCALE } from './bar.ts';
export type { CandleChange, Candles } from './candles.ts';
export { tradeTick } from './trade-tick.ts';
