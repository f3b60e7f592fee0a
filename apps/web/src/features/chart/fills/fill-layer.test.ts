// @vitest-environment jsdom
/** Marks as they are drawn on the candles, and what is told of how far back one looked. */
import { HOUR_MS } from '@fairlead/units';
import type { Chart, OverlayCreate, OverlayFigure, XAxis, YAxis } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChartColours } from '../candles/chart-colours.ts';
import { DEFAULT_SETTINGS } from '../settings/chart-settings.ts';
import { FillLayer } from './fill-layer.ts';
import type { OwnAct } from './marks.ts';

const START_MS = 1_000 * HOUR_MS;
const bars = Array.from({ length: 50 }, (_, at) => ({
  ...{ timestamp: START_MS + at * HOUR_MS, open: 100, high: 110 + at, low: 90, close: 100 },
}));
const COLOURS = { rise: 'green', fall: 'red', bg: 'black' } as ChartColours;
const bought: OwnAct = { kind: 'buy', atMs: START_MS + 40 * HOUR_MS, price: '95', quantity: '1' };
const sold: OwnAct = { ...bought, kind: 'sell', atMs: START_MS + 41 * HOUR_MS };

let range = { from: 30, to: 50 };
let layer: FillLayer;
let draw: () => OverlayFigure[];
const onSeen = vi.fn();
const viewOf = (symbol: string, fills: readonly OwnAct[]) => ({
  ...{ fills, onSeen, onFill: vi.fn(), settings: { ...DEFAULT_SETTINGS, period: '60m' as const } },
  query: { symbol, period: '60m' as const, kind: 'index' as const },
});

beforeEach(() => {
  range = { from: 30, to: 50 };
  onSeen.mockClear();
  draw = () => [];
  const chart = {
    getDataList: () => bars,
    getVisibleRange: () => range,
    removeOverlay: () => undefined,
    createOverlay: ({ extendData }: OverlayCreate) => {
      const { figures } = extendData as { figures: (...of: unknown[]) => OverlayFigure[] };
      const xAxis = { convertToPixel: (index: number) => index * 10 } as XAxis;
      const yAxis = { convertToPixel: (price: number) => 500 - price } as YAxis;
      draw = () => figures(xAxis, yAxis, 500);
    },
  };
  layer = new FillLayer(chart as unknown as Chart, document.createElement('div'));
});
afterEach(() => layer.stop());

test('a buy points at its candle from below in the colour of a rise, a sell from above in that of a fall', () => {
  layer.show(viewOf('BTC/USDT', [bought, sold]), COLOURS);
  expect(
    draw().map(({ type, attrs, styles }) => [type, attrs, (styles as { color: string }).color]),
  ).toEqual([
    // Low 90 is at 410, high 151 at 349.
    [
      'polygon',
      {
        coordinates: [
          { x: 400, y: 413 },
          { x: 395, y: 422 },
          { x: 405, y: 422 },
        ],
      },
      'green',
    ],
    [
      'polygon',
      {
        coordinates: [
          { x: 410, y: 346 },
          { x: 405, y: 337 },
          { x: 415, y: 337 },
        ],
      },
      'red',
    ],
  ]);
});

test('who scrolls back tells how far; forward and in between nothing is told', () => {
  const view = viewOf('BTC/USDT', [bought]);
  layer.show(view, COLOURS);
  draw();
  expect(onSeen).toHaveBeenLastCalledWith(START_MS + 30 * HOUR_MS);
  range = { from: 10, to: 30 };
  // Out of sight there is no mark.
  expect(draw()).toEqual([]);
  expect(onSeen).toHaveBeenLastCalledWith(START_MS + 10 * HOUR_MS);
  const told = onSeen.mock.calls.length;
  range = { from: 20, to: 40 };
  draw();
  expect(onSeen).toHaveBeenCalledTimes(told);
  layer.show(viewOf('ETH/USDT', [bought]), COLOURS);
  expect(onSeen).toHaveBeenLastCalledWith(undefined);
});
