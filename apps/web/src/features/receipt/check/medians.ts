/** One sample as a table of its quotes: which of them made the price, and what was left out. */
import type { ReceiptSample } from '@fairlead/contract';
import { compare, tidy } from './exact.ts';
import type { Texts } from './fields.ts';

export interface QuoteRow {
  readonly venue: string;
  /** The host it was read from. Absent in older receipts, and where a feed declares itself. */
  readonly host: string | undefined;
  readonly price: string;
  /** How old it was at the sample, by the venue's own time; below zero where that clock runs ahead. */
  readonly ageMs: number;
  /** The median is made of it. */
  readonly isMiddle: boolean;
}

export interface DroppedRow {
  readonly venue: string;
  readonly price: string | undefined;
  readonly reason: string;
}

export interface SampleTable {
  readonly timeMs: number;
  readonly price: string | undefined;
  /** Dearest first. */
  readonly rows: readonly QuoteRow[];
  /** none: stale; declared: one source that names itself; two: their mean; else the middle one or two. */
  readonly shape: 'none' | 'declared' | 'two' | 'odd' | 'even';
  readonly dropped: readonly DroppedRow[];
}

/** Feeds that declare themselves are a quorum of one. */
export const isDeclared = (venue: string): venue is keyof Texts['median']['declared'] =>
  venue === 'simulated' || venue === 'replay';

export function sampleTable(sample: ReceiptSample): SampleTable {
  const { time, index_price: price, sources } = sample;
  const sorted = [...sources].sort((left, right) => compare(right.price, left.price) ?? 0);
  const low = Math.floor((sorted.length - 1) / 2);
  const high = Math.floor(sorted.length / 2);
  return {
    timeMs: time,
    price: price && tidy(price),
    rows: sorted.map((source, index) => ({
      venue: source.venue,
      host: isDeclared(source.venue) ? undefined : source.host,
      price: tidy(source.price),
      ageMs: time - source.time,
      isMiddle: index === low || index === high,
    })),
    shape: price === undefined ? 'none' : shapeOf(sources),
    dropped: sample.dropped.map(({ venue, price: quote, reason }) => ({
      venue,
      price: quote && tidy(quote),
      reason,
    })),
  };
}

function shapeOf(sources: ReceiptSample['sources']): SampleTable['shape'] {
  if (sources.length === 1) return 'declared';
  if (sources.length === 2) return 'two';
  return sources.length % 2 === 1 ? 'odd' : 'even';
}

const VENUE_NAMES: Readonly<Record<string, string>> = {
  okx: 'OKX',
  htx: 'HTX',
  kucoin: 'KuCoin',
  gateio: 'Gate',
  bingx: 'BingX',
  mexc: 'MEXC',
};

/** A venue as it calls itself: "binance" → "Binance". */
export const venueName = (venue: string): string =>
  VENUE_NAMES[venue] ?? `${venue.charAt(0).toUpperCase()}${venue.slice(1)}`;

/** Seconds with two decimals: 360 → "0.36". Whole hundredths, cut. */
export function ageText(ageMs: number): string {
  const hundredths = Math.trunc(ageMs / 10);
  const sign = hundredths < 0 ? '-' : '';
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Samples with a price, and whether they come from a feed that declares itself. */
export function countOf(samples: readonly ReceiptSample[]) {
  const valid = samples.filter(({ index_price }) => index_price !== undefined);
  return {
    medians: valid.length,
    isDeclared: valid.length > 0 && valid.every(({ sources }) => sources.length === 1),
  };
}
