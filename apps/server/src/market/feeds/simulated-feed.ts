import { randomBytes } from 'node:crypto';
import type { Period } from '@fairlead/contract';
import type { PriceE8 } from '@fairlead/units';
import type { Clock } from '../../core/operations/clock.ts';
import { everySecond } from '../../core/operations/clock.ts';
import { aggregateCandles, bucketStartMs, type FeedCandle } from './candle.ts';
import { historySeed, keyOfLife, sealedDraws, type WalkKey } from './draws.ts';
import type { Feed, FeedStatus } from './feed.ts';
import { declaredSample, type IndexSample } from './index-price.ts';
import { type SimulatedMinutes, simulatedMinutes } from './simulated-history.ts';
import { simulatedTerms } from './simulated-terms.ts';
import { nextPrice, type WalkOf } from './simulated-walk.ts';

/** Days of history that a simulated feed answers for. */
const SIMULATED_DAYS = 90;

interface Walker extends WalkOf {
  price: PriceE8;
  /** Where the walk stood when it began: the end of its history. */
  readonly origin: { readonly timeMs: number; readonly price: PriceE8 };
}

/** The seed of a deployment's walk: nobody but the server may know it. */
export interface FeedSeed {
  readonly bytes: Uint8Array;
  /** A fixed one, for tests: whoever knows it knows every price to come. */
  readonly isPredictable?: boolean;
}

/** A random walk of each market that nobody can foresee. It resumes from the last price it is given and is named in every sample. */
export class SimulatedFeed implements Feed {
  readonly kind = 'simulated';
  readonly #seed: FeedSeed;
  #key: WalkKey;
  readonly #clock: Clock;
  readonly #lastPrices: ReadonlyMap<string, PriceE8>;
  readonly #walkers = new Map<string, Walker>();
  #symbols: readonly string[];
  #lastSecondMs: number | undefined;
  #cancel: (() => void) | undefined;
  /** The history asked for last, in parts: making it costs more than what it holds, until the walk begins. */
  #history: { readonly symbol: string; readonly minutes: SimulatedMinutes } | undefined;

  constructor(input: {
    readonly symbols: readonly string[];
    readonly seed: FeedSeed;
    readonly clock: Clock;
    /** Prices of the last stored samples, by symbol. */
    readonly lastPrices?: ReadonlyMap<string, PriceE8>;
  }) {
    this.#symbols = input.symbols;
    this.#seed = input.seed;
    this.#key = newKey(input.seed);
    this.#clock = input.clock;
    this.#lastPrices = input.lastPrices ?? new Map();
  }

  async start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.#cancel?.();
    this.#history = undefined;
    for (const symbol of this.#symbols) this.#walker(symbol);
    const host = this.#seed.isPredictable === true ? 'predictable walk' : 'sealed walk';
    this.#cancel = everySecond(this.#clock, (timeMs) => {
      if (timeMs <= (this.#lastSecondMs ?? 0)) this.#beginAnew();
      this.#lastSecondMs = timeMs;
      for (const symbol of this.#symbols) {
        const walker = this.#walker(symbol);
        if (walker !== undefined) walker.price = nextPrice(walker, walker.price, timeMs);
        const price = walker?.price;
        onSample(declaredSample({ kind: 'simulated', symbol, timeMs, price, host }));
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

  /** The present price of a market: the last sample's, or where the walk begins; none where its quote has no price. */
  price(symbol: string): PriceE8 | undefined {
    return this.#walker(symbol)?.price;
  }

  async history(
    symbol: string,
    period: Period,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FeedCandle[]> {
    const minutes = this.#minutesOf(symbol)?.candles(
      bucketStartMs(period, fromMs),
      // A longer candle that begins before `toMs` has minutes beyond it.
      period === '1m' ? toMs : undefined,
    );
    return aggregateCandles(minutes ?? [], period).filter(
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
          symbols: this.#symbols.filter((symbol) => this.#walker(symbol) !== undefined),
          ...(lastSecondMs !== undefined && { lastQuoteAgeMs: this.#clock.now() - lastSecondMs }),
        },
      ],
    };
  }

  /** Seconds come again, whose steps everybody has seen: others take their place. */
  #beginAnew(): void {
    this.#key = newKey(this.#seed);
    for (const [symbol, walker] of this.#walkers)
      this.#walkers.set(symbol, { ...walker, draws: sealedDraws(this.#key, symbol) });
  }

  #minutesOf(symbol: string): SimulatedMinutes | undefined {
    if (this.#history?.symbol === symbol) return this.#history.minutes;
    const walker = this.#walker(symbol);
    if (walker === undefined) return undefined;
    const { origin, terms } = walker;
    const minutes = simulatedMinutes({
      symbol,
      terms,
      seed: historySeed(this.#key),
      endMs: origin.timeMs,
      endPrice: origin.price,
      days: SIMULATED_DAYS,
    });
    this.#history = { symbol, minutes };
    return minutes;
  }

  #walker(symbol: string): Walker | undefined {
    const known = this.#walkers.get(symbol);
    if (known !== undefined) return known;
    const terms = simulatedTerms(symbol);
    if (terms === undefined) return undefined;
    const price = this.#lastPrices.get(symbol) ?? terms.startPrice;
    const origin = { timeMs: this.#clock.now(), price };
    const walker = { draws: sealedDraws(this.#key, symbol), terms, price, origin };
    this.#walkers.set(symbol, walker);
    return walker;
  }
}

/** A key of this life of the feed; with a seed of tests it is the same each time. */
const newKey = ({ bytes, isPredictable = false }: FeedSeed): WalkKey =>
  keyOfLife(bytes, isPredictable ? new Uint8Array() : randomBytes(32));
