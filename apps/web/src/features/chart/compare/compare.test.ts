// @vitest-environment jsdom
import type { Candle } from '@fairlead/contract';
import type { AxisRange } from 'klinecharts';
import { afterEach, expect, test, vi } from 'vitest';
import { clearOfLast } from '../candles/axis-ticks.ts';
import type { CandlePage } from '../candles/candle-loader.ts';
import {
  COMPARISONS_MAX,
  chartSettings,
  DEFAULT_SETTINGS,
  readSettings,
} from '../settings/chart-settings.ts';
import { CompareSource } from './compare-source.ts';
import { compareWith, comparisonsOf, endComparison } from './comparisons.ts';
import { comparisonNames } from './names.ts';
import { closesAt, percentText, percentTicks, widened } from './percent.ts';

afterEach(() => chartSettings.setState(DEFAULT_SETTINGS));

const BTC = { symbol: 'BTC/USDT', kind: 'trade' } as const;
const ETH = { symbol: 'ETH/USDT', kind: 'trade' } as const;
const SOL = { symbol: 'SOL/USDT', kind: 'index' } as const;

const bar = (timestamp: number, close: number) => ({ timestamp, close });

test('a market that did not trade at a time has its last close; before the first it has none', () => {
  const times = [1, 2, 3, 4, 5].map((timestamp) => ({ timestamp }));
  expect(closesAt(times, [bar(2, 20), bar(4, 40), bar(9, 90)])).toEqual([
    undefined,
    20,
    20,
    40,
    40,
  ]);
  // What is before the chart's own first candle counts for it.
  expect(closesAt([{ timestamp: 7 }], [bar(2, 20), bar(4, 40)])).toEqual([40]);
});

test.each([
  [0.0125, '+1.25%'],
  [-0.02884, '\u22122.88%'],
  [0, '0.00%'],
  [-0.000001, '0.00%'],
  [12.5, '+1,250.00%'],
  [undefined, '–'],
  [Number.NaN, '–'],
])('%d is said as %s', (share, text) => {
  expect(percentText(share)).toBe(text);
});

const range = (from: number, to: number): AxisRange => ({
  ...{ from, to, range: to - from, realFrom: from, realTo: to, realRange: to - from },
  ...{ displayFrom: from, displayTo: to, displayRange: to - from },
});
const bounding = { width: 300, height: 280, left: 0, right: 0, top: 0, bottom: 0 };

test('labels are round shares of the left edge, in their places, and not under the last price', () => {
  const ticks = percentTicks({ range: range(90, 111), bounding }, 100);
  expect(ticks.map(({ text }) => text)).toEqual(['\u22125%', '0%', '+5%', '+10%']);
  const zero = ticks.find(({ text }) => text === '0%');
  expect(zero?.coord).toBeCloseTo((11 / 21) * 280);
  expect(clearOfLast(ticks, zero?.coord).map(({ text }) => text)).not.toContain('0%');
  expect(clearOfLast(ticks, undefined)).toEqual(ticks);
  const fine = percentTicks({ range: range(99.9, 100.2), bounding }, 100);
  expect(fine.map(({ text }) => text)).toContain('+0.05%');
  expect(percentTicks({ range: range(5, 5), bounding }, 5)).toEqual([]);
});

test('the axis holds all lines, and is another one at another edge', () => {
  const wide = widened(range(90, 110), [80, 120], 3);
  expect(wide.realFrom).toBe(80);
  expect(wide.realTo).toBeCloseTo(120, 3);
  expect(widened(range(90, 110), [], 3).realTo).not.toBe(widened(range(90, 110), [], 4).realTo);
});

test('two at most; the one that was there longest gives way, and a chart is not compared with itself', () => {
  chartSettings.setState(DEFAULT_SETTINGS);
  const settings = () => chartSettings.getState();
  compareWith(BTC.symbol, settings(), ETH);
  compareWith(BTC.symbol, settings(), SOL);
  compareWith(BTC.symbol, settings(), { ...BTC, kind: 'index' });
  expect(COMPARISONS_MAX).toBe(2);
  expect(comparisonsOf(settings(), BTC)).toEqual([SOL, { ...BTC, kind: 'index' }]);
  expect(comparisonsOf(settings(), { ...BTC, kind: 'index' })).toEqual([SOL]);
  expect(comparisonsOf(settings(), ETH)).toEqual([]);
  endComparison(BTC.symbol, settings(), SOL);
  endComparison(BTC.symbol, settings(), { ...BTC, kind: 'index' });
  expect(settings().comparisons).toEqual({});
});

test('what was kept by a hand or by another version gives what it can', () => {
  const stored = { comparisons: { A: [ETH, null, { symbol: 7, kind: 'trade' }], B: 'x', C: [{}] } };
  expect(readSettings(stored).comparisons).toEqual({ A: [ETH] });
  expect(readSettings({ comparisons: 3 }).comparisons).toEqual({});
});

test('whose prices they are is said where not all are trades', () => {
  expect(comparisonNames([BTC, SOL], 'Index')).toEqual(['BTC/USDT', 'SOL/USDT · Index']);
  expect(comparisonNames([{ ...BTC, kind: 'index' }, SOL], 'Index')).toEqual([
    'BTC/USDT',
    'SOL/USDT',
  ]);
});

const candle = (time: number): Candle => ({
  ...{ time, open: '1', high: '1', low: '1', close: String(time), volume: '1', turnover: '1' },
  source: 'simulated',
});

test('reads back page by page as far as the chart goes, follows live, and stops', async () => {
  const pages: (number | undefined)[] = [];
  let onCandle: ((next: Candle) => void) | undefined;
  const stop = vi.fn();
  const feed = {
    load: async ({ to }: CandlePage) => {
      pages.push(to);
      const last = to ?? 299;
      return last < 0 ? [] : Array.from({ length: 100 }, (_, at) => candle(last - 99 + at));
    },
    follow: (_: unknown, follow: (next: Candle) => void) => {
      onCandle = follow;
      return stop;
    },
    onSimulated: () => undefined,
  };
  const source = new CompareSource({ ...ETH, period: '1m' }, feed, () => undefined);
  source.cover(50);
  await vi.waitFor(() => expect(source.bars[0]?.timestamp).toBe(0));
  expect(pages).toEqual([undefined, 199, 99]);
  expect(source.bars).toHaveLength(300);
  expect(source.isSimulated).toBe(true);
  onCandle?.(candle(300));
  expect(source.bars.at(-1)?.close).toBe(300);
  // Older than there is anything of: asked once more, and never again.
  source.cover(-50);
  await vi.waitFor(() => expect(pages).toHaveLength(4));
  source.cover(-60);
  await Promise.resolve();
  expect(pages).toHaveLength(4);
  source.stop();
  expect(stop).toHaveBeenCalled();
});
