/**
 * What one field of terms may be because of the others, of the index price or of its own rule: one table for who refuses
 * (engine, server) and who says it before (console). Every figure is an integer of 10^-18, so that counts, shares, prices
 * and amounts compare alike. What is not known (no index, a field not filled in) limits nothing.
 */
import { divFloor, PPM_ONE, PRICE_SCALE, parseDecimal } from '@fairlead/units';
import { namesIn, type TermsValues } from './classify-terms.ts';
import { AMOUNT_MAX } from './term-bounds.ts';
import {
  E8,
  FIGURE_SCALE,
  type Figure,
  type LimitCode,
  type LimitContext,
  type LimitSense,
  minorFigure,
  type Reading,
  TERM_RELATIONS,
  type TermConflict,
  type TermLimit,
} from './term-relations.ts';
import { type NumberRule, rulesOf, type TermRule, type TermsProduct } from './term-rules.ts';

/** A figure of one: that of a share of the whole. */
const FIGURE_ONE = 10n ** BigInt(FIGURE_SCALE);

/** Figures that a code reads off the index: nothing else in the terms makes them wrong. */
const OF_INDEX: ReadonlySet<LimitCode> = new Set(['share_of_index', 'worth_at_index']);

/** Terms as figures: those of the wire are read as decimal text, the engine gives its own. */
export interface TermFigures {
  readonly figure: Figure;
  readonly word: (field: string) => string | undefined;
  readonly rows: (list: string) => readonly Omit<TermFigures, 'rows'>[];
}

/** Reads terms as the wire has them; what is no number has no figure. */
export function figuresOf(terms: TermsValues): TermFigures {
  return {
    ...scalarsOf(terms),
    rows: (list) => {
      const rows = terms[list];
      return Array.isArray(rows) ? rows.map((row: TermsValues) => scalarsOf(row)) : [];
    },
  };
}

function scalarsOf(terms: TermsValues): Omit<TermFigures, 'rows'> {
  return {
    figure: (field) => {
      const value = terms[field];
      const isScalar = typeof value === 'string' || typeof value === 'number';
      return isScalar ? parseDecimal(String(value).trim(), FIGURE_SCALE) : undefined;
    },
    word: (field) => {
      const value = terms[field];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
  };
}

/** Which record of which list; absent for the terms' own fields. */
interface Place {
  readonly list: string;
  readonly at: number;
}

const pathOf = (field: string, place?: Place): string =>
  place === undefined ? field : `${place.list}.${place.at}.${field}`;

/** What bounds a field by its rule: least and greatest, a share of another field or of the index, a worth at the index. */
function ruleLimits(
  name: string,
  rule: TermRule | undefined,
  { figure, context }: Reading,
  place?: Place,
): TermLimit[] {
  if (rule?.kind !== 'number' && rule?.kind !== 'key') return [];
  const limits: TermLimit[] = [];
  const add = (
    code: LimitCode,
    sense: LimitSense,
    value: bigint | undefined,
    by: readonly string[] = [],
  ) => value !== undefined && limits.push({ code, sense, figure: value, by });
  const read = (text: string | undefined) =>
    text === undefined ? undefined : parseDecimal(text, FIGURE_SCALE);
  add('least', 'at_least', read(rule.min));
  add('greatest', 'at_most', read(rule.max));
  if (rule.kind === 'key') return limits;
  if (rule.unit === 'amount')
    add('greatest', 'at_most', minorFigure(AMOUNT_MAX, context.scaleOf(name)));
  if (rule.unit === 'price') add('greatest', 'at_most', AMOUNT_MAX * E8);
  const { shareOf } = rule;
  const whole = shareOf && figure(shareOf.field);
  const share = read(shareOf?.max);
  if (shareOf !== undefined && whole !== undefined && share !== undefined)
    add('share_of_field', 'at_most', divFloor(whole * share, FIGURE_ONE), [
      pathOf(shareOf.field, place),
    ]);
  add('share_of_index', 'at_most', shareOfIndex(rule, context));
  add('worth_at_index', 'at_most', worthAtIndex(name, rule, context));
  return limits;
}

function shareOfIndex(rule: NumberRule, { indexE8 }: LimitContext): bigint | undefined {
  if (rule.shareOfIndexMax === undefined || indexE8 === undefined) return undefined;
  const most = divFloor(indexE8 * E8 * (parseDecimal(rule.shareOfIndexMax, 6) ?? 0n), PPM_ONE);
  return rule.isFinestFree && most < E8 ? E8 : most;
}

/** The largest amount whose worth, rounded down at eight decimals, is within the rule. */
function worthAtIndex(
  name: string,
  { worthAtIndexMax }: NumberRule,
  { indexE8, scaleOf }: LimitContext,
): bigint | undefined {
  const scale = scaleOf(name);
  if (worthAtIndexMax === undefined || indexE8 === undefined || indexE8 <= 0n) return undefined;
  if (scale === undefined) return undefined;
  const mostE8 = parseDecimal(worthAtIndexMax, PRICE_SCALE) ?? 0n;
  const minor = divFloor((mostE8 + 1n) * 10n ** BigInt(scale) - 1n, indexE8);
  return minorFigure(minor, scale);
}

/** Everything that limits one field now; of a list's record with its place. */
export function limitsOf(
  product: TermsProduct,
  path: string,
  { figures, context }: { readonly figures: TermFigures; readonly context: LimitContext },
): readonly TermLimit[] {
  const [list = '', at, inner] = path.split('.');
  const { fields } = rulesOf(product);
  if (at === undefined || inner === undefined) {
    const reading = { figure: figures.figure, word: figures.word, context };
    return [
      ...ruleLimits(path, fields[path], reading),
      ...relationLimits(product, path, { figures, context }),
    ];
  }
  const rule = fields[list];
  const row = figures.rows(list)[Number(at)];
  if (rule?.kind !== 'rows' || row === undefined) return [];
  const place = { list, at: Number(at) };
  return [
    ...ruleLimits(inner, rule.fields[inner], within(row, figures, context), place),
    ...relationLimits(product, path, { figures, context }),
  ];
}

/** A record's fields, and where it has none of a name the terms'. */
const within = (
  row: Omit<TermFigures, 'rows'>,
  figures: TermFigures,
  context: LimitContext,
): Reading => ({
  figure: (field) => row.figure(field) ?? figures.figure(field),
  word: (field) => row.word(field) ?? figures.word(field),
  context,
});

function relationLimits(
  product: TermsProduct,
  path: string,
  of: { readonly figures: TermFigures; readonly context: LimitContext },
): TermLimit[] {
  return relationsAt(product, of)
    .filter(({ field }) => field === path)
    .map(({ field: _, ...limit }) => limit);
}

/** Every rule between fields that says something now, with the paths of its fields. */
function relationsAt(
  product: TermsProduct,
  { figures, context }: { readonly figures: TermFigures; readonly context: LimitContext },
): (TermLimit & { readonly field: string })[] {
  return (TERM_RELATIONS[product] ?? []).flatMap((relation) => {
    const { code, sense, rows } = relation;
    const places =
      rows === undefined
        ? [{ reading: { figure: figures.figure, word: figures.word, context }, place: undefined }]
        : figures.rows(rows).map((row, at) => ({
            reading: within(row, figures, context),
            place: { list: rows, at },
          }));
    return places.flatMap(({ reading, place }) => {
      const figure = relation.limit(reading);
      if (figure === undefined) return [];
      const path = (name: string) => pathOf(name, isOfRow(product, name, rows) ? place : undefined);
      return { code, sense, figure, field: path(relation.field), by: relation.by.map(path) };
    });
  });
}

function isOfRow(product: TermsProduct, name: string, rows: string | undefined): boolean {
  const rule = rows === undefined ? undefined : rulesOf(product).fields[rows];
  return rule?.kind === 'rows' && Object.hasOwn(rule.fields, name);
}

/** Whether a value keeps a limit. */
export function isKeptBy({ sense, figure }: TermLimit, value: bigint): boolean {
  switch (sense) {
    case 'at_most':
      return value <= figure;
    case 'at_least':
      return value >= figure;
    case 'above':
      return value > figure;
    case 'multiple_of':
      return value % figure === 0n;
    case 'other_than':
      return value !== figure;
  }
}

/**
 * All limits that terms do not keep, in the order of the rules: first each field's own, then those between fields. Empty
 * where nothing is wrong that this table knows.
 */
export function termConflicts(
  product: TermsProduct,
  of: { readonly figures: TermFigures; readonly context: LimitContext },
): readonly TermConflict[] {
  const { figures, context } = of;
  const own = (
    rules: Readonly<Record<string, TermRule>>,
    reading: Reading,
    place?: Place,
  ): TermConflict[] =>
    namesIn(rules).flatMap((name) => {
      const rule = rules[name];
      if (rule?.kind === 'rows')
        return figures
          .rows(name)
          .flatMap((row, at) =>
            own(rule.fields, within(row, figures, context), { list: name, at }),
          );
      const value = reading.figure(name);
      if (value === undefined) return [];
      return ruleLimits(name, rule, reading, place)
        .filter((limit) => !isKeptBy(limit, value))
        .filter(({ code }) => !(OF_INDEX.has(code) && context.isKept?.(name)))
        .map((limit) => ({ ...limit, field: pathOf(name, place) }));
    });
  const valueAt = (path: string): bigint | undefined => {
    const [list = '', at, inner] = path.split('.');
    return inner === undefined
      ? figures.figure(path)
      : figures.rows(list)[Number(at)]?.figure(inner);
  };
  const between = relationsAt(product, of).filter(({ field, ...limit }) => {
    const value = valueAt(field);
    return value !== undefined && !isKeptBy(limit, value);
  });
  return [
    ...own(rulesOf(product).fields, { figure: figures.figure, word: figures.word, context }),
    ...between,
  ];
}
