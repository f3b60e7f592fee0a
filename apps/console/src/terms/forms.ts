/** Terms as forms: how one begins, what is wrong with it, and what the server is sent. */

import { LANGUAGES } from '@fairlead/contract/constants';
import { TERM_AMOUNTS_MAX, TERM_ROWS_MAX } from '@fairlead/contract/term-texts';
import { compareDecimals } from '@fairlead/ui';
import { decimalsOf } from '@fairlead/units';
import { fieldOf, timeOf } from '../parts/moment.ts';
import { percentOfShare, plain, shareOfPercent } from './decimals.ts';
import {
  type FieldName,
  keyFieldOf,
  scaleOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
} from './fields.ts';
import { conflictTexts } from './limits.ts';
import {
  isRowForms,
  isRows,
  isTexts,
  type RowForm,
  type TermRow,
  type TermsForm,
  type TermsRecord,
  type TermTexts,
  type TermValue,
} from './model.ts';
import { termTexts as t } from './texts.ts';

export type { RowForm, TermsForm } from './model.ts';
export { isRowForms } from './model.ts';

/** Terms as a form begins: amounts without the noughts of their scale, a new record empty. */
export function formOf(fields: readonly TermField[], present: TermsRecord | undefined): TermsForm {
  return Object.fromEntries(
    fields.flatMap((field): (readonly [string, TermsForm[string]])[] => {
      const value = present?.[field.name];
      if (field.kind === 'texts') return textsForm(field, isTexts(value) ? value : {});
      return [[field.name, valueForm(field, value)]];
    }),
  );
}

function valueForm(field: TermField, value: TermValue | undefined): TermsForm[string] {
  if (field.kind === 'switch') return value === true;
  if (field.kind === 'rows') return isRows(value) ? value.map((row) => rowFormOf(field, row)) : [];
  if (field.kind === 'time') return value === undefined ? '' : fieldOf(Number(value));
  return field.kind === 'share' ? percentOfShare(textOf(value)) : textOf(value);
}

/** Where a form holds the text of a language. */
export const textName = ({ name }: TermField, language: string): string => `${name}.${language}`;

const textsForm = (field: TermField, texts: TermTexts) =>
  LANGUAGES.map((language) => [textName(field, language), texts[language] ?? ''] as const);

function textOf(value: TermValue | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => plain(String(each))).join(', ');
  return plain(String(value));
}

/** A record of a list as its form; a new one empty. */
export const rowFormOf = ({ rows = [] }: TermField, row?: TermRow): RowForm =>
  formOf(rows, row) as RowForm;

export interface FormBeside {
  readonly units: TermUnits;
  /** What is in force; undefined for a new record. */
  readonly present?: TermsRecord | undefined;
  /** The records of this kind that are there: a new one is none of them. */
  readonly others?: readonly TermsRecord[] | undefined;
}

/** What is wrong with a form, by field; a record of a list as "multiples.2.max_notional". */
export function problemsOf(
  kind: TermsKind,
  form: TermsForm,
  { units, present, others }: FormBeside,
): Readonly<Record<string, string>> {
  return {
    ...conflictTexts(kind, form, { units, present }),
    ...(present === undefined && takenProblems(kind, form, others ?? [])),
    ...(kind === 'bank_account' && fiatProblems(form)),
    ...(kind === 'market' && symbolProblem(form, units)),
    ...formProblems(TERM_FIELDS[kind], form, units),
  };
}

/** By what no two records of a kind are alike. */
const UNIQUE: Readonly<Partial<Record<TermsKind, readonly (readonly FieldName[])[]>>> = {
  market: [['symbol']],
  currency: [['currency_id'], ['name']],
  chain: [['currency_id', 'chain']],
  bank_account: [['currency_id']],
  hosting: [['id']],
  offering: [['id']],
};

function takenProblems(kind: TermsKind, form: TermsForm, others: readonly TermsRecord[]) {
  const problems: Record<string, string> = {};
  const typed = (name: FieldName) => String(form[name] ?? '').trim();
  for (const names of UNIQUE[kind] ?? []) {
    const isTaken = others.some((other) =>
      names.every((name) => String(other[name]) === typed(name)),
    );
    const last = names.at(-1);
    if (isTaken && last !== undefined) problems[last] = t.problems.taken;
  }
  return problems;
}

/** The money that an account takes and its rate: both, or neither. */
function fiatProblems(form: TermsForm): Record<string, string> {
  const [currency, rate] = [form['fiat_currency'], form['fiat_rate']].map((text) =>
    String(text ?? '').trim(),
  );
  if (!currency && !rate) return {};
  if (!currency) return { fiat_currency: t.problems.fiatBoth };
  return /[1-9]/.test(rate ?? '') ? {} : { fiat_rate: t.problems.fiatBoth };
}

/** Both currencies of a market are there, once it is known which are. */
function symbolProblem({ symbol }: TermsForm, { scales }: TermUnits): Record<string, string> {
  if (typeof symbol !== 'string' || !symbol.includes('/') || scales === undefined) return {};
  const [base = '', quote = ''] = symbol.trim().split('/');
  const missing = scales.base === undefined ? base : quote;
  const isThere = scales.base !== undefined && scales.quote !== undefined;
  return isThere ? {} : { symbol: t.problems.noCurrency(missing) };
}

/** What cannot be read at all, field by field. */
function formProblems(
  fields: readonly TermField[],
  form: TermsForm,
  units: TermUnits,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const value = form[field.name];
    if (field.kind === 'texts') Object.assign(problems, textsProblems(field, form));
    else if (isRowForms(value)) Object.assign(problems, listProblems(field, value, units));
    else if (typeof value === 'string') {
      const problem = problemOf(field, value.trim(), units);
      if (problem !== undefined) problems[field.name] = problem;
    }
  }
  return problems;
}

/** English at least, none too long. */
function textsProblems(field: TermField, form: TermsForm): Record<string, string> {
  const [, most] = field.length ?? [0, Number.POSITIVE_INFINITY];
  const problems: Record<string, string> = {};
  for (const language of LANGUAGES) {
    const text = String(form[textName(field, language)] ?? '').trim();
    const name = textName(field, language);
    if (text === '' && language === 'en') problems[name] = t.problems.english;
    if (text.length > most) problems[name] = t.problems.tooLong(most);
  }
  return problems;
}

function listProblems(
  field: TermField,
  rows: readonly RowForm[],
  units: TermUnits,
): Record<string, string> {
  if (rows.length === 0) return { [field.name]: t.problems.required };
  if (rows.length > TERM_ROWS_MAX) return { [field.name]: t.problems.many(TERM_ROWS_MAX) };
  const problems: Record<string, string> = {};
  for (const [index, row] of rows.entries()) {
    const found = formProblems(field.rows ?? [], row, units);
    for (const [name, problem] of Object.entries(found))
      problems[`${field.name}.${index}.${name}`] = problem;
  }
  return { ...rowsProblems(field, rows), ...problems };
}

function problemOf(field: TermField, value: string, units: TermUnits): string | undefined {
  if (field.kind === 'choice') return value === '' ? t.problems.choose : undefined;
  if (value === '') return field.isOptional ? undefined : t.problems.required;
  if (field.kind === 'text') return textProblem(field, value);
  if (field.kind === 'time') return timeOf(value) === undefined ? t.problems.time : undefined;
  if (field.kind === 'count') return countProblem(value);
  if (field.kind === 'amounts') return amountsProblem(field, value, units);
  return decimalProblem(field, value, units);
}

function decimalProblem(field: TermField, value: string, units: TermUnits): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(value)) return t.problems.decimal;
  const scale = scaleOf(field, units);
  if (decimalsOf(value) > scale) return t.problems.decimals(scale);
  const mustBePositive = field.kind === 'step' || field.isPositive === true;
  if (mustBePositive && !/[1-9]/.test(value)) return t.problems.positive;
  return undefined;
}

/** "10, 50" → ["10", "50"]. */
const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

function amountsProblem(field: TermField, text: string, units: TermUnits): string | undefined {
  const parts = partsOf(text);
  if (parts.length > TERM_AMOUNTS_MAX) return t.problems.many(TERM_AMOUNTS_MAX);
  const single: TermField = { ...field, kind: 'amount', isPositive: true };
  for (const [index, part] of parts.entries()) {
    const problem = part === '' ? t.problems.amounts : decimalProblem(single, part, units);
    if (problem !== undefined) return problem;
    const before = parts[index - 1];
    if (before !== undefined && compareDecimals(before, part) !== -1) return t.problems.ascending;
  }
  return undefined;
}

function textProblem({ length, pattern }: TermField, value: string): string | undefined {
  if (pattern !== undefined) return pattern[0].test(value) ? undefined : pattern[1];
  if (length === undefined) return undefined;
  const [low, high] = length;
  return value.length < low || value.length > high ? t.problems.length(low, high) : undefined;
}

const countProblem = (value: string): string | undefined =>
  /^\d{1,9}$/.test(value) ? undefined : t.problems.integer;

/** A checked form as the server takes it; lists in the order of what tells their records apart. */
export function requestOf(fields: readonly TermField[], form: TermsForm): TermsRecord {
  return Object.fromEntries(
    fields.map((field) => {
      const value = form[field.name] ?? '';
      if (field.kind === 'texts') return [field.name, textsRequest(field, form)];
      if (field.kind === 'time') return [field.name, timeOf(String(value)) ?? 0];
      if (typeof value === 'boolean') return [field.name, value];
      if (isRowForms(value)) return [field.name, rowsRequest(field, value)];
      if (field.kind === 'amounts') return [field.name, partsOf(value)];
      if (field.kind === 'share') return [field.name, shareOfPercent(value)];
      const isNumber = field.kind === 'count' || NUMBERED.has(field.name);
      return [field.name, isNumber ? Number(value) : value.trim()];
    }),
  );
}

/** Choices whose value is a number. */
const NUMBERED: ReadonlySet<string> = new Set(['currency_id', 'payment_currency_id']);

/** Languages without a text are left out. */
function textsRequest(field: TermField, form: TermsForm): TermTexts {
  const texts = LANGUAGES.map(
    (language) => [language, String(form[textName(field, language)] ?? '').trim()] as const,
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function rowsRequest(field: TermField, rows: readonly RowForm[]): readonly TermRow[] {
  const key = keyFieldOf(field)?.name ?? '';
  return rows
    .map((row) => requestOf(field.rows ?? [], row) as TermRow)
    .toSorted((left, right) => Number(left[key]) - Number(right[key]));
}

/** The next number that no record has: what a new one begins with. */
export const nextId = (rows: readonly { readonly id: number }[] | undefined): string =>
  String(Math.max(0, ...(rows ?? []).map(({ id }) => id)) + 1);

/** What the records of a list may not be beside one another; by "multiples.2.multiple". */
function rowsProblems(field: TermField, rows: readonly RowForm[]): Record<string, string> {
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
