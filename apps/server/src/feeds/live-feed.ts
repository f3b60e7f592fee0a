import type { Period } from '@fairlead/contract';
import type { PriceE8 } from '@fairlead/units';
import type { FeedCandle } from './candle.ts';
import { everySecond } from './clock.ts';
import type { Clock, Feed, FeedStatus } from './feed.ts';
import { type IndexSample, indexSample } from './index-price.ts';
import { type LiveExchange, openExchange } from './live-exchange.ts';
import { venueCandles } from './live-history.ts';
import { type FeedLog, LiveVenue } from './live-venue.ts';

export interface LiveSettings {
  /** In order of preference for history. */
  readonly venues: readonly string[];
  /** FEED_URLS. */
  readonly urls: ReadonlyMap<string, string>;
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: FeedLog;
}

/** Loads ccxt and makes the venues; connects none yet. Throws ConfigError for a venue that does not exist. */
export async function openLive(settings: LiveSettings): Promise<LiveFeed> {
  const exchanges = new Map<string, LiveExchange>();
  for (const venue of settings.venues) {
    exchanges.set(venue, await openExchange(venue, settings.urls.get(venue)));
  }
  return new LiveFeed(settings, exchanges);
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

  constructor(
    settings: Omit<LiveSettings, 'venues' | 'urls'>,
    exchanges: ReadonlyMap<string, LiveExchange>,
  ) {
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
