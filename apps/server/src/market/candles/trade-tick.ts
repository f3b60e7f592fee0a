/** A trade in a market's own units turned into exact decimals of price, volume and turnover. */
import type { TradeRow } from '@fairlead/engine';
import { type PriceE8, priceE8 } from '@fairlead/units';
import type { Terms } from '../catalogue.ts';
import type { CandleSource } from '../feeds/candle.ts';
import { VOLUME_SCALE } from './bar.ts';

/** What moves a bar: one trade, or one index sample. */
export interface Tick {
  readonly timeMs: number;
  readonly price: PriceE8;
  readonly volumeE18: bigint;
  readonly turnoverE18: bigint;
  readonly source: CandleSource;
}

/** A trade in the tick and lot it was made with. */
export function tradeTick(trade: TradeRow, terms: Terms): Tick {
  const { base, quote } = terms.knownMarket(trade.marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(trade.marketId, trade.tradeId);
  const baseMinor = BigInt(trade.quantity) * lotBaseMinor;
  return {
    timeMs: trade.timeMs,
    price: priceE8(BigInt(trade.price) * tickSizeE8),
    volumeE18: baseMinor * 10n ** BigInt(VOLUME_SCALE - base.scale),
    turnoverE18: trade.notional * 10n ** BigInt(VOLUME_SCALE - quote.scale),
    source: 'trade',
  };
}

export const indexTick = (timeMs: number, price: PriceE8, source: CandleSource): Tick => ({
  timeMs,
  price,
  volumeE18: 0n,
  turnoverE18: 0n,
  source,
});
