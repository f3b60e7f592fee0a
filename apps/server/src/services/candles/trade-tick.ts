/** A trade in a market's own units turned into exact decimals of price, volume and turnover. */
import type { TradeRow } from '@fairlead/engine';
import { notionalAmount } from '@fairlead/formula';
import { type PriceE8, priceE8 } from '@fairlead/units';
import type { CandleSource } from '../../feeds/candle.ts';
import type { MarketTerms } from '../terms.ts';
import { VOLUME_SCALE } from './bar.ts';

/** What moves a bar: one trade, or one index sample. */
export interface Tick {
  readonly timeMs: number;
  readonly price: PriceE8;
  readonly volumeE18: bigint;
  readonly turnoverE18: bigint;
  readonly source: CandleSource;
}

export function tradeTick(trade: TradeRow, terms: MarketTerms): Tick {
  const baseMinor = BigInt(trade.quantity) * terms.lotBaseMinor;
  return {
    timeMs: trade.timeMs,
    price: priceE8(BigInt(trade.price) * terms.tickSizeE8),
    volumeE18: baseMinor * 10n ** BigInt(VOLUME_SCALE - terms.base.scale),
    turnoverE18: trade.notional * 10n ** BigInt(VOLUME_SCALE - terms.quote.scale),
    source: 'trade',
  };
}

/**
 * The terms under which a trade was made, when its batch changed the market's tick or lot: those by which its
 * notional is right.
 */
export function termsOfTrade(
  trade: TradeRow,
  before: MarketTerms | undefined,
  after: MarketTerms,
): MarketTerms {
  if (before === undefined) return after;
  const { price, quantity, notional } = trade;
  return notionalAmount(price, quantity, before.tickLotQuoteMinor) === notional ? before : after;
}

export const indexTick = (timeMs: number, price: PriceE8, source: CandleSource): Tick => ({
  timeMs,
  price,
  volumeE18: 0n,
  turnoverE18: 0n,
  source,
});
