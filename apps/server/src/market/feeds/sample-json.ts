import { formatDecimal, PRICE_SCALE } from '@fairlead/units';
import type { DropReason, IndexSample } from './index-price.ts';

/** What is kept of a sample beside its price: the wire's form, prices as decimal strings of eight decimals. */
export interface SampleSourcesJson {
  readonly sources: readonly {
    readonly venue: string;
    readonly host?: string;
    readonly price: string;
    readonly time: number;
  }[];
  readonly dropped: readonly {
    readonly venue: string;
    readonly host?: string;
    readonly price?: string;
    readonly time?: number;
    readonly reason: DropReason;
  }[];
}

/** For the store, the socket and receipts. */
export function sampleSourcesJson(sample: IndexSample): SampleSourcesJson {
  return {
    sources: sample.sources.map(({ venue, host, price, time }) => ({
      venue,
      ...(host !== undefined && { host }),
      price: formatDecimal(price, PRICE_SCALE),
      time,
    })),
    dropped: sample.dropped.map(({ venue, host, price, time, reason }) => ({
      venue,
      ...(host !== undefined && { host }),
      ...(price !== undefined && { price: formatDecimal(price, PRICE_SCALE) }),
      ...(time !== undefined && { time }),
      reason,
    })),
  };
}
