import { formatDecimal } from '@fairlead/units';
import type { DropReason, IndexSample } from './index-price.ts';

/** What is kept of a sample beside its price: the wire's form, prices as decimal strings of eight decimals. */
export interface SampleSourcesJson {
  readonly sources: readonly {
    readonly venue: string;
    readonly price: string;
    readonly time: number;
  }[];
  readonly dropped: readonly {
    readonly venue: string;
    readonly price?: string;
    readonly time?: number;
    readonly reason: DropReason;
  }[];
}

const PRICE_SCALE = 8;

/** For the store, the socket and receipts. */
export function sampleSourcesJson(sample: IndexSample): SampleSourcesJson {
  return {
    sources: sample.sources.map(({ venue, price, time }) => ({
      venue,
      price: formatDecimal(price, PRICE_SCALE),
      time,
    })),
    dropped: sample.dropped.map(({ venue, price, time, reason }) => ({
      venue,
      ...(price !== undefined && { price: formatDecimal(price, PRICE_SCALE) }),
      ...(time !== undefined && { time }),
      reason,
    })),
  };
}
