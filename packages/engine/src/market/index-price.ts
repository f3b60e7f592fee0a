/** The last index sample of a market and the price bands that follow from it. */
import { type PriceBand, priceBand } from '@fairlead/formula';
import type { PriceE8 } from '@fairlead/units';
import {
  DERIVATIVE_PRICE_MAX,
  INDEX_FRESH_MS,
  QUOTE_PROMPT_MS,
  SAMPLE_AHEAD_MAX_MS,
} from '../limits.ts';
import type { Market } from '../terms.ts';

const NO_BAND: PriceBand = { lowest: 1, highest: 0 };

export interface IndexSample {
  readonly sampleTimeMs: number;
  readonly price?: PriceE8 | undefined;
  /** Of the oldest quote that the price was made of. */
  readonly quotedAtMs?: number | undefined;
  /** Whether it is the market's own doing that there is no price. */
  readonly isMarketStale?: boolean | undefined;
}

/** A sample's price as futures and options take it: one that is beyond what they compute with is none. */
export function derivativePrice(price: PriceE8 | undefined): PriceE8 | undefined {
  return price === undefined || price > DERIVATIVE_PRICE_MAX ? undefined : price;
}

export class IndexPrice {
  #sampleTimeMs = 0;
  #price: PriceE8 | undefined;
  #quotedAtMs: number | undefined;
  #isMarketStale = false;
  #marketBand = NO_BAND;
  #limitBand = NO_BAND;
  readonly #takenMs = new Set<number>();

  /** 0 before the first sample. */
  get sampleTimeMs(): number {
    return this.#sampleTimeMs;
  }

  /** Absent when the last sample had none; check isFresh before use. */
  get price(): PriceE8 | undefined {
    return this.#price;
  }

  /** Whether the last sample had no price by the market's own doing. */
  get isMarketStale(): boolean {
    return this.#isMarketStale;
  }

  /** Where market orders may fill. */
  get marketBand(): PriceBand {
    return this.#marketBand;
  }

  /** Where limit prices may lie. */
  get limitBand(): PriceBand {
    return this.#limitBand;
  }

  /** By the sample's own time, not by its arrival. One of a time to come is as good as none. */
  isFresh(timeMs: number): boolean {
    return this.#price !== undefined && this.#isWithin(timeMs, INDEX_FRESH_MS);
  }

  /**
   * Where positions and options may be opened now: the price of a sample that is at most 2 s old, from quotes at most
   * 2 s older. The tables keep no quotes' time, so after a reload nothing opens before the first sample.
   */
  promptPrice(timeMs: number): PriceE8 | undefined {
    const quotedAtMs = this.#quotedAtMs;
    const isPrompt =
      quotedAtMs !== undefined &&
      this.#isWithin(timeMs, QUOTE_PROMPT_MS) &&
      this.#sampleTimeMs - quotedAtMs <= QUOTE_PROMPT_MS;
    return isPrompt ? derivativePrice(this.#price) : undefined;
  }

  /** What positions close at and triggers act on now: the price of a fresh sample, whatever the age of its quotes. */
  actingPrice(timeMs: number): PriceE8 | undefined {
    return this.isFresh(timeMs) ? derivativePrice(this.#price) : undefined;
  }

  /** Whether the tables hold a sample of this second that was never taken here, since a clock had run ahead. */
  isTaken(sampleTimeMs: number): boolean {
    return this.#takenMs.has(sampleTimeMs);
  }

  /** Seconds that no sample may have any more. */
  get takenMs(): readonly number[] {
    return [...this.#takenMs];
  }

  addTaken(sampleTimeMs: number): void {
    this.#takenMs.add(sampleTimeMs);
  }

  #isWithin(timeMs: number, ageMaxMs: number): boolean {
    const ageMs = timeMs - this.#sampleTimeMs;
    return ageMs <= ageMaxMs && ageMs >= -SAMPLE_AHEAD_MAX_MS;
  }

  take({ sampleTimeMs, price, quotedAtMs, isMarketStale }: IndexSample, terms: Market): void {
    this.#sampleTimeMs = sampleTimeMs;
    this.#price = price;
    this.#quotedAtMs = quotedAtMs;
    this.#isMarketStale = isMarketStale ?? false;
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
