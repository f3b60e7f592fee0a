/** What a field of terms may be and what changing it takes, in words: from the one table of terms. */
import { boundWords, rulesOf, type TermClass, type TermRule } from '@fairlead/formula';
import type { TermsKind } from './fields.ts';
import { termTexts as t } from './texts.ts';

const words = t.rules;

/** The rule of a field; of a list's records with the list's name. */
export function ruleOf(kind: TermsKind, name: string, list?: string): TermRule | undefined {
  const { fields } = rulesOf(kind);
  if (list === undefined) return fields[name];
  const rows = fields[list];
  return rows?.kind === 'rows' ? rows.fields[name] : undefined;
}

/** What new terms of a kind take. */
export function createdWords(kind: TermsKind, noticeHours: number | undefined): string {
  const { created } = rulesOf(kind);
  return created === 'notice' ? words.created.notice(noticeHours) : words.created[created];
}

export interface RuleContext {
  /** Of new terms only bounds are said. */
  readonly isNew: boolean;
  /** How long a notice is, once that is known. */
  readonly noticeHours: number | undefined;
}

/** "At most 1%. Raising it: two operators and a notice of 24 hours."; undefined where there is nothing to say. */
export function ruleWords(
  rule: TermRule | undefined,
  { isNew, noticeHours }: RuleContext,
): string | undefined {
  if (rule === undefined) return undefined;
  const said = [boundSentence(rule), isNew ? '' : classSentence(rule, noticeHours)].filter(
    (each) => each !== '',
  );
  return said.length === 0 ? undefined : said.join(' ');
}

/** Four digits and more in groups; decimals stay as they are. */
const grouped = (text: string): string =>
  text.replaceAll(/(?<![.\d])\d{4,}/g, (digits) => Number(digits).toLocaleString('en'));

function boundSentence(rule: TermRule): string {
  const bound = grouped(boundWords(rule));
  if (bound === '') return '';
  const of = rule.kind === 'number' ? rule.shareOf?.field : undefined;
  const name: string | undefined = of === undefined ? undefined : fieldNames[of];
  const said = of === undefined || name === undefined ? bound : bound.replace(of, `“${name}”`);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

const fieldNames: Readonly<Record<string, string>> = t.fields;

/** What is worse for users takes more; what one person may do at once goes without saying where the other way does not. */
function classSentence(rule: TermRule, noticeHours: number | undefined): string {
  const ways = waysOf(rule);
  const classes = new Set(ways.map(([, takes]) => takes));
  const [only] = classes;
  if (only === undefined) return '';
  if (classes.size === 1)
    return only === 'notice' ? words.any.notice(noticeHours) : words.any[only];
  return ways
    .flatMap(([way, takes]) =>
      takes === 'one' ? [] : words.takes[takes](words.ways[way], noticeHours),
    )
    .join(' ');
}

type Way = keyof typeof words.ways;

function waysOf(rule: TermRule): readonly (readonly [Way, TermClass])[] {
  switch (rule.kind) {
    case 'number':
      return [
        ['up', rule.up],
        ['down', rule.down],
      ];
    case 'switch':
      return [
        ['on', rule.on],
        ['off', rule.off],
      ];
    case 'rows':
      return [
        ['added', rule.added],
        ['removed', rule.removed],
      ];
    case 'text':
      return [['any', rule.any]];
    // A key never changes; a state has buttons of its own.
    case 'key':
    case 'choice':
      return [];
  }
}
