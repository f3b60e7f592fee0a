/**
 * Streams of candles against the candles over HTTP. Goal: every bucket of every length is told as ended once it has ended, within
 * a second, whether or not anything traded in it, and as the calls have it.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Candles } from '../../market/candles/index.ts';
import { MarketFixture, SYMBOL } from '../../market/test/market-fixture.ts';
import { INTERVALS, type Interval, nextStartMs, SECOND } from '../binance/intervals.ts';
import { keptCandles, klines, klineView } from '../binance/klines.ts';
import { secondCandles } from '../binance/second-candles.ts';
import { FanOut } from '../binance/streams/fan-out.ts';
import { KlineStreams } from '../binance/streams/kline-streams.ts';
import type { StreamSocket } from '../binance/streams/stream-socket.ts';

interface Told {
  readonly atMs: number;
  readonly k: {
    readonly t: number;
    readonly T: number;
    readonly i: string;
    readonly x: boolean;
    readonly o: string;
    readonly h: string;
    readonly l: string;
    readonly c: string;
    readonly v: string;
    readonly q: string;
  };
}

let market: MarketFixture;
let told: Told[];
let streams: KlineStreams;
let fanOut: FanOut;

beforeEach(async () => {
  market = await MarketFixture.open();
  told = [];
  fanOut = new FanOut();
  open();
});
afterEach(async () => {
  streams.stop();
  await market.close();
});

function open(candles: Pick<Candles, 'current' | 'onChange'> = market.candles): void {
  const { marketData, clock } = market;
  const onFailure = (error: unknown) => {
    throw error;
  };
  streams = new KlineStreams({ marketData, candles, clock, fanOut, onFailure });
}

const socket = {
  isCombined: false,
  send: (text: string) => {
    told.push({ atMs: market.clock.nowMs, ...JSON.parse(text) });
  },
} as unknown as StreamSocket;
const listen = (intervals: readonly Interval[]) => {
  for (const { name } of intervals) fanOut.add(`btcusdt@kline_${name}`, socket);
};
const ended = ({ name }: Interval) => told.filter(({ k }) => k.i === name && k.x);
const shown = ({ k }: Told) => [k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q];

/** What the calls say of the buckets that were told. */
async function byCall(interval: Interval, fromMs: number, count: number): Promise<unknown[]> {
  const { marketData, candles, opened } = market;
  const { terms } = marketData;
  const source =
    interval === SECOND
      ? secondCandles({ database: opened.database, terms, market: terms.knownMarket(1) })
      : keptCandles(candles, SYMBOL, interval);
  const rows: unknown[][] = [];
  for (let nextMs = fromMs; rows.length < count; ) {
    const query = { interval, fromMs: nextMs, toMs: undefined, limit: 100 };
    const found = await klines(source, { ...query, nowMs: market.clock.nowMs });
    rows.push(...found.map((candle) => klineView(candle, interval).slice(0, 8)));
    nextMs = nextStartMs(interval, found.at(-1)?.time ?? 0);
  }
  return rows.slice(0, count);
}

/** Looks as a process does: often. Where nothing ends or trades it may as well look seldom. */
async function follow(
  intervals: readonly Interval[],
  untilMs: number,
  trades: readonly { readonly timeMs: number; readonly price: number }[],
): Promise<void> {
  const left = [...trades];
  while (market.clock.nowMs < untilMs) {
    const { nowMs } = market.clock;
    const ends = intervals.map((interval) => nextStartMs(interval, nowMs));
    const soon = intervals.map((interval) => nextStartMs(interval, nowMs - 1_000));
    const isEnding = soon.some((endMs) => endMs <= nowMs);
    const nextMs = Math.min(...ends, isEnding ? nowMs + 200 : Infinity, untilMs);
    const trade = left[0];
    if (trade !== undefined && trade.timeMs < nextMs) {
      market.clock.nowMs = Math.max(trade.timeMs, nowMs);
      left.shift();
      await market.trade(trade.price, 1);
    } else market.clock.nowMs = nextMs;
    streams.look();
  }
}

async function agrees(interval: Interval): Promise<void> {
  const all = ended(interval);
  expect(all.length, interval.name).toBeGreaterThan(0);
  for (const { atMs, k } of all) expect(atMs - (k.T + 1), interval.name).toBeLessThan(1_000);
  const rows = all.map(shown);
  expect(rows, interval.name).toEqual(await byCall(interval, all[0]?.k.t ?? 0, rows.length));
}

const tradesOver = (spanMs: number, count: number) =>
  fc.array(
    fc.record({ at: fc.nat({ max: spanMs }), price: fc.integer({ min: 9_900, max: 10_100 }) }),
    { minLength: count, maxLength: count },
  );

test.each([
  ['a minute to a quarter', 3 * 3_600_000, 40, (ms: number) => ms < 1_800_000],
  ['half an hour to a month', 40 * 86_400_000, 60, (ms: number) => ms >= 1_800_000],
])('%s: every bucket is told as ended, as the calls have it', async (_name, spanMs, count, is) => {
  const intervals = [...INTERVALS.values()].filter(
    (each) => each !== SECOND && is(nextStartMs(each, 0) - each.startMs(0)),
  );
  expect(intervals.length).toBeGreaterThan(3);
  await market.trade(10_000, 1);
  listen(intervals);
  streams.look();
  const startMs = market.clock.nowMs;
  const [drawn = []] = fc.sample(tradesOver(spanMs, count), { numRuns: 1, seed: 5 });
  const trades = drawn
    .map(({ at, price }) => ({ timeMs: startMs + at, price }))
    .sort((left, right) => left.timeMs - right.timeMs);
  await follow(intervals, startMs + spanMs, trades);
  for (const interval of intervals) await agrees(interval);
  // Nothing ends twice, and most of the shortest had no trade.
  const [shortest] = intervals as [Interval];
  const times = ended(shortest).map(({ k }) => k.t);
  expect(new Set(times).size).toBe(times.length);
  expect(ended(shortest).filter(({ k }) => k.v === '0').length).toBeGreaterThan(times.length / 4);
});

test('seconds: each ends by itself, and those before anybody listened are not told in part', async () => {
  await market.trade(10_000, 1);
  listen([SECOND]);
  streams.look();
  await market.trade(10_050, 1);
  const startMs = market.clock.nowMs;
  const trades = [1_100, 1_900, 4_000, 4_000, 9_500].map((at, index) => ({
    timeMs: startMs + at,
    price: 9_950 + index * 10,
  }));
  await follow([SECOND], startMs + 12_000, trades);
  const all = ended(SECOND);
  expect(all.map(({ k }) => k.t)).toEqual(
    Array.from({ length: all.length }, (_, at) => (all[0]?.k.t ?? 0) + at * 1_000),
  );
  expect(all[0]?.k.t).toBe(SECOND.startMs(startMs) + 1_000);
  await agrees(SECOND);
});

test('a trade that is told of late mends the candle that had ended without it', async () => {
  const minute = INTERVALS.get('1m') as Interval;
  await market.trade(10_000, 1);
  listen([minute]);
  streams.look();
  const endMs = nextStartMs(minute, market.clock.nowMs);
  market.clock.nowMs = endMs - 1;
  // Its time is stamped, its commit is told of only after the streams looked past the end.
  const { candles } = market;
  const before = candles.current(1, 'trade', '1m');
  let held: (() => void)[] | undefined = [];
  streams.stop();
  open({
    current: (...series) => (held === undefined ? candles.current(...series) : before),
    onChange: (tell) =>
      candles.onChange((change) =>
        held === undefined ? tell(change) : held.push(() => tell(change)),
      ),
  });
  streams.look();
  await market.trade(10_070, 1);
  market.clock.nowMs = endMs + 700;
  streams.look();
  expect(ended(minute).at(-1)?.k).toMatchObject({ t: endMs - 60_000, c: '100.00' });
  const late = held;
  held = undefined;
  for (const tell of late) tell();
  streams.look();
  const all = ended(minute);
  expect(all.at(-1)?.k).toMatchObject({ t: endMs - 60_000, c: '100.70' });
  expect(shown(all.at(-1) as Told)).toEqual((await byCall(minute, endMs - 60_000, 1))[0]);
});

test('who comes to a quiet market is told of the candle that runs', async () => {
  const minute = INTERVALS.get('1m') as Interval;
  await market.trade(10_000, 1);
  listen([minute]);
  streams.look();
  const before = told.length;
  streams.look();
  expect(told).toHaveLength(before);
  streams.greet('btcusdt@kline_1m');
  streams.look();
  expect(told.at(-1)?.k).toMatchObject({ x: false, c: '100.00' });
  expect(told).toHaveLength(before + 1);
});
