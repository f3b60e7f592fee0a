/** The chart's periods: what the server calls them, what the chart library does, and when their candles close. */

import type { Period as WirePeriod } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';

/** `time` is the time-share line, drawn from five-minute candles so that a day fits a phone. */
export type ChartPeriod = 'time' | WirePeriod;

/** In one row, as the specification lists them; 15 minutes stand in the settings. */
export const BAR_PERIODS = ['time', '1m', '5m', '30m', '60m', '1d', '1w', '1M'] as const;
export const ALL_PERIODS = ['time', '1m', '5m', '15m', '30m', '60m', '1d', '1w', '1M'] as const;

/** Shown alike in every language; `time` has a word. */
export const PERIOD_LABELS: Readonly<Record<WirePeriod, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '60m': '1h',
  '1d': '1D',
  '1w': '1W',
  '1M': '1M',
};

export const wirePeriod = (period: ChartPeriod): WirePeriod => (period === 'time' ? '5m' : period);

type Span = { readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month'; readonly span: number };

const SPANS: Readonly<Record<WirePeriod, Span>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '60m': { type: 'hour', span: 1 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

export const chartSpan = (period: ChartPeriod): Span => SPANS[wirePeriod(period)];

const LENGTHS_MS: Readonly<Record<Exclude<WirePeriod, '1M'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '60m': 60 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 10_080 * MINUTE_MS,
};

/** When the candle that starts at `openMs` closes; months follow the UTC calendar. */
export function closeTimeMs(period: WirePeriod, openMs: number): number {
  if (period !== '1M') return openMs + LENGTHS_MS[period];
  const open = new Date(openMs);
  return Date.UTC(open.getUTCFullYear(), open.getUTCMonth() + 1, 1);
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
