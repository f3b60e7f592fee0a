/** What the records of a list may not be beside one another, or in themselves. */

import { compareDecimals, formatShare } from '@fairlead/ui';
import { divFloor, formatDecimal, PPM_ONE } from '@fairlead/units';
import { termTexts as t } from '../texts/terms.ts';
import { keyFieldOf, type TermField } from './fields.ts';

type RowForm = Readonly<Record<string, string>>;

/** By "multiples.2.multiple". */
export function rowsProblems(field: TermField, rows: readonly RowForm[]): Record<string, string> {
  const key = keyFieldOf(field)?.name;
  if (key === undefined) return {};
  const problems: Record<string, string> = {};
  for (const [index, row] of rows.entries()) {
    const value = row[key]?.trim() ?? '';
    const isTwice = rows.slice(0, index).some((other) => other[key]?.trim() === value);
    if (isTwice && value !== '') problems[`${field.name}.${index}.${key}`] = t.problems.twice;
    if (key === 'needs' && index === 0 && !rows.some(isFirstLevel))
      problems[`${field.name}.0.needs`] = t.problems.firstLevel;
    const thin = thinMargin(row);
    if (thin !== undefined)
      problems[`${field.name}.${index}.maintenance_rate`] = t.problems.thinMargin(thin);
  }
  return problems;
}

/** Everybody has a level, so one takes no invitees. */
const isFirstLevel = ({ needs }: RowForm): boolean => /^0+$/.test(needs?.trim() ?? '');

/** The most that the maintenance rate may be, if it is more: half of 1 ÷ multiple. */
function thinMargin({ multiple, maintenance_rate: rate }: RowForm): string | undefined {
  if (multiple === undefined || rate === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(multiple.trim()) || !/^0(\.\d+)?$/.test(rate.trim())) return undefined;
  const most = formatDecimal(divFloor(PPM_ONE, 2n * BigInt(multiple.trim())), 6);
  return compareDecimals(rate.trim(), most) === 1 ? formatShare(most, 4) : undefined;
}
