/** The index of one market from its two sources: the list of markets, and the sample of each second. Pure. */
import type { IndexMessage, Quotation } from '@fairlead/contract';
import { decimalsOf, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

export interface LiveIndex {
  /** Decimal text; of a stale sample the last that was known. */
  readonly price: string | undefined;
  /** The second it was sampled, by the server's clock. */
  readonly timeMs: number | undefined;
  /** The server says that it is not live. */
  readonly isStale: boolean;
  /** What the sample was made of; undefined until one has come. */
  readonly sources: IndexMessage['sources'] | undefined;
}

/** Whichever of the two is newer; a sample of the same second says more. */
export function newestIndex(
  market: Quotation | undefined,
  sample: IndexMessage | undefined,
): LiveIndex {
  const listed = market?.index_time ?? 0;
  if (sample === undefined || sample.time < listed) {
    return {
      price: market?.index_price,
      timeMs: market?.index_time,
      isStale: market?.is_stale ?? false,
      sources: sample?.sources,
    };
  }
  return {
    price: sample.price ?? market?.index_price,
    timeMs: sample.time,
    isStale: sample.is_stale || sample.price === undefined,
    sources: sample.sources,
  };
}

/** Where the price comes from, in the words that the head says. */
export type Origin =
  | { readonly kind: 'simulated' | 'replay' }
  | { readonly kind: 'median'; readonly count: number };

type Feed = 'simulated' | 'replay' | 'live';

/** A simulated or recorded feed is named so; undefined while nothing is known of a live one. */
export function originOf(
  feed: Feed | undefined,
  sources: LiveIndex['sources'],
): Origin | undefined {
  const [first] = sources ?? [];
  const named = feed ?? first?.venue;
  if (named === 'simulated' || named === 'replay') return { kind: named };
  const count = sources?.length ?? 0;
  return count === 0 ? undefined : { kind: 'median', count };
}

export interface DayChange {
  /** Price − open, in the decimals of the longer of the two. */
  readonly amount: string;
  /** Of the open, with six decimals, rounded down as the server does it. */
  readonly fraction: string;
}

const FRACTION_SCALE = 6;

/** What the index moved since the day's opening; undefined where either is missing. */
export function dayChange(
  price: string | undefined,
  open: string | undefined,
): DayChange | undefined {
  if (price === undefined || open === undefined) return undefined;
  const scale = Math.max(decimalsOf(price), decimalsOf(open));
  const now = parseDecimal(price, scale);
  const then = parseDecimal(open, scale);
  if (now === undefined || then === undefined || then <= 0n) return undefined;
  const moved = now - then;
  return {
    amount: formatDecimal(moved, scale),
    fraction: formatDecimal(divFloor(moved * 10n ** BigInt(FRACTION_SCALE), then), FRACTION_SCALE),
  };
}
