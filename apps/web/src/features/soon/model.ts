/** What the pages of products that open later compute; pure. */
import type { Candle, Period, Quotation } from '@fairlead/contract';
import { divFloor, formatDecimal, PPM_ONE } from '@fairlead/units';

export const RANGES = ['hour', 'day', 'week', 'quarter'] as const;
export type Range = (typeof RANGES)[number];

/** How a range is asked for: about a hundred points whatever its length. */
export const RANGE_CANDLES: Readonly<
  Record<Range, { readonly period: Period; readonly limit: number }>
> = {
  hour: { period: '1m', limit: 60 },
  day: { period: '15m', limit: 96 },
  week: { period: '60m', limit: 168 },
  quarter: { period: '1d', limit: 90 },
};

export interface Point {
  readonly timeMs: number;
  /** Decimal text, as it came. */
  readonly price: string;
}

/** The closes of the candles, and the live price as the newest point. */
export function linePoints(
  candles: readonly Candle[],
  live: { readonly timeMs: number; readonly price: string } | undefined,
): readonly Point[] {
  const points = candles.map(({ time, close }) => ({ timeMs: time, price: close }));
  const last = points.at(-1);
  if (live === undefined || last === undefined || live.timeMs < last.timeMs) return points;
  return [...points.slice(0, -1), { timeMs: live.timeMs, price: live.price }];
}

export interface LineShape {
  /** SVG path in a box of 100 × 100. */
  readonly path: string;
  /** Where each point is, 0 to 100. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly lowIndex: number;
  readonly highIndex: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Fits points into the box; undefined below two. Numbers, for the drawing only. */
export function lineShape(points: readonly Point[]): LineShape | undefined {
  if (points.length < 2) return undefined;
  const values = points.map(({ price }) => Number(price));
  const lowIndex = values.indexOf(Math.min(...values));
  const highIndex = values.indexOf(Math.max(...values));
  const low = values[lowIndex] ?? 0;
  const span = (values[highIndex] ?? 0) - low;
  const xs = values.map((_, index) => round((index / (values.length - 1)) * 100));
  const ys = values.map((value) => (span === 0 ? 50 : round(100 - ((value - low) / span) * 100)));
  const path = `M${xs.map((x, index) => `${x},${ys[index]}`).join('L')}`;
  return { path, xs, ys, lowIndex, highIndex };
}

/** Which point is under the finger at `share` (0…1) of the width. */
export const pointAt = (count: number, share: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));

/** Markets whose index the coming products use; all with an index while none is marked yet. */
export function indexMarkets(markets: readonly Quotation[]): readonly Quotation[] {
  const indexed = markets.filter((market) => market.index_price !== undefined);
  const marked = indexed.filter((market) => market.contract || market.option);
  return marked.length > 0 ? marked : indexed;
}

export interface HostingTerms {
  /** Whole units of the currency. */
  readonly amount: bigint;
  readonly dailyYieldPpm: bigint;
  readonly days: bigint;
  readonly damagesRatePpm: bigint;
  /** Days that are left when it is redeemed early. */
  readonly remainingDays: bigint;
}

/** Amounts with two decimals. */
export interface HostingExample {
  readonly dailyInterest: string;
  readonly totalInterest: string;
  readonly atCompletion: string;
  readonly earnedEarly: string;
  readonly damages: string;
  readonly penalty: string;
  readonly atRedemption: string;
}

const SCALE = 2;

/**
 * A worked example of locked funds: interest by the day; early redemption costs rate × remaining days ×
 * amount, and one and a half days' interest, both from the principal.
 */
export function hostingExample(terms: HostingTerms): HostingExample {
  const principal = terms.amount * 10n ** BigInt(SCALE);
  const interestOf = (days: bigint) => divFloor(principal * terms.dailyYieldPpm * days, PPM_ONE);
  const daily = interestOf(1n);
  const total = interestOf(terms.days);
  const earned = interestOf(terms.days - terms.remainingDays);
  const damages = divFloor(principal * terms.damagesRatePpm * terms.remainingDays, PPM_ONE);
  const penalty = divFloor(daily * 3n, 2n);
  const text = (minor: bigint) => formatDecimal(minor, SCALE);
  return {
    dailyInterest: text(daily),
    totalInterest: text(total),
    atCompletion: text(principal + total),
    earnedEarly: text(earned),
    damages: text(damages),
    penalty: text(penalty),
    atRedemption: text(principal + earned - damages - penalty),
  };
}
