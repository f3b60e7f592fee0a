/** Terms in words, and as differences. */
import { LANGUAGE_NAMES, LANGUAGES } from '@fairlead/contract/constants';
import { classifyTerms, rulesOf, type TermClass, type TermRule } from '@fairlead/formula';
import { compareDecimals, formatDate, formatExactShare } from '@fairlead/ui';
import { parseDecimal } from '@fairlead/units';
import { formatExact } from '../books/amounts.ts';
import { sharedTexts } from '../parts/texts.ts';
import { plain } from './decimals.ts';
import {
  keyFieldOf,
  labelOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  unitName,
} from './fields.ts';
import { termTexts as t } from './texts.ts';

type Scalar = string | number | boolean;
/** One record of a list. */
export type TermRow = Readonly<Record<string, Scalar>>;
/** A text by language. */
export type TermTexts = Readonly<Record<string, string>>;
export type TermValue = Scalar | readonly string[] | readonly TermRow[] | TermTexts;
/** Terms as the server gives them. */
export type TermsRecord = Readonly<Record<string, TermValue>>;

/** One record of a list, as a form holds it. */
export type RowForm = Readonly<Record<string, string>>;
/** Terms as a form holds them: text, shares in percent, switches, lists of records; a text of a language as "introduction.en". */
export type TermsForm = Readonly<Record<string, string | boolean | readonly RowForm[]>>;

export const isRowForms = (value: TermsForm[string] | undefined): value is readonly RowForm[] =>
  Array.isArray(value);

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
  /** By the table of terms; undefined for what is no term. */
  readonly takes: TermClass | undefined;
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
  if (field.kind === 'share') return formatExactShare(plain(text));
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
  const fields = fieldsOf(kind, after);
  const takes = takesOf(kind, fields, { before, after });
  for (const field of fields) {
    const now = after[field.name];
    const was = before?.[field.name];
    if (field.kind === 'rows') {
      changes.push(...rowChanges(field, { was, now }, { units, takes }));
      continue;
    }
    if (field.kind === 'texts') {
      changes.push(...textsChanges(field, { was, now }, takes));
      continue;
    }
    if (now === undefined || (was !== undefined && isSame(was, now))) continue;
    // A record of before the field was there has none either.
    if (field.isOptional && was === undefined && now === '') continue;
    changes.push({
      name: field.name,
      label: labelOf(field),
      before: was === undefined ? undefined : wordsOf(field, was, units),
      after: wordsOf(field, now, units),
      takes: takes.get(field.name),
    });
  }
  return changes;
}

interface WasNow {
  readonly was: TermValue | undefined;
  readonly now: TermValue | undefined;
}

/** Of texts: the languages in which they differ, whole. */
function textsChanges(field: TermField, { was, now }: WasNow, takes: Takes): readonly Change[] {
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
        takes: takes.get(field.name),
      },
    ];
  });
}

/** Of a list: records that come, go, or change field by field. */
function rowChanges(
  field: TermField,
  { was, now }: WasNow,
  { units, takes }: { readonly units: TermUnits; readonly takes: Takes },
): readonly Change[] {
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
        takes: takes.get(rowPath(field, row)),
      });
    else changes.push(...fieldChanges(field, { name, old, row }, { units, takes }));
  }
  for (const [name, row] of before)
    if (!after.has(name))
      changes.push({
        name: `${field.name}.${name}`,
        label: t.rowOf(labelOf(field), name),
        before: rowWords(field, row, units).replace(`${name}: `, ''),
        after: t.notOffered,
        takes: takes.get(rowPath(field, row)),
      });
  return changes;
}

/** A record that stays: the fields of it that differ. */
function fieldChanges(
  field: TermField,
  { name, old, row }: { readonly name: string; readonly old: TermRow; readonly row: TermRow },
  { units, takes }: { readonly units: TermUnits; readonly takes: Takes },
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
      takes: takes.get(`${rowPath(field, row)}.${each.name}`),
    };
  });
}

const STATE: TermField = { name: 'state', kind: 'text' };

/** The fields of a kind; a market's state comes along where a record has it. */
const fieldsOf = (kind: TermsKind, record: TermsRecord): readonly TermField[] =>
  kind === 'market' && record['state'] !== undefined
    ? [...TERM_FIELDS.market, STATE]
    : TERM_FIELDS[kind];

/** What each change takes, by its path as the table's verdict names it: "multiples.20.max_notional". */
type Takes = ReadonlyMap<string, TermClass>;

/** "multiples.20". */
const rowPath = (field: TermField, row: TermRow): string =>
  `${field.name}.${String(row[keyFieldOf(field)?.name ?? ''])}`;

function takesOf(
  kind: TermsKind,
  fields: readonly TermField[],
  { before, after }: { readonly before?: TermsRecord | undefined; readonly after: TermsRecord },
): Takes {
  // A form has not all that a record has: what it lacks stays as it is.
  const names = new Set(fields.map(({ name }) => name as string).filter((name) => name in after));
  const [was, now] = [before, after].map(
    (record) => record && ruled(rulesOf(kind).fields, record, names),
  );
  const { changes } = classifyTerms(kind, was, now ?? {});
  return new Map(changes.map(({ field, takes }) => [field, takes]));
}

const NUMBER_SCALE = 18;

/** What there are rules for and reads as what it is: a history may hold what was written otherwise. */
function ruled(
  rules: Readonly<Record<string, TermRule>>,
  record: TermsRecord,
  names?: ReadonlySet<string>,
): TermsRecord {
  const kept = Object.entries(record).flatMap(([name, value]): (readonly [string, TermValue])[] => {
    const rule = rules[name];
    if (rule === undefined || names?.has(name) === false) return [];
    if (rule.kind === 'rows')
      return isRows(value) ? [[name, value.map((row) => ruled(rule.fields, row) as TermRow)]] : [];
    const isRead =
      rule.kind !== 'number' || parseDecimal(String(value), NUMBER_SCALE) !== undefined;
    return isRead ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
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
