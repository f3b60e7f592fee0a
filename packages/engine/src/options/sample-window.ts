/**
 * The last index samples of one market, as far back as the longest window of delivery reaches. Samples come in the
 * order of their times. What is asked of a window again before the next sample comes is not summed up again: thousands
 * of orders are due in the same second.
 */
import { type WindowSum, windowSeconds } from '@fairlead/formula';
import { assert, type PriceE8, placeOf } from '@fairlead/units';
import { derivativePrice, type IndexSample } from '../market/index-price.ts';
import type { IndexRow } from '../market/rows.ts';

/** Samples in [startMs, endMs). */
export interface WindowSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** What the samples of a window come to. `count` and `sum` are of those with a price, `marketStale` counts others. */
export interface WindowSamples extends WindowSum {
  /** Without a price by the market's own doing, or with one that derivatives do not compute with. */
  readonly marketStale: number;
  /** Of all that came, ascending. */
  readonly timesMs: readonly number[];
}

/** Forgotten samples are cut off when so many have come together, and they are the greater part. */
const CUT_MIN = 64;

export class SampleWindow {
  readonly #times: number[] = [];
  readonly #prices: (PriceE8 | undefined)[] = [];
  readonly #areMarketStale: boolean[] = [];
  /** Samples before it are forgotten. */
  #first = 0;
  readonly #sums = new Map<string, WindowSamples>();

  take({ sampleTimeMs, price, isMarketStale }: IndexSample): void {
    assert(sampleTimeMs > this.lastMs, 'samples come in the order of their times');
    this.#times.push(sampleTimeMs);
    this.#prices.push(price);
    this.#areMarketStale.push(isMarketStale ?? false);
    this.#sums.clear();
  }

  /** 0 before the first sample. */
  get lastMs(): number {
    return this.#times.at(-1) ?? 0;
  }

  /** The last sample, if derivatives can compute with its price. */
  get lastPrice(): PriceE8 | undefined {
    return derivativePrice(this.#prices.at(-1));
  }

  /** Forgets what came before a time. */
  forgetBefore(timeMs: number): void {
    this.#first = this.#indexOf(timeMs);
    if (this.#first < CUT_MIN || this.#first * 2 < this.#times.length) return;
    this.#times.splice(0, this.#first);
    this.#prices.splice(0, this.#first);
    this.#areMarketStale.splice(0, this.#first);
    this.#first = 0;
    this.#sums.clear();
  }

  window({ startMs, endMs }: WindowSpan): WindowSamples {
    const first = this.#indexOf(startMs);
    const end = this.#indexOf(endMs);
    const key = `${first} ${end}`;
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const summed = this.#sum(first, end);
    this.#sums.set(key, summed);
    return summed;
  }

  /** The samples from a time on, as rows. */
  rows(marketId: number, fromMs: number): IndexRow[] {
    const rows: IndexRow[] = [];
    for (let at = this.#indexOf(fromMs); at < this.#times.length; at += 1) {
      const sampleTimeMs = this.#times[at] ?? 0;
      const price = this.#prices[at];
      const isMarketStale = this.#areMarketStale[at] === true;
      const row = { marketId, sampleTimeMs, ...(isMarketStale && { isMarketStale }) };
      rows.push(price === undefined ? row : { ...row, price });
    }
    return rows;
  }

  #sum(first: number, end: number): WindowSamples {
    let count = 0;
    let sum = 0n;
    let marketStale = 0;
    for (let at = first; at < end; at += 1) {
      const price = derivativePrice(this.#prices[at]);
      if (price === undefined) {
        if (this.#prices[at] !== undefined || this.#areMarketStale[at] === true) marketStale += 1;
        continue;
      }
      count += 1;
      sum += price;
    }
    return { count, sum, marketStale, timesMs: this.#times.slice(first, end) };
  }

  /** The first sample that is kept and not before a time: binary search. */
  #indexOf(timeMs: number): number {
    return placeOf(this.#times, (each) => each < timeMs, this.#first);
  }
}

/** The window of a delivery time, in ms. */
export const windowMsOf = (seconds: number): number => windowSeconds(seconds) * 1_000;
