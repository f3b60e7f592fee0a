import { priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortDecimal, tickDecimals } from '../../core/http/figures.ts';
import {
  type Bar,
  barOfStored,
  joinAll,
  SERIES_PERIODS,
  type SeriesPeriod,
  storedOfBar,
} from './bar.ts';
import { BarSeries } from './bar-series.ts';
import type { Tick } from './trade-tick.ts';

const at = (iso: string): number => Date.parse(iso);
const tick = (timeMs: number, price: number, volume = 1): Tick => ({
  timeMs,
  price: priceE8(BigInt(price)),
  volumeE18: BigInt(volume),
  turnoverE18: BigInt(volume * price),
  source: 'trade',
});
const numbers = (bar: Bar | undefined) =>
  bar && [bar.openTimeMs, ...[bar.open, bar.high, bar.low, bar.close, bar.volumeE18].map(Number)];

test('a bar holds first, highest, lowest, last price and the sum of its minute', () => {
  const series = new BarSeries();
  const minuteMs = at('2026-11-21T10:00:00Z');
  for (const [offset, price] of [
    [0, 5],
    [1_000, 9],
    [2_000, 3],
    [59_999, 4],
  ] as const) {
    series.add(tick(minuteMs + offset, price, 2));
  }
  expect(numbers(series.current('1m'))).toEqual([minuteMs, 5, 9, 3, 4, 8]);
  series.add(tick(minuteMs + 60_000, 7));
  expect(numbers(series.current('1m'))).toEqual([minuteMs + 60_000, 7, 7, 7, 7, 1]);
  expect(numbers(series.previous('1m'))).toEqual([minuteMs, 5, 9, 3, 4, 8]);
  expect(numbers(series.current('5m'))).toEqual([minuteMs, 5, 9, 3, 7, 9]);
});

test('weeks begin on Monday and months on the first, both at midnight UTC', () => {
  const series = new BarSeries();
  series.add(tick(at('2026-11-30T23:59:59.999Z'), 5));
  expect(series.current('1w')?.openTimeMs).toBe(at('2026-11-30'));
  expect(series.current('1M')?.openTimeMs).toBe(at('2026-11-01'));
  series.add(tick(at('2026-12-01T00:00:00Z'), 6));
  expect(numbers(series.current('1w'))).toEqual([at('2026-11-30'), 5, 6, 5, 6, 2]);
  expect(numbers(series.current('1M'))).toEqual([at('2026-12-01'), 6, 6, 6, 6, 1]);
});

test('what ended and what moves is given out to be written, and only once', () => {
  const series = new BarSeries();
  const timeMs = at('2026-11-21T10:14:30Z');
  series.add(tick(timeMs, 5));
  series.add(tick(timeMs + 60_000, 6));
  const unsaved = series.takeUnsaved().map(({ period, bar }) => [period, bar.openTimeMs]);
  expect(unsaved).toEqual([
    ['1m', at('2026-11-21T10:14:00Z')],
    ['15m', at('2026-11-21T10:00:00Z')],
    ['1m', at('2026-11-21T10:15:00Z')],
    ['15m', at('2026-11-21T10:15:00Z')],
    ['1d', at('2026-11-21')],
  ]);
  expect(series.takeUnsaved()).toEqual([]);
});

test('bars of every period are those of all ticks joined at once', () => {
  const gaps = fc.constantFrom(
    500,
    20_000,
    60_000,
    7 * 60_000,
    3_600_000,
    9 * 3_600_000,
    5 * 86_400_000,
  );
  const ticks = fc.array(fc.tuple(gaps, fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(ticks, (steps) => {
      let timeMs = at('2026-10-20T23:50:00Z');
      const series = new BarSeries();
      const rows = new Map<string, Bar>();
      const singles: Bar[] = [];
      for (const [gapMs, price] of steps) {
        timeMs += gapMs;
        const each = tick(timeMs, price);
        series.add(each);
        const { volumeE18, turnoverE18, source } = each;
        const prices = { open: each.price, high: each.price, low: each.price, close: each.price };
        singles.push({ openTimeMs: timeMs, ...prices, volumeE18, turnoverE18, source });
        for (const { period, bar } of series.takeUnsaved())
          rows.set(`${period} ${bar.openTimeMs}`, bar);
      }
      for (const period of SERIES_PERIODS) {
        const expected = joinAll(singles, period);
        expect(series.current(period)).toEqual(expected.at(-1));
        if (['1m', '15m', '1d'].includes(period)) {
          const written = [...rows].filter(([key]) => key.startsWith(`${period} `));
          expect(written.map(([, bar]) => bar)).toEqual(expected);
        }
      }
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test('a resumed series goes on where the stored bars end', () => {
  const whole = new BarSeries();
  const times = [0, 30_000, 61_000, 400_000, 1_000_000].map(
    (ms) => at('2026-11-21T10:00:00Z') + ms,
  );
  for (const [index, timeMs] of times.entries()) whole.add(tick(timeMs, index + 1));
  const first = new BarSeries();
  for (const [index, timeMs] of times.slice(0, 3).entries()) first.add(tick(timeMs, index + 1));
  const minute = first.current('1m') as Bar;
  const before = times.slice(0, 2).map((timeMs, index): Bar => {
    const price = priceE8(BigInt(index + 1));
    return {
      openTimeMs: timeMs,
      open: price,
      high: price,
      low: price,
      close: price,
      volumeE18: 1n,
      turnoverE18: BigInt(index + 1),
      source: 'trade',
    };
  });
  const bars = new Map<SeriesPeriod, Bar>([['1m', minute]]);
  for (const period of SERIES_PERIODS) {
    const [bar] = joinAll(before, period);
    if (bar !== undefined && period !== '1m') bars.set(period, bar);
  }
  const resumed = new BarSeries();
  resumed.resume(bars);
  for (const [index, timeMs] of times.slice(3).entries()) resumed.add(tick(timeMs, index + 4));
  for (const period of SERIES_PERIODS)
    expect(resumed.current(period)).toEqual(whole.current(period));
});

test('decimals lose trailing zeros only down to what is asked', () => {
  expect(shortDecimal(1_500n, 3)).toBe('1.5');
  expect(shortDecimal(1_500n, 3, 2)).toBe('1.50');
  expect(shortDecimal(0n, 8)).toBe('0');
  expect(shortDecimal(-25n, 2)).toBe('-0.25');
  expect([1n, 1_000_000n, 50_000_000n, 100_000_000n].map(tickDecimals)).toEqual([8, 2, 1, 0]);
  const bar: Bar = {
    openTimeMs: 60_000,
    open: priceE8(1n),
    high: priceE8(3n),
    low: priceE8(1n),
    close: priceE8(2n),
    volumeE18: 10n ** 18n + 1n,
    turnoverE18: 0n,
    source: 'venue',
  };
  expect(barOfStored(storedOfBar(bar))).toEqual(bar);
});
