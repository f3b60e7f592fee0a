import { rulesOf } from '@fairlead/formula';
import { describe, expect, test } from 'vitest';
import { TERM_FIELDS, type TermsKind } from './fields.ts';
import { createdWords, ruleOf, ruleWords } from './rules.ts';

const DAY = { isNew: false, noticeHours: 24 };

describe('Q1: bound and class of a field, from the table of terms', () => {
  test.each([
    ['market', 'taker_fee', 'At most 1%. Raising it: two operators and a notice of 24 hours.'],
    [
      'market',
      'open_orders_max',
      'At least 1, at most 10,000. Lowering it: two operators and a notice of 24 hours.',
    ],
    ['futures', 'max_open_interest', 'Raising it: two operators.'],
    ['futures', 'is_open', 'Opening: two operators.'],
    ['futures', 'multiples', 'Adding one: two operators and a notice of 24 hours.'],
    ['option_currency', 'amounts', 'Changes hold at once.'],
    ['bank_account', 'bank_name', 'Any change: two operators.'],
    [
      'chain',
      'withdraw_fee',
      'At most 50% of “Smallest withdrawal”. Raising it: two operators and a notice of 24 hours.',
    ],
  ] as const)('%s %s', (kind, name, words) => {
    expect(ruleWords(ruleOf(kind, name), DAY)).toBe(words);
  });
  test('of a record in a list, both ways where neither is one person’s', () => {
    expect(ruleWords(ruleOf('options', 'payout_ratio', 'times'), DAY)).toBe(
      'At least 50%, at most 100%. Raising it: two operators. Lowering it: two operators and a notice of 24 hours.',
    );
  });
  test('of new terms only bounds, with one line of what they take', () => {
    expect(ruleWords(ruleOf('market', 'taker_fee'), { ...DAY, isNew: true })).toBe('At most 1%.');
    expect(createdWords('hosting', 24)).toBe('New terms: two operators and a notice of 24 hours.');
  });
  test('a notice that is not known yet, or that a demo has not, is said so', () => {
    const rule = ruleOf('market', 'min_notional');
    const said = (noticeHours: number | undefined) => ruleWords(rule, { ...DAY, noticeHours });
    expect(said(undefined)).toBe('At most 1,000. Raising it: two operators and a notice.');
    expect(said(0)).toContain('two operators and a notice (none in this demo).');
    expect(said(1)).toContain('a notice of one hour.');
  });
  test.each(Object.keys(TERM_FIELDS) as TermsKind[])('every field of %s has a rule', (kind) => {
    for (const { name, rows } of TERM_FIELDS[kind]) {
      expect(rulesOf(kind).fields, name).toHaveProperty(name);
      for (const row of rows ?? []) expect(ruleOf(kind, row.name, name), row.name).toBeDefined();
    }
  });
});
