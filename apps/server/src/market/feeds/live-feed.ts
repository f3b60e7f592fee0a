import type { Period } from '@fairlead/contract';
import type { PriceE8 } from '@fairlead/units';
import type { Clock } from '../../core/operations/clock.ts';
import { everySecond } from '../../core/operations/clock.ts';
import type { FeedCandle } from './candle.ts';
import type { Feed, FeedStatus } from './feed.ts';
import { type IndexSample, indexSample } from './index-price.ts';
import { type LiveExchange, openExchange } from './live-exchange.ts';
import { venueCandles } from './live-history.ts';
import { type FeedLog, LiveVenue } from './live-venue.ts';

export interface LiveSettings {
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: FeedLog;
}

/**
 * Loads ccxt and makes the venues, in order of preference for history; connects none yet. Throws ConfigError for one that
 * does not exist.
 */
export async function openVenues({
  venues,
  urls,
}: {
  readonly venues: readonly string[];
  /** FEED_URLS. */
  readonly urls: ReadonlyMap<string, string>;
}): Promise<ReadonlyMap<string, LiveExchange>> {
  const exchanges = new Map<string, LiveExchange>();
  for (const venue of venues) exchanges.set(venue, await openExchange(venue, urls.get(venue)));
  return exchanges;
}

/** The index of real markets: the venues' quotes, judged once a second by the index rules. */
export class LiveFeed implements Feed {
  readonly kind = 'live';
  readonly #clock: Clock;
  readonly #log: FeedLog;
  readonly #exchanges: ReadonlyMap<string, LiveExchange>;
  readonly #venues: readonly LiveVenue[];
  readonly #lastPrices = new Map<string, PriceE8>();
  #symbols: readonly string[];
  #cancel: (() => void) | undefined;

  constructor(settings: LiveSettings, exchanges: ReadonlyMap<string, LiveExchange>) {
    const { clock, log } = settings;
    this.#clock = clock;
    this.#log = log;
    this.#symbols = settings.symbols;
    this.#exchanges = exchanges;
    this.#venues = [...exchanges].map(
      ([venue, live]) => new LiveVenue({ venue, live, clock, log }),
    );
  }

  async start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.setSymbols(this.#symbols);
    this.#cancel?.();
    this.#cancel = everySecond(this.#clock, (timeMs) => {
      for (const symbol of this.#symbols) {
        const quotes = this.#venues
          .map((venue) => venue.quote(symbol))
          .filter((quote) => quote !== undefined);
        const sample = indexSample({ symbol, timeMs, quotes });
        if (sample.price !== undefined) this.#lastPrices.set(symbol, sample.price);
        onSample(sample);
      }
      for (const venue of this.#venues) void venue.checkSilence();
    });
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    await Promise.all(this.#venues.map((venue) => venue.stop()));
  }

  setSymbols(symbols: readonly string[]): void {
    this.#symbols = symbols;
    for (const venue of this.#venues) venue.setSymbols(symbols);
  }

  /** The last price that was valid, however old. */
  price(symbol: string): PriceE8 | undefined {
    return this.#lastPrices.get(symbol);
  }

  /** Of the first venue that lists the market and answers; empty when none does. */
  async history(
    symbol: string,
    period: Period,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FeedCandle[]> {
    for (const [venue, { exchange }] of this.#exchanges) {
      try {
        const candles = await venueCandles(exchange, { symbol, period, fromMs, toMs });
        if (candles.length > 0) return candles;
      } catch (error) {
        const message = error instanceof Error ? error.message.slice(0, 200) : String(error);
        this.#log.warn({ venue, symbol, period, error: message }, 'no history from the venue');
      }
    }
    return [];
  }

  status(): FeedStatus {
    return { kind: this.kind, venues: this.#venues.map((venue) => venue.status()) };
  }
}
