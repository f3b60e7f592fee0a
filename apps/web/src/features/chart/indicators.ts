/** Which lines the chart draws and how long they look back; kept on this device. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { ALL_PERIODS, type ChartPeriod } from './periods.ts';

export const MAIN_INDICATORS = ['MA', 'EMA', 'BOLL'] as const;
export const SUB_INDICATORS = ['VOL', 'MACD', 'KDJ', 'RSI'] as const;
const LINE_INDICATORS = ['MA', 'BOLL'] as const;
export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type SubIndicator = (typeof SUB_INDICATORS)[number];
export type Indicator = MainIndicator | SubIndicator;

/** Lengths by indicator, in the order of its formula. */
export type Lengths = Readonly<Record<Indicator, readonly number[]>>;

export const DEFAULT_LENGTHS: Lengths = {
  MA: [7, 25, 99],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  VOL: [],
  MACD: [12, 26, 9],
  KDJ: [9, 3, 3],
  RSI: [6, 12, 24],
};
export const LENGTH_MAX = 500;

export type ChartKind = 'trade' | 'index';

export interface ChartSettings {
  readonly period: ChartPeriod;
  /** Undefined lets the chart take the kind that has a history. */
  readonly kind: ChartKind | undefined;
  readonly main: readonly MainIndicator[];
  /** Over the time-share line, where the mean has the place of the EMA. */
  readonly lineMain: readonly MainIndicator[];
  readonly sub: readonly SubIndicator[];
  /** The mean beside the time-share line. */
  readonly hasMean: boolean;
  readonly lengths: Lengths;
}

export const DEFAULT_SETTINGS: ChartSettings = {
  period: '60m',
  kind: undefined,
  main: ['MA'],
  lineMain: [],
  sub: ['VOL', 'MACD'],
  hasMean: true,
  lengths: DEFAULT_LENGTHS,
};

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LENGTH_MAX;

function keepLengths(stored: unknown): Lengths {
  const lengths = { ...DEFAULT_LENGTHS };
  if (typeof stored !== 'object' || stored === null) return lengths;
  for (const [name, values] of Object.entries(stored)) {
    if (!(name in lengths) || !Array.isArray(values)) continue;
    const own = name as Indicator;
    if (values.length === lengths[own].length && values.every(isLength)) lengths[own] = values;
  }
  return lengths;
}

const keep = <Item extends string>(
  stored: unknown,
  known: readonly Item[],
  otherwise: readonly Item[],
): readonly Item[] =>
  Array.isArray(stored) ? known.filter((item) => stored.includes(item)) : otherwise;

/** What is kept of a stored value: an older version, or a hand, may have written anything. */
export function readSettings(stored: unknown): ChartSettings {
  const own = typeof stored === 'object' && stored !== null ? stored : {};
  const given: Readonly<Record<string, unknown>> = { ...own };
  return {
    period: ALL_PERIODS.find((period) => period === given['period']) ?? DEFAULT_SETTINGS.period,
    kind: given['kind'] === 'trade' || given['kind'] === 'index' ? given['kind'] : undefined,
    main: keep(given['main'], MAIN_INDICATORS, DEFAULT_SETTINGS.main),
    lineMain: keep(given['lineMain'], LINE_INDICATORS, DEFAULT_SETTINGS.lineMain),
    sub: keep(given['sub'], SUB_INDICATORS, DEFAULT_SETTINGS.sub),
    hasMean: given['hasMean'] !== false,
    lengths: keepLengths(given['lengths']),
  };
}

export const chartSettings = create<ChartSettings>()(
  persist<ChartSettings>(() => DEFAULT_SETTINGS, {
    name: 'chart',
    version: 1,
    merge: (stored) => readSettings(stored),
  }),
);

export const useChartSettings = (): ChartSettings => chartSettings();
export function setChartSettings(change: Partial<ChartSettings>): void {
  chartSettings.setState(change);
}

/** On becomes off and the other way round, in the order of the row. */
export const toggled = <Item extends string>(
  all: readonly Item[],
  shown: readonly Item[],
  item: Item,
): readonly Item[] => all.filter((one) => (one === item) !== shown.includes(one));

/** What may be drawn over the price, what is, and how to change it: the time-share line has a row of its own. */
export function mainRow(settings: ChartSettings): {
  readonly all: readonly MainIndicator[];
  readonly shown: readonly MainIndicator[];
  readonly toggle: (name: MainIndicator) => void;
} {
  const isLine = settings.period === 'time';
  const all = isLine ? LINE_INDICATORS : MAIN_INDICATORS;
  const shown = isLine ? settings.lineMain : settings.main;
  const toggle = (name: MainIndicator) => {
    const next = toggled<MainIndicator>(all, shown, name);
    setChartSettings(isLine ? { lineMain: next } : { main: next });
  };
  return { all, shown, toggle };
}

/** The index has no volume to draw. */
export const drawnSub = ({ sub }: ChartSettings, kind: ChartKind): readonly SubIndicator[] =>
  kind === 'index' ? sub.filter((name) => name !== 'VOL') : sub;

/** A length typed by a person: a whole number of candles, undefined when it is none. */
export function readLength(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return isLength(value) ? value : undefined;
}
