/** Looks at each book: the touch, and what waits near the middle. */
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { BookSample } from './queries.ts';

/** Prices of a side that are looked at; what lies beyond them is in no sample. */
const LEVELS_MAX = 1_000;
const NEAR_BPS = [10, 50, 100] as const;

type Level = readonly [priceTicks: number, quantityLots: number];

export function sampleBooks(
  { terms, marketData }: { readonly terms: Terms; readonly marketData: Pick<MarketData, 'levels'> },
  timeMs: number,
): BookSample[] {
  return terms
    .markets()
    .filter(({ state }) => state === 'open')
    .map(({ marketId, tickLotQuoteMinor }) => {
      const { bids, asks } = marketData.levels(marketId, LEVELS_MAX);
      const [bidTicks, askTicks] = [bids[0]?.[0], asks[0]?.[0]];
      const middle =
        bidTicks === undefined || askTicks === undefined ? undefined : bidTicks + askTicks;
      const near = (levels: readonly Level[], bps: number): readonly Level[] =>
        middle === undefined
          ? []
          : levels.filter(([price]) => Math.abs(2 * price - middle) * 10_000 <= bps * middle);
      const lots = (levels: readonly Level[]) => levels.reduce((sum, [, each]) => sum + each, 0);
      const worth = (bps: number): bigint =>
        [...near(bids, bps), ...near(asks, bps)].reduce(
          (sum, [price, each]) => sum + BigInt(price) * BigInt(each),
          0n,
        ) * tickLotQuoteMinor;
      const [ten, fifty, hundred] = NEAR_BPS;
      return {
        ...{ marketId, timeMs, bidTicks, askTicks },
        bidLots: lots(near(bids, hundred)),
        askLots: lots(near(asks, hundred)),
        depthsMinor: [worth(ten), worth(fifty), worth(hundred)],
      };
    });
}
