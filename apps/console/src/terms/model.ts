/** Terms in words, and as differences. */
import { LANGUAGE_NAMES, LANGUAGES } from '@fairlead/contract/constants';
import { compareDecimals, formatDate, formatShare } from '@fairlead/ui';
import { formatExact } from '../parts/amount.ts';
import { sharedTexts } from '../texts/shared.ts';
import { termTexts as t } from '../texts/terms.ts';
import {
  keyFieldOf,
  labelOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  unitName,
} from './fields.ts';

type Scalar = string | number | boolean;
/** One record of a list. */
export type TermRow = Readonly<Record<string, Scalar>>;
/** A text by language. */
export type TermTexts = Readonly<Record<string, string>>;
export type TermValue = Scalar | readonly string[] | readonly TermRow[] | TermTexts;
/** Terms as the server gives them. */
export type TermsRecord = Readonly<Record<string, TermValue>>;

/** Without the noughts of a scale. */
export const plain = (text: string): string =>
  text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;

export const isRows = (value: TermValue | undefined): value is readonly TermRow[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object');

export const isTexts = (value: TermValue | undefined): value is TermTexts =>
  typeof value === 'object' && !Array.isArray(value);

/** What is written, by language, in the order of the languages. */
export const textsOf = (value: TermValue | undefined) =>
  LANGUAGES.flatMap((language) => {
    const text = isTexts(value) ? value[language] : undefined;
    return text === undefined ? [] : [{ language, name: LANGUAGE_NAMES[language], text }];
  });

export interface Change {
  readonly name: string;
  readonly label: string;
  /** In words; undefined where there was nothing. */
  readonly before: string | undefined;
  readonly after: string;
  /** Needs a second operator, and which way it goes. */
  readonly weakens: 'higher' | 'lower' | 'new' | 'more' | undefined;
}

/** A value in words: an amount with its unit, a share as a percentage, a switch as what it means. */
export function wordsOf(field: TermField, value: TermValue, units: TermUnits): string {
  if (field.kind === 'rows')
    return isRows(value) ? value.map((row) => rowWords(field, row, units)).join('; ') : '';
  if (field.kind === 'amounts') return amountsWords(field, value, units);
  if (typeof value === 'boolean') {
    const words = field.words ?? t.switches[field.name];
    return value ? (words?.on ?? sharedTexts.yes) : (words?.off ?? sharedTexts.no);
  }
  const text = String(value);
  if (field.name === 'chain') return sharedTexts.chains[text] ?? text;
  if (field.name === 'currency_id') return units.currency ?? text;
  if (field.name === 'payment_currency_id') return units.payment ?? text;
  if (field.kind === 'time') return formatDate(Number(text), 'full', 'en');
  if (field.kind === 'share') return formatShare(plain(text), Math.max(2, shareDecimals(text)));
  if (field.kind === 'count') return Number(text).toLocaleString('en');
  if (field.kind !== 'amount' && field.kind !== 'step') return text;
  const unit = field.unit && unitName(field.unit, units);
  const shown = formatExact(plain(text));
  return unit === undefined ? shown : `${shown}\u00a0${unit}`;
}

function amountsWords({ unit }: TermField, value: TermValue, units: TermUnits): string {
  const amounts = (Array.isArray(value) ? value : [value]).map((each) => plain(String(each)));
  const name = unit && unitName(unit, units);
  const shown = amounts.map((amount) => formatExact(amount).replace(/\.00$/, '')).join(', ');
  return name === undefined || amounts.length === 0 ? shown : `${shown}\u00a0${name}`;
}

/** "20×": what tells a record of a list from the others. */
export function rowName(field: TermField, row: TermRow): string {
  const key = keyFieldOf(field)?.name ?? '';
  const value = String(row[key] ?? '');
  return t.rowNames[key]?.(value) ?? value;
}

/** "20×: Maintenance 0.50%, Greatest notional 1,000,000.00 USDT". */
function rowWords(field: TermField, row: TermRow, units: TermUnits): string {
  const parts = (field.rows ?? []).slice(1).flatMap((each) => {
    const value = row[each.name];
    return value === undefined ? [] : `${labelOf(each)} ${wordsOf(each, value, units)}`;
  });
  return `${rowName(field, row)}: ${parts.join(', ')}`;
}

/** Decimals of the percentage: two places fewer than the fraction's. */
const shareDecimals = (text: string): number => (plain(text).split('.')[1]?.length ?? 0) - 2;

function isSame(left: TermValue, right: TermValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) return `${left}` === `${right}`;
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
    if (field.kind === 'rows') {
      changes.push(...rowChanges(field, { was, now }, units));
      continue;
    }
    if (field.kind === 'texts') {
      changes.push(...textsChanges(field, { was, now }));
      continue;
    }
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

interface WasNow {
  readonly was: TermValue | undefined;
  readonly now: TermValue | undefined;
}

/** Of texts: the languages in which they differ, whole. */
function textsChanges(field: TermField, { was, now }: WasNow): readonly Change[] {
  const [before, after] = [isTexts(was) ? was : {}, isTexts(now) ? now : {}];
  return LANGUAGES.flatMap((language): Change[] => {
    const [old, text] = [before[language], after[language]];
    if (old === text) return [];
    return [
      {
        name: `${field.name}.${language}`,
        label: t.rowOf(labelOf(field), LANGUAGE_NAMES[language]),
        before: old,
        after: text ?? t.noText,
        weakens: undefined,
      },
    ];
  });
}

/** Of a list: records that come, go, or change field by field. */
function rowChanges(field: TermField, { was, now }: WasNow, units: TermUnits): readonly Change[] {
  const before = new Map((isRows(was) ? was : []).map((row) => [rowName(field, row), row]));
  const after = new Map((isRows(now) ? now : []).map((row) => [rowName(field, row), row]));
  const changes: Change[] = [];
  for (const [name, row] of after) {
    const old = before.get(name);
    if (old === undefined)
      changes.push({
        name: `${field.name}.${name}`,
        label: t.rowOf(labelOf(field), name),
        before: was === undefined ? undefined : t.notOffered,
        after: rowWords(field, row, units).replace(`${name}: `, ''),
        weakens: was === undefined ? undefined : 'more',
      });
    else changes.push(...fieldChanges(field, { name, old, row }, units));
  }
  for (const [name, row] of before)
    if (!after.has(name))
      changes.push({
        name: `${field.name}.${name}`,
        label: t.rowOf(labelOf(field), name),
        before: rowWords(field, row, units).replace(`${name}: `, ''),
        after: t.notOffered,
        weakens: undefined,
      });
  return changes;
}

/** A record that stays: the fields of it that differ. */
function fieldChanges(
  field: TermField,
  { name, old, row }: { readonly name: string; readonly old: TermRow; readonly row: TermRow },
  units: TermUnits,
): readonly Change[] {
  return (field.rows ?? []).slice(1).flatMap((each) => {
    const was = old[each.name];
    const now = row[each.name];
    if (was === undefined || now === undefined || isSame(was, now)) return [];
    return {
      name: `${field.name}.${name}.${each.name}`,
      label: t.rowOf(name, labelOf(each)),
      before: wordsOf(each, was, units),
      after: wordsOf(each, now, units),
      weakens: weakerWay(each, was, now),
    };
  });
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
  return weakerWay(field, was, now);
}

function weakerWay(field: TermField, was: TermValue, now: TermValue): Change['weakens'] {
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
