/**
 * The live feed through the pinned ccxt against venues on loopback that speak what it asks for today, with values
 * recorded on real ones. The clock is the test's; cases F1 to F4 of cases.md as far as they are about the index.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatDecimal } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFeed, openSource } from '../../feeds/create-feed.ts';
import type { VenueStatus } from '../../feeds/feed.ts';
import type { IndexSample } from '../../feeds/index-price.ts';
import type { LiveFeed } from '../../feeds/live-feed.ts';
import { SILENCE_MAX_MS } from '../../feeds/live-venue.ts';
import recorded from './data/recorded-quotes.json' with { type: 'json' };
import { FakeClock } from './fake-clock.ts';
import { KLINES_END_MS, VENUES, type VenueName } from './venue-dialects.ts';
import { VenueServer } from './venue-server.ts';

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 10, 21, 9, 0, 0, 100);

let clock: FakeClock;
let feed: LiveFeed | undefined;
let servers: Map<VenueName, VenueServer>;
let samples: IndexSample[];
let logged: string[];
let urls: Map<string, string>;

beforeEach(() => {
  clock = new FakeClock(START);
  servers = new Map();
  samples = [];
  logged = [];
});
afterEach(async () => {
  await feed?.stop();
  feed = undefined;
  for (const server of servers.values()) await server.close();
});

async function start(
  venues: readonly VenueName[],
  symbols: readonly string[] = [SYMBOL],
): Promise<void> {
  urls = new Map();
  for (const venue of venues) {
    const server = servers.get(venue) ?? new VenueServer(venue, symbols);
    servers.set(venue, server);
    urls.set(venue, await server.listen());
  }
  const log = (level: string) => (fields: object, message: string) => {
    logged.push(`${level} ${'venue' in fields ? String(fields.venue) : ''}: ${message}`);
  };
  const config = { kind: 'live', venues, urls } as const;
  feed = createFeed(await openSource(config), {
    symbols,
    clock,
    log: { info: log('info'), warn: log('warn') },
  }) as LiveFeed;
  await feed.start((sample) => samples.push(sample));
}

/** Lets real sockets do their work until something is true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTurn();
}

const server = (venue: VenueName): VenueServer => servers.get(venue) as VenueServer;
const status = (venue: VenueName) =>
  feed?.status().venues.find((row) => row.venue === venue) as VenueStatus;

/** The venue says a quote at its own time, and the feed has it. */
async function say(
  venue: VenueName,
  price: string | readonly [string, string],
  given: { readonly ageMs?: number; readonly symbol?: string } = {},
): Promise<void> {
  const symbol = given.symbol ?? SYMBOL;
  const [bid, ask] = typeof price === 'string' ? [price, price] : price;
  const ageMs = given.ageMs ?? 0;
  await until(() => isReady(venue, symbol));
  server(venue).say(symbol, { bid, ask, timeMs: clock.now() - ageMs });
  await until(() => status(venue).lastQuoteAgeMs === ageMs);
}

/** Bitstamp's book is complete only after a snapshot that ccxt fetches by itself. */
function isReady(venue: VenueName, symbol: string): boolean {
  const isSnapshotRead = server(venue).requests.some((path) =>
    path.startsWith('/api/v2/order_book'),
  );
  return server(venue).hasSubscriber(symbol) && (venue !== 'bitstamp' || isSnapshotRead);
}

/** The next second's sample, told like a person would. */
function sample(): readonly [price: string, sources: string, dropped: string] {
  samples.length = 0;
  clock.advance(1_000);
  const [{ price, sources, dropped }] = samples as [IndexSample];
  return [
    price === undefined
      ? 'stale'
      : formatDecimal(price, 2 + 6)
          .replace(/0+$/, '')
          .replace(/\.$/, ''),
    sources.map(({ venue }) => venue).join(' '),
    dropped.map(({ venue, reason }) => `${venue}:${reason}`).join(' '),
  ];
}

describe.each(VENUES)('%s, as ccxt asks it today', (venue) => {
  test('gives bid and ask with the venue’s own time, from recorded values', async () => {
    const quotes = venue === 'okx' ? recorded.okx.quotes : recorded.binance.quotes;
    await start([venue]);
    // Q5: where the socket leads to, whatever the venue is called.
    const { host } = new URL(urls.get(venue) ?? '');
    for (const [bid = '', ask = ''] of quotes) {
      await say(venue, [bid, ask], { ageMs: 321 });
      const timeMs = clock.now() - 321;
      clock.advance(1_000);
      const mid = (Number(bid) + Number(ask)) / 2;
      expect(samples.at(-1)?.dropped).toEqual([
        { venue, host, price: BigInt(Math.round(mid * 1e8)), time: timeMs, reason: 'no_quorum' },
      ]);
    }
    expect(status(venue)).toMatchObject({ state: 'open', symbols: [SYMBOL] });
  });

  test('is asked anew after its connection broke, and again while it is away', async () => {
    await start([venue]);
    await say(venue, '61837.63');
    server(venue).isDown = true;
    server(venue).cut();
    await until(() => status(venue).state === 'down');
    expect(status(venue).error).toBeTruthy();
    // The first try again fails too.
    clock.advance(1_000);
    await until(() => status(venue).state === 'down' && server(venue).socketCount === 0);
    server(venue).isDown = false;
    server(venue).requests.length = 0;
    await until(() => {
      clock.advance(1_000);
      return isReady(venue, SYMBOL);
    });
    await say(venue, '61900.5');
    expect(status(venue).state).toBe('open');
    expect(logged.map((line) => line.split(': ')[1])).toEqual([
      'the venue cannot be reached',
      'the venue is back',
    ]);
  });
});

describe('the index of five venues', () => {
  const prices = {
    binance: '61837.63',
    kraken: '61840',
    coinbase: '61835.2',
    okx: '61838.1',
    bitstamp: '61836',
  };
  const sayAll = async (except: readonly VenueName[] = []) => {
    for (const venue of VENUES) if (!except.includes(venue)) await say(venue, prices[venue]);
  };
  beforeEach(() => start(VENUES));

  test('is their median, each named with its price and time', async () => {
    await sayAll();
    expect(sample()).toEqual(['61837.63', 'binance bitstamp coinbase kraken okx', '']);
    expect(samples[0]?.kind).toBe('live');
    expect(samples[0]?.sources[0]).toEqual({
      venue: 'binance',
      host: new URL(urls.get('binance') ?? '').host,
      price: 6_183_763_000_000n,
      time: START,
    });
  });

  test('F1: a venue 20 % off moves it less than 0.5 % and is named', async () => {
    await sayAll(['kraken']);
    await say('kraken', '49472');
    expect(sample()).toEqual(['61836.815', 'binance bitstamp coinbase okx', 'kraken:outlier']);
  });

  test('F2: a venue that goes on sending an old time is dropped, by its time and not by arrival', async () => {
    await sayAll();
    sample();
    for (let second = 0; second < 10; second += 1) {
      for (const venue of VENUES) if (venue !== 'okx') await say(venue, prices[venue]);
      server('okx').say(SYMBOL, { bid: prices.okx, ask: prices.okx, timeMs: START });
      clock.advance(1_000);
    }
    expect(sample()[2]).toBe('okx:stale');
    expect(status('okx')).toMatchObject({ state: 'stale' });
  });

  test('F2: a venue that falls silent while connected is dropped after ten seconds and then connected anew', async () => {
    await sayAll();
    clock.advance(9_900);
    for (const venue of VENUES) if (venue !== 'coinbase') await say(venue, prices[venue]);
    expect(sample()).toEqual(['61837.865', 'binance bitstamp kraken okx', 'coinbase:stale']);
    clock.advance(SILENCE_MAX_MS - 10_000);
    await until(() =>
      logged.includes('warn coinbase: nothing came from the venue: connecting anew'),
    );
    await until(() => !server('coinbase').hasSubscriber(SYMBOL));
    await until(() => {
      clock.advance(1_000);
      return server('coinbase').hasSubscriber(SYMBOL);
    });
    await sayAll();
    expect(sample()[1]).toBe('binance bitstamp coinbase kraken okx');
  });

  test.each([
    ['F3: zero', '0'],
    ['F3: a thousand times too much', '61837630'],
    ['F3: another symbol’s price', '3418.26'],
    ['a bid above the ask', ['61840.5', '61830'] as const],
  ])('%s from one venue changes nothing, and it is named', async (_claim, bad) => {
    await sayAll(['binance']);
    await say('binance', bad);
    const [price, sources, dropped] = sample();
    expect([price, sources]).toEqual(['61837.05', 'bitstamp coinbase kraken okx']);
    expect(dropped).toMatch(/^binance:(not_positive|not_a_price|outlier|crossed)$/);
  });

  test('F3: NaN, which ccxt itself refuses, leaves the venue out until it speaks sense again', async () => {
    await sayAll();
    server('binance').say(SYMBOL, { bid: 'NaN', ask: 'NaN', timeMs: clock.now() });
    await until(() => status('binance').state === 'down');
    clock.advance(10_500);
    for (const venue of VENUES) if (venue !== 'binance') await say(venue, prices[venue]);
    expect(sample()).toEqual(['61837.05', 'bitstamp coinbase kraken okx', 'binance:stale']);
    // ccxt hands the error of one message to the next question too, so more than one may be needed.
    await until(() => {
      clock.advance(1_000);
      server('binance').say(SYMBOL, { bid: '61837.63', ask: '61837.63', timeMs: clock.now() });
      return status('binance').state === 'open';
    });
  });

  test('F4: as venues fall away it stands on four, three, two that agree, and then on none', async () => {
    await sayAll();
    const left: VenueName[] = [...VENUES];
    const expected = [
      ['61836.815', 'binance bitstamp coinbase okx'],
      ['61836', 'binance bitstamp coinbase'],
      ['61835.6', 'bitstamp coinbase'],
      ['stale', ''],
      ['stale', ''],
    ];
    for (const [at, gone] of (
      ['kraken', 'okx', 'binance', 'coinbase', 'bitstamp'] as const
    ).entries()) {
      server(gone).isDown = true;
      server(gone).cut();
      await until(() => status(gone).state === 'down');
      left.splice(left.indexOf(gone), 1);
      // Time passes until its last quote is too old; the others go on.
      clock.advance(10_500);
      for (const venue of left) await say(venue, prices[venue]);
      const [price, sources] = sample();
      expect([price, sources]).toEqual(expected[at]);
    }
  });

  test('two left that differ by more than 0.5 % are stale', async () => {
    await say('binance', '61837.63');
    await say('okx', '62200');
    expect(sample()).toEqual(['stale', '', 'binance:disagrees okx:disagrees']);
  });
});

test('the index follows recorded minutes of three venues', async () => {
  await start(['binance', 'coinbase', 'kraken']);
  for (const [, binance = '', coinbase = '', kraken = ''] of recorded.minutes) {
    await say('binance', binance);
    await say('coinbase', coinbase);
    await say('kraken', kraken);
    const middle = [binance, coinbase, kraken].map(Number).sort((a, b) => a - b)[1];
    expect(sample()).toEqual([String(middle), 'binance coinbase kraken', '']);
  }
});

test('Bitstamp’s differences, as recorded, keep its book', async () => {
  const symbol = recorded.bitstamp.symbol;
  await start(['bitstamp'], [symbol]);
  await until(() => isReady('bitstamp', symbol));
  const told: (bigint | undefined)[] = [];
  for (const { data, channel, event } of recorded.bitstamp.messages) {
    const timeMs = clock.now() - 5;
    const times = { timestamp: String(Math.floor(timeMs / 1_000)), microtimestamp: `${timeMs}478` };
    // The recorded asks lie above this one.
    const asks = [...data.asks, ['3805.83', '13.07397578']];
    server('bitstamp').sayRaw({ data: { ...data, ...times, asks }, channel, event });
    await until(() => status('bitstamp').lastQuoteAgeMs === 5);
    clock.advance(1_000);
    told.push(samples.at(-1)?.dropped[0]?.price);
  }
  // Best bids 3800.71, still 3800.71, 3803.13 and still 3803.13, against the ask of 3805.83.
  expect(told).toEqual([380_327_000_000n, 380_327_000_000n, 380_448_000_000n, 380_448_000_000n]);
});

test('a market that a venue does not list has one source less; one that none lists is stale', async () => {
  servers.set('kraken', new VenueServer('kraken', ['ETH/USDT']));
  await start(['binance', 'okx', 'kraken'], [SYMBOL, 'ETH/USDT']);
  await say('binance', '61837.63');
  await say('okx', '61837.63');
  await say('kraken', '3418.2', { symbol: 'ETH/USDT' });
  feed?.setSymbols([SYMBOL, 'ETH/USDT', 'NONE/USDT']);
  clock.advance(1_000);
  const told = samples
    .slice(-3)
    .map(({ symbol, quality, sources }) => [symbol, quality, sources.length]);
  expect(told).toEqual([
    [SYMBOL, 'valid', 2],
    ['ETH/USDT', 'stale', 0],
    ['NONE/USDT', 'stale', 0],
  ]);
  expect(status('kraken').symbols).toEqual(['ETH/USDT']);
});

describe('history', () => {
  test('comes from the first venue that has it, page by page, labelled venue', async () => {
    await start(['kraken', 'binance']);
    const fromMs = KLINES_END_MS - 700 * 60_000;
    const candles = (await feed?.history(SYMBOL, '1m', fromMs, KLINES_END_MS)) ?? [];
    expect(candles).toHaveLength(700);
    expect(candles[0]).toEqual({
      openTimeMs: fromMs,
      open: 6_481_240_000_000n,
      high: 6_482_000_000_000n,
      low: 6_480_010_000_000n,
      close: 6_481_507_000_000n,
      volumeE8: 213_177_700n,
      turnoverE8: 13_816_450_175_797n,
      source: 'venue',
    });
    expect(server('binance').requests.filter((path) => path === '/api/v3/klines')).toHaveLength(4);
    expect(logged.join()).toContain('kraken: no history from the venue');
  });

  test('of weeks is joined from days, and of a market nobody lists is empty', async () => {
    await start(['binance']);
    const days = KLINES_END_MS - 28 * 86_400_000;
    const weeks = (await feed?.history(SYMBOL, '1w', days, KLINES_END_MS)) ?? [];
    expect(weeks.length).toBeGreaterThanOrEqual(3);
    expect(weeks.every(({ openTimeMs }) => new Date(openTimeMs).getUTCDay() === 1)).toBe(true);
    expect(await feed?.history('NONE/USDT', '1m', days, KLINES_END_MS)).toEqual([]);
  });
});

test('a venue that does not exist stops the start with one line', async () => {
  const config = { kind: 'live', venues: ['binanec'], urls: new Map<string, string>() } as const;
  await expect(openSource(config)).rejects.toThrow('FEED: no venue is called "binanec"');
});
