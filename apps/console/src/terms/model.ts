/** Terms as forms and as differences. */
import { compareDecimals, formatShare } from '@fairlead/ui';
import { formatExact } from '../parts/amount.ts';
import { sharedTexts } from '../texts/shared.ts';
import { termTexts as t } from '../texts/terms.ts';
import {
  labelOf,
  scaleOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  unitName,
} from './fields.ts';

export type TermValue = string | number | boolean;
/** Terms as the server gives them. */
export type TermsRecord = Readonly<Record<string, TermValue>>;
/** Terms as a form holds them: text, and switches. */
export type TermsForm = Readonly<Record<string, string | boolean>>;

const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Terms as a form begins: amounts without the noughts of their scale, a new record empty. */
export function formOf(fields: readonly TermField[], present: TermsRecord | undefined): TermsForm {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = present?.[name];
      if (kind === 'switch') return [name, value === true];
      return [name, value === undefined ? '' : plain(String(value))];
    }),
  );
}

/** What is wrong with a form, by field. */
export function problemsOf(
  fields: readonly TermField[],
  form: TermsForm,
  units: TermUnits,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const value = form[field.name];
    const problem = typeof value === 'string' ? problemOf(field, value.trim(), units) : undefined;
    if (problem !== undefined) problems[field.name] = problem;
  }
  return { ...betweenFields(form, problems), ...problems };
}

function problemOf(field: TermField, value: string, units: TermUnits): string | undefined {
  if (field.kind === 'choice') return value === '' ? t.problems.choose : undefined;
  if (value === '') return t.problems.required;
  if (field.kind === 'text') return textProblem(field, value);
  if (field.kind === 'count') return countProblem(field, value);
  if (!/^\d+(\.\d+)?$/.test(value)) return t.problems.decimal;
  const scale = scaleOf(field, units);
  if ((value.split('.')[1]?.length ?? 0) > scale) return t.problems.decimals(scale);
  const mustBePositive = field.kind === 'step' || field.isPositive === true;
  if (mustBePositive && !/[1-9]/.test(value)) return t.problems.positive;
  if (field.kind === 'share' && !value.startsWith('0')) return t.problems.share;
  return undefined;
}

function textProblem({ length, pattern }: TermField, value: string): string | undefined {
  if (pattern !== undefined) return pattern[0].test(value) ? undefined : pattern[1];
  if (length === undefined) return undefined;
  const [low, high] = length;
  return value.length < low || value.length > high ? t.problems.length(low, high) : undefined;
}

function countProblem({ range }: TermField, value: string): string | undefined {
  if (!/^\d{1,9}$/.test(value)) return t.problems.integer;
  if (range === undefined) return undefined;
  const [low, high] = range;
  const count = Number(value);
  return count < low || count > high ? t.problems.range(low, high) : undefined;
}

/** What the fields may not be together; the server refuses it too. */
function betweenFields(
  form: TermsForm,
  found: Readonly<Record<string, string>>,
): Record<string, string> {
  const compare = (left: string, right: string) => {
    const a = form[left];
    const b = form[right];
    const areRead = typeof a === 'string' && typeof b === 'string' && !found[left] && !found[right];
    return areRead ? compareDecimals(a, b) : undefined;
  };
  const problems: Record<string, string> = {};
  const minimum = compare('min_withdraw', 'withdraw_fee');
  if (minimum !== undefined && minimum <= 0) problems['min_withdraw'] = t.problems.feeBelowMinimum;
  if (compare('daily_value_advanced', 'daily_value_basic') === -1)
    problems['daily_value_advanced'] = t.problems.advancedBelowBasic;
  return problems;
}

/** A checked form as the server takes it. */
export function requestOf(fields: readonly TermField[], form: TermsForm): TermsRecord {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = form[name] ?? '';
      if (typeof value === 'boolean') return [name, value];
      const isNumber = kind === 'count' || name === 'currency_id';
      return [name, isNumber ? Number(value) : value.trim()];
    }),
  );
}

export interface Change {
  readonly name: string;
  readonly label: string;
  /** In words; undefined where there was nothing. */
  readonly before: string | undefined;
  readonly after: string;
  /** Needs a second operator, and which way it goes. */
  readonly weakens: 'higher' | 'lower' | 'new' | undefined;
}

/** A value in words: an amount with its unit, a share as a percentage, a switch as what it means. */
export function wordsOf(field: TermField, value: TermValue, units: TermUnits): string {
  if (typeof value === 'boolean') {
    const words = t.switches[field.name];
    return value ? (words?.on ?? sharedTexts.yes) : (words?.off ?? sharedTexts.no);
  }
  const text = String(value);
  if (field.name === 'chain') return sharedTexts.chains[text] ?? text;
  if (field.name === 'currency_id') return units.currency ?? text;
  if (field.kind === 'share') return formatShare(plain(text), Math.max(2, shareDecimals(text)));
  if (field.kind === 'count') return Number(text).toLocaleString('en');
  if (field.kind !== 'amount' && field.kind !== 'step') return text;
  const unit = field.unit && unitName(field.unit, units);
  const shown = formatExact(plain(text));
  return unit === undefined ? shown : `${shown}\u00a0${unit}`;
}

/** Decimals of the percentage: two places fewer than the fraction's. */
const shareDecimals = (text: string): number => (plain(text).split('.')[1]?.length ?? 0) - 2;

function isSame(left: TermValue, right: TermValue): boolean {
  if (left === right) return true;
  return compareDecimals(String(left), String(right)) === 0;
}

/** The fields that differ, in their order. Without `before` all of them do. */
export function changesOf(
  kind: TermsKind,
  { before, after }: { readonly before?: TermsRecord | undefined; readonly after: TermsRecord },
  units: TermUnits,
): readonly Change[] {
  const changes: Change[] = [];
  for (const field of fieldsOf(kind, after)) {
    const now = after[field.name];
    const was = before?.[field.name];
    if (now === undefined || (was !== undefined && isSame(was, now))) continue;
    changes.push({
      name: field.name,
      label: labelOf(field),
      before: was === undefined ? undefined : wordsOf(field, was, units),
      after: wordsOf(field, now, units),
      weakens: weakens(kind, field, { was, now }),
    });
  }
  return changes;
}

const STATE: TermField = { name: 'state', kind: 'text' };

/** The fields of a kind; a market's state comes along where a record has it. */
const fieldsOf = (kind: TermsKind, record: TermsRecord): readonly TermField[] =>
  kind === 'market' && record['state'] !== undefined
    ? [...TERM_FIELDS.market, STATE]
    : TERM_FIELDS[kind];

function weakens(
  kind: TermsKind,
  field: TermField,
  { was, now }: { readonly was: TermValue | undefined; readonly now: TermValue },
): Change['weakens'] {
  if (kind === 'bank_account') return 'new';
  if (was === undefined) return kind === 'chain' ? 'new' : undefined;
  if (field.weaker === undefined) return undefined;
  const way = compareDecimals(String(now), String(was)) === 1 ? 'higher' : 'lower';
  return way === field.weaker ? way : undefined;
}

/** "accountName" → "account_name": histories of bank accounts have both. */
const snakeCase = (record: TermsRecord): TermsRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Terms in JSON as proposals and histories keep them; undefined for what is none. */
export function readTermsJson(text: string | undefined): TermsRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? snakeCase(value as TermsRecord)
      : undefined;
  } catch {
    return undefined;
  }
}
