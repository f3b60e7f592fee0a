/** A recurring buy: what is typed of it, what is sent, and how its days are said; pure. */
import type { RecurringPlan, RecurringState, RequestOf } from '@fairlead/contract';
import { finishDecimal, type TagProps } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';

export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Monday is 1. */
export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
export const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => at + 1);
export const HOURS = Array.from({ length: 24 }, (_, at) => at);

/** As typed. */
export interface Draft {
  readonly symbol: string;
  readonly amount: string;
  readonly rhythm: Rhythm;
  readonly weekdays: readonly number[];
  readonly monthDay: number;
  /** Of UTC. */
  readonly hour: number;
  readonly total: string;
  readonly maxPrice: string;
  /** A day, as a date field has it. */
  readonly until: string;
}

export const newDraft = (symbol: string): Draft => ({
  ...{ symbol, amount: '', rhythm: 'weekly', weekdays: [1], monthDay: 1, hour: 9 },
  ...{ total: '', maxPrice: '', until: '' },
});

export type DraftProblem = 'amount' | 'weekdays';

export function problemOf({ amount, rhythm, weekdays }: Draft): DraftProblem | undefined {
  const finished = finishDecimal(amount);
  if (finished === undefined || isZeroDecimal(finished)) return 'amount';
  return rhythm === 'weekly' && weekdays.length === 0 ? 'weekdays' : undefined;
}

/** What is left empty is no limit; an end takes the whole of its day. */
export function requestOf(draft: Draft, name: string): RequestOf<'createRecurringPlan'> {
  const { symbol, rhythm, weekdays, monthDay, hour, until } = draft;
  const [total, maxPrice] = [finishDecimal(draft.total), finishDecimal(draft.maxPrice)];
  const days = rhythm === 'daily' ? WEEK : weekdays;
  return {
    ...{ client_plan_id: name, symbol, amount: finishDecimal(draft.amount) ?? '0' },
    ...(rhythm === 'monthly' ? { month_day: monthDay } : { weekdays: [...days].sort().join(',') }),
    minute: hour * 60,
    ...(total !== undefined && { total }),
    ...(maxPrice !== undefined && { max_price: maxPrice }),
    ...(until !== '' && { until: Date.parse(`${until}T23:59:59Z`) }),
  };
}

/** "09:00". */
export function clockOf(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** A weekday's short name; 1 January 2024 was a Monday. */
export const weekdayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  );

export const rhythmOf = ({ weekdays }: RecurringPlan): Rhythm => {
  if (weekdays === undefined) return 'monthly';
  return weekdays.length === WEEK.length ? 'daily' : 'weekly';
};

export const STATE_TAGS: Readonly<Record<RecurringState, NonNullable<TagProps['kind']>>> = {
  active: 'brand',
  paused: 'warn',
  ended: 'plain',
};

/** Causes that have a sentence of their own. */
export const CAUSES = [
  ...(['insufficient_balance', 'price_above', 'total', 'below_minimum'] as const),
  ...(['account_frozen', 'market_closed', 'price_stale', 'away', 'unagreed'] as const),
] as const;
export type Cause = (typeof CAUSES)[number] | 'other';

export const causeOf = (text: string): Cause => CAUSES.find((cause) => cause === text) ?? 'other';
