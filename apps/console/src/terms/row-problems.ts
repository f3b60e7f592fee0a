/** What the records of a list may not be beside one another. */

import { keyFieldOf, type TermField } from './fields.ts';
import { termTexts as t } from './texts.ts';

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
  }
  return problems;
}

/** Everybody has a level, so one takes no invitees. */
const isFirstLevel = ({ needs }: RowForm): boolean => /^0+$/.test(needs?.trim() ?? '');
