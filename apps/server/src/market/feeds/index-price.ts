/**
 * What the index price of one market is in one second, from the quotes its venues gave. Pure: the same
 * quotes and second give the same sample, whatever the order they came in. The rules and a worked example
 * are in docs/internals/index-price.md.
 */
import { indexQuorum, QUOTE_AHEAD_MAX_MS, QUOTE_FRESH_MS } from '@fairlead/formula';
import { divFloor, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';

/** A price above this is a broken feed, not a market; it also keeps every product far from any limit. */
const PRICE_MAX = priceE8(10n ** 20n);
const SCALE = 8;

/** What kind of feed a sample comes from. */
export type FeedKind = 'simulated' | 'replay' | 'live';

/** Why a quote was not used. */
export type DropReason =
  /** Its time, or its arrival, is more than QUOTE_FRESH_MS ago. */
  | 'stale'
  /** Its time is ahead of ours by more than QUOTE_AHEAD_MAX_MS. */
  | 'future'
  /** A side is missing, not a number, or beyond what a price can be. */
  | 'not_a_price'
  /** A side is zero or below. */
  | 'not_positive'
  /** The bid is above the ask. */
  | 'crossed'
  /** An older quote of a venue that also gave a newer one. */
  | 'superseded'
  /** More than 0.5 % from the median. */
  | 'outlier'
  /** Two are left and they differ by more than 0.5 %. */
  | 'disagrees'
  /** It is the only one left. */
  | 'no_quorum';

/** Best bid and ask of a venue as it wrote them, in quote per base. */
export interface VenueQuote {
  readonly venue: string;
  readonly bid: string;
  readonly ask: string;
  /** The venue's own time. */
  readonly venueTimeMs: number;
  readonly receivedAtMs: number;
  /** The host it was read from, as the connection has it. */
  readonly host?: string;
}

interface IndexSource {
  readonly venue: string;
  /** Where it was read: a host, or what a feed that declares itself is made of. */
  readonly host?: string;
  /** Mid of best bid and best ask, rounded down to eight decimals. */
  readonly price: PriceE8;
  /** The venue's own time, ms. */
  readonly time: number;
}

interface DroppedQuote {
  readonly venue: string;
  readonly host?: string;
  /** Absent when the quote has no mid price. */
  readonly price?: PriceE8;
  /** The venue's own time, ms. Absent when it gave none. */
  readonly time?: number;
  readonly reason: DropReason;
}

/** One second of one market. `price` is there exactly while `quality` is valid. */
export interface IndexSample {
  readonly symbol: string;
  readonly kind: FeedKind;
  /** A whole second, ms. */
  readonly timeMs: number;
  readonly price?: PriceE8;
  readonly quality: 'valid' | 'stale';
  /** What the price was made of, by venue name. Empty while stale. */
  readonly sources: readonly IndexSource[];
  readonly dropped: readonly DroppedQuote[];
}

/** The sample of a live market: the median of venues that agree, by the rules of docs/internals/index-price.md. */
export function indexSample(input: {
  readonly symbol: string;
  readonly timeMs: number;
  readonly quotes: readonly VenueQuote[];
}): IndexSample {
  const dropped: DroppedQuote[] = [];
  const fresh: IndexSource[] = [];
  for (const quote of newestByVenue(input.quotes, dropped)) {
    const judged = judge(quote, input.timeMs);
    if ('reason' in judged) dropped.push(judged);
    else fresh.push(judged);
  }
  const { price, refusal, sources, outliers } = indexQuorum(fresh);
  for (const outlier of outliers) dropped.push({ ...outlier, reason: 'outlier' });
  if (refusal !== undefined) {
    for (const source of sources) dropped.push({ ...source, reason: refusal });
  }
  const base = { symbol: input.symbol, kind: 'live', timeMs: input.timeMs } as const;
  dropped.sort(byVenueThenTime);
  if (price === undefined) return { ...base, quality: 'stale', sources: [], dropped };
  return { ...base, price, quality: 'valid', sources, dropped };
}

/** The sample of a feed that declares itself simulated or replayed: a quorum of one, named so. */
export function declaredSample(input: {
  readonly kind: 'simulated' | 'replay';
  readonly symbol: string;
  readonly timeMs: number;
  /** Absent: stale. */
  readonly price: PriceE8 | undefined;
  /** The generator or the file. */
  readonly host: string;
}): IndexSample {
  const { kind, symbol, timeMs, price, host } = input;
  const base = { symbol, kind, timeMs, dropped: [] } as const;
  if (price === undefined) return { ...base, quality: 'stale', sources: [] };
  const source = { venue: kind, host, price, time: timeMs };
  return { ...base, price, quality: 'valid', sources: [source] };
}

/** One quote a venue, by name; of several the newest by the venue's time, then the last given. */
function newestByVenue(
  quotes: readonly VenueQuote[],
  dropped: DroppedQuote[],
): readonly VenueQuote[] {
  const newest = new Map<string, VenueQuote>();
  for (const quote of quotes) {
    const known = newest.get(quote.venue);
    const isNewer = known === undefined || quote.venueTimeMs >= known.venueTimeMs;
    const older = isNewer ? known : quote;
    if (isNewer) newest.set(quote.venue, quote);
    if (older !== undefined) dropped.push(drop(older, 'superseded'));
  }
  return [...newest.values()].sort((left, right) => compareText(left.venue, right.venue));
}

function judge(quote: VenueQuote, timeMs: number): IndexSource | DroppedQuote {
  const { venue, venueTimeMs, receivedAtMs, host } = quote;
  if (!Number.isSafeInteger(venueTimeMs)) return drop(quote, 'stale');
  if (venueTimeMs - timeMs > QUOTE_AHEAD_MAX_MS) return drop(quote, 'future');
  // The venue's time decides. Arrival can only make a quote older: a venue whose clock runs ahead gains nothing.
  if (timeMs - Math.min(venueTimeMs, receivedAtMs) > QUOTE_FRESH_MS) return drop(quote, 'stale');
  const bid = readPrice(quote.bid);
  const ask = readPrice(quote.ask);
  if (bid === undefined || ask === undefined) return drop(quote, 'not_a_price');
  if (bid <= 0n || ask <= 0n) return drop(quote, 'not_positive');
  if (bid > PRICE_MAX || ask > PRICE_MAX) return drop(quote, 'not_a_price');
  if (bid > ask) return drop(quote, 'crossed');
  const price = priceE8(divFloor(bid + ask, 2n));
  return { venue, ...(host !== undefined && { host }), price, time: venueTimeMs };
}

/** Venues write more decimals than the index keeps, at times; what is beyond the eighth is cut. */
function readPrice(text: string): bigint | undefined {
  const point = text.indexOf('.');
  if (point < 0) return parseDecimal(text, SCALE);
  if (!/^\d+$/.test(text.slice(point + 1))) return undefined;
  return parseDecimal(text.slice(0, point + 1 + SCALE), SCALE);
}

function drop(quote: VenueQuote, reason: DropReason): DroppedQuote {
  const bid = readPrice(quote.bid);
  const ask = readPrice(quote.ask);
  const hasPrice = bid !== undefined && ask !== undefined;
  return {
    venue: quote.venue,
    ...(quote.host !== undefined && { host: quote.host }),
    ...(hasPrice && { price: priceE8(divFloor(bid + ask, 2n)) }),
    ...(Number.isSafeInteger(quote.venueTimeMs) && { time: quote.venueTimeMs }),
    reason,
  };
}

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;

const byVenueThenTime = (left: DroppedQuote, right: DroppedQuote): number =>
  compareText(left.venue, right.venue) || (left.time ?? 0) - (right.time ?? 0);
