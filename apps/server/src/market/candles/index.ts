/** What other capabilities may use of market, candles. */
export { candleView, VOLUME_SCALE } from './bar.ts';
export type { CandleChange, Candles } from './candles.ts';
