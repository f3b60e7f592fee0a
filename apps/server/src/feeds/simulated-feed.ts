import type { Period } from '@fairlead/contract';
import type { PriceE8 } from '@fairlead/units';
import { aggregateCandles, bucketStartMs, type FeedCandle } from './candle.ts';
import { everySecond } from './clock.ts';
import type { Clock, Feed, FeedStatus } from './feed.ts';
import { declaredSample, type IndexSample } from './index-price.ts';
import { simulatedMinutes } from './simulated-history.ts';
import { nextPrice, type WalkOf, walkOf } from './simulated-walk.ts';

/** Days of history that a simulated feed answers for. */
const SIMULATED_DAYS = 90;

interface Walker extends WalkOf {
  price: PriceE8;
  /** Where the walk stood when it began: the end of its history. */
  readonly origin: { readonly timeMs: number; readonly price: PriceE8 };
}

/** A seeded random walk of each market. It resumes from the last price it is given and is named in every sample. */
export class SimulatedFeed implements Feed {
  readonly kind = 'simulated';
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #lastPrices: ReadonlyMap<string, PriceE8>;
  readonly #walkers = new Map<string, Walker>();
  #symbols: readonly string[];
  #lastSecondMs: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(input: {
    readonly symbols: readonly string[];
    /** FEED_SEED. */
    readonly seed: number;
    readonly clock: Clock;
    /** Prices of the last stored samples, by symbol. */
    readonly lastPrices?: ReadonlyMap<string, PriceE8>;
  }) {
    this.#symbols = input.symbols;
    this.#seed = input.seed;
    this.#clock = input.clock;
    this.#lastPrices = input.lastPrices ?? new Map();
  }

  async start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.#cancel?.();
    for (const symbol of this.#symbols) this.#walker(symbol);
    this.#cancel = everySecond(this.#clock, (timeMs) => {
      this.#lastSecondMs = timeMs;
      for (const symbol of this.#symbols) {
        const walker = this.#walker(symbol);
        walker.price = nextPrice(walker, walker.price, timeMs);
        onSample(declaredSample({ kind: 'simulated', symbol, timeMs, price: walker.price }));
      }
    });
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  setSymbols(symbols: readonly string[]): void {
    this.#symbols = symbols;
  }

  /** The present price of a market: the last sample's, or where the walk begins. */
  price(symbol: string): PriceE8 {
    return this.#walker(symbol).price;
  }

  async history(
    symbol: string,
    period: Period,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FeedCandle[]> {
    const { origin } = this.#walker(symbol);
    const minutes = simulatedMinutes({
      symbol,
      seed: this.#seed,
      endMs: origin.timeMs,
      endPrice: origin.price,
      days: SIMULATED_DAYS,
    });
    const wantedFromMs = bucketStartMs(period, fromMs);
    const wanted = minutes.filter(({ openTimeMs }) => openTimeMs >= wantedFromMs);
    return aggregateCandles(wanted, period).filter(
      ({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs,
    );
  }

  status(): FeedStatus {
    const lastSecondMs = this.#lastSecondMs;
    return {
      kind: this.kind,
      venues: [
        {
          venue: 'simulated',
          state: lastSecondMs === undefined ? 'connecting' : 'open',
          symbols: this.#symbols,
          ...(lastSecondMs !== undefined && { lastQuoteAgeMs: this.#clock.now() - lastSecondMs }),
        },
      ],
    };
  }

  #walker(symbol: string): Walker {
    const known = this.#walkers.get(symbol);
    if (known !== undefined) return known;
    const walk = walkOf(this.#seed, symbol);
    const price = this.#lastPrices.get(symbol) ?? walk.terms.startPrice;
    const origin = { timeMs: this.#clock.now(), price };
    const walker = { ...walk, price, origin };
    this.#walkers.set(symbol, walker);
    return walker;
  }
}
