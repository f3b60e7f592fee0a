/**
 * Three venues that quote a random walk, and the feed that makes the index of them by the server's own rule. A venue may
 * be wrong in every way of the cases of the index (cases.md F1 to F5); while at most one is, the index must stay at the truth or be stale.
 */

import { Seeded } from '@fairlead/testkit';
import { formatDecimal, type PriceE8, priceE8 } from '@fairlead/units';
import type { Clock } from '../../../src/core/operations/clock.ts';
import { everySecond } from '../../../src/core/operations/clock.ts';
import type { Feed } from '../../../src/market/feeds/feed.ts';
import {
  type IndexSample,
  indexSample,
  type VenueQuote,
} from '../../../src/market/feeds/index-price.ts';
import { Violation } from '../violation.ts';

export const BAD_PRICES = [
  'stale',
  'zero',
  'negative',
  'not_a_number',
  'times_10',
  'times_1000',
  'swapped_symbol',
  'dead',
  'flapping',
] as const;
export type BadPrice = (typeof BAD_PRICES)[number];

const VENUES = ['ada', 'bob', 'cyd'] as const;
const SCALE = 8;
/** Hundredths of a percent between the venues' quotes and the truth, at most. */
const NOISE = 5n;

export interface Walk {
  readonly symbol: string;
  readonly start: PriceE8;
}

export class IndexVenues {
  readonly #random: Seeded;
  readonly #prices = new Map<string, bigint>();
  readonly #starts: readonly Walk[];
  readonly #wrong = new Map<number, BadPrice>();
  /** Both others follow the first to this price: more than the rule can see through. */
  #agreed: bigint | undefined;

  constructor(seed: number, walks: readonly Walk[]) {
    this.#random = new Seeded(seed);
    this.#starts = walks;
    for (const { symbol, start } of walks) this.#prices.set(symbol, start);
  }

  /** Whether the rule can tell the truth from what the venues say. */
  get isTruthKnowable(): boolean {
    return this.#agreed === undefined && this.#wrong.size <= 1;
  }

  break(venue: number, how: BadPrice): void {
    this.#wrong.set(venue % VENUES.length, how);
  }

  breakAll(): void {
    for (const at of VENUES.keys()) this.#wrong.set(at, 'dead');
  }

  /** Two venues agree on so many hundredths of the true price. */
  agreeOn(percent: bigint): void {
    this.#agreed = percent;
  }

  heal(): void {
    this.#wrong.clear();
    this.#agreed = undefined;
  }

  price(symbol: string): bigint {
    return this.#prices.get(symbol) ?? 0n;
  }

  /** Each second the truth moves: mostly a little, now and then a jump, and never far from where it began. */
  move(): void {
    const random = this.#random;
    for (const { symbol, start } of this.#starts) {
      const dice = random.below(100);
      const reach = dice < 80 ? 10 : dice < 97 ? 120 : 2_000;
      const step = BigInt(random.below(2 * reach + 1) - reach);
      const price = (this.price(symbol) * (10_000n + step)) / 10_000n;
      const isFar = price < start / 2n || price > 2n * start;
      this.#prices.set(symbol, isFar ? start : price);
    }
  }

  quotes(symbol: string, nowMs: number): VenueQuote[] {
    return VENUES.flatMap((venue, at) => {
      const noise = BigInt(this.#random.below(2 * Number(NOISE) + 1)) - NOISE;
      const quote = this.#quote({ venue, at, symbol, nowMs, noise });
      return quote === undefined ? [] : [quote];
    });
  }

  #quote(asked: {
    readonly venue: string;
    readonly at: number;
    readonly symbol: string;
    readonly nowMs: number;
    readonly noise: bigint;
  }): VenueQuote | undefined {
    const { venue, at, symbol, nowMs, noise } = asked;
    const truth = (this.price(symbol) * (10_000n + noise)) / 10_000n;
    const ageMs = this.#random.below(900);
    const made = (price: bigint, venueTimeMs = nowMs - ageMs): VenueQuote => {
      const text = formatDecimal(priceE8(price), SCALE);
      return { venue, bid: text, ask: text, venueTimeMs, receivedAtMs: venueTimeMs + 10 };
    };
    if (this.#agreed !== undefined && at > 0) return made((truth * this.#agreed) / 100n);
    switch (this.#wrong.get(at)) {
      case undefined:
        return made(truth);
      case 'stale':
        return made(truth * 2n, nowMs - 60_000);
      case 'zero':
        return { ...made(truth), bid: '0', ask: '0' };
      case 'negative':
        return { ...made(truth), bid: `-${made(truth).bid}`, ask: `-${made(truth).ask}` };
      case 'not_a_number':
        return { ...made(truth), bid: 'NaN', ask: 'NaN' };
      case 'times_10':
        return made(truth * 10n);
      case 'times_1000':
        return made(truth * 1_000n);
      case 'swapped_symbol':
        return made(this.price(this.#starts.find((walk) => walk.symbol !== symbol)?.symbol ?? ''));
      case 'flapping':
        return this.#random.chance(50) ? made(truth) : undefined;
      default:
        return undefined;
    }
  }
}

/** As a live feed: once a second, of the quotes that the venues have then. */
export class VenueFeed implements Pick<Feed, 'start' | 'stop' | 'setSymbols'> {
  readonly #venues: IndexVenues;
  readonly #clock: Clock;
  #symbols: readonly string[] = [];
  #cancel: () => void = () => undefined;

  readonly #trueNow: () => number;
  readonly #onViolation: (error: unknown) => void;

  constructor(parts: {
    readonly venues: IndexVenues;
    readonly clock: Clock;
    /** By which the venues' clocks go. */
    readonly trueNow: () => number;
    readonly onViolation: (error: unknown) => void;
  }) {
    this.#venues = parts.venues;
    this.#clock = parts.clock;
    this.#trueNow = parts.trueNow;
    this.#onViolation = parts.onViolation;
  }

  start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.#cancel = everySecond(this.#clock, (timeMs) => {
      for (const symbol of this.#symbols) {
        if (this.#venues.price(symbol) === 0n) continue;
        const quotes = this.#venues.quotes(symbol, this.#trueNow());
        const sample = indexSample({ symbol, timeMs, quotes });
        this.#check(sample);
        onSample(sample);
      }
    });
    return Promise.resolve();
  }

  /** One venue alone makes no price, nor does one that is wrong move what the others say. */
  #check({ symbol, price, sources }: IndexSample): void {
    if (price === undefined) return;
    const truth = this.#venues.price(symbol);
    const off = price > truth ? price - truth : truth - price;
    const isNear = !this.#venues.isTruthKnowable || off * 10_000n <= truth * NOISE * 2n;
    if (isNear && sources.length >= 2) return;
    const why = `${symbol} at ${price} of ${sources.length} sources, the truth is ${truth}`;
    this.#onViolation(new Violation('one wrong venue does not move the index', why));
  }

  stop(): Promise<void> {
    this.#cancel();
    return Promise.resolve();
  }

  setSymbols(symbols: readonly string[]): void {
    this.#symbols = symbols;
  }
}
