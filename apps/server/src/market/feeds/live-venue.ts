import { QUOTE_AHEAD_MAX_MS, QUOTE_FRESH_MS } from '@fairlead/formula';
import type { Clock } from '../../core/operations/clock.ts';
import type { VenueStatus } from './feed.ts';
import type { VenueQuote } from './index-price.ts';
import { type CcxtTicker, hostOf, type LiveExchange } from './live-exchange.ts';

export interface FeedLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const BACK_OFF_FIRST_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** A venue that says nothing for this long is connected anew: its socket may only look alive. */
export const SILENCE_MAX_MS = 30_000;

/**
 * One venue: keeps its streams open, trying again with growing pauses, and holds the last quote of each symbol.
 * It judges no quote; the index rules do.
 */
export class LiveVenue {
  readonly venue: string;
  readonly #live: LiveExchange;
  readonly #clock: Clock;
  readonly #log: FeedLog;
  readonly #quotes = new Map<string, VenueQuote>();
  /** Streams that are followed, by the symbols in them. */
  readonly #streams = new Map<string, Promise<void>>();
  readonly #pauses = new Set<() => void>();
  #symbols: readonly string[] = [];
  #error: string | undefined;
  #isStopped = false;
  /** When something last came, or was last tried anew. */
  #lastSignMs: number;

  constructor(input: {
    readonly venue: string;
    readonly live: LiveExchange;
    readonly clock: Clock;
    readonly log: FeedLog;
  }) {
    this.venue = input.venue;
    this.#live = input.live;
    this.#clock = input.clock;
    this.#log = input.log;
    this.#lastSignMs = input.clock.now();
  }

  /** Follows these symbols from now on; streams of others end at their next message. */
  setSymbols(symbols: readonly string[]): void {
    this.#symbols = symbols;
    for (const stream of this.#wanted()) {
      const key = stream.join(' ');
      if (this.#streams.has(key)) continue;
      const ended = this.#follow(stream).finally(() => this.#streams.delete(key));
      this.#streams.set(key, ended);
    }
  }

  quote(symbol: string): VenueQuote | undefined {
    return this.#quotes.get(symbol);
  }

  /** Whether the venue lists a market; false until its list is loaded. */
  lists(symbol: string): boolean {
    const market = this.#live.exchange.markets?.[symbol];
    return market !== undefined && market.active !== false;
  }

  /** Connects anew when nothing has come for too long. To be called about once a second. */
  async checkSilence(): Promise<void> {
    const nowMs = this.#clock.now();
    if (nowMs - this.#lastSignMs <= SILENCE_MAX_MS || this.#error !== undefined) return;
    if (this.#streams.size === 0) return;
    this.#lastSignMs = nowMs;
    this.#log.warn({ venue: this.venue }, 'nothing came from the venue: connecting anew');
    await this.#live.exchange.close().catch(() => {});
  }

  status(): VenueStatus {
    const symbols = this.#symbols.filter((symbol) => this.lists(symbol));
    const times = [...this.#quotes.values()].map(({ venueTimeMs }) => venueTimeMs);
    const ageMs = times.length === 0 ? undefined : this.#clock.now() - Math.max(...times);
    const base = {
      venue: this.venue,
      symbols,
      ...(ageMs !== undefined && { lastQuoteAgeMs: ageMs }),
    };
    if (this.#error !== undefined) return { ...base, state: 'down', error: this.#error };
    if (symbols.length === 0 && this.#live.exchange.markets !== undefined) {
      return { ...base, state: 'down', error: 'lists none of the markets' };
    }
    if (ageMs === undefined) return { ...base, state: 'connecting' };
    return { ...base, state: ageMs <= QUOTE_FRESH_MS ? 'open' : 'stale' };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const end of this.#pauses) end();
    const streams = [...this.#streams.values()];
    await this.#live.exchange.close().catch(() => {});
    await Promise.all(streams);
  }

  #wanted(): readonly (readonly string[])[] {
    if (this.#symbols.length === 0) return [];
    if (this.#live.profile.stream === 'tickers') return [this.#symbols];
    return this.#symbols.map((symbol) => [symbol]);
  }

  #isWanted(stream: readonly string[]): boolean {
    const key = stream.join(' ');
    return !this.#isStopped && this.#wanted().some((wanted) => wanted.join(' ') === key);
  }

  async #follow(stream: readonly string[]): Promise<void> {
    let failures = 0;
    while (this.#isWanted(stream)) {
      try {
        await this.#live.exchange.loadMarkets();
        const listed = stream.filter((symbol) => this.lists(symbol));
        if (listed.length === 0) return;
        // A stop may have come while the list of markets was loading.
        if (this.#isStopped) return;
        await this.#nextMessage(listed);
        for (const symbol of listed) this.#take(symbol);
        if (this.#error !== undefined) this.#log.info({ venue: this.venue }, 'the venue is back');
        this.#error = undefined;
        this.#lastSignMs = this.#clock.now();
        failures = 0;
      } catch (error) {
        if (this.#isStopped) return;
        const message = oneLine(error);
        if (this.#error === undefined) {
          this.#log.warn({ venue: this.venue, error: message }, 'the venue cannot be reached');
        }
        this.#error = message;
        await this.#pause(Math.min(BACK_OFF_FIRST_MS * 2 ** failures, BACK_OFF_MAX_MS));
        failures += 1;
      }
    }
  }

  async #nextMessage(symbols: readonly string[]): Promise<void> {
    const { exchange, profile } = this.#live;
    const [symbol = ''] = symbols;
    if (profile.stream === 'tickers') await exchange.watchTickers(symbols, profile.params ?? {});
    else if (profile.stream === 'ticker') await exchange.watchTicker(symbol);
    else await exchange.watchOrderBook(symbol, profile.depth);
  }

  /** Keeps what ccxt last read of a symbol, if it carries the venue's time. Time of arrival never takes its place. */
  #take(symbol: string): void {
    const read = this.#read(symbol);
    if (read === undefined) return;
    const receivedAtMs = this.#clock.now();
    const known = this.#quotes.get(symbol);
    const isKnownPlausible =
      known !== undefined && known.venueTimeMs - receivedAtMs <= QUOTE_AHEAD_MAX_MS;
    if (isKnownPlausible && known.venueTimeMs > read.venueTimeMs) return;
    const isSame = known?.venueTimeMs === read.venueTimeMs && known.bid === read.bid;
    if (isSame && known.ask === read.ask) return;
    const host = hostOf(this.#live.exchange);
    this.#quotes.set(symbol, {
      venue: this.venue,
      ...(host !== undefined && { host }),
      ...read,
      receivedAtMs,
    });
  }

  #read(symbol: string): Pick<VenueQuote, 'bid' | 'ask' | 'venueTimeMs'> | undefined {
    const { exchange, profile } = this.#live;
    if (profile.stream === 'order_book') {
      const book = exchange.orderbooks[symbol];
      if (book?.timestamp === undefined) return undefined;
      const [bid, ask] = [decimalText(book.bids[0]?.[0]), decimalText(book.asks[0]?.[0])];
      return { bid, ask, venueTimeMs: profile.timeOf?.(book) ?? book.timestamp };
    }
    const ticker: CcxtTicker | undefined = exchange.tickers[symbol];
    if (ticker === undefined) return undefined;
    const venueTimeMs = profile.timeOf?.(ticker) ?? ticker.timestamp;
    if (venueTimeMs === undefined) return undefined;
    return { bid: decimalText(ticker.bid), ask: decimalText(ticker.ask), venueTimeMs };
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#pauses.delete(end);
        resolve();
      };
      const cancel = this.#clock.schedule(this.#clock.now() + delayMs, end);
      this.#pauses.add(end);
    });
  }
}

/** ccxt gives numbers; their shortest text is what the venue wrote. Empty where there is none. */
export function decimalText(value: number | undefined): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  return text.includes('e-') ? value.toFixed(16) : text;
}

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';
