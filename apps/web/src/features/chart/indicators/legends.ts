/** The words over each pane: an indicator's name and length with its value at the crosshair, or the last. */
import { formatNumber } from '@fairlead/ui';
import type { IndicatorCreateTooltipDataSourceCallback, IndicatorTooltipData } from 'klinecharts';
import type { ChartColours } from '../candles/chart-colours.ts';
import type { Indicator } from '../settings/chart-settings.ts';
import type { LegendDetail } from './legend-fit.ts';

type Values = Readonly<Record<string, number | undefined>>;

interface Part {
  readonly key: string;
  readonly name: string;
  /** Undefined is the quiet grey of bars. */
  readonly line: 0 | 1 | 2 | undefined;
}

const numbered = (prefix: string, key: string, lengths: readonly number[]): Part[] =>
  lengths.map((length, index) => ({
    key: `${key}${index + 1}`,
    name: `${prefix}${length}`,
    line: Math.min(index, 2) as 0 | 1 | 2,
  }));

const PARTS: Readonly<Record<Indicator, (lengths: readonly number[]) => readonly Part[]>> = {
  MA: (lengths) => numbered('MA', 'ma', lengths),
  EMA: (lengths) => numbered('EMA', 'ema', lengths),
  RSI: (lengths) => numbered('RSI', 'rsi', lengths),
  BOLL: () => [
    { key: 'up', name: 'UP', line: 0 },
    { key: 'mid', name: 'MID', line: 1 },
    { key: 'dn', name: 'LOW', line: 2 },
  ],
  VWAP: () => [{ key: 'vwap', name: 'VWAP', line: 0 }],
  ATR: ([length = 0]) => [{ key: 'atr', name: `ATR${length}`, line: 0 }],
  VOL: () => [{ key: 'volume', name: 'VOL', line: undefined }],
  MACD: () => [
    { key: 'macd', name: 'MACD', line: undefined },
    { key: 'dif', name: 'DIF', line: 0 },
    { key: 'dea', name: 'DEA', line: 1 },
  ],
  KDJ: () => [
    { key: 'k', name: 'K', line: 0 },
    { key: 'd', name: 'D', line: 1 },
    { key: 'j', name: 'J', line: 2 },
  ],
};

/** What a legend names, in its order. */
export const legendNames = (name: Indicator, lengths: readonly number[]): readonly string[] =>
  PARTS[name](lengths).map((part) => part.name);

const LARGE = 1_000;

/** Decimals of a value of an indicator: few for the oscillators and where the whole part says enough. */
function decimalsFor(name: Indicator, value: number, priceDecimals: number): number {
  if (name === 'KDJ' || name === 'RSI') return 1;
  const size = Math.abs(value);
  if (name === 'VOL') return size >= LARGE ? 1 : 3;
  return size >= LARGE ? Math.min(1, priceDecimals) : priceDecimals;
}

const shown = (value: number | undefined, decimals: number): string =>
  value === undefined || !Number.isFinite(value) ? '–' : formatNumber(value.toFixed(decimals));

/** Of a part without a value its name is the value: the library writes a dash for an empty one. */
export const legendPart = (
  name: string,
  { color, value }: { readonly color: string; readonly value: string | false },
) => ({
  title: { text: value === false ? '' : `${name} `, color },
  value: { text: value === false ? name : value, color },
});

/** As long as a value of it gets, where prices have so many letters. */
export function longestValue(name: Indicator, priceLength: number): string {
  if (name === 'KDJ' || name === 'RSI') return '\u2212888.8';
  // Of MACD a difference of prices.
  return '8'.repeat(name === 'MACD' ? Math.max(VALUE_LEAST, priceLength - 2) : priceLength);
}

/** A price is never shorter. */
export const VALUE_LEAST = 6;

export const NO_TITLE: Pick<IndicatorTooltipData, 'name' | 'calcParamsText' | 'features'> = {
  name: '',
  calcParamsText: '',
  features: [],
};

/** The theme's colours of lines, in their order. */
export const lineColours = (colours: ChartColours): readonly string[] => [
  colours['ma-1'],
  colours['ma-2'],
  colours['ma-3'],
];

export interface LegendContext {
  /** How much there is room for, over the pane of an indicator; of the price's without a name. */
  readonly detail: (name?: Indicator) => LegendDetail;
  readonly colours: () => ChartColours;
  /** Of an indicator's lines: one's own, else the theme's. */
  readonly lines: (name: Indicator) => readonly string[];
  readonly priceDecimals: () => number;
}

/** Makes the legend of one indicator; its lengths and values are read when it is drawn. */
export function legendOf(
  name: Indicator,
  context: LegendContext,
): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ indicator, crosshair }) => {
    const result = indicator.result as readonly Values[];
    const values = result[crosshair.dataIndex ?? result.length - 1] ?? {};
    const lengths = indicator.calcParams as readonly number[];
    const detail = context.detail(name);
    if (detail === 'none') return { ...NO_TITLE, legends: [] };
    const legends = PARTS[name](lengths).map(({ key, name: part, line }) => {
      const { muted } = context.colours();
      const color = line === undefined ? muted : (context.lines(name)[line] ?? muted);
      const value = values[key];
      const decimals = decimalsFor(name, value ?? 0, context.priceDecimals());
      return legendPart(part, { color, value: detail === 'values' && shown(value, decimals) });
    });
    return { ...NO_TITLE, legends };
  };
}

/** The legend of the time-share line: price, and the mean beside it. */
export function lineLegend(
  words: () => { readonly price: string; readonly mean: string },
  context: Omit<LegendContext, 'lines'> & { readonly hasMean: () => boolean },
): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ indicator, crosshair, chart }) => {
    const result = indicator.result as readonly Values[];
    const bars = chart.getDataList();
    const index = crosshair.dataIndex ?? bars.length - 1;
    const decimals = context.priceDecimals();
    const colours = context.colours();
    const detail = context.detail();
    if (detail === 'none') return { ...NO_TITLE, legends: [] };
    const part = (word: string, value: number | undefined, color: string) =>
      legendPart(word, { color, value: detail === 'values' && shown(value, decimals) });
    const price = part(words().price, bars[index]?.close, colours.brand);
    const mean = part(words().mean, result[index]?.['mean'], colours['ma-1']);
    return { ...NO_TITLE, legends: context.hasMean() ? [price, mean] : [price] };
  };
}
