/** What a person changes of the chart; apart from what is read, so that a page with a folded chart need not load it. */
import {
  type ChartKind,
  chartSettings,
  type Indicator,
  isLength,
  keepKinds,
  LINE_COUNTS,
  readColour,
  rowOf,
  setChartSettings,
} from './chart-settings.ts';
import type { ChartPeriod } from './periods.ts';

/** Gives one line of an indicator a colour of one's own. */
export function setColour(name: Indicator, line: number, colour: string): void {
  const { colours } = chartSettings.getState();
  const own = Array.from({ length: LINE_COUNTS[name] }, (_, at) =>
    at === line ? readColour(colour) : colours[name]?.[at],
  );
  setChartSettings({ colours: { ...colours, [name]: own } });
}

export function setChartKind(symbol: string, kind: ChartKind): void {
  const { [symbol]: _, ...others } = chartSettings.getState().kinds;
  setChartSettings({ kinds: keepKinds({ ...others, [symbol]: kind }) });
}

/** Shows a period, which then stands in the row. */
export function choosePeriod(period: ChartPeriod): void {
  const { periods } = chartSettings.getState();
  setChartSettings({ period, periods: rowOf([...periods, period]) });
}

/** Takes a period out of the row. The last one stays; what is shown is another one then. */
export function dropPeriod(period: ChartPeriod): void {
  const { periods, period: shown } = chartSettings.getState();
  const left = periods.filter((one) => one !== period);
  const [first] = left;
  if (first === undefined) return;
  setChartSettings({ periods: left, ...(shown === period ? { period: first } : {}) });
}

/** A length typed by a person: a whole number of candles, undefined when it is none. */
export function readLength(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return isLength(value) ? value : undefined;
}
