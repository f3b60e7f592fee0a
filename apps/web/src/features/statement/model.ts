/** Periods and kinds of a statement: in the address, in days of the reader's own calendar; pure. */
import type { OwnExport } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { mayReadTogether } from '../../data/account/acting.ts';
import { DATE, DAYS_MAX, type Days, dayText } from '../../data/days.ts';

export const KINDS = [
  'postings',
  'orders',
  'trigger_orders',
  'fills',
  'positions',
  'options',
  'deposits',
  'withdrawals',
  'transfers',
  'locked_orders',
  'subscriptions',
  'rebates',
] as const satisfies readonly OwnExport[];

export const PERIODS = ['month', 'lastMonth', 'year', 'own'] as const;
export type Period = (typeof PERIODS)[number];

/** The days of a period that is named, as of a moment. */
export function periodDays(period: Exclude<Period, 'own'>, now: Date): Days {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  switch (period) {
    case 'month':
      return { from: dayText(new Date(year, month, 1)), to: dayText(now) };
    case 'lastMonth':
      return { from: dayText(new Date(year, month - 1, 1)), to: dayText(new Date(year, month, 0)) };
    case 'year':
      return { from: dayText(new Date(year, 0, 1)), to: dayText(now) };
  }
}

/** What is wrong with the days that were typed. */
export function daysProblem({ from, to }: Days): 'order' | 'long' | undefined {
  if (!DATE.test(from) || !DATE.test(to) || to < from) return 'order';
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= DAYS_MAX ? 'long' : undefined;
}

export interface Choice {
  readonly period: Period;
  readonly days: Days;
  readonly what: OwnExport | undefined;
  /** Of all accounts as one; a sub-account has its own only, whatever the address says. */
  readonly together: boolean;
}

/** From the address; this month where it says nothing. */
export function readChoice(query: URLSearchParams, now: Date): Choice {
  const what = KINDS.find((one) => one === query.get('what'));
  const together = query.has('together') && mayReadTogether;
  const days = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  if (DATE.test(days.from) && DATE.test(days.to)) return { period: 'own', days, what, together };
  const named = PERIODS.find((one) => one === query.get('period'));
  const period = named === undefined || named === 'own' ? 'month' : named;
  return { period, days: periodDays(period, now), what, together };
}

/** The address of a choice. */
export function choiceQuery({ period, days, what, together }: Choice): string {
  const query = new URLSearchParams(period === 'own' ? { ...days } : { period });
  if (what !== undefined) query.set('what', what);
  if (together) query.set('together', '1');
  return `?${query}`;
}
