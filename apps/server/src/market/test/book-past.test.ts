/**
 * The made-up past of a demo's books: there at the first start and only then, marked, in figures that agree with one another,
 * and of no order, trade or entry.
 */
import { Engine } from '@fairlead/engine';
import { BTC_USDT } from '@fairlead/testkit';
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyOf, TAKE_EVERY_MS } from '../../../../bots/src/policy.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { habitOf, TAKES_A_MINUTE, WEIGHTS } from '../candles/book-past.ts';
import { backfillIndexHistory } from '../candles/index-history.ts';
import { SimulatedFeed } from '../feeds/simulated-feed.ts';
import { SEED_MARKETS } from '../seed.ts';
import { FakeClock as FeedClock } from './feeds/fake-clock.ts';
import { MarketFixture, SYMBOL } from './market-fixture.ts';

const QUIET = { info: () => {}, warn: () => {} };
let market: MarketFixture;
beforeEach(async () => {
  market = await MarketFixture.open();
  // As before the first sample.
  await market.opened.database.query("DELETE FROM candles WHERE kind = 'index'");
});
afterEach(() => market.close());

const simulated = () =>
  new SimulatedFeed({
    symbols: [SYMBOL],
    seed: { bytes: new Uint8Array(32), isPredictable: true },
    clock: new FeedClock(market.clock.nowMs),
  });
type Options = Partial<Parameters<typeof backfillIndexHistory>[0]>;
const backfill = (options: Options = {}) => {
  const { clock, opened } = market;
  const given = { database: opened.database, feed: simulated(), clock, log: QUIET };
  return backfillIndexHistory({ ...given, hasBookPast: true, ...options }, [BTC_USDT]);
};
const bars = (period: '1m' | '15m' | '60m' | '1d', fromMs = 0) =>
  market.candles.range({ symbol: SYMBOL, period, kind: 'trade', limit: 1_500, fromMs });
const rowsOf = async (kind: 'trade' | 'index') => {
  const rows = await market.opened.database.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM candles WHERE kind = $1',
    [kind],
  );
  return Number(rows[0]?.count);
};
/** Millionths of what a decimal says, to be added up. */
const sum = (texts: readonly string[]) =>
  texts.reduce((total, text) => total + Math.round(Number(text) * 1e6), 0);
const untouched = async () => {
  const snapshot = await readSnapshot(market.opened.database, EXCHANGE_TABLES);
  new Engine(snapshot).checkInvariants();
  return JSON.stringify(snapshot, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
};

test('a first start has candles of trades with volumes, all marked, and no trade or entry behind them', async () => {
  const before = await untouched();
  await backfill();
  expect(await untouched()).toBe(before);
  await market.killAndStart();
  const { nowMs } = market.clock;
  const minutes = await bars('1m');
  const [quarters, hours, days] = [await bars('15m'), await bars('60m'), await bars('1d')];
  for (const some of [minutes, quarters, hours, days]) {
    expect(new Set(some.map(({ source }) => source))).toEqual(new Set(['simulated']));
    expect(some.every(({ volume, turnover }) => Number(volume) > 0 && Number(turnover) > 0)).toBe(
      true,
    );
  }
  expect(minutes.length).toBeGreaterThan(1_400);
  expect(minutes.at(-1)?.time).toBeLessThan(nowMs);
  expect(quarters.length).toBeGreaterThan(14 * 96);
  expect(days).toHaveLength(31);
  // Longer bars are sums of the same takes as the shorter.
  const quarterMs = minutes[0]?.time ?? 0;
  const told = quarters.filter(({ time }) => time >= quarterMs).map(({ volume }) => volume);
  expect(sum(minutes.map(({ volume }) => volume))).toBe(sum(told));
  const todayMs = days.at(-1)?.time ?? 0;
  const today = quarters.filter(({ time }) => time >= todayMs).map(({ turnover }) => turnover);
  expect(sum(today)).toBe(sum([days.at(-1)?.turnover ?? '']));
  // On the market's grid, about as much as the demo's taker takes: six orders a minute of BTC, a thousand dollars each.
  expect(minutes.every(({ close }) => /^\d+\.\d\d$/.test(close))).toBe(true);
  const dayTurnover = sum(minutes.slice(-1_440).map(({ turnover }) => turnover)) / 1e6;
  expect(dayTurnover).toBeGreaterThan(7e6);
  expect(dayTurnover).toBeLessThan(12e6);
  const found = market.marketData.quotation(BTC_USDT.marketId);
  expect(found).toMatchObject({ is_simulated_24h: true });
  expect(found).not.toHaveProperty('last_price');
  const last24h = minutes.filter(({ time }) => time >= nowMs - DAY_MS);
  expect(sum([found?.volume_24h ?? ''])).toBe(sum(last24h.map(({ volume }) => volume)));
  expect(market.marketData.deal(SYMBOL, 5)?.trades).toEqual([]);
});

test('the past is taken as the demo’s taker takes', () => {
  const bases = SEED_MARKETS.map(({ symbol }) => symbol.split('/')[0] ?? '');
  for (const base of bases) {
    const { weight, halfSpreadPpm } = policyOf(base);
    expect(habitOf(base)).toEqual({ weight, halfSpreadPpm });
  }
  expect(TAKES_A_MINUTE * TAKE_EVERY_MS).toBe(MINUTE_MS);
  expect(WEIGHTS).toBe(bases.reduce((sum, base) => sum + policyOf(base).weight, 0));
});

test('prices of the past follow the index of the same minutes, at the best bid or ask', async () => {
  await backfill();
  await market.killAndStart();
  const index = await market.candles.range({
    symbol: SYMBOL,
    period: '1m',
    kind: 'index',
    limit: 1_500,
  });
  const byTime = new Map(index.map((bar) => [bar.time, bar]));
  const minutes = (await bars('1m')).filter(({ time }) => byTime.has(time));
  expect(minutes.length).toBeGreaterThan(1_000);
  for (const bar of minutes) {
    const of = byTime.get(bar.time);
    // Half a spread of BTC is 150 ppm; a tick more for rounding, here and of the index.
    expect(Number(bar.high)).toBeLessThanOrEqual(Number(of?.high) * 1.000_15 + 0.02);
    expect(Number(bar.low)).toBeGreaterThanOrEqual(Number(of?.low) * 0.999_85 - 0.02);
  }
});

test('real trades go on after it, unmarked, over kills; a day later nothing is marked', async () => {
  await backfill();
  await market.killAndStart();
  const made = await rowsOf('trade');
  await market.trade(10_000, 2);
  const [real] = await bars('1m', market.clock.nowMs - MINUTE_MS + 1);
  expect(real).toMatchObject({ source: 'trade', volume: '0.002' });
  const before = [await bars('1m'), await bars('15m'), await bars('1d')];
  await market.killAndStart();
  await backfill();
  await market.killAndStart();
  expect([await bars('1m'), await bars('15m'), await bars('1d')]).toEqual(before);
  // A minute, which began a quarter of its own; the day was there.
  expect(await rowsOf('trade')).toBe(made + 2);
  market.clock.nowMs += DAY_MS - MINUTE_MS;
  await market.trade(10_100, 3);
  market.clock.nowMs += MINUTE_MS;
  expect(market.marketData.quotation(1)).toMatchObject({ volume_24h: '0.005' });
  expect(market.marketData.quotation(1)).not.toHaveProperty('is_simulated_24h');
});

/** A database that dies after so many statements of a transaction. */
const dying = (database: Database, statements: number): Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name).bind(target);
      const transaction: Database['transaction'] = (work, options) => {
        let left = statements;
        return target.transaction(
          (inner) =>
            work({
              query: (...asked: Parameters<Queryable['query']>) => {
                left -= 1;
                if (left < 0) throw new Error('killed');
                return inner.query(...asked);
              },
            } as typeof inner),
          options,
        );
      };
      return transaction;
    },
  });

test('a first start killed on the way leaves all of a market or nothing, and is completed by the next', async () => {
  const { database } = market.opened;
  for (const statements of [1, 4, 9]) {
    await expect(backfill({ database: dying(database, statements) })).rejects.toThrow('killed');
    expect([await rowsOf('trade'), await rowsOf('index')]).toEqual([0, 0]);
  }
  await backfill();
  const made = await rowsOf('trade');
  await market.killAndStart();
  const minutes = await bars('1m');
  expect(minutes.length).toBeGreaterThan(1_400);
  await backfill();
  expect(await rowsOf('trade')).toBe(made);
  await market.killAndStart();
  expect(await bars('1m')).toEqual(minutes);
});

test('there is none where it is not asked for, around real prices, nor beside what is there', async () => {
  const { opened, clock } = market;
  const minute = { openTimeMs: clock.nowMs - DAY_MS, volumeE8: 1n, turnoverE8: 1n } as const;
  const [price] = await simulated().history(SYMBOL, '1m', clock.nowMs - DAY_MS, clock.nowMs);
  const real = { ...(price ?? expect.unreachable()), ...minute, source: 'venue' } as const;
  const live = { kind: 'live', history: async () => [real] } as const;
  for (const [options, indexRows] of [
    [{ hasBookPast: false }, 13_000],
    [{ feed: live }, 3],
  ] as const) {
    await backfill(options);
    expect(await rowsOf('index')).toBeGreaterThanOrEqual(indexRows);
    expect(await rowsOf('trade')).toBe(0);
    await opened.database.query('DELETE FROM candles');
    await opened.database.query("DELETE FROM settings WHERE key LIKE 'index_history%'");
  }
  // A market that traded before it had a history, and one that had samples.
  await market.trade(10_000, 1);
  await market.candles.save();
  const own = await rowsOf('trade');
  await backfill();
  expect(await rowsOf('trade')).toBe(own);
  await opened.database.query("DELETE FROM candles WHERE kind = 'trade'");
  await opened.database.query("DELETE FROM settings WHERE key LIKE 'index_history%'");
  await backfill();
  expect(await rowsOf('trade')).toBe(0);
});
