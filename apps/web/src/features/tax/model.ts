/** A report's terms in the address; pure. */
import type { RequestOf, TaxExplained, TaxLineView } from '@fairlead/contract';
import { TAX_DEPOSIT_COSTS, TAX_EXPLAINED, TAX_REPORT_METHODS } from '@fairlead/contract/constants';
import { finishDecimal } from '@fairlead/ui';
import { mayReadTogether } from '../../data/account/acting.ts';
import { DATE } from '../../data/days.ts';

/** Years that are offered, the present one first. */
const YEARS = 5;

/** What the app's reports and stated costs are in. */
export const MEASURE = 'USDT';

/** What a reader says of a deposit. */
export interface StatedCost {
  readonly cost: string;
  /** "2025-03-01". */
  readonly acquired: string;
}

/** What keeps it from being sent: `came` is the deposit's date. */
export function costProblems(
  { cost, acquired }: StatedCost,
  came: string,
): { readonly cost?: 'needCost'; readonly acquired?: 'needDate' } {
  const isDay = DATE.test(acquired) && acquired <= came;
  return {
    ...(finishDecimal(cost) === undefined && { cost: 'needCost' as const }),
    ...(!isDay && { acquired: 'needDate' as const }),
  };
}

/** The deposits of the year in which a lot of unknown cost came; undefined where no such year is offered. */
export function depositsOf(line: TaxLineView, choice: TaxChoice, now: Date): TaxChoice | undefined {
  if (line.missing !== 'cost' || line.kind === 'deposit') return undefined;
  const lot = line.lots.find(({ cost }) => cost === undefined);
  const year = lot && new Date(lot.acquired_at).getFullYear();
  return year !== undefined && yearsUntil(now).includes(year)
    ? { ...choice, year, figure: 'deposits', currency: line.currency }
    : undefined;
}

export interface TaxChoice {
  readonly year: number;
  readonly method: (typeof TAX_REPORT_METHODS)[number];
  readonly deposits: (typeof TAX_DEPOSIT_COSTS)[number];
  /** Of all accounts as one. */
  readonly together: boolean;
  /** The figure that is explained; of one currency where it is one. */
  readonly figure: TaxExplained | undefined;
  readonly currency: string | undefined;
}

export const yearsUntil = (now: Date): number[] =>
  Array.from({ length: YEARS }, (_, back) => now.getFullYear() - back);

/** From the address; this year by FIFO where it says nothing. */
export function readTaxChoice(query: URLSearchParams, now: Date): TaxChoice {
  const of = <Value extends string>(name: string, known: readonly Value[]): Value | undefined =>
    known.find((one) => one === query.get(name));
  const year = yearsUntil(now).find((one) => String(one) === query.get('year'));
  const currency = query.get('currency') ?? '';
  return {
    year: year ?? now.getFullYear(),
    method: of('method', TAX_REPORT_METHODS) ?? 'fifo',
    deposits: of('deposits', TAX_DEPOSIT_COSTS) ?? 'unknown',
    together: query.has('together') && mayReadTogether,
    figure: of('figure', TAX_EXPLAINED),
    currency: /^[A-Z0-9]{1,12}$/.test(currency) ? currency : undefined,
  };
}

/** The address of a choice. */
export function taxQuery({
  year,
  method,
  deposits,
  together,
  figure,
  currency,
}: TaxChoice): string {
  const query = new URLSearchParams({ year: String(year), method, deposits });
  if (together) query.set('together', '1');
  if (figure !== undefined) query.set('figure', figure);
  if (currency !== undefined) query.set('currency', currency);
  return `?${query}`;
}

/** What all calls of one report take. */
export function taxTerms(
  { year, method, deposits, together }: TaxChoice,
  timeZone: string,
): RequestOf<'taxReport'> {
  return {
    ...{ year, method, deposit_cost: deposits, currency: MEASURE, time_zone: timeZone },
    ...(together && { together }),
  };
}
