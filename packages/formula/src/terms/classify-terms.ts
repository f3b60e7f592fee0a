/** What a change of terms takes, by the one table of terms (term-rules.ts): the server decides by it, the console says it. */
import { assert, parseDecimal } from '@fairlead/units';
import {
  type NumberRule,
  type RowsRule,
  rulesOf,
  type TermClass,
  type TermRule,
  type TermsProduct,
} from './term-rules.ts';

/** Terms as the wire has them: decimal text, numbers, switches, lists of records, texts by language. */
export type TermsValues = Readonly<Record<string, unknown>>;

export interface TermChange {
  /** The field's name; of a list `field.key` or `field.key.name`. */
  readonly field: string;
  /** As text; absent where there was or will be nothing. */
  readonly before?: string;
  readonly after?: string;
  readonly takes: TermClass;
}

export interface TermsVerdict {
  /** The strictest of all its changes: a mixed change counts as worse. `one` where nothing changes. */
  readonly takes: TermClass;
  readonly changes: readonly TermChange[];
}

const STRICTNESS: readonly TermClass[] = ['one', 'two', 'notice'];
const strictest = (classes: readonly TermClass[]): TermClass =>
  STRICTNESS.findLast((each) => classes.includes(each)) ?? 'one';

/** Decides a change. Without `before` the terms are new. A field without a rule is a broken invariant. */
export function classifyTerms(
  product: TermsProduct,
  before: TermsValues | undefined,
  after: TermsValues,
): TermsVerdict {
  const { created, fields } = rulesOf(product);
  const names = new Set([...namesIn(before ?? {}), ...namesIn(after)]);
  const changes = [...names].flatMap((name) => {
    const rule = fields[name];
    assert(rule !== undefined, `the term ${product} ${name} is classified`);
    return fieldChanges(name, rule, [before?.[name], after[name]]);
  });
  if (before === undefined)
    return { takes: created, changes: changes.map((change) => ({ ...change, takes: created })) };
  return { takes: strictest(changes.map(({ takes }) => takes)), changes };
}

/** As they were written: each has to have a rule, and no rule's name is a number, which alone would come in another order. */
export const namesIn = (terms: TermsValues): readonly string[] =>
  Reflect.ownKeys(terms).map(String);

type WasNow = readonly [was: unknown, now: unknown];

function fieldChanges(field: string, rule: TermRule, [was, now]: WasNow): TermChange[] {
  if (rule.kind === 'rows') return rowChanges(field, rule, [was, now]);
  const takes = classOf(rule, [was, now]);
  if (takes === undefined) return [];
  return [
    {
      field,
      takes,
      ...(was !== undefined && { before: textOf(was) }),
      ...(now !== undefined && { after: textOf(now) }),
    },
  ];
}

/** The class of a change of one field; undefined where there is none. */
function classOf(rule: Exclude<TermRule, RowsRule>, [was, now]: WasNow): TermClass | undefined {
  if (was === undefined && now === undefined) return undefined;
  if (was !== undefined && now !== undefined && isSame(rule, was, now)) return undefined;
  switch (rule.kind) {
    // What names a product does not change: whoever asks for it gets the strictest.
    case 'key':
      return 'notice';
    case 'text':
      return rule.any;
    case 'switch':
      return now === true ? rule.on : rule.off;
    case 'choice':
      return rule.moves[`${String(was)}>${String(now)}`] ?? 'notice';
    case 'number':
      return numberClass(rule, [was, now]);
  }
}

/** A number that is taken away has gone down; one that comes has gone up. */
function numberClass({ up, down }: NumberRule, [was, now]: WasNow): TermClass {
  if (was === undefined) return up;
  if (now === undefined) return down;
  return figureOf(now) > figureOf(was) ? up : down;
}

const SCALE = 18;
function figureOf(value: unknown): bigint {
  const read = parseDecimal(String(value), SCALE);
  assert(read !== undefined, 'a term that is a number reads as one');
  return read;
}

function isSame(rule: TermRule, was: unknown, now: unknown): boolean {
  if (rule.kind === 'number') return figureOf(was) === figureOf(now);
  return textOf(was) === textOf(now);
}

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Records that come, go, or change field by field. */
function rowChanges(field: string, rule: RowsRule, [was, now]: WasNow): TermChange[] {
  const { key, added, removed, fields } = rule;
  const byKey = (rows: unknown): Map<string, TermsValues> =>
    new Map((Array.isArray(rows) ? rows : []).map((row: TermsValues) => [String(row[key]), row]));
  const [before, after] = [byKey(was), byKey(now)];
  const changes: TermChange[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, row] = [before.get(name), after.get(name)];
    const path = `${field}.${name}`;
    if (old === undefined) changes.push({ field: path, after: textOf(row), takes: added });
    else if (row === undefined) changes.push({ field: path, before: textOf(old), takes: removed });
    else
      for (const inner of new Set([...namesIn(old), ...namesIn(row)])) {
        const innerRule = fields[inner];
        assert(innerRule !== undefined, `the term ${path}.${inner} is classified`);
        changes.push(...fieldChanges(`${path}.${inner}`, innerRule, [old[inner], row[inner]]));
      }
  }
  return changes;
}
