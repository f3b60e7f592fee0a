/** What a field may be beside the others and at the index: said under it, and what is wrong when it is not kept. */
import {
  FIGURE_SCALE,
  figuresOf,
  type LimitCode,
  type LimitContext,
  limitsOf,
  TERM_RELATIONS,
  type TermConflict,
  type TermLimit,
  termConflicts,
} from '@fairlead/formula';
import { formatExactShare } from '@fairlead/ui';
import { divFloor, formatDecimal, PRICE_SCALE, parseDecimal, RATE_SCALE } from '@fairlead/units';
import { timeOf } from '../parts/moment.ts';
import { plain, shareOfPercent } from './decimals.ts';
import {
  labelOf,
  scaleOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  USDT_SCALE,
} from './fields.ts';
import { isRowForms, type TermsForm, type TermsRecord, wordsOf } from './model.ts';
import { termTexts as t } from './texts.ts';

/** The field of a path: "multiples.2.max_notional" is the list's column. */
function fieldAt(kind: TermsKind, path: string): TermField | undefined {
  const [name = '', , inner] = path.split('.');
  const field = TERM_FIELDS[kind].find((each) => each.name === name);
  return inner === undefined ? field : field?.rows?.find((each) => each.name === inner);
}

/** What a form holds as the table of limits reads it: shares of one, moments in milliseconds, what is empty unknown. */
const termsOf = (
  fields: readonly TermField[],
  form: TermsForm,
): Readonly<Record<string, unknown>> => ({
  ...form,
  ...Object.fromEntries(fields.map((field) => [field.name, readValue(field, form[field.name])])),
});

function readValue(field: TermField, value: TermsForm[string] | undefined): unknown {
  if (isRowForms(value)) return value.map((row) => termsOf(field.rows ?? [], row));
  if (typeof value !== 'string') return value;
  if (field.kind === 'time') return timeOf(value);
  return field.kind === 'share' ? shareOfPercent(value) : value;
}

export interface LimitsBeside {
  readonly units: TermUnits;
  /** What is in force: what the index does to a field that stays is no reason to refuse others. */
  readonly present?: TermsRecord | undefined;
}

function contextOf(
  kind: TermsKind,
  form: TermsForm,
  { units, present }: LimitsBeside,
): LimitContext {
  const all = TERM_FIELDS[kind].flatMap((field) => [field, ...(field.rows ?? [])]);
  return {
    indexE8: units.index === undefined ? undefined : parseDecimal(units.index, PRICE_SCALE),
    scaleOf: (name) => {
      const unit = all.find((field) => field.name === name)?.unit;
      if (unit === undefined) return undefined;
      return unit === 'usdt' ? USDT_SCALE : units.scales?.[unit];
    },
    isKept: (name) =>
      present?.[name] !== undefined && plain(String(present[name])) === plain(String(form[name])),
  };
}

function figureScale(field: TermField, units: TermUnits): number {
  if (field.kind === 'count') return 0;
  return field.kind === 'share' ? RATE_SCALE : Math.min(scaleOf(field, units), FIGURE_SCALE);
}

/** A figure in words of its field: a share as a percentage, an amount with its unit. */
function figureWords(field: TermField, figure: bigint, units: TermUnits): string {
  const scale = figureScale(field, units);
  const unit = 10n ** BigInt(FIGURE_SCALE - scale);
  const text = plain(formatDecimal(divFloor(figure, unit), scale));
  return field.kind === 'share' ? formatExactShare(text, 0) : wordsOf(field, text, units);
}

/** Rules whose value is another field's own, of a kind that has no words of its own: the sentence says it all. */
const PLAIN: ReadonlySet<LimitCode> = new Set([
  'close_after_start',
  'launch_after_close',
  'payment_of_sold',
]);

function limitText(field: TermField, limit: TermLimit, units: TermUnits): string {
  const { code, figure } = limit;
  if (code === 'least' || code === 'greatest') return boundText(field, limit, units);
  const words = t.limits[code];
  return PLAIN.has(code) ? `${words}.` : t.limitNow(words, figureWords(field, figure, units));
}

/** A field's own bound: both where it has two. */
function boundText(field: TermField, { code, figure }: TermLimit, units: TermUnits): string {
  const { rule } = field;
  const bounds = rule?.kind === 'number' || rule?.kind === 'key' ? rule : undefined;
  if (field.kind === 'count' && bounds?.min !== undefined && bounds.max !== undefined)
    return t.problems.range(Number(bounds.min), Number(bounds.max));
  if (field.kind === 'time' && bounds?.min !== undefined && bounds.max !== undefined) {
    const year = (ms: string) => new Date(Number(ms)).getUTCFullYear();
    return t.problems.years(year(bounds.min), year(bounds.max));
  }
  const value = figureWords(field, figure, units);
  return code === 'least' ? t.problems.atLeast(value) : t.problems.atMost(value);
}

/** What does not fit together, at both fields of each rule. */
export function conflictTexts(
  kind: TermsKind,
  form: TermsForm,
  beside: LimitsBeside,
): Readonly<Record<string, string>> {
  const figures = figuresOf(termsOf(TERM_FIELDS[kind], form));
  const conflicts = termConflicts(kind, { figures, context: contextOf(kind, form, beside) });
  const texts: Record<string, string> = {};
  for (const conflict of conflicts) {
    const field = fieldAt(kind, conflict.field);
    if (field === undefined) continue;
    texts[conflict.field] ??= limitText(field, conflict, beside.units);
  }
  for (const conflict of conflicts)
    for (const path of conflict.by) texts[path] ??= t.problems.notWith(labelAt(kind, conflict));
  return texts;
}

function labelAt(kind: TermsKind, { field }: TermConflict): string {
  const found = fieldAt(kind, field);
  return found === undefined ? field : labelOf(found);
}

/** The codes of the rules that limit a field by others or by the index, known or not. */
function codesOf(kind: TermsKind, { name, rule }: TermField, list?: string) {
  const relations = (TERM_RELATIONS[kind] ?? []).filter(
    ({ field, rows }) => field === name && (list === undefined || rows === list),
  );
  return new Set<LimitCode>([
    ...relations.map(({ code }) => code),
    ...(rule?.kind === 'number' && rule.shareOfIndexMax ? (['share_of_index'] as const) : []),
    ...(rule?.kind === 'number' && rule.worthAtIndexMax ? (['worth_at_index'] as const) : []),
    ...(rule?.kind === 'number' && rule.shareOf ? (['share_of_field'] as const) : []),
  ]);
}

/** What the field's own sentence says already, until there is a value. */
const SAID_BY_RULE: ReadonlySet<LimitCode> = new Set([
  'share_of_index',
  'worth_at_index',
  'share_of_field',
]);

/** Far beyond what anybody sells: the figure is said only where it is not kept. */
const FIGURE_WHEN_BROKEN: ReadonlySet<LimitCode> = new Set(['cost_of_total']);

/** Every rule of a field beside its own bounds, each with its value now where that is known. */
export function limitHints(
  kind: TermsKind,
  field: TermField,
  { form, ...beside }: LimitsBeside & { readonly form: TermsForm },
): readonly string[] {
  const figures = figuresOf(termsOf(TERM_FIELDS[kind], form));
  const context = contextOf(kind, form, beside);
  const limits = limitsOf(kind, field.name, { figures, context });
  return [...codesOf(kind, field)].flatMap((code) => {
    const found = tightest(limits.filter((limit) => limit.code === code));
    if (found !== undefined && !FIGURE_WHEN_BROKEN.has(code))
      return limitText(field, found, beside.units);
    if (code === 'least' || code === 'greatest' || SAID_BY_RULE.has(code)) return [];
    return `${t.limits[code]}.`.replace(/:? (at most|at least|a multiple of)\.$/, '.');
  });
}

/** Of the same rule for several records the one that allows least. */
const tightest = (limits: readonly TermLimit[]): TermLimit | undefined =>
  limits.reduce<TermLimit | undefined>((least, each) => {
    if (least === undefined) return each;
    const isTighter =
      each.sense === 'at_most' ? each.figure < least.figure : each.figure > least.figure;
    return isTighter ? each : least;
  }, undefined);

/** The same of a list's column: the rule, and its value for each record that has one. */
export function columnHints(
  kind: TermsKind,
  { list, column }: { readonly list: TermField; readonly column: TermField },
  { form, ...beside }: LimitsBeside & { readonly form: TermsForm },
): readonly string[] {
  const figures = figuresOf(termsOf(TERM_FIELDS[kind], form));
  const context = contextOf(kind, form, beside);
  const rows = form[list.name];
  const places = Array.isArray(rows) ? rows : [];
  return [...codesOf(kind, column, list.name)].flatMap((code) => {
    if (code === 'least' || code === 'greatest') return [];
    const values = places.flatMap((row: Readonly<Record<string, string>>, at) => {
      const path = `${list.name}.${at}.${column.name}`;
      const found = limitsOf(kind, path, { figures, context }).find((each) => each.code === code);
      if (found === undefined) return [];
      const key = list.rows?.[0]?.name ?? '';
      const name = t.rowNames[key]?.(row[key] ?? '') ?? row[key] ?? '';
      return `${name} ${figureWords(column, found.figure, beside.units)}`;
    });
    const words = t.limits[code];
    return values.length === 0
      ? `${words}.`.replace(/:? (at most|at least|a multiple of)\.$/, '.')
      : t.limitNow(words, values.join(', '));
  });
}
