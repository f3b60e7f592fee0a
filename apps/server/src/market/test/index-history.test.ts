import type { Command } from '@fairlead/engine';
import { BTC_USDT, ETH } from '@fairlead/testkit';
import { priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { backfillIndexHistory } from '../candles/index-history.ts';
import type { Feed } from '../feeds/feed.ts';
import type { IndexSample } from '../feeds/index-price.ts';
import { startIndexPump } from '../feeds/index-pump.ts';
import { SimulatedFeed } from '../feeds/simulated-feed.ts';
import { samplesRange } from '../queries.ts';
import { FakeClock as FeedClock } from './feeds/fake-clock.ts';
import { MarketFixture, SYMBOL } from './market-fixture.ts';

let market: MarketFixture;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
beforeEach(async () => {
  market = await MarketFixture.open();
});
afterEach(() => market.close());

test('a new installation has charts of all periods, labelled simulated, and only once', async () => {
  const { database } = market.opened;
  const feed = new SimulatedFeed({
    symbols: [SYMBOL],
    seed: { bytes: new Uint8Array(32), isPredictable: true },
    clock: new FeedClock(market.clock.nowMs),
  });
  const options = { database, feed, clock: market.clock, log: quiet };
  await market.opened.database.query("DELETE FROM candles WHERE kind = 'index'");
  await backfillIndexHistory(options, [BTC_USDT]);
  await market.killAndStart();
  const read = (period: '1m' | '15m' | '60m' | '1d' | '1w') =>
    market.candles.range({
      symbol: SYMBOL,
      period,
      kind: 'index',
      limit: 1_500,
      toMs: market.clock.nowMs - 60_000,
    });
  const days = await read('1d');
  expect(days).toHaveLength(91);
  expect(new Set(days.map(({ source }) => source))).toEqual(new Set(['simulated']));
  expect(await read('1m')).toHaveLength(1_500);
  expect((await read('60m')).length).toBe(1_500);
  expect((await read('1w')).length).toBe(14);
  const minutes = await read('1m');
  expect(minutes.at(-1)?.time).toBe(market.clock.nowMs - 60_000);
  // Nothing of it is ours, so the trade charts stay empty, and a second call changes nothing.
  expect(
    await market.candles.range({ symbol: SYMBOL, period: '1d', kind: 'trade', limit: 9 }),
  ).toEqual([]);
  market.clock.nowMs += 3_600_000;
  await backfillIndexHistory(options, [BTC_USDT]);
  expect(
    await market.candles.range({
      symbol: SYMBOL,
      period: '1d',
      kind: 'index',
      limit: 1_500,
      toMs: market.clock.nowMs - 3_660_000,
    }),
  ).toEqual(days);
});

test.each([0, 2, 7])(
  'the first bars are whole, started %i minutes after a quarter',
  async (minutes) => {
    const { database } = market.opened;
    market.clock.nowMs =
      Math.ceil(market.clock.nowMs / 900_000) * 900_000 + minutes * 60_000 + 7_000;
    const seed = { bytes: new Uint8Array(32), isPredictable: true } as const;
    const feed = new SimulatedFeed({
      symbols: [SYMBOL],
      seed,
      clock: new FeedClock(market.clock.nowMs),
    });
    await database.query("DELETE FROM candles WHERE kind = 'index'");
    await backfillIndexHistory({ database, feed, clock: market.clock, log: quiet }, [BTC_USDT]);
    await market.killAndStart();
    const days3 = { fromMs: market.clock.nowMs - 3 * 86_400_000 - 1_800_000, symbol: SYMBOL };
    const read = (period: '1m' | '5m' | '15m') =>
      market.candles.range({ ...days3, period, kind: 'index', limit: 10_000 });
    const [minute, [five], quarters] = [await read('1m'), await read('5m'), await read('15m')];
    expect(minute[0]?.time).toBe(five?.time);
    const held = minute.slice(0, 5);
    expect(held.at(-1)?.time).toBe((five?.time ?? 0) + 240_000);
    expect(five).toMatchObject({ open: held[0]?.open, close: held[4]?.close });
    const numbers = (field: 'high' | 'low') => held.map((bar) => Number(bar[field]));
    expect(Number(five?.high)).toBe(Math.max(...numbers('high')));
    expect(Number(five?.low)).toBe(Math.min(...numbers('low')));
    // They agree with the quarter, which was joined from minutes that are not kept.
    const quarter = quarters.find(({ time }) => time === five?.time);
    expect(quarter?.open).toBe(five?.open);
    // What an earlier version left: minutes from the middle of a bucket on. A part is not told as the whole.
    await database.query(
      "DELETE FROM candles WHERE kind = 'index' AND period = '1m' AND open_time_ms < $1",
      [(five?.time ?? 0) + 120_000],
    );
    const [first] = await read('5m');
    expect(first?.time).toBe((five?.time ?? 0) + 300_000);
  },
);

test('a market whose history fails or is empty is tried again at the next start', async () => {
  const { database } = market.opened;
  const warned: string[] = [];
  const log = { info: () => {}, warn: (_fields: object, message: string) => warned.push(message) };
  const failing = { kind: 'live', history: () => Promise.reject(new Error('no network')) } as const;
  const silent = { kind: 'live', history: async () => [] } as const;
  for (const feed of [failing, silent])
    await backfillIndexHistory({ database, feed, clock: market.clock, log: log as never }, [
      BTC_USDT,
    ]);
  expect(warned).toHaveLength(2);
  const openTimeMs = market.clock.nowMs - 86_400_000;
  const price = priceE8(5n);
  const candle = {
    openTimeMs,
    open: price,
    high: price,
    low: price,
    close: price,
    volumeE8: 1n,
    turnoverE8: 1n,
    source: 'venue',
  } as const;
  const working = { kind: 'live', history: async () => [candle] } as const;
  await backfillIndexHistory({ database, feed: working, clock: market.clock, log: quiet }, [
    BTC_USDT,
  ]);
  const [bar] = await market.candles.range({
    symbol: SYMBOL,
    period: '1m',
    kind: 'index',
    limit: 9,
  });
  expect(bar).toMatchObject({ time: openTimeMs, source: 'venue', volume: '0' });
});

/** A feed whose samples the test gives. */
class FakeFeed implements Pick<Feed, 'start' | 'stop' | 'setSymbols'> {
  symbols: readonly string[] = [];
  give: (sample: IndexSample) => void = () => {};
  async start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.give = onSample;
  }
  async stop(): Promise<void> {
    this.give = () => {};
  }
  setSymbols(symbols: readonly string[]): void {
    this.symbols = symbols;
  }
}

test('P5: a tick carries the time of the oldest quote that its price was made of', async () => {
  const feed = new FakeFeed();
  const ticks: Command[] = [];
  const sequencer: Pick<Sequencer, 'run'> = {
    run: (command, options) => {
      ticks.push(command);
      return market.sequencer.run(command, options);
    },
  };
  const { marketData, clock } = market;
  clock.nowMs += 2_000;
  const pump = await startIndexPump({ feed, sequencer, marketData, clock, log: quiet });
  const timeMs = clock.nowMs - 1_000;
  const price = priceE8(101_00000000n);
  const base = { symbol: SYMBOL, kind: 'live', dropped: [], timeMs } as const;
  const sources = [
    { venue: 'binance', price, time: timeMs - 5 },
    { venue: 'coinbase', price, time: timeMs - 2_400 },
    { venue: 'kraken', price, time: timeMs + 900 },
  ];
  feed.give({ ...base, price, quality: 'valid', sources });
  feed.give({ ...base, timeMs: timeMs + 1_000, quality: 'stale', sources: [] });
  await pump.stop();
  const tick = { kind: 'index_tick', marketId: BTC_USDT.marketId };
  expect(ticks).toEqual([
    { ...tick, sampleTimeMs: timeMs, price, quotedAtMs: timeMs - 2_400 },
    { ...tick, sampleTimeMs: timeMs + 1_000 },
  ]);
});

test('every sample is stored with its sources, stale ones too, and new markets are followed', async () => {
  const feed = new FakeFeed();
  const { sequencer, marketData, clock } = market;
  const pump = await startIndexPump({ feed, sequencer, marketData, clock, log: quiet });
  expect(feed.symbols).toEqual([SYMBOL]);
  const timeMs = clock.nowMs + 1_000;
  clock.nowMs += 2_000;
  const base = { symbol: SYMBOL, kind: 'live', dropped: [] } as const;
  const price = priceE8(101_00000000n);
  const sources = [{ venue: 'kraken', price, time: timeMs - 5 }];
  feed.give({ ...base, timeMs, price, quality: 'valid', sources });
  feed.give({ ...base, timeMs: timeMs + 1_000, quality: 'stale', sources: [] });
  // A second that was there already is refused and told, not stored twice.
  feed.give({ ...base, timeMs, price, quality: 'valid', sources });
  feed.give({ ...base, symbol: 'NEW/USDT', timeMs, price, quality: 'valid', sources });
  await market.run({ kind: 'configure_currency', currency: ETH });
  await market.run({
    kind: 'configure_market',
    market: { ...BTC_USDT, marketId: 2, symbol: 'ETH/USDT', baseCurrencyId: ETH.currencyId },
  });
  expect(feed.symbols).toEqual([SYMBOL, 'ETH/USDT']);
  await pump.stop();
  const stored = await samplesRange(market.opened.database, {
    marketId: BTC_USDT.marketId,
    fromMs: timeMs,
    toMs: timeMs + 9_000,
  });
  expect(stored).toEqual([
    {
      marketId: 1,
      sampleTimeMs: timeMs,
      price,
      sources: {
        sources: [{ venue: 'kraken', price: '101.00000000', time: timeMs - 5 }],
        dropped: [],
      },
    },
    { marketId: 1, sampleTimeMs: timeMs + 1_000, sources: { sources: [], dropped: [] } },
  ]);
});
