/** What the chart library draws of ours: the time-share line's mean and end, and indicators that it has not. */
import { registerIndicator } from 'klinecharts';
import type { ChartColours } from '../candles/chart-colours.ts';
import { meanLine } from './mean.ts';
import { averageTrueRange, volumeWeighted } from './ranges.ts';

export const LINE_INDICATOR = 'FAIRLEAD_LINE';
const RING_PX = 4.5;

export interface LineExtra {
  readonly colours: () => ChartColours;
  readonly isStale: () => boolean;
  readonly hasMean: () => boolean;
}

/** The mean beside the time-share line, and the ring in which that line ends. */
function registerLine(): void {
  registerIndicator<{ mean?: number }, unknown, LineExtra>({
    name: LINE_INDICATOR,
    shortName: '',
    series: 'price',
    figures: [{ key: 'mean', type: 'line' }],
    calc: (bars, indicator) =>
      indicator.extendData.hasMean()
        ? meanLine(bars).map((mean) => ({ mean }))
        : bars.map(() => ({})),
    draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
      const bars = chart.getDataList();
      const last = bars.at(-1);
      if (last === undefined) return false;
      const { colours, isStale } = indicator.extendData;
      ctx.beginPath();
      ctx.arc(
        xAxis.convertToPixel(bars.length - 1),
        yAxis.convertToPixel(last.close),
        RING_PX,
        0,
        2 * Math.PI,
      );
      ctx.fillStyle = colours().bg;
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.strokeStyle = isStale() ? colours().stale : colours().brand;
      ctx.stroke();
      return false;
    },
  });
}

/** Before the first chart is made; again does no harm. */
export function registerIndicators(): void {
  registerLine();
  registerIndicator<{ atr?: number | undefined }, number>({
    name: 'ATR',
    figures: [{ key: 'atr', type: 'line' }],
    calc: (bars, { calcParams: [length = 14] }) =>
      averageTrueRange(bars, length).map((atr) => ({ atr })),
  });
  registerIndicator<{ vwap?: number | undefined }>({
    name: 'VWAP',
    series: 'price',
    figures: [{ key: 'vwap', type: 'line' }],
    calc: (bars) => volumeWeighted(bars).map((vwap) => ({ vwap })),
  });
}
