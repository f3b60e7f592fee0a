/** The chart's periods: what the server calls them, what the chart library does, and when their candles close. */

import type { Period as WirePeriod } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';

/** Minutes, hours or days that the server has no candles of: they are made of shorter ones. */
export type OwnPeriod = `${number}${'m' | 'h' | 'd'}`;
/** Of candles that are drawn. */
export type CandlePeriod = WirePeriod | OwnPeriod;
/** `time` is the time-share line, drawn from five-minute candles so that a day fits a phone. */
export type ChartPeriod = 'time' | CandlePeriod;

/** Those that everybody may choose from; others are one's own. */
export const ALL_PERIODS = [
  'time',
  '1m',
  '5m',
  '15m',
  '30m',
  '60m',
  '4h',
  '1d',
  '1w',
  '1M',
] as const satisfies readonly ChartPeriod[];
export type NamedPeriod = (typeof ALL_PERIODS)[number];
export const OWN_PERIODS_MAX = 6;
/** A candle is made of so many of the server's at most: a page still holds some thirty of them. */
const PARTS_MAX = 50;

export const isNamed = (period: ChartPeriod): period is NamedPeriod =>
  ALL_PERIODS.some((one) => one === period);

const HOUR = 60;
const DAY = 24 * HOUR;
const UNITS = { m: 1, h: HOUR, d: DAY } as const;

/** Minutes of the server's candles that divide others, longest first. */
const PARTS = [
  ['1d', DAY],
  ['60m', HOUR],
  ['30m', 30],
  ['15m', 15],
  ['5m', 5],
  ['1m', 1],
] as const satisfies readonly (readonly [WirePeriod, number])[];

/** Undefined of weeks, which begin on Mondays, and of months. */
function minutesOf(period: CandlePeriod): number | undefined {
  const [, count, unit] = /^(\d{1,3})([mhd])$/.exec(period) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

const partOf = (minutes: number) => PARTS.find(([, part]) => minutes % part === 0) ?? PARTS[5];

/** In the longest unit that counts it whole; the server's name where it has these candles. */
function periodOf(minutes: number): CandlePeriod {
  const own = PARTS.find(([, part]) => part === minutes);
  if (own !== undefined) return own[0];
  if (minutes % DAY === 0) return `${minutes / DAY}d`;
  return minutes % HOUR === 0 ? `${minutes / HOUR}h` : `${minutes}m`;
}

/** A stored period or "3" of a unit, by its one name; undefined where no candles can be made for it. */
export function readPeriod(value: unknown): ChartPeriod | undefined {
  const named = ALL_PERIODS.find((one) => one === value);
  if (named !== undefined) return named;
  if (typeof value !== 'string') return undefined;
  const minutes = minutesOf(value as CandlePeriod);
  if (minutes === undefined || minutes === 0 || minutes / partOf(minutes)[1] > PARTS_MAX)
    return undefined;
  return periodOf(minutes);
}

/** Shown alike in every language; `time` has a word. */
export function periodLabel(period: CandlePeriod): string {
  if (period === '1M') return period;
  return period === '60m' ? '1h' : period.replace('d', 'D').replace('w', 'W');
}

export const candlePeriod = (period: ChartPeriod): CandlePeriod =>
  period === 'time' ? '5m' : period;

/** What is asked of the server. */
export function wirePeriod(period: ChartPeriod): WirePeriod {
  const drawn = candlePeriod(period);
  if (drawn === '1w' || drawn === '1M') return drawn;
  return partOf(minutesOf(drawn) ?? 1)[0];
}

/** How many of the server's candles make one. */
export function partsOf(period: ChartPeriod): number {
  const minutes = minutesOf(candlePeriod(period));
  return minutes === undefined ? 1 : minutes / partOf(minutes)[1];
}

type Span = {
  readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly span: number;
};

export function chartSpan(period: ChartPeriod): Span {
  const minutes = minutesOf(candlePeriod(period));
  if (minutes === undefined) return { type: period === '1M' ? 'month' : 'week', span: 1 };
  if (minutes % DAY === 0) return { type: 'day', span: minutes / DAY };
  return minutes % HOUR === 0
    ? { type: 'hour', span: minutes / HOUR }
    : { type: 'minute', span: minutes };
}

const WEEK = 7 * DAY;

/** When the candle that starts at `openMs` closes; months follow the UTC calendar. */
export function closeTimeMs(period: CandlePeriod, openMs: number): number {
  if (period !== '1M') return openMs + (minutesOf(period) ?? WEEK) * MINUTE_MS;
  const open = new Date(openMs);
  return Date.UTC(open.getUTCFullYear(), open.getUTCMonth() + 1, 1);
}

/** When the candle began that holds `timeMs`: counted from 1970 in UTC, as days are. */
export function openTimeMs(period: CandlePeriod, timeMs: number): number {
  const lengthMs = (minutesOf(period) ?? 1) * MINUTE_MS;
  return Math.floor(timeMs / lengthMs) * lengthMs;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Time left as a clock: "27:55", "9:27:55", from a day on "3d 09:27". */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${days}d ${two(hours)}:${two(minutes)}`;
  const clock = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}
