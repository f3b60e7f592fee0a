import type { Candle } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { fitLegend, wrappedLines } from '../indicators/legend-fit.ts';
import { meanLine } from '../indicators/mean.ts';
import { readLength } from '../settings/change-settings.ts';
import {
  DEFAULT_SETTINGS,
  drawnMain,
  readSettings,
  SUB_INDICATORS,
  toggled,
} from '../settings/chart-settings.ts';
import {
  chartSpan,
  closeTimeMs,
  countdownText,
  partsOf,
  readPeriod,
  wirePeriod,
} from '../settings/periods.ts';
import { candleNumber, tickStep } from './axis-ticks.ts';
import { foldBars, hasSimulated, olderBars } from './candle-bars.ts';
import { dragOf } from './page-scroll.ts';

describe('periods', () => {
  test('the time-share line is drawn from five-minute candles', () => {
    expect(wirePeriod('time')).toBe('5m');
    expect(chartSpan('time')).toEqual({ type: 'minute', span: 5 });
  });

  test('a candle closes after its length, a month at the next one', () => {
    expect(closeTimeMs('60m', 7 * HOUR_MS)).toBe(8 * HOUR_MS);
    expect(closeTimeMs('1M', Date.UTC(2026, 11, 1))).toBe(Date.UTC(2027, 0, 1));
    expect(closeTimeMs('1M', Date.UTC(2028, 1, 1))).toBe(Date.UTC(2028, 2, 1));
  });

  test.each([
    ['4h', '60m', 4, { type: 'hour', span: 4 }],
    ['3m', '1m', 3, { type: 'minute', span: 3 }],
    ['45m', '15m', 3, { type: 'minute', span: 45 }],
    ['3d', '1d', 3, { type: 'day', span: 3 }],
    ['1w', '1w', 1, { type: 'week', span: 1 }],
    ['1M', '1M', 1, { type: 'month', span: 1 }],
  ] as const)('%s is made of candles of %s, %d of them', (period, part, count, span) => {
    expect(wirePeriod(period)).toBe(part);
    expect(partsOf(period)).toBe(count);
    expect(chartSpan(period)).toEqual(span);
  });

  test.each([
    ['1h', '60m'],
    ['240m', '4h'],
    ['24h', '1d'],
    ['90m', '90m'],
    ['53m', undefined],
    ['0h', undefined],
    ['-1h', undefined],
    ['1.5h', undefined],
    ['51d', undefined],
    ['', undefined],
    [7, undefined],
  ])('%j reads %j', (text, period) => {
    expect(readPeriod(text)).toBe(period);
  });

  test.each([
    [0, '00:00'],
    [-5_000, '00:00'],
    [1, '00:01'],
    [1_675_000, '27:55'],
    [9 * HOUR_MS + 61_000, '9:01:01'],
    [27 * HOUR_MS, '1d 03:00'],
  ])('%d ms left read %s', (leftMs, text) => {
    expect(countdownText(leftMs)).toBe(text);
  });
});

describe('settings', () => {
  test('nothing stored, or anything else, gives the defaults', () => {
    expect(DEFAULT_SETTINGS.sub).toContain('VOL');
    expect(readSettings(undefined)).toEqual(DEFAULT_SETTINGS);
    expect(readSettings('x')).toEqual(DEFAULT_SETTINGS);
    expect(
      readSettings({ period: '2x', main: 'MA', lengths: { MA: [0, 1, 2], RSI: [1] } }),
    ).toEqual(DEFAULT_SETTINGS);
  });

  test('what was chosen is kept in the order of the row', () => {
    const kept = readSettings({
      period: 'time',
      periods: ['4h', '3d', '90m', '1h', '3d', 'x'],
      kinds: { 'BTC/USDT': 'index', 'ETH/USDT': 'x' },
      sub: ['RSI', 'VOL', 'X'],
      main: [],
    });
    expect(kept).toMatchObject({
      period: 'time',
      periods: ['60m', '90m', '4h', '3d'],
      kinds: { 'BTC/USDT': 'index' },
      sub: ['VOL', 'RSI'],
      main: [],
    });
  });

  test('lengths of one indicator are kept whole or not at all', () => {
    const { lengths } = readSettings({ lengths: { MA: [5, 10, 30], MACD: [1, 2] } });
    expect(lengths.MA).toEqual([5, 10, 30]);
    expect(lengths.MACD).toEqual([12, 26, 9]);
  });

  test('colours are kept line by line, and none that is not one', () => {
    const { colours } = readSettings({
      colours: { MA: ['#ff0000', 'red', '#00ff00', '#123456'], VOL: ['#ff0000'], X: ['#ff0000'] },
    });
    expect(colours).toEqual({ MA: ['#ff0000', undefined, '#00ff00'], VOL: [] });
  });

  test('the index has no volume to weigh or draw', () => {
    const settings = { ...DEFAULT_SETTINGS, main: ['MA', 'VWAP'] as const };
    expect(drawnMain(settings, 'index')).toEqual(['MA']);
    expect(drawnMain(settings, 'trade')).toEqual(['MA', 'VWAP']);
  });

  test('a tap turns an indicator on and off', () => {
    expect(toggled(SUB_INDICATORS, ['VOL'], 'KDJ')).toEqual(['VOL', 'KDJ']);
    expect(toggled(SUB_INDICATORS, ['VOL', 'KDJ'], 'VOL')).toEqual(['KDJ']);
  });

  test.each([
    ['7', 7],
    ['500', 500],
    ['501', undefined],
    ['0', undefined],
    ['', undefined],
    ['2.5', undefined],
  ])('a length of %j reads %j', (text, length) => {
    expect(readLength(text)).toBe(length);
  });
});

describe('the mean', () => {
  const at = (hours: number, close: number, volume: number) => ({
    timestamp: hours * HOUR_MS,
    close,
    volume,
    turnover: close * volume,
  });

  test('weighs by volume', () => {
    expect(meanLine([at(0, 10, 1), at(1, 20, 3)])).toEqual([10, 17.5]);
  });

  test('forgets what is 24 hours old', () => {
    expect(meanLine([at(0, 10, 1), at(23, 20, 1), at(24, 40, 1)])).toEqual([10, 15, 30]);
  });

  test('is the plain mean where nothing was traded', () => {
    expect(meanLine([at(0, 10, 0), at(1, 30, 0)])).toEqual([10, 20]);
    expect(meanLine([])).toEqual([]);
  });
});

describe('bars', () => {
  const candle = (time: number, source: Candle['source'] = 'trade'): Candle => ({
    time,
    open: '1.5',
    high: '2',
    low: '1',
    close: '1.8',
    volume: '3',
    turnover: '5',
    source,
  });

  test('an older page that overlaps brings each time once, ascending', () => {
    const bars = olderBars([candle(30), candle(10), candle(20), candle(10)], 30);
    expect(bars.map((bar) => bar.timestamp)).toEqual([10, 20]);
    expect(bars[0]).toMatchObject({ open: 1.5, close: 1.8, volume: 3 });
  });

  test('four hours are one candle of four, begun where they began', () => {
    const hours = [3, 4, 5, 7, 8].map((hour) => ({
      ...candle(hour * HOUR_MS, hour === 5 ? 'simulated' : 'trade'),
      open: String(hour),
      high: String(hour * 10),
      low: String(hour / 10),
      close: String(hour + 1),
    }));
    const bars = foldBars('4h', olderBars(hours, undefined));
    expect(bars).toEqual([
      expect.objectContaining({ timestamp: 0, open: 3, close: 4, volume: 3, source: 'trade' }),
      {
        timestamp: 4 * HOUR_MS,
        open: 4,
        high: 70,
        low: 0.4,
        close: 8,
        volume: 9,
        turnover: 15,
        source: 'simulated',
      },
      expect.objectContaining({ timestamp: 8 * HOUR_MS, open: 8, close: 9 }),
    ]);
  });

  test('one simulated candle makes the chart simulated', () => {
    expect(hasSimulated(olderBars([candle(1), candle(2, 'simulated')], undefined))).toBe(true);
    expect(hasSimulated(olderBars([candle(1), candle(2, 'venue')], undefined))).toBe(false);
  });
});

test('a steep drag scrolls the page, a level one moves the chart', () => {
  expect(dragOf(2, 3)).toBe('undecided');
  expect(dragOf(3, 20)).toBe('page');
  expect(dragOf(-20, 3)).toBe('chart');
  expect(dragOf(10, 11)).toBe('chart');
});

test('a legend wraps where its parts no longer fit', () => {
  expect(wrappedLines([100, 100, 100], 300)).toBe(1);
  expect(wrappedLines([100, 100, 101], 300)).toBe(2);
  expect(wrappedLines([400], 300)).toBe(1);
  expect(wrappedLines([200, 200, 200], 300)).toBe(3);
});

describe('a legend', () => {
  const rows = [
    { names: ['MA7', 'MA25', 'MA99'], value: '88888' },
    { names: ['UP', 'MID', 'LOW'], value: '88888' },
  ];
  const fit = (roomPx: number, mostPx: number) =>
    fitLegend({ rows, roomPx, mostPx, measure: (text) => text.length * 10 });

  test('says all where it fits, each indicator on lines of its own', () => {
    expect(fit(400, 64)).toEqual({ detail: 'values', px: 32 });
    expect(fit(250, 64)).toEqual({ detail: 'values', px: 64 });
  });

  test('says names alone, then nothing, before it is written over what is drawn', () => {
    expect(fit(250, 63)).toEqual({ detail: 'names', px: 32 });
    expect(fit(250, 31)).toEqual({ detail: 'none', px: 0 });
  });

  test('never has a part that the pane cuts', () => {
    expect(fit(100, 999)).toEqual({ detail: 'names', px: 64 });
    expect(fit(40, 999)).toEqual({ detail: 'none', px: 0 });
  });
});

describe('time labels', () => {
  test('stand some 104 px apart, on candles that make hours and days', () => {
    expect(tickStep(5.2)).toBe(24);
    expect(tickStep(1.1)).toBe(96);
    expect(tickStep(50)).toBe(3);
  });

  test('a candle keeps its number, months and weeks too', () => {
    expect(candleNumber('60m', 7 * HOUR_MS)).toBe(7);
    expect(
      candleNumber('1M', Date.UTC(2026, 1, 1)) - candleNumber('1M', Date.UTC(2026, 0, 1)),
    ).toBe(1);
    expect(candleNumber('1w', Date.UTC(2026, 10, 16)) % 1).toBe(0);
  });
});
