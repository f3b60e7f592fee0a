/** A market as it is published, to be quoted by. */
import { ProblemError } from '@fairlead/contract';
import { priceFromText, quantityFromText } from '@fairlead/formula';
import { CONVERSION_LEVELS_MAX } from '../../core/http/limits.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import type { QuotedMarket } from './quote.ts';

export interface QuotingNeeds {
  readonly marketData: Pick<MarketData, 'book' | 'indexPrice'>;
}

/** Throws `market_closed` and `price_stale`. */
export function quotedMarket({ marketData }: QuotingNeeds, market: MarketTerms): QuotedMarket {
  if (market.state !== 'open') throw new ProblemError('market_closed');
  const index = marketData.indexPrice(market.symbol)?.price;
  const book = marketData.book(market.symbol, CONVERSION_LEVELS_MAX);
  if (index === undefined || book === undefined) throw new ProblemError('price_stale');
  const { bids, asks } = book;
  return { market, index, bids: levelsOf(bids, market), asks: levelsOf(asks, market) };
}

/** As the book was published: texts of its own grid. */
const levelsOf = (
  levels: readonly (readonly [string, string])[],
  { tickSizeE8, lotBaseMinor, base }: MarketTerms,
): [number, number][] =>
  levels.flatMap(([price, quantity]) => {
    const ticks = priceFromText(price, tickSizeE8);
    const lots = quantityFromText(quantity, lotBaseMinor, base.scale);
    return ticks === undefined || lots === undefined ? [] : [[ticks, lots]];
  });
