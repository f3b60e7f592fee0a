import { randomBytes } from 'node:crypto';
import { assert, type PriceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../../test/support/test-database.ts';
import { Secrets } from '../../../core/operations/secrets.ts';
import { fixedSeed, openFeedSeed } from '../../feed-seed.ts';
import { aggregateCandles, bucketStartMs, type FeedCandle } from '../../feeds/candle.ts';
import { historySeed, keyOfLife, openDraws, sealedDraws } from '../../feeds/draws.ts';
import type { IndexSample } from '../../feeds/index-price.ts';
import { type FeedSeed, SimulatedFeed } from '../../feeds/simulated-feed.ts';
import { simulatedHistory } from '../../feeds/simulated-history.ts';
import { type SimulatedTerms, simulatedTerms } from '../../feeds/simulated-terms.ts';
import { nextPrice } from '../../feeds/simulated-walk.ts';
import { FakeClock } from './fake-clock.ts';

const START = Date.UTC(2026, 10, 21, 8, 30, 0, 250);
const DAY = 86_400_000;
const BTC_START = 6_481_240_000_000n as PriceE8;

function termsOf(symbol: string): SimulatedTerms {
  const terms = simulatedTerms(symbol);
  assert(terms !== undefined, 'both currencies have a price');
  return terms;
}

const testSeed = (seed: number): FeedSeed => ({ bytes: fixedSeed(seed), isPredictable: true });
const walkOf = (seed: number, symbol: string) => ({
  draws: sealedDraws(fixedSeed(seed), symbol),
  terms: termsOf(symbol),
});

async function run(input: {
  readonly symbols?: readonly string[];
  readonly seed?: number;
  readonly seconds: number;
  readonly startMs?: number;
  readonly lastPrices?: ReadonlyMap<string, PriceE8>;
}): Promise<IndexSample[]> {
  const clock = new FakeClock(input.startMs ?? START);
  const feed = new SimulatedFeed({
    symbols: input.symbols ?? ['BTC/USDT'],
    seed: testSeed(input.seed ?? 1),
    clock,
    ...(input.lastPrices !== undefined && { lastPrices: input.lastPrices }),
  });
  const samples: IndexSample[] = [];
  await feed.start((sample) => samples.push(sample));
  clock.advance(input.seconds * 1_000);
  await feed.stop();
  clock.advance(5_000);
  return samples;
}

describe('the simulated feed', () => {
  test('gives each market one named, valid sample a second, on the second', async () => {
    const samples = await run({ symbols: ['BTC/USDT', 'ETH/USDT'], seconds: 3 });
    const second = START - 250;
    expect(samples.map(({ symbol, timeMs }) => [symbol, timeMs - second])).toEqual([
      ['BTC/USDT', 1_000],
      ['ETH/USDT', 1_000],
      ['BTC/USDT', 2_000],
      ['ETH/USDT', 2_000],
      ['BTC/USDT', 3_000],
      ['ETH/USDT', 3_000],
    ]);
    for (const { kind, quality, price, sources, timeMs } of samples) {
      expect([kind, quality]).toEqual(['simulated', 'valid']);
      expect(sources).toEqual([
        { venue: 'simulated', host: 'predictable walk', price, time: timeMs },
      ]);
    }
  });

  test('walks the same way on every machine: the prices of seed 1', async () => {
    const samples = await run({ seconds: 5 });
    expect(samples.map(({ price }) => price)).toMatchInlineSnapshot(`
      [
        6480025119885n,
        6480063261306n,
        6479616328543n,
        6479214218100n,
        6479502160425n,
      ]
    `);
  });

  test('walks another way with another seed', async () => {
    const [first] = await run({ seconds: 1 });
    const [other] = await run({ seconds: 1, seed: 2 });
    expect(other?.price).not.toBe(first?.price);
  });

  test('resumes from its last stored sample as if it had never stopped', async () => {
    const whole = await run({ seconds: 20 });
    const first = await run({ seconds: 8 });
    const lastPrices = new Map([['BTC/USDT', first.at(-1)?.price as PriceE8]]);
    const rest = await run({ startMs: START + 8_000, seconds: 12, lastPrices });
    expect([...first, ...rest]).toEqual(whole);
  });

  test('a market added while running is priced from the next second on', async () => {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/USDT'], seed: testSeed(1), clock });
    const symbols: string[] = [];
    await feed.start(({ symbol }) => symbols.push(symbol));
    clock.advance(1_000);
    feed.setSymbols(['BTC/USDT', 'NEW/USDT']);
    clock.advance(1_000);
    await feed.stop();
    expect(symbols).toEqual(['BTC/USDT', 'BTC/USDT', 'NEW/USDT']);
    expect(feed.price('NEW/USDT')).toBeGreaterThan(90_000_000n);
  });

  test('seconds that passed while the process slept are skipped, not made up', async () => {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/USDT'], seed: testSeed(1), clock });
    const times: number[] = [];
    await feed.start(({ timeMs }) => times.push(timeMs - (START - 250)));
    clock.advance(1_000);
    clock.jump(START + 30_000);
    clock.advance(1_000);
    await feed.stop();
    expect(times).toEqual([1_000, 30_000, 31_000]);
  });

  test('a clock set back gives no second twice', async () => {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/USDT'], seed: testSeed(1), clock });
    const times: number[] = [];
    await feed.start(({ timeMs }) => times.push(timeMs - (START - 250)));
    clock.advance(3_000);
    clock.jump(START - 3_600_000);
    clock.advance(3_600_000 + 5_000);
    await feed.stop();
    expect(times).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  });

  test('says how it is', async () => {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/USDT'], seed: testSeed(1), clock });
    const venue = { venue: 'simulated', symbols: ['BTC/USDT'] };
    expect(feed.status()).toEqual({
      kind: 'simulated',
      venues: [{ ...venue, state: 'connecting' }],
    });
    await feed.start(() => {});
    clock.advance(1_000);
    expect(feed.status()).toEqual({
      kind: 'simulated',
      venues: [{ ...venue, state: 'open', lastQuoteAgeMs: 250 }],
    });
    await feed.stop();
  });
});

describe('the walk', () => {
  test('starts where the documents say', () => {
    expect(termsOf('BTC/USDT').startPrice).toBe(BTC_START);
    expect(termsOf('ETH/USDT').startPrice).toBe(341_826_000_000n);
    expect(termsOf('ETH/BTC').startPrice).toBe(5_274_083n);
    expect(termsOf('XYZ/USDT').startPrice).toBe(100_000_000n);
  });

  test('an unknown quote currency is no dollar: its markets have no price, no history, and say so', async () => {
    expect(simulatedTerms('BTC/XYZ')).toBeUndefined();
    const samples = await run({ symbols: ['BTC/XYZ', 'BTC/USDT'], seconds: 2 });
    expect(samples.map(({ symbol, price }) => [symbol, price === undefined])).toEqual([
      ['BTC/XYZ', true],
      ['BTC/USDT', false],
      ['BTC/XYZ', true],
      ['BTC/USDT', false],
    ]);
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/XYZ'], seed: testSeed(1), clock });
    expect(feed.price('BTC/XYZ')).toBeUndefined();
    expect(await feed.history('BTC/XYZ', '1d', 0, START)).toEqual([]);
    expect(feed.status().venues).toMatchObject([{ symbols: [] }]);
  });

  test('over a day it moves about as much as the real market, neither dead nor wild', () => {
    for (const symbol of ['BTC/USDT', 'DOGE/USDT']) {
      const walk = walkOf(7, symbol);
      let price = walk.terms.startPrice;
      let low = price;
      let high = price;
      for (let second = 0; second < 86_400; second += 1) {
        price = nextPrice(walk, price, START + second * 1_000);
        if (price < low) low = price;
        if (price > high) high = price;
      }
      const range = Number(high - low) / Number(walk.terms.startPrice);
      expect(range).toBeGreaterThan(0.01);
      expect(range).toBeLessThan(0.2);
    }
  });

  test('never falls to zero, whatever it starts from', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.nat(), (price, second) => {
        const next = nextPrice(walkOf(3, 'ADA/USDT'), price as PriceE8, START + second * 1_000);
        expect(next > 0n).toBe(true);
        expect((next > price ? next - price : price - next) * 50n <= price + 50n).toBe(true);
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});

describe('simulated history', () => {
  const endMs = Date.UTC(2026, 10, 21, 8, 37, 20);
  const seed = historySeed(keyOfLife(fixedSeed(1), new Uint8Array()));
  const input = {
    symbol: 'BTC/USDT',
    terms: termsOf('BTC/USDT'),
    seed,
    endMs,
    endPrice: BTC_START,
    days: 90,
  } as const;
  const history = simulatedHistory(input);

  test('ends in the last whole minute, exactly at the present price', () => {
    const ends = [history['1m'], history['15m'], history['1d']].map((candles) => candles.at(-1));
    expect(ends.map((candle) => candle?.close)).toEqual([BTC_START, BTC_START, BTC_START]);
    expect(ends.map((candle) => candle?.openTimeMs)).toEqual([
      Date.UTC(2026, 10, 21, 8, 36),
      Date.UTC(2026, 10, 21, 8, 30),
      Date.UTC(2026, 10, 21),
    ]);
  });

  test('covers three days of minutes and ninety days before today without a gap', () => {
    const covers: [readonly FeedCandle[], number, number][] = [
      [history['1m'], 60_000, Date.UTC(2026, 10, 18, 8, 37)],
      [history['15m'], 900_000, Date.UTC(2026, 7, 23)],
      [history['1d'], DAY, Date.UTC(2026, 7, 23)],
    ];
    for (const [candles, stepMs, firstMs] of covers) {
      const times = candles.map(({ openTimeMs }) => openTimeMs);
      expect(times).toEqual(times.map((_time, at) => firstMs + at * stepMs));
    }
    expect(history['1m']).toHaveLength(4_320);
  });

  test('the periods agree wherever they overlap', () => {
    const fromMs = Date.UTC(2026, 10, 18, 8, 45);
    const minutes = history['1m'].filter(({ openTimeMs }) => openTimeMs >= fromMs);
    const quarters = history['15m'].filter(({ openTimeMs }) => openTimeMs >= fromMs);
    expect(aggregateCandles(minutes, '15m')).toEqual(quarters);
    expect(aggregateCandles(history['15m'], '1d')).toEqual(history['1d']);
  });

  test('every candle is whole: ends within its range, all above zero, each opens where the last closed, labelled', () => {
    for (const candles of [history['1m'], history['15m'], history['1d']]) {
      let previous: FeedCandle | undefined;
      for (const candle of candles) {
        const { open, high, low, close, volumeE8, turnoverE8, source } = candle;
        const isWhole =
          low > 0n &&
          low <= open &&
          low <= close &&
          high >= open &&
          high >= close &&
          volumeE8 > 0n &&
          turnoverE8 > 0n &&
          source === 'simulated' &&
          (previous === undefined || previous.close === open);
        if (!isWhole) expect(candle).toBe('a whole candle');
        previous = candle;
      }
    }
  });

  test('is the same again for the same seed', () => {
    expect(simulatedHistory(input)['1d']).toEqual(history['1d']);
  });

  test('the feed answers with the same candles for every period, up to where its walk began', async () => {
    const feed = new SimulatedFeed({
      symbols: ['BTC/USDT'],
      seed: testSeed(1),
      clock: new FakeClock(endMs),
    });
    const all = [0, endMs + DAY] as const;
    expect(await feed.history('BTC/USDT', '1d', ...all)).toEqual(history['1d']);
    const hours = await feed.history('BTC/USDT', '60m', endMs - DAY, endMs);
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)?.close).toBe(BTC_START);
    const months = await feed.history('BTC/USDT', '1M', ...all);
    expect(months.map(({ openTimeMs }) => new Date(openTimeMs).toISOString().slice(0, 10))).toEqual(
      ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'],
    );
  });
});

test('buckets begin at UTC days, on Mondays and on the first of the month', () => {
  const at = Date.UTC(2026, 10, 21, 8, 37, 20);
  const starts = (['1m', '5m', '15m', '30m', '60m', '1d', '1w', '1M'] as const).map((period) =>
    new Date(bucketStartMs(period, at)).toISOString().slice(5, 16),
  );
  expect(starts).toEqual([
    '11-21T08:37',
    '11-21T08:35',
    '11-21T08:30',
    '11-21T08:30',
    '11-21T08:00',
    '11-21T00:00',
    '11-16T00:00',
    '11-01T00:00',
  ]);
  expect(bucketStartMs('1w', bucketStartMs('1w', at))).toBe(Date.UTC(2026, 10, 16));
});

describe('Q7: nobody computes a price to come', () => {
  const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];

  /** What the program that anybody can read makes of a guess, from the last price on. */
  const predicted = (draws: ReturnType<typeof openDraws>, price: PriceE8, timeMs: number) =>
    nextPrice({ draws, terms: termsOf('BTC/USDT') }, price, timeMs);

  async function live(seed: FeedSeed, seconds = 30, lastPrices?: ReadonlyMap<string, PriceE8>) {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({
      symbols: SYMBOLS,
      seed,
      clock,
      ...(lastPrices !== undefined && { lastPrices }),
    });
    const samples: IndexSample[] = [];
    await feed.start((sample) => samples.push(sample));
    clock.advance(seconds * 1_000);
    await feed.stop();
    return { feed, samples: samples.filter(({ symbol }) => symbol === 'BTC/USDT') };
  }

  const drawn = (): FeedSeed => ({ bytes: randomBytes(32) });

  test('the attack on the seed of before, 1, finds nothing', async () => {
    const { samples } = await live(drawn());
    const guesses = [openDraws(1, 'BTC/USDT'), sealedDraws(fixedSeed(1), 'BTC/USDT')];
    for (const draws of guesses) {
      const hits = samples.filter(({ timeMs, price }, at) => {
        const before = samples[at - 1]?.price;
        return before !== undefined && predicted(draws, before, timeMs) === price;
      });
      expect(hits.length).toBeLessThan(2);
    }
  });

  test('nor does the state of the made-up history, which its candles give away', async () => {
    const bytes = randomBytes(32);
    const { samples } = await live({ bytes });
    // As found by trying all 2^32 of them against the chart: the attacker is given it.
    for (const key of [bytes, keyOfLife(bytes, new Uint8Array())]) {
      const draws = openDraws(historySeed(key), 'BTC/USDT');
      const [before, next] = samples.slice(-2);
      expect(predicted(draws, before?.price as PriceE8, next?.timeMs ?? 0)).not.toBe(next?.price);
    }
  });

  test('a rule that is right about all that was published is no better than a coin about what comes', async () => {
    const { samples } = await live(drawn(), 4_000);
    const ups = samples.map(({ price = 0n }, at) => price > (samples[at - 1]?.price ?? 0n));
    // The next move as it most often followed the last eight, learnt from the first half.
    const half = ups.length / 2;
    const learnt = new Map<string, number>();
    const patternOf = (at: number) =>
      ups
        .slice(at - 8, at)
        .map(Number)
        .join('');
    for (let at = 9; at < half; at += 1) {
      learnt.set(patternOf(at), (learnt.get(patternOf(at)) ?? 0) + (ups[at] === true ? 1 : -1));
    }
    let right = 0;
    for (let at = half; at < ups.length; at += 1)
      right += (learnt.get(patternOf(at)) ?? 0) > 0 === ups[at] ? 1 : 0;
    // Six standard deviations of a fair coin.
    expect(Math.abs(right - half / 2)).toBeLessThan(6 * Math.sqrt(half / 4));
  });

  test('two fresh starts differ, and so do two lives of one', async () => {
    const seed = drawn();
    const prices = await Promise.all(
      [seed, seed, drawn()].map(async (each) => {
        const { samples } = await live(each, 5);
        return samples.map(({ price }) => price).join(' ');
      }),
    );
    expect(new Set(prices).size).toBe(3);
  });

  test('a restart goes on from the last price', async () => {
    const seed = drawn();
    const { samples } = await live(seed);
    const last = samples.at(-1)?.price as PriceE8;
    const { samples: later } = await live(seed, 1, new Map([['BTC/USDT', last]]));
    const change = Number(((later[0]?.price as bigint) - last) * 1_000_000n) / Number(last);
    expect(Math.abs(change)).toBeLessThan(1_000);
  });

  test('a clock that is set back shows no steps again', async () => {
    const clock = new FakeClock(START);
    const feed = new SimulatedFeed({ symbols: ['BTC/USDT'], seed: drawn(), clock });
    const steps = new Map<number, number[]>();
    let before = Number(feed.price('BTC/USDT'));
    await feed.start(({ timeMs, price }) => {
      const step = Number(price) / before;
      before = Number(price);
      steps.set(timeMs, [...(steps.get(timeMs) ?? []), step]);
    });
    clock.advance(20_000);
    clock.jump(START);
    // As clockOf does: what waits for a time that is not to come runs now.
    clock.runDue();
    clock.advance(20_000);
    await feed.stop();
    const twice = [...steps.values()].filter(({ length }) => length === 2);
    expect(twice.length).toBeGreaterThan(10);
    for (const [first = 0, second = 0] of twice)
      expect(Math.abs(first - second)).toBeGreaterThan(0);
  });

  test('the seed is drawn at the first start, kept sealed, and moves with the secret', async () => {
    const opened = await openTestDatabase();
    const { database } = opened;
    const told: string[] = [];
    const log = { warn: vi.fn((...said: readonly unknown[]) => void told.push(String(said[1]))) };
    const open = (secrets: Secrets, fixed?: number) =>
      openFeedSeed({ database, secrets, log, clock: new FakeClock(START), fixed });
    const secret = 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH';
    const first = await open(new Secrets(secret));
    expect(first.bytes).toHaveLength(32);
    expect(await open(new Secrets(secret))).toEqual(first);
    const [row] = await database.query<{ value: string }>(
      "SELECT value::text FROM settings WHERE key = 'feed_seed'",
    );
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(row?.value).not.toContain(Buffer.from(first.bytes).toString(encoding));
    // A new secret that knows the one before goes on; one that does not draws anew.
    expect(await open(new Secrets(`${secret}2`, [secret]))).toEqual(first);
    expect(await open(new Secrets(`${secret}2`))).toEqual(first);
    expect(await open(new Secrets(`${secret}3`))).not.toEqual(first);
    expect(told).toEqual([]);
    expect((await open(new Secrets(secret), 7)).isPredictable).toBe(true);
    expect(told).toEqual([expect.stringContaining('can be computed by anybody')]);
    await opened.remove();
  });
});
