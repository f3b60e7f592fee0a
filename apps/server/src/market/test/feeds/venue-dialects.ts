/** How each venue speaks: the form of what the pinned ccxt asks and of what the venue answers and tells. */
import recorded from './data/recorded-quotes.json' with { type: 'json' };

export const VENUES = ['binance', 'kraken', 'coinbase', 'okx', 'bitstamp'] as const;
export type VenueName = (typeof VENUES)[number];

export interface SaidQuote {
  readonly bid: string;
  readonly ask: string;
  readonly timeMs: number;
}

/** How one venue speaks. */
export interface Dialect {
  /** JSON for a request over HTTP; undefined is 404. */
  http(url: URL, venue: { readonly symbols: readonly string[] }): unknown;
  /** Symbols a client's message subscribes to, and what the venue answers. */
  subscribe(message: Json): {
    readonly symbols: readonly string[];
    readonly answers: readonly object[];
  };
  /** Messages that carry a quote. */
  quote(symbol: string, quote: SaidQuote, before: SaidQuote | undefined): readonly object[];
}
export type Json = { readonly [name: string]: unknown };

const idOf = (symbol: string, separator: string): string => symbol.replace('/', separator);
const codes = (symbol: string): readonly [base: string, quote: string] => {
  const [base = '', quote = ''] = symbol.split('/');
  return [base, quote];
};
/** Only symbols quoted in these are used, so that an id without a separator can be read. */
const readId = (id: string): string => id.toUpperCase().replace(/^(.+?)(USDT|USD)$/, '$1/$2');
const iso = (timeMs: number): string => new Date(timeMs).toISOString();
const changed = (old: string | undefined, now: string, quantity: string): string[][] =>
  old === undefined || old === now
    ? [[now, quantity]]
    : [
        [old, '0.00000000'],
        [now, quantity],
      ];

const binance: Dialect = {
  http: ({ pathname, searchParams }, { symbols }) => {
    if (pathname === '/api/v3/klines') return klines(searchParams);
    if (pathname !== '/api/v3/exchangeInfo') return undefined;
    const filters = [
      { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000.00', tickSize: '0.01' },
      { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000.0', stepSize: '0.00001' },
    ];
    const rows = symbols.map((symbol) => {
      const [baseAsset, quoteAsset] = codes(symbol);
      const names = { symbol: idOf(symbol, ''), baseAsset, quoteAsset };
      return {
        ...names,
        status: 'TRADING',
        isSpotTradingAllowed: true,
        permissions: ['SPOT'],
        filters,
      };
    });
    return { timezone: 'UTC', serverTime: 1, rateLimits: [], exchangeFilters: [], symbols: rows };
  },
  subscribe: ({ id, params }) => ({
    symbols: (params as readonly string[])
      .filter((stream) => stream.endsWith('@ticker'))
      .map((stream) => readId(stream.split('@')[0] ?? '')),
    answers: [{ result: null, id }],
  }),
  quote: (symbol, { bid, ask, timeMs }) => [
    {
      e: '24hrTicker',
      E: timeMs,
      s: idOf(symbol, ''),
      p: '12.50000000',
      P: '0.020',
      w: bid,
      x: bid,
      c: bid,
      Q: '0.00016000',
      b: bid,
      B: '3.78826000',
      a: ask,
      A: '1.54698000',
      o: bid,
      h: ask,
      l: bid,
      v: '24312.01925000',
      q: '1503407018.20',
      O: timeMs - 86_400_000,
      C: timeMs - 27,
      F: 1,
      L: 2,
      n: 2,
    },
  ],
};

const kraken: Dialect = {
  http: ({ pathname }, { symbols }) => {
    if (pathname !== '/0/public/AssetPairs') return undefined;
    const rows = symbols.map((symbol) => {
      const [base, quote] = codes(symbol);
      const altname = idOf(symbol, '').replace('BTC', 'XBT');
      const ids = { base: base === 'BTC' ? 'XXBT' : base, quote };
      const terms = { pair_decimals: 1, lot_decimals: 8, cost_decimals: 5, tick_size: '0.1' };
      const least = { ordermin: '0.0001', costmin: '0.5', status: 'online' };
      return [
        altname,
        { altname, wsname: symbol.replace('BTC', 'XBT'), ...ids, ...terms, ...least },
      ];
    });
    return { error: [], result: Object.fromEntries(rows) };
  },
  subscribe: ({ method, params, req_id }) => {
    if (method === 'ping') return { symbols: [], answers: [{ method: 'pong', req_id }] };
    const { channel, symbol } = params as { channel: string; symbol: readonly string[] };
    const result = { channel, depth: 10, snapshot: true, symbol: symbol[0] };
    const times = { time_in: iso(0), time_out: iso(0) };
    return {
      symbols: method === 'subscribe' && channel === 'book' ? symbol : [],
      answers: [{ method, req_id, result, success: true, ...times }],
    };
  },
  // A snapshot has no time of its own; the update after it has.
  quote: (symbol, { bid, ask, timeMs }) => {
    const level = (price: string | number) => ({ price: Number(price), qty: 1.5 });
    const data = { symbol, bids: [level(bid)], asks: [level(ask)], checksum: 1 };
    const update = { ...data, timestamp: iso(timeMs) };
    return [
      { channel: 'book', type: 'snapshot', data: [data] },
      { channel: 'book', type: 'update', data: [update] },
    ];
  },
};

const coinbase: Dialect = {
  http: ({ pathname, searchParams }, { symbols }) => {
    if (pathname !== '/api/v3/brokerage/market/products') return undefined;
    const isSpot = !searchParams.has('product_type');
    const products = (isSpot ? symbols : []).map((symbol) => {
      const [base, quote] = codes(symbol);
      return {
        product_id: idOf(symbol, '-'),
        base_currency_id: base,
        quote_currency_id: quote,
        price: '1',
        base_display_symbol: base,
        quote_display_symbol: quote,
        base_name: base,
        quote_name: quote,
        base_increment: '0.00000001',
        quote_increment: '0.01',
        base_min_size: '0.00000001',
        base_max_size: '3400',
        quote_min_size: '1',
        quote_max_size: '10000000',
        status: 'online',
        product_type: 'SPOT',
        trading_disabled: false,
        is_disabled: false,
      };
    });
    return { products, num_products: products.length };
  },
  subscribe: ({ channel, product_ids }) => ({
    symbols:
      channel === 'ticker'
        ? (product_ids as readonly string[]).map((id) => id.replace('-', '/'))
        : [],
    answers: [],
  }),
  quote: (symbol, { bid, ask, timeMs }) => {
    const day = { volume_24_h: '16038.28770938', low_24_h: bid, high_24_h: ask };
    const best = {
      best_bid: bid,
      best_bid_quantity: '0.02',
      best_ask: ask,
      best_ask_quantity: '0.015',
    };
    const ticker = { type: 'ticker', product_id: idOf(symbol, '-'), price: bid, ...day, ...best };
    const timestamp = iso(timeMs).replace('Z', '167596Z');
    const events = [{ type: 'update', tickers: [ticker] }];
    return [{ channel: 'ticker', client_id: '', timestamp, sequence_num: 0, events }];
  },
};

const okx: Dialect = {
  http: ({ pathname }, { symbols }) => {
    if (pathname !== '/api/v5/public/instruments') return undefined;
    const data = symbols.map((symbol) => {
      const [baseCcy, quoteCcy] = codes(symbol);
      const grid = { tickSz: '0.1', lotSz: '0.00000001', minSz: '0.00001' };
      const none = { ctVal: '', ctMult: '', settleCcy: '', expTime: '', optType: '', stk: '' };
      return {
        instType: 'SPOT',
        instId: idOf(symbol, '-'),
        baseCcy,
        quoteCcy,
        state: 'live',
        ...grid,
        ...none,
      };
    });
    return { code: '0', msg: '', data };
  },
  subscribe: ({ args }) => {
    const subscribed = args as readonly { channel: string; instId: string }[];
    return {
      symbols: subscribed
        .filter(({ channel }) => channel === 'tickers')
        .map(({ instId }) => instId.replace('-', '/')),
      answers: subscribed.map((arg) => ({ event: 'subscribe', arg })),
    };
  },
  // The recorded message itself, re-timed: this protocol has not changed since.
  quote: (symbol, { bid, ask, timeMs }) => {
    const { arg, data } = recorded.okx.message;
    const instId = idOf(symbol, '-');
    const row = { ...data[0], instId, bidPx: bid, askPx: ask, ts: String(timeMs) };
    return [{ arg: { ...arg, instId }, data: [row] }];
  },
};

/** Micro-times before any that a test says: the differences that come before the snapshot. */
const EARLY = 1_000_000;
const bitstamp: Dialect = {
  http: ({ pathname }, { symbols }) => {
    if (pathname.startsWith('/api/v2/order_book/')) {
      const levels = { bids: [['1.00', '1.00000000']], asks: [['999999999.00', '1.00000000']] };
      return { timestamp: '1', microtimestamp: String(EARLY + 7), ...levels };
    }
    if (pathname !== '/api/v2/markets/') return undefined;
    return symbols.map((symbol) => {
      const [base_currency, counter_currency] = codes(symbol);
      const names = {
        name: symbol,
        market_symbol: idOf(symbol, '').toLowerCase(),
        base_currency,
        counter_currency,
      };
      const terms = {
        base_decimals: 8,
        counter_decimals: 2,
        minimum_order_value: '10',
        market_type: 'SPOT',
      };
      return { ...names, ...terms, trading: 'Enabled', instant_and_market_orders: 'Enabled' };
    });
  },
  subscribe: ({ data }) => {
    const { channel } = data as { channel: string };
    const early = Array.from({ length: 7 }, (_none, at) => ({
      data: { timestamp: '1', microtimestamp: String(EARLY + at + 1), bids: [], asks: [] },
      channel,
      event: 'data',
    }));
    return {
      symbols: [readId(channel.replace('diff_order_book_', ''))],
      answers: [{ event: 'bts:subscription_succeeded', channel, data: {} }, ...early],
    };
  },
  quote: (symbol, { bid, ask, timeMs }, before) => [
    {
      data: {
        timestamp: String(Math.floor(timeMs / 1_000)),
        microtimestamp: `${timeMs}478`,
        bids: changed(before?.bid, bid, '1.76200000'),
        asks: changed(before?.ask, ask, '0.65711994'),
      },
      channel: `diff_order_book_${idOf(symbol, '').toLowerCase()}`,
      event: 'data',
    },
  ],
};

export const DIALECTS: Readonly<Record<VenueName, Dialect>> = {
  binance,
  kraken,
  coinbase,
  okx,
  bitstamp,
};

/** Minutes from startTime on, 64812.40 and up, as Binance writes them; none after minute 1,795,250,400,000. */
export const KLINES_END_MS = 1_795_250_400_000;
function klines(parameters: URLSearchParams): unknown {
  const stepMs = parameters.get('interval') === '1d' ? 86_400_000 : 60_000;
  const fromMs = Math.ceil(Number(parameters.get('startTime')) / stepMs) * stepMs;
  const rows: unknown[] = [];
  for (
    let timeMs = fromMs;
    timeMs < KLINES_END_MS && rows.length < Number(parameters.get('limit'));
    timeMs += stepMs
  ) {
    rows.push([
      timeMs,
      '64812.40000000',
      '64820.00000000',
      '64800.10000000',
      '64815.07000000',
      '2.13177700',
      timeMs + stepMs - 1,
      '138159.10',
      69,
      '1.07',
      '69324.87',
      '0',
    ]);
  }
  return rows;
}
