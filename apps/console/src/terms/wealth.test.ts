/** Terms of locked funds, offerings and levels as forms and as differences. */
import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { hostingProduct, offering } from '../../test/wealth-records.ts';
import { TERM_FIELDS, type TermsKind } from './fields.ts';
import { formOf, problemsOf, requestOf, type TermsForm } from './forms.ts';
import { changesOf, type TermsRecord } from './model.ts';

const levels = {
  levels: [
    { ratio: '0.2', needs: 0 },
    { ratio: '0.25', needs: 10 },
  ],
};
const recordOf = (record: object) => record as TermsRecord;
const FLD = { currency: 'FLD', payment: 'USDT', scales: { currency: 4, payment: 6 } };

describe.each([
  ['hosting', 'operatorSaveHosting', hostingProduct()],
  ['offering', 'operatorSaveOffering', offering()],
  ['referral', 'operatorSaveReferral', levels],
] as const)('%s', (kind, route, record) => {
  const fields = TERM_FIELDS[kind];
  const form = formOf(fields, recordOf(record));
  test('goes through the form unchanged, and the contract takes it', () => {
    expect(problemsOf(kind, form, { units: {} })).toEqual({});
    const request = requestOf(fields, form);
    expect(record).toMatchObject(request);
    expect(changesOf(kind, { before: recordOf(record), after: request }, {})).toEqual([]);
    const proposed = { terms: request, reason: 'first terms' };
    expect(routes[route].request.safeParse(proposed).error).toBeUndefined();
  });
  test('names every field that an empty form needs', () => {
    const needed = fields
      .filter(({ kind: each }) => each !== 'switch')
      .map(({ name, kind: each }) => (each === 'texts' ? `${name}.en` : name));
    const problems = problemsOf(kind, formOf(fields, undefined), { units: {} });
    expect(Object.keys(problems).sort()).toEqual(needed.sort());
  });
});

const problem = (kind: TermsKind, record: object, part: TermsForm) => {
  const fields = TERM_FIELDS[kind];
  return problemsOf(kind, { ...formOf(fields, recordOf(record)), ...part }, { units: FLD });
};

test.each([
  [
    { max_amount: '99' },
    {
      max_amount: 'At least the smallest: 100.00\u00a0FLD.',
      min_amount: 'Does not fit “Greatest order”.',
    },
  ],
  [
    { capacity: '499999.99' },
    {
      capacity: 'At least the greatest order: 500,000.00\u00a0FLD.',
      max_amount: 'Does not fit “Capacity”.',
    },
  ],
  [{ daily_yield: '2.0001' }, { daily_yield: 'At most 2%.' }],
  [{ daily_yield: '0' }, { daily_yield: 'A number above zero.' }],
  [{ damages_rate: '0' }, {}],
  [{ days: '1096' }, { days: 'From 1 to 1095.' }],
] as const)('a product with %j', (part, expected) => {
  expect(problem('hosting', hostingProduct(), part)).toEqual(expected);
});

test.each([
  [
    { closes_at: '2020-01-01T00:00' },
    { closes_at: 'After the start.', starts_at: 'Does not fit “Closes”.' },
  ],
  [
    { closes_at: '2030-01-01T00:00', launches_at: '2029-12-31T23:59' },
    { launches_at: 'Not before the closing.', closes_at: 'Does not fit “Launches”.' },
  ],
  [{ closes_at: '2030-01-01T00:00', launches_at: '2030-01-01T00:00' }, {}],
  [{ starts_at: '' }, { starts_at: 'Needed.' }],
  [
    { payment_currency_id: '11' },
    {
      payment_currency_id: 'Another currency than what is sold.',
      currency_id: 'Does not fit “Paid in”.',
    },
  ],
  [
    { total: '49999' },
    {
      total: 'At least what one user may have: 50,000.00\u00a0FLD.',
      max_amount: 'Does not fit “Total on sale”.',
    },
  ],
  [{ launches_at: '3000-01-02T00:00' }, { launches_at: 'A day from the year 1970 to 2999.' }],
  [
    { total: '9999999999999999' },
    {
      total: 'At most 461,168,601,842,738.7904\u00a0FLD.',
      issue_price: 'Does not fit “Total on sale”.',
    },
  ],
  [
    { issue_price: '46116860184', total: '50001' },
    {
      total: 'All of it costs no more than the books can hold: at most 100.00\u00a0FLD.',
      issue_price: 'Does not fit “Total on sale”.',
    },
  ],
  [{ issue_price: '0.123456789' }, { issue_price: 'At most 8 decimals.' }],
  [{ total: '50000.00001' }, { total: 'At most 4 decimals.' }],
  [{ 'introduction.en': ' ' }, { 'introduction.en': expect.stringContaining('English') }],
  [{ 'introduction.th': 'x'.repeat(5_001) }, { 'introduction.th': 'At most 5,000 characters.' }],
] as const)('an offering with %j', (part, expected) => {
  expect(problem('offering', offering(), part)).toEqual(expected);
});

describe('levels', () => {
  const rows = (...list: readonly (readonly [string, string])[]) => ({
    levels: list.map(([needs, ratio]) => ({ needs, ratio })),
  });
  test('begin with one that takes nobody, and none is above half', () => {
    expect(problem('referral', levels, rows(['5', '50']))).toEqual({
      'levels.0.needs': 'One level takes 0 invitees: everybody has it.',
    });
    expect(problem('referral', levels, rows(['0', '50.0001']))).toEqual({
      'levels.0.ratio': 'At most 50%.',
    });
    expect(problem('referral', levels, rows(['10', '30'], ['0', '20']))).toEqual({});
  });
  test('are sorted, and their differences name the level', () => {
    const form = rows(['10', '30'], ['0', '20']);
    const after = requestOf(TERM_FIELDS.referral, form);
    expect(after).toEqual(rowsOf([0, '0.2'], [10, '0.3']));
    const changes = changesOf('referral', { before: recordOf(levels), after }, {});
    expect(changes).toMatchObject([
      {
        label: 'from 10 invitees, Share of fees',
        before: '25.00%',
        after: '30.00%',
        takes: 'two',
      },
    ]);
  });
  const rowsOf = (...list: readonly (readonly [number, string])[]) => ({
    levels: list.map(([needs, ratio]) => ({ needs, ratio })),
  });
});

test('a difference of an offering reads in words: its two currencies, moments, texts by language', () => {
  const before = recordOf(offering({ starts_at: 0, introduction: { en: 'Old', th: 'Thai' } }));
  const after = recordOf({ ...before, issue_price: '0.06', introduction: { en: 'New', jp: 'JP' } });
  expect(
    changesOf('offering', { before, after }, FLD).map(({ label, before: was, after: now }) => [
      label,
      was,
      now,
    ]),
  ).toEqual([
    ['Issue price', '0.05\u00a0USDT', '0.06\u00a0USDT'],
    ['Introduction, English', 'Old', 'New'],
    ['Introduction, 日本語', undefined, 'JP'],
    ['Introduction, ไทย', 'Thai', 'no text'],
  ]);
  const fresh = changesOf('offering', { after: recordOf(offering()) }, FLD);
  const worded = Object.fromEntries(fresh.map(({ name, after: now }) => [name, now]));
  expect(worded).toMatchObject({
    currency_id: 'FLD',
    payment_currency_id: 'USDT',
    is_open: 'Taken from the start on',
  });
  expect(worded['starts_at']).toMatch(/^\d{1,2} \w{3} 2026, \d{2}:\d{2}:\d{2}$/);
});

test('a text is only sent in the languages that have one', () => {
  const fields = TERM_FIELDS.offering;
  const form = {
    ...formOf(fields, recordOf(offering())),
    'introduction.jp': '',
    'introduction.th': 'T',
  };
  expect(requestOf(fields, form)['introduction']).toEqual({
    en: 'A currency of the demo.',
    th: 'T',
  });
});
