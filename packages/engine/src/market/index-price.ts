/** The last index sample of a market and the price bands that follow from it. */
import { type PriceBand, priceBand } from '@fairlead/formula';
import type { PriceE8 } from '@fairlead/units';
import { INDEX_FRESH_MS } from '../limits.ts';
import type { Market } from '../terms.ts';

const NO_BAND: PriceBand = { lowest: 1, highest: 0 };

export class IndexPrice {
  #sampleTimeMs = 0;
  #price: PriceE8 | undefined;
  #marketBand = NO_BAND;
  #limitBand = NO_BAND;

  /** 0 before the first sample. */
  get sampleTimeMs(): number {
    return this.#sampleTimeMs;
  }

  /** Absent when the last sample had none; check isFresh before use. */
  get price(): PriceE8 | undefined {
    return this.#price;
  }

  /** Where market orders may fill. */
  get marketBand(): PriceBand {
    return this.#marketBand;
  }

  /** Where limit prices may lie. */
  get limitBand(): PriceBand {
    return this.#limitBand;
  }

  /** By the sample's own time, not by its arrival. */
  isFresh(timeMs: number): boolean {
    return this.#price !== undefined && timeMs - this.#sampleTimeMs <= INDEX_FRESH_MS;
  }

  take(sampleTimeMs: number, price: PriceE8 | undefined, terms: Market): void {
    this.#sampleTimeMs = sampleTimeMs;
    this.#price = price;
    this.applyTerms(terms);
  }

  /** Bands are kept in ticks, so new terms or a new price make them anew. */
  applyTerms(terms: Market): void {
    const price = this.#price;
    if (price === undefined) return;
    this.#marketBand = priceBand(price, terms.marketBandPpm, terms.tickSizeE8);
    this.#limitBand = priceBand(price, terms.limitBandPpm, terms.tickSizeE8);
  }
}
