/** Candles of Binance's lengths from ours: joined without loss, flat where nothing traded, never a bucket too many. */
import type { Candle } from '@fairlead/contract';
import { formatDecimal, MINUTE_MS } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillCandles,
  INTERVALS,
  intervalNamed,
  joinCandles,
  nextStartMs,
} from '../binance/intervals.ts';
import { keptCandles, klines } from '../binance/klines.ts';

const bar = (time: number, price: number, volume = '1'): Candle => ({
  time,
  open: `${price}.00`,
  high: `${price + 1}.00`,
  low: `${price - 1}.00`,
  close: `${price}.50`,
  volume,
  turnover: volume,
  source: 'trade',
});

test.each([...INTERVALS.values()])(
  '$name: buckets follow one another without a hole',
  (interval) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (timeMs) => {
        const startMs = interval.startMs(timeMs);
        const nextMs = nextStartMs(interval, timeMs);
        expect(startMs).toBeLessThanOrEqual(timeMs);
        expect(nextMs).toBeGreaterThan(timeMs);
        expect(interval.startMs(nextMs)).toBe(nextMs);
        expect(interval.startMs(nextMs - 1)).toBe(startMs);
      }),
      { seed: 7 },
    );
  },
);

test('three minutes are joined of their minutes', () => {
  const minutes = [bar(0, 10), bar(MINUTE_MS, 20), bar(3 * MINUTE_MS, 5)];
  expect(joinCandles(minutes, intervalNamed('3m'))).toEqual([
    { ...bar(0, 10), high: '21.00', close: '20.50', volume: '2', turnover: '2' },
    bar(3 * MINUTE_MS, 5),
  ]);
});

test('joined volumes are the sum of their parts, whatever their decimals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 12 }),
      (parts) => {
        const candles = parts.map((part, at) => bar(at * 3_600_000, 10, formatDecimal(part, 18)));
        const [joined] = joinCandles(candles, intervalNamed('12h'));
        const sum = parts.reduce((total, part) => total + part, 0n);
        const [whole = '', rest = ''] = (joined?.volume ?? '').split('.');
        expect(BigInt(whole + rest.padEnd(18, '0'))).toBe(sum);
      },
    ),
    { seed: 11 },
  );
});

test('an hour without trades is flat at the close before it', () => {
  const filled = fillCandles([bar(0, 10), bar(3 * MINUTE_MS, 12)], intervalNamed('1m'), {
    toMs: 4 * MINUTE_MS,
    countMax: 10,
  });
  expect(
    filled.map(({ time, open, close, volume }) => [time / MINUTE_MS, open, close, volume]),
  ).toEqual([
    [0, '10.00', '10.50', '1'],
    [1, '10.50', '10.50', '0'],
    [2, '10.50', '10.50', '0'],
    [3, '12.00', '12.50', '1'],
    [4, '12.50', '12.50', '0'],
  ]);
});

describe('what is asked for', () => {
  const stored = [0, 1, 2, 7].map((minute) => bar(minute * MINUTE_MS, 10 + minute));
  const candles = {
    range: async ({
      fromMs = 0,
      toMs = Number.MAX_SAFE_INTEGER,
      limit,
    }: {
      fromMs?: number;
      toMs?: number;
      limit: number;
    }) => stored.filter(({ time }) => time >= fromMs && time <= toMs).slice(-limit),
    firstTime: async (_series: object, fromMs: number) =>
      stored.find(({ time }) => time >= fromMs)?.time,
  };
  const ask = async (fromMs: number | undefined, toMs: number | undefined, limit: number) => {
    const nowMs = 9 * MINUTE_MS + 1;
    const interval = intervalNamed('1m');
    const source = keptCandles(candles as never, 'BTC/USDT', interval);
    const query = { interval, fromMs, toMs, limit, nowMs };
    return (await klines(source, query)).map(({ time }) => time / MINUTE_MS);
  };

  test('the first from a time on, else the last, and none of the future', async () => {
    expect(await ask(undefined, undefined, 3)).toEqual([7, 8, 9]);
    expect(await ask(undefined, undefined, 500)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await ask(MINUTE_MS + 1, undefined, 3)).toEqual([2, 3, 4]);
    expect(await ask(3 * MINUTE_MS, undefined, 2)).toEqual([3, 4]);
    expect(await ask(undefined, 5 * MINUTE_MS, 2)).toEqual([4, 5]);
    expect(await ask(20 * MINUTE_MS, undefined, 5)).toEqual([]);
    // From long before the first candle on.
    expect(await ask(-100 * MINUTE_MS, undefined, 2)).toEqual([0, 1]);
  });
});
