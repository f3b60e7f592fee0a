/**
 * What venues agree on (docs/internals/index-price.md has the rules and a worked example): for the feed
 * that makes samples, and for whoever makes one again from the sources that a receipt names.
 */
import { absolute, divFloor, maximum, PPM_ONE, type PriceE8, priceE8 } from '@fairlead/units';

/** A quote counts for this long, by the venue's own time. */
export const QUOTE_FRESH_MS = 10_000;
/** How far a venue's clock may run ahead of ours before its quote is refused. */
export const QUOTE_AHEAD_MAX_MS = 2_000;
/** Quotes dropped for these reasons were read in time, and are the venue's own word. */
const READ: readonly string[] = [
  'outlier',
  'disagrees',
  'no_quorum',
  'not_a_price',
  'not_positive',
  'crossed',
];
/** Fewer venues than this are no index, whatever they say (G12). */
const VENUES_MIN = 2;
/** Farther than this from the median, or from each other when only two are left: 0.5 %. */
const DEVIATION_MAX_PPM = 5_000n;

/** Why there is no price: one venue or none is left, or two that differ. */
export type QuorumRefusal = 'no_quorum' | 'disagrees';

export interface IndexQuorum<Quote> {
  /** Absent when `refusal` says why. */
  readonly price?: PriceE8;
  readonly refusal?: QuorumRefusal;
  /** What is left without the outliers, in the order given. */
  readonly sources: readonly Quote[];
  readonly outliers: readonly Quote[];
}

/**
 * The index of quotes that are all fresh, one a venue: the median without those more than 0.5 % from the median of
 * all. What is left must itself be a quorum: G12 allows no price of a single venue.
 */
export function indexQuorum<Quote extends { readonly price: PriceE8 }>(
  quotes: readonly Quote[],
): IndexQuorum<Quote> {
  const isNear = quotes.length >= 3 ? nearTo(median(quotes)) : () => true;
  const sources = quotes.filter(isNear);
  const outliers = quotes.filter((quote) => !isNear(quote));
  const refusal = quorumRefusal(sources);
  if (refusal !== undefined) return { refusal, sources, outliers };
  return { price: median(sources), sources, outliers };
}

const nearTo =
  (middle: PriceE8) =>
  ({ price }: { readonly price: PriceE8 }): boolean =>
    absolute(price - middle) * PPM_ONE <= middle * DEVIATION_MAX_PPM;

function quorumRefusal(sources: readonly { readonly price: PriceE8 }[]): QuorumRefusal | undefined {
  const [first, second] = sources;
  if (first === undefined || second === undefined) return 'no_quorum';
  if (sources.length > 2) return undefined;
  const greater = maximum(first.price, second.price);
  const isAgreed = absolute(first.price - second.price) * PPM_ONE <= greater * DEVIATION_MAX_PPM;
  return isAgreed ? undefined : 'disagrees';
}

/** The middle one, or the mean of the middle two rounded down to eight decimals. At least one is given. */
function median(quotes: readonly { readonly price: PriceE8 }[]): PriceE8 {
  const prices = quotes.map(({ price }) => price);
  prices.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const upper = prices[Math.floor(prices.length / 2)] ?? priceE8(0n);
  const lower = prices[Math.floor((prices.length - 1) / 2)] ?? upper;
  return priceE8(divFloor(lower + upper, 2n));
}

/** What is kept of a quote that made no price. */
export interface UnusedQuote {
  readonly venue: string;
  /** The venue's own time, ms. */
  readonly time?: number | undefined;
  readonly reason: string;
}

/**
 * Whether a second without a price is the market's doing: quotes of at least two venues were read in time, and made no
 * price. Any other is the house's, whose work it is to read enough venues: from what is stored nobody could tell a venue
 * that is silent from one that is kept out. `timeMs` is the sample's second; all of it is in every receipt.
 */
export function isMarketStale(timeMs: number, dropped: readonly UnusedQuote[]): boolean {
  const read = dropped.filter(
    ({ time, reason }) =>
      READ.includes(reason) &&
      time !== undefined &&
      timeMs - time <= QUOTE_FRESH_MS &&
      time - timeMs <= QUOTE_AHEAD_MAX_MS,
  );
  return new Set(read.map(({ venue }) => venue)).size >= VENUES_MIN;
}
