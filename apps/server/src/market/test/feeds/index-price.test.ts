/**
 * The index rules (docs/internals/index-price.md), one row a claim, then properties over any quotes. Cases F1, F2, F3 and F5 of
 * cases.md as far as they are about the index. The rows of real venues are minutes of March 2023, when USDC lost its
 * peg: what Binance, Coinbase and Kraken said at the same minute.
 */
import { QUOTE_AHEAD_MAX_MS, QUOTE_FRESH_MS } from '@fairlead/formula';
import { formatDecimal, type PriceE8, parseDecimal } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declaredSample, indexSample, type VenueQuote } from '../../feeds/index-price.ts';
import { sampleSourcesJson } from '../../feeds/sample-json.ts';

const NOW = 1_700_000_000_000;
const symbol = 'BTC/USDT';

interface Given {
  readonly age?: number;
  readonly arrived?: number;
  readonly ask?: string;
}
const quote = (venue: string, bid: string, given: Given = {}): VenueQuote => ({
  venue,
  bid,
  ask: given.ask ?? bid,
  venueTimeMs: NOW - (given.age ?? 500),
  receivedAtMs: NOW - (given.arrived ?? 400),
});
const sampled = (...quotes: VenueQuote[]) => indexSample({ symbol, timeMs: NOW, quotes });
/** Price, who made it, who was dropped and why: as a person would say it. */
const told = (...quotes: VenueQuote[]) => {
  const sample = sampled(...quotes);
  return [
    sample.price === undefined ? 'stale' : formatDecimal(sample.price, 8),
    sample.sources.map(({ venue }) => venue).join(' '),
    sample.dropped.map(({ venue, reason }) => `${venue}:${reason}`).join(' '),
  ];
};

describe('quorum', () => {
  test.each<[string, VenueQuote[], string[]]>([
    ['none is stale', [], ['stale', '', '']],
    ['one alone is stale', [quote('a', '100')], ['stale', '', 'a:no_quorum']],
    ['two give their mean', [quote('a', '100'), quote('b', '100.3')], ['100.15000000', 'a b', '']],
    [
      'two at exactly 0.5 % still count',
      [quote('a', '99.5'), quote('b', '100')],
      ['99.75000000', 'a b', ''],
    ],
    [
      'two beyond 0.5 % are stale',
      [quote('a', '99.49999999'), quote('b', '100')],
      ['stale', '', 'a:disagrees b:disagrees'],
    ],
    [
      'three give the median',
      [quote('a', '100'), quote('b', '100.4'), quote('c', '100.1')],
      ['100.10000000', 'a b c', ''],
    ],
    [
      'four give the mean of the middle two',
      [quote('a', '100'), quote('b', '100.1'), quote('c', '100.2'), quote('d', '100.4')],
      ['100.15000000', 'a b c d', ''],
    ],
    [
      'a deviation of exactly 0.5 % of the median stays',
      [quote('a', '100'), quote('b', '100'), quote('c', '100.5')],
      ['100.00000000', 'a b c', ''],
    ],
    [
      'a hair more than 0.5 % is dropped and the rest decide',
      [quote('a', '100'), quote('b', '100.1'), quote('c', '100.60050001')],
      ['100.05000000', 'a b', 'c:outlier'],
    ],
    [
      'three that all disagree leave one, which is no quorum',
      [quote('a', '98'), quote('b', '100'), quote('c', '102')],
      ['stale', '', 'a:outlier b:no_quorum c:outlier'],
    ],
    [
      'two camps around a median that nobody quotes are stale',
      [quote('a', '90'), quote('b', '99.6'), quote('c', '100.4'), quote('d', '110')],
      ['stale', '', 'a:outlier b:disagrees c:disagrees d:outlier'],
    ],
    [
      'a mean of odd units is rounded down to eight decimals',
      [quote('a', '0.00000100'), quote('b', '0.00000100', { ask: '0.00000101' })],
      ['0.00000100', 'a b', ''],
    ],
  ])('%s', (_claim, quotes, expected) => {
    expect(told(...quotes)).toEqual(expected);
  });

  test('the quote is the mid of bid and ask, with the venue’s time', () => {
    expect(
      sampled(quote('a', '100', { ask: '100.2' }), quote('b', '100.1', { age: 2_000 })),
    ).toEqual({
      symbol,
      kind: 'live',
      timeMs: NOW,
      quality: 'valid',
      price: 10_010_000_000n,
      sources: [
        { venue: 'a', price: 10_010_000_000n, time: NOW - 500 },
        { venue: 'b', price: 10_010_000_000n, time: NOW - 2_000 },
      ],
      dropped: [],
    });
  });
});

describe('what a broken venue sends is dropped by name', () => {
  const good = [quote('a', '100'), quote('b', '100.1'), quote('c', '100.2')];
  test.each<[string, VenueQuote, string]>([
    ['F1: a source 20 % below', quote('x', '80'), 'outlier'],
    ['F1: a source 20 % above', quote('x', '120'), 'outlier'],
    [
      'F2: frozen while connected: new arrivals of an old time',
      quote('x', '100', { age: QUOTE_FRESH_MS + 1, arrived: 0 }),
      'stale',
    ],
    [
      'a quote that arrived long ago from a clock that runs ahead',
      quote('x', '100', { age: -1_500, arrived: QUOTE_FRESH_MS + 1 }),
      'stale',
    ],
    [
      'a time beyond what clocks differ',
      quote('x', '100', { age: -QUOTE_AHEAD_MAX_MS - 1 }),
      'future',
    ],
    ['no time', quote('x', '100', { age: Number.NaN }), 'stale'],
    ['F3: zero', quote('x', '0', { ask: '100' }), 'not_positive'],
    ['F3: zero on the other side', quote('x', '100', { ask: '0' }), 'not_positive'],
    ['F3: negative', quote('x', '-100'), 'not_positive'],
    ['F3: NaN', quote('x', 'NaN'), 'not_a_price'],
    ['a missing side', quote('x', '100', { ask: '' }), 'not_a_price'],
    ['Infinity', quote('x', 'Infinity'), 'not_a_price'],
    ['an exponent', quote('x', '1e2'), 'not_a_price'],
    ['a price beyond any market', quote('x', '1000000000001'), 'not_a_price'],
    ['a crossed book', quote('x', '100.2', { ask: '100.1' }), 'crossed'],
    ['F3: x1000, decimals wrong', quote('x', '100000'), 'outlier'],
    ['F3: x1/1000', quote('x', '0.1'), 'outlier'],
    ['another symbol’s price', quote('x', '3418.26'), 'outlier'],
  ])('%s', (_claim, bad, reason) => {
    const without = sampled(...good);
    const withBad = sampled(...good, bad);
    expect(withBad.price).toBe(without.price);
    expect(withBad.sources).toEqual(without.sources);
    expect(withBad.dropped.map((quoted) => [quoted.venue, quoted.reason])).toEqual([['x', reason]]);
  });

  test('a quote of exactly ten seconds still counts', () => {
    expect(told(quote('a', '100', { age: QUOTE_FRESH_MS }), quote('b', '100'))[0]).toBe(
      '100.00000000',
    );
  });

  test('F2: of two quotes of one venue the newer by its own time counts, whichever came first', () => {
    const older = quote('a', '99.9', { age: 900 });
    const newer = quote('a', '100', { age: 100 });
    const expected = ['100.00000000', 'a b', 'a:superseded'];
    expect(told(older, newer, quote('b', '100'))).toEqual(expected);
    expect(told(newer, older, quote('b', '100'))).toEqual(expected);
  });

  test('with a bad third venue the other two must agree between themselves', () => {
    expect(told(quote('a', '100'), quote('b', '101'), quote('x', '0'))).toEqual([
      'stale',
      '',
      'a:disagrees b:disagrees x:not_positive',
    ]);
  });

  test('what was dropped keeps its price as evidence, where it had one', () => {
    const { dropped } = sampled(...good, quote('x', '80'), quote('y', 'NaN'));
    expect(dropped).toEqual([
      { venue: 'x', price: 8_000_000_000n, time: NOW - 500, reason: 'outlier' },
      { venue: 'y', time: NOW - 500, reason: 'not_a_price' },
    ]);
  });
});

describe('real venues, closes of the same minute', () => {
  const peg = { usdt: '20373.44', coinbase: '20385.62', kraken: '20579.9', usdc: '21169.49' };
  test.each<[string, Record<string, string>, string[]]>([
    [
      '2023-03-01 00:00, a calm minute',
      { binance: '23142.31', coinbase: '23144.92', kraken: '23146.0' },
      ['23144.92000000', 'binance coinbase kraken', ''],
    ],
    [
      '2023-03-04 16:59, one venue alone 0.53 % down for a minute',
      { binance: '22321.71', coinbase: '22203.92', kraken: '22327.0' },
      ['22324.35500000', 'binance kraken', 'coinbase:outlier'],
    ],
    [
      '2023-03-11 04:36, the USDC book 5.4 % up beside three others',
      { binance: '20349.3', coinbase: '20354.59', kraken: '20450.0', usdc: '21513.19' },
      ['20354.59000000', 'binance coinbase kraken', 'usdc:outlier'],
    ],
    [
      '2023-03-12 04:57, USDT, USD and USDC books are three different prices',
      { binance: peg.usdt, coinbase: peg.coinbase, kraken: peg.kraken, usdc: peg.usdc },
      ['stale', '', 'binance:outlier coinbase:disagrees kraken:disagrees usdc:outlier'],
    ],
    [
      '2023-03-12 04:57, the USDT books among themselves',
      { binance: peg.usdt, coinbase: peg.coinbase },
      ['20379.53000000', 'binance coinbase', ''],
    ],
    [
      '2023-03-12 04:57, a USDT and a USD book are no pair',
      { binance: peg.usdt, kraken: peg.kraken },
      ['stale', '', 'binance:disagrees kraken:disagrees'],
    ],
  ])('%s', (_claim, closes, expected) => {
    const quotes = Object.entries(closes).map(([venue, close]) => quote(venue, close));
    expect(told(...quotes)).toEqual(expected);
  });
});

describe('declared feeds', () => {
  test('a simulated feed is a quorum of one and named so', () => {
    const price = 6_481_240_000_000n as PriceE8;
    expect(declaredSample({ kind: 'simulated', symbol, timeMs: NOW, price, host: 'walk' })).toEqual(
      {
        symbol,
        kind: 'simulated',
        timeMs: NOW,
        price,
        quality: 'valid',
        sources: [{ venue: 'simulated', host: 'walk', price, time: NOW }],
        dropped: [],
      },
    );
  });

  test('a replay without a price is stale', () => {
    expect(
      declaredSample({ kind: 'replay', symbol, timeMs: NOW, price: undefined, host: 'btc.csv' }),
    ).toEqual({
      symbol,
      kind: 'replay',
      timeMs: NOW,
      quality: 'stale',
      sources: [],
      dropped: [],
    });
  });

  test('what is stored of a sample is decimal text', () => {
    const sample = sampled(
      quote('a', '100'),
      quote('b', '100.1'),
      quote('x', '80'),
      quote('y', ''),
    );
    expect(sampleSourcesJson(sample)).toEqual({
      sources: [
        { venue: 'a', price: '100.00000000', time: NOW - 500 },
        { venue: 'b', price: '100.10000000', time: NOW - 500 },
      ],
      dropped: [
        { venue: 'x', price: '80.00000000', time: NOW - 500, reason: 'outlier' },
        { venue: 'y', time: NOW - 500, reason: 'not_a_price' },
      ],
    });
  });
});

describe('for any quotes', () => {
  const anyPrice = fc.oneof(
    fc.integer({ min: 9_900, max: 10_100 }).map((cents) => formatDecimal(BigInt(cents), 2)),
    fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map((value) => formatDecimal(value, 8)),
    fc.constantFrom('NaN', '', '0', '-1', '1e3', '100000', '0.1', 'Infinity'),
  );
  const anyQuote = fc.record({
    venue: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    bid: anyPrice,
    ask: anyPrice,
    venueTimeMs: fc.integer({ min: NOW - 20_000, max: NOW + 4_000 }),
    receivedAtMs: fc.integer({ min: NOW - 20_000, max: NOW }),
  });
  const anyQuotes = fc.array(anyQuote, { maxLength: 8 });
  const options = { seed: 20_261_121, numRuns: 3_000 };

  test('a price comes from at least two venues that agree within 1 % and lies among them', () => {
    fc.assert(
      fc.property(anyQuotes, (quotes) => {
        const { price, quality, sources } = sampled(...quotes);
        expect(quality).toBe(price === undefined ? 'stale' : 'valid');
        if (price === undefined) {
          expect(sources).toEqual([]);
          return;
        }
        const prices = sources.map((source) => source.price).sort((a, b) => (a < b ? -1 : 1));
        const lowest = prices[0] ?? 0n;
        const highest = prices.at(-1) ?? 0n;
        expect(new Set(sources.map(({ venue }) => venue)).size).toBe(prices.length);
        expect(prices.length).toBeGreaterThanOrEqual(2);
        expect(lowest > 0n && lowest <= price && price <= highest).toBe(true);
        expect((highest - lowest) * 1_000n <= highest * 11n).toBe(true);
        for (const { time } of sources) expect(NOW - time).toBeLessThanOrEqual(QUOTE_FRESH_MS);
      }),
      options,
    );
  });

  test('every quote is accounted for once, used or dropped', () => {
    fc.assert(
      fc.property(anyQuotes, (quotes) => {
        const { sources, dropped } = sampled(...quotes);
        expect([...sources, ...dropped].map(({ venue }) => venue).sort()).toEqual(
          quotes.map(({ venue }) => venue).sort(),
        );
      }),
      options,
    );
  });

  test('the order of arrival changes nothing', () => {
    const distinct = fc.uniqueArray(anyQuote, { selector: ({ venue }) => venue, maxLength: 5 });
    fc.assert(
      fc.property(distinct, fc.nat(), (quotes, turn) => {
        const at = quotes.length === 0 ? 0 : turn % quotes.length;
        const turned = [...quotes.slice(at), ...quotes.slice(0, at)].reverse();
        expect(sampled(...turned)).toEqual(sampled(...quotes));
      }),
      options,
    );
  });

  test('F1: no single venue can move a price that three others agree on by more than their spread', () => {
    const near = fc.integer({ min: 9_990, max: 10_010 });
    fc.assert(
      fc.property(fc.tuple(near, near, near), anyPrice, (cents, wild) => {
        const three = cents.map((value, at) => quote(`v${at}`, formatDecimal(BigInt(value), 2)));
        const { price } = sampled(...three, quote('x', wild));
        const low = parseDecimal('99.9', 8) ?? 0n;
        const high = parseDecimal('100.1', 8) ?? 0n;
        expect(price !== undefined && price >= low && price <= high).toBe(true);
      }),
      options,
    );
  });
});
