/** Which lines the chart draws and how long they look back; kept on this device. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import {
  ALL_PERIODS,
  type ChartPeriod,
  closeTimeMs,
  isNamed,
  OWN_PERIODS_MAX,
  readPeriod,
} from './periods.ts';

export const MAIN_INDICATORS = ['MA', 'EMA', 'BOLL', 'VWAP'] as const;
export const SUB_INDICATORS = ['VOL', 'MACD', 'KDJ', 'RSI', 'ATR'] as const;
const LINE_INDICATORS = ['MA', 'BOLL', 'VWAP'] as const;
export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type SubIndicator = (typeof SUB_INDICATORS)[number];
export type Indicator = MainIndicator | SubIndicator;

/** "#rrggbb" by indicator and line; undefined is the colour that the theme gives it. */
export type Colours = Readonly<Partial<Record<Indicator, readonly (string | undefined)[]>>>;

/** Lengths by indicator, in the order of its formula. */
export type Lengths = Readonly<Record<Indicator, readonly number[]>>;

export const DEFAULT_LENGTHS: Lengths = {
  MA: [7, 25, 99],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  VWAP: [],
  VOL: [],
  MACD: [12, 26, 9],
  KDJ: [9, 3, 3],
  RSI: [6, 12, 24],
  ATR: [14],
};
/** How many lines each draws; bars have the colours of rise and fall. */
export const LINE_COUNTS: Readonly<Record<Indicator, 0 | 1 | 2 | 3>> = {
  MA: 3,
  EMA: 3,
  BOLL: 3,
  VWAP: 1,
  VOL: 0,
  MACD: 2,
  KDJ: 3,
  RSI: 3,
  ATR: 1,
};
export const LENGTH_MAX = 500;

export type ChartKind = 'trade' | 'index';

/** The prices of one market: its trades or its index. */
export interface Comparison {
  readonly symbol: string;
  readonly kind: ChartKind;
}

/** Beside a chart's own, each of a colour that no other line has. */
export const COMPARISONS_MAX = 2;

export interface ChartSettings {
  readonly period: ChartPeriod;
  /** What stands in the row, in the order of their length. */
  readonly periods: readonly ChartPeriod[];
  /** By market, as chosen there; elsewhere the chart takes the kind that has a history. */
  readonly kinds: Readonly<Record<string, ChartKind>>;
  /** By market, what its chart is compared with. */
  readonly comparisons: Readonly<Record<string, readonly Comparison[]>>;
  readonly main: readonly MainIndicator[];
  /** Over the time-share line, where the mean has the place of the EMA. */
  readonly lineMain: readonly MainIndicator[];
  readonly sub: readonly SubIndicator[];
  /** The mean beside the time-share line. */
  readonly hasMean: boolean;
  readonly lengths: Lengths;
  readonly colours: Colours;
  /** Own orders and positions, and price alerts, as lines. */
  readonly hasOwnLines: boolean;
  readonly hasAlertLines: boolean;
  /** One's own fills, as marks in their candles. */
  readonly hasOwnFills: boolean;
  /** The chart above the ticket of futures; undefined until it was opened or closed. */
  readonly isUnfolded: boolean | undefined;
}

export const DEFAULT_SETTINGS: ChartSettings = {
  period: '60m',
  periods: ALL_PERIODS,
  kinds: {},
  comparisons: {},
  main: ['MA'],
  lineMain: [],
  sub: ['VOL', 'MACD'],
  hasMean: true,
  lengths: DEFAULT_LENGTHS,
  colours: {},
  hasOwnLines: true,
  hasAlertLines: true,
  hasOwnFills: true,
  isUnfolded: undefined,
};

export const isLength = (value: unknown): value is number =>
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

export const readColour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[\da-f]{6}$/.test(value) ? value : undefined;

function keepColours(stored: unknown): Colours {
  if (typeof stored !== 'object' || stored === null) return {};
  const given: Readonly<Record<string, unknown>> = { ...stored };
  const kept = [...MAIN_INDICATORS, ...SUB_INDICATORS].flatMap((name) => {
    const values = given[name];
    if (!Array.isArray(values)) return [];
    return [[name, values.slice(0, LINE_COUNTS[name]).map(readColour)] as const];
  });
  return Object.fromEntries(kept);
}

const keep = <Item extends string>(
  stored: unknown,
  known: readonly Item[],
  otherwise: readonly Item[],
): readonly Item[] =>
  Array.isArray(stored) ? known.filter((item) => stored.includes(item)) : otherwise;

/** Each once, in the order of their length; the oldest of one's own give way to more than fit. */
export function rowOf(periods: readonly ChartPeriod[]): readonly ChartPeriod[] {
  const own = periods.filter((period) => !isNamed(period)).slice(-OWN_PERIODS_MAX);
  const named = periods.filter(isNamed);
  return [...new Set<ChartPeriod>([...named, ...own])].sort(
    (left, right) => orderOf(left) - orderOf(right),
  );
}

const orderOf = (period: ChartPeriod): number => (period === 'time' ? 0 : closeTimeMs(period, 0));

const KINDS_MAX = 100;

const isKind = (value: unknown): value is ChartKind => value === 'trade' || value === 'index';

export function keepKinds(stored: unknown): ChartSettings['kinds'] {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter((entry): entry is [string, ChartKind] =>
    isKind(entry[1]),
  );
  return Object.fromEntries(known.slice(-KINDS_MAX));
}

function keepComparisons(stored: unknown): ChartSettings['comparisons'] {
  if (typeof stored !== 'object' || stored === null) return {};
  const kept = Object.entries(stored).flatMap(([symbol, list]: readonly [string, unknown]) => {
    if (!Array.isArray(list)) return [];
    const read = list.flatMap((value: Partial<Comparison> | null) =>
      typeof value?.symbol === 'string' && isKind(value.kind)
        ? [{ symbol: value.symbol, kind: value.kind }]
        : [],
    );
    return read.length === 0 ? [] : [[symbol, read.slice(0, COMPARISONS_MAX)] as const];
  });
  return Object.fromEntries(kept.slice(-KINDS_MAX));
}

function keepPeriods(stored: unknown): readonly ChartPeriod[] {
  if (!Array.isArray(stored)) return DEFAULT_SETTINGS.periods;
  const periods = stored.flatMap((value) => readPeriod(value) ?? []);
  return periods.length === 0 ? DEFAULT_SETTINGS.periods : rowOf(periods);
}

/** What is kept of a stored value: an older version, or a hand, may have written anything. */
export function readSettings(stored: unknown): ChartSettings {
  const own = typeof stored === 'object' && stored !== null ? stored : {};
  const given: Readonly<Record<string, unknown>> = { ...own };
  return {
    period: readPeriod(given['period']) ?? DEFAULT_SETTINGS.period,
    periods: keepPeriods(given['periods']),
    kinds: keepKinds(given['kinds']),
    comparisons: keepComparisons(given['comparisons']),
    main: keep(given['main'], MAIN_INDICATORS, DEFAULT_SETTINGS.main),
    lineMain: keep(given['lineMain'], LINE_INDICATORS, DEFAULT_SETTINGS.lineMain),
    sub: keep(given['sub'], SUB_INDICATORS, DEFAULT_SETTINGS.sub),
    hasMean: given['hasMean'] !== false,
    lengths: keepLengths(given['lengths']),
    colours: keepColours(given['colours']),
    hasOwnLines: given['hasOwnLines'] !== false,
    hasAlertLines: given['hasAlertLines'] !== false,
    hasOwnFills: given['hasOwnFills'] !== false,
    isUnfolded: typeof given['isUnfolded'] === 'boolean' ? given['isUnfolded'] : undefined,
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

/** What is drawn over the price. The index has no volume to weigh it by. */
export function drawnMain(settings: ChartSettings, kind: ChartKind): readonly MainIndicator[] {
  const { shown } = mainRow(settings);
  return kind === 'index' ? shown.filter((name) => name !== 'VWAP') : shown;
}

/** The index has no volume to draw. */
export const drawnSub = ({ sub }: ChartSettings, kind: ChartKind): readonly SubIndicator[] =>
  kind === 'index' ? sub.filter((name) => name !== 'VOL') : sub;
