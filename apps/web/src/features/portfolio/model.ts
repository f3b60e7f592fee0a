/** What the portfolio page reckons from the server's days; pure. Amounts are 10^-6 of the convert currency. */
import type { Portfolio, PortfolioDay } from '@fairlead/contract';
import { returnRate, VALUE_SCALE } from '@fairlead/formula';
import { formatRate, isZeroDecimal, parseDecimal } from '@fairlead/units';

export const RANGES = ['7', '30', '90', '365'] as const;
export type Range = (typeof RANGES)[number];
export const DEFAULT_RANGE: Range = '30';

export const readRange = (text: string | null): Range =>
  RANGES.find((one) => one === text) ?? DEFAULT_RANGE;

export const PRODUCTS = [
  'spot',
  'futures',
  'options',
  'hosting',
  'offerings',
  'referral',
  'other',
] as const;
export type Product = (typeof PRODUCTS)[number];

/** Decimals that values are shown with. */
export const SHOWN_DECIMALS = 2;

const micro = (text: string): bigint => parseDecimal(text, VALUE_SCALE) ?? 0n;

/** A day's profit or loss as a fraction of what was there and came in; undefined of nothing. */
export function dayRate(day: PortfolioDay): string | undefined {
  const rate = returnRate(micro(day.opening_value), {
    pnl: micro(day.pnl),
    deposits: micro(day.deposits),
  });
  return rate === undefined ? undefined : formatRate(rate);
}

/** A value of the line: its first is what the first day opened at, each other what a day closed at. */
export interface ValuePoint {
  readonly date: string;
  readonly value: string;
  /** Absent at the opening. */
  readonly day?: PortfolioDay;
}

/** The line through a portfolio. A first day that opened at nothing begins at its close: a deposit is no rise. */
export function valuePoints({ days }: Pick<Portfolio, 'days'>): readonly ValuePoint[] {
  const [first] = days;
  if (first === undefined) return [];
  const closes = days.map((day) => ({ date: day.date, value: day.closing_value, day }));
  if (!isZeroDecimal(first.opening_value)) {
    return [{ date: first.date, value: first.opening_value }, ...closes];
  }
  return days.length > 1 ? closes : [{ date: first.date, value: first.closing_value }, ...closes];
}

/** One close draws no line: it begins with the second day. */
export const isFirstDay = ({ days }: Pick<Portfolio, 'days'>): boolean =>
  days.length === 1 && days.every(({ opening_value }) => isZeroDecimal(opening_value));

/** Place of the point nearest to a share of the width. */
export function pointAt(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/** Where a key leads from a point; undefined for keys that lead nowhere. */
export function pointAfterKey(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** A bar of the chart: share of the tallest, from −1 to 1. For the drawing only. */
export interface Bar {
  readonly date: string;
  readonly height: number;
}

/** At most so many bars: days are joined by their sums where there are more. */
export const BARS_MAX = 90;

export function pnlBars(days: readonly PortfolioDay[]): readonly Bar[] {
  const joined = Math.ceil(days.length / BARS_MAX);
  const sums: { date: string; sum: number }[] = [];
  for (let at = days.length; at > 0; at -= joined) {
    const group = days.slice(Math.max(0, at - joined), at);
    const sum = group.reduce((total, { pnl }) => total + Number(pnl), 0);
    sums.unshift({ date: group[0]?.date ?? '', sum });
  }
  const tallest = sums.reduce((most, { sum }) => Math.max(most, Math.abs(sum)), 0);
  return sums.map(({ date, sum }) => ({ date, height: tallest === 0 ? 0 : sum / tallest }));
}

/** Midnight of a date in the reader's own zone, for showing it. */
export function dateMs(date: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}

/** Products that brought or cost anything, in their order; spot always. */
export const shownProducts = (parts: Pick<PortfolioDay, Product>): readonly Product[] =>
  PRODUCTS.filter((product) => product === 'spot' || !isZeroDecimal(parts[product]));
