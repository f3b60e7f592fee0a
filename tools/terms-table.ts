/** The table of terms of docs/internals/honesty.md, from the one that the engine, the server and the console use. */
import {
  boundWords,
  rulesOf,
  TERM_RULES,
  type TermClass,
  type TermRule,
  type TermsProduct,
} from '@fairlead/formula';

export const TERMS_BEGIN =
  '<!-- Made by `npm run reference` from packages/formula/src/terms/term-rules.ts; edit that. -->';
export const TERMS_END = '<!-- End of what is made. -->';

const CLASSES: Readonly<Record<TermClass, string>> = {
  one: 'one, at once',
  two: 'two',
  notice: 'two and a notice',
};

/** A page with its generated part made anew. */
export function withTermsTable(page: string): string {
  const [begin, end] = [page.indexOf(TERMS_BEGIN), page.indexOf(TERMS_END)];
  if (begin < 0 || end < begin) throw new Error('the page has no place for the table of terms');
  return `${page.slice(0, begin)}${TERMS_BEGIN}\n\n${termsTable()}\n\n${page.slice(end)}`;
}

export function termsTable(): string {
  const products = Object.keys(TERM_RULES) as TermsProduct[];
  const rows = products.flatMap((product) => {
    const { created, fields } = rulesOf(product);
    return [`| **${product}** | | new: ${CLASSES[created]} |`, ...fieldRows(fields, '')];
  });
  return ['| term | bound | who may change it |', '|---|---|---|', ...rows].join('\n');
}

function fieldRows(fields: Readonly<Record<string, TermRule>>, prefix: string): string[] {
  return Object.entries(fields).flatMap(([name, rule]) => {
    const label = `${prefix}${name}`;
    const row = `| \`${label}\` | ${boundWords(rule)} | ${whoWords(rule)} |`;
    return rule.kind === 'rows' ? [row, ...fieldRows(rule.fields, `${label}.`)] : [row];
  });
}

const sides = (parts: readonly (readonly [string, TermClass])[]): string => {
  const classes = new Set(parts.map(([, takes]) => takes));
  const [only] = classes;
  if (classes.size === 1 && only !== undefined) return `any: ${CLASSES[only]}`;
  return parts.map(([way, takes]) => `${way}: ${CLASSES[takes]}`).join('; ');
};

function whoWords(rule: TermRule): string {
  switch (rule.kind) {
    case 'key':
      return 'never changes';
    case 'text':
      return sides([['any', rule.any]]);
    case 'switch':
      return sides([
        ['on', rule.on],
        ['off', rule.off],
      ]);
    case 'number':
      return sides([
        ['up', rule.up],
        ['down', rule.down],
      ]);
    case 'rows':
      return sides([
        ['added', rule.added],
        ['removed', rule.removed],
      ]);
    case 'choice':
      return sides(
        Object.entries(rule.moves).map(([move, takes]) => [move.replace('>', ' → '), takes]),
      );
  }
}
