/**
 * What the live feed uses of ccxt, and how each venue is asked for best bid and ask with the venue's own time.
 * ccxt weighs 100 MB and half a second, so it is loaded only when a live feed starts.
 */
import { ConfigError } from '../../core/config/values.ts';

/** A row of fetchOHLCV: time, open, high, low, close, volume. */
export type OhlcvRow = readonly (number | undefined)[];

export interface CcxtTicker {
  readonly bid?: number;
  readonly ask?: number;
  readonly timestamp?: number;
  readonly info?: unknown;
}

interface CcxtBook {
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
  readonly timestamp?: number;
  readonly nonce?: number;
}

/** The part of a ccxt.pro exchange that is used here. */
export interface VenueExchange {
  readonly has: Readonly<Record<string, unknown>>;
  readonly timeframes: Readonly<Record<string, unknown>>;
  readonly markets: Readonly<Record<string, { readonly active?: boolean }>> | undefined;
  readonly tickers: Readonly<Record<string, CcxtTicker>>;
  readonly orderbooks: Readonly<Record<string, CcxtBook>>;
  readonly urls: { api: unknown };
  /** Its sockets, by the address that each was opened to. */
  readonly clients: Readonly<Record<string, { isOpen(): boolean }>>;
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(): Promise<unknown>;
  watchTickers(symbols: readonly string[], params: object): Promise<unknown>;
  watchTicker(symbol: string): Promise<unknown>;
  watchOrderBook(symbol: string, limit?: number): Promise<unknown>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    sinceMs: number,
    limit: number,
  ): Promise<readonly OhlcvRow[]>;
  close(): Promise<unknown>;
}

/**
 * `tickers`: one subscription for all symbols. `ticker`, `order_book`: one a symbol. A ticker is preferred where it
 * carries bid, ask and a time of the venue; where it does not, the book is followed.
 */
type StreamKind = 'tickers' | 'ticker' | 'order_book';

interface VenueProfile {
  readonly stream: StreamKind;
  /** Parameters of watchTickers. */
  readonly params?: object;
  /** Levels of watchOrderBook. */
  readonly depth?: number;
  readonly options?: object;
  /** Where the venue's message has a better time than the one ccxt takes from it. */
  readonly timeOf?: (read: CcxtTicker & Partial<CcxtBook>) => number | undefined;
}

const PROFILES: Readonly<Record<string, VenueProfile>> = {
  // The default channel, miniTicker, has no bid and ask; bookTicker has no time. 24hrTicker has both, once a second.
  binance: {
    stream: 'tickers',
    params: { name: 'ticker' },
    options: { fetchMarkets: { types: ['spot'] } },
    timeOf: ({ info }) => integerField(info, 'E'),
  },
  // Its tickers carry no time; every update of its book does. 10 levels is the shortest book there is.
  kraken: { stream: 'order_book', depth: 10 },
  // watchTickers follows ticker_batch, which comes every five seconds only.
  coinbase: { stream: 'ticker' },
  okx: { stream: 'tickers', params: {}, options: { fetchMarkets: { types: ['spot'] } } },
  // Has no ticker. Its book's time is in whole seconds, but its number is a time in microseconds.
  bitstamp: {
    stream: 'order_book',
    timeOf: ({ nonce }) => (nonce === undefined ? undefined : Math.floor(nonce / 1_000)),
  },
};

export interface LiveExchange {
  readonly exchange: VenueExchange;
  readonly profile: VenueProfile;
}

/** Makes the ccxt exchange of a venue. `baseUrl` takes the place of scheme and host in all its addresses. */
export async function openExchange(venue: string, baseUrl?: string): Promise<LiveExchange> {
  const { pro } = await import('ccxt');
  const known = pro as unknown as Readonly<Record<string, new (config: object) => VenueExchange>>;
  const Exchange = Object.hasOwn(known, venue) ? known[venue] : undefined;
  if (Exchange === undefined) throw new ConfigError('FEED', `no venue is called "${venue}"`);
  const profile = PROFILES[venue];
  const exchange = new Exchange({
    enableRateLimit: true,
    timeout: 10_000,
    // Networks and their fees: nothing a price needs.
    has: { fetchCurrencies: false },
    // Pauses between connections are the caller's, on the caller's clock.
    options: { defaultType: 'spot', ...profile?.options, ws: { backoff: { base: 0 } } },
  });
  if (baseUrl !== undefined) {
    exchange.urls.api = moved(exchange.urls.api, new URL(baseUrl));
    // Without it ccxt refuses addresses that begin with ws://.
    await exchange.loadHttpProxyAgent();
  }
  return { exchange, profile: profile ?? guessProfile(venue, exchange) };
}

function guessProfile(venue: string, { has }: VenueExchange): VenueProfile {
  if (has['watchTicker'] === true) return { stream: 'ticker' };
  if (has['watchOrderBook'] === true) return { stream: 'order_book' };
  throw new ConfigError('FEED', `"${venue}" has no live prices`);
}

/** All addresses in a tree of them, at another host; what follows the host stays. */
function moved(urls: unknown, base: URL): unknown {
  if (typeof urls === 'string') {
    const [origin = '', scheme = ''] = /^(https?|wss?):\/\/[^/]+/.exec(urls) ?? [];
    if (scheme === '') return urls;
    const path = urls.slice(origin.length);
    const isSecure = base.protocol === 'https:';
    const target = scheme.startsWith('ws')
      ? isSecure
        ? 'wss'
        : 'ws'
      : isSecure
        ? 'https'
        : 'http';
    return `${target}://${base.host}${path}`;
  }
  if (typeof urls !== 'object' || urls === null) return urls;
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, moved(url, base)]));
}

function integerField(value: unknown, field: string): number | undefined {
  const found = (value as Readonly<Record<string, unknown>> | undefined)?.[field];
  return Number.isSafeInteger(found) ? (found as number) : undefined;
}

/**
 * The host that quotes are read from: of the sockets that are open, as they were opened. More than one are told together,
 * since which of them carried a quote is not known.
 */
export function hostOf({ clients }: Pick<VenueExchange, 'clients'>): string | undefined {
  const open = Object.entries(clients ?? {}).filter(([, client]) => client.isOpen());
  const hosts = new Set(open.map(([address]) => URL.parse(address)?.host ?? address));
  return hosts.size === 0 ? undefined : [...hosts].sort().join(' ');
}
