import {
  proposeFutures,
  proposeMarket,
  proposeOptions,
  rulesOf,
  TERM_RELATIONS,
} from '@fairlead/formula';
import { assert } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_SHOWN, TERM_FIELDS, type TermsKind } from './fields.ts';
import { formOf, problemsOf, type TermsForm } from './forms.ts';
import { columnHints, conflictTexts, limitHints } from './limits.ts';
import {
  PREVIEWS,
  previewBank,
  previewChain,
  previewCurrency,
  previewFutures,
  previewMarket,
  previewOptionCurrency,
  previewOptions,
} from './preview.ts';
import { createdWords, ruleOf, ruleWords } from './rules.ts';
import { termTexts } from './texts.ts';

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
  describe.each(Object.keys(TERM_FIELDS) as TermsKind[])('%s', (kind) => {
    const fields = TERM_FIELDS[kind];
    const { fields: rules } = rulesOf(kind);
    test('every field has its rule, of a list’s records too', () => {
      for (const { name, rule, rows } of fields) {
        expect(rule, name).toBe(rules[name]);
        expect(rule, name).toBeDefined();
        for (const row of rows ?? []) {
          expect(row.rule, row.name).toBeDefined();
          expect(row.rule, row.name).toBe(ruleOf(kind, row.name, name));
        }
      }
    });
    test('every rule has its field, or is listed as not shown', () => {
      const notShown = NOT_SHOWN[kind] ?? [];
      const shown = fields.map(({ name }) => name as string);
      expect([...shown, ...notShown].sort()).toEqual(Object.keys(rules).sort());
      for (const { name, rows } of fields) {
        const rule = rules[name];
        if (rule?.kind === 'rows')
          expect(rows?.map((row) => row.name as string).sort()).toEqual(
            Object.keys(rule.fields).sort(),
          );
      }
    });
    test('every rule between fields is said at the field that it bounds, before anything is filled in', () => {
      for (const { code, field: name, rows } of TERM_RELATIONS[kind] ?? []) {
        const list = fields.find((each) => each.name === rows);
        const column = list?.rows?.find((each) => each.name === name);
        const field = column ?? fields.find((each) => each.name === name);
        assert(field !== undefined, `${kind} ${name} is in the form`);
        const beside = { form: {}, units: {} };
        const hints =
          list !== undefined && column !== undefined
            ? columnHints(kind, { list, column }, beside)
            : limitHints(kind, field, beside);
        const words = termTexts.limits[code as keyof typeof termTexts.limits];
        const said = words.replace(/:? (at most|at least|a multiple of)$/, '');
        expect(hints.join(' '), `${kind} ${name}`).toContain(said);
      }
    });
  });
});

describe('a rule says what it comes to now', () => {
  const units = {
    base: 'BTC',
    quote: 'USDT',
    index: '100',
    scales: { base: 8, quote: 6 },
  };
  const hintsOf = (kind: TermsKind, name: string, form: TermsForm) => {
    const field = TERM_FIELDS[kind].find((each) => each.name === name);
    assert(field !== undefined, `${kind} has ${name}`);
    return limitHints(kind, field, { form, units });
  };
  test.each([
    ['futures', 'price_step', { half_spread: '0.25' }, 'half the spread at the index: 0.025'],
    ['market', 'tick_size', {}, 'At the index of now at most 0.05'],
    ['market', 'lot_size', { tick_size: '0.01' }, 'a multiple of 0.0001'],
    ['hosting', 'capacity', { max_amount: '500' }, 'At least the greatest order: 500'],
  ] as const)('%s %s', (kind, name, form, said) => {
    expect(hintsOf(kind, name, form).join(' ')).toContain(said);
  });
  test('and both fields are marked when it is not kept', () => {
    const form = { half_spread: '0.25', price_step: '0.026' };
    expect(conflictTexts('futures', form, { units })).toMatchObject({
      price_step: expect.stringContaining('At most a tenth of half the spread'),
      half_spread: 'Does not fit “Price step”.',
    });
  });
});

describe('what is proposed is a form without a problem, and a preview of it is what a trader sees', () => {
  const units = {
    base: 'BTC',
    quote: 'USDT',
    index: '64812.4',
    guide: '64812.4',
    quoteUsdt: '1',
    scales: { base: 8, quote: 6 },
  };
  const setting = {
    indexE8: 6_481_240_000_000n,
    baseScale: 8,
    quoteScale: 6,
    quoteUsdtE8: 100_000_000n,
  };
  test('of a market', () => {
    const proposed = proposeMarket(setting);
    assert(proposed.ok, 'there is a proposal');
    const form = { symbol: 'BTC/USDT', ...formOf(TERM_FIELDS.market.slice(1), proposed.terms) };
    expect(problemsOf('market', form, { units })).toEqual({});
    expect(previewMarket(form, units)).toEqual({
      facts: [
        ['Price', '64,812.4\u00a0USDT'],
        ['Smallest order', '0.00008\u00a0BTC costs 5.184992\u00a0USDT'],
        ['Taker fee of 5.184992\u00a0USDT', '0.005185\u00a0USDT'],
      ],
      bids: ['64,812.4', '64,812.3', '64,812.2'],
      asks: ['64,812.5', '64,812.6', '64,812.7'],
    });
  });
  test('of futures', () => {
    const proposed = proposeFutures(setting);
    assert(proposed.ok, 'there is a proposal');
    const fields = TERM_FIELDS.futures.filter(({ name }) => name in proposed.terms);
    const form = { symbol: 'BTC/USDT', is_open: false, ...formOf(fields, proposed.terms) };
    expect(problemsOf('futures', form, { units })).toEqual({});
    expect(previewFutures(form, units)?.facts.slice(0, 2)).toEqual([
      ['A long opens at', '64,818.90\u00a0USDT'],
      ['A short opens at', '64,805.90\u00a0USDT'],
    ]);
  });
  test('of options: what each delivery time wins', () => {
    const proposed = proposeOptions(setting);
    assert(proposed.ok, 'there is a proposal');
    const fields = TERM_FIELDS.options.filter(({ name }) => name in proposed.terms);
    const form = { symbol: 'BTC/USDT', is_open: false, ...formOf(fields, proposed.terms) };
    expect(problemsOf('options', form, { units })).toEqual({});
    expect(previewOptions(form, units)?.facts.slice(0, 2)).toEqual([
      ['Right after 30 s with 10.00\u00a0USDT', 'wins 7.50\u00a0USDT'],
      ['Right after 60 s with 10.00\u00a0USDT', 'wins 8.00\u00a0USDT'],
    ]);
  });
});

const usdt = { currency: 'USDT', scales: { currency: 6 } };

describe('a preview of what has no price', () => {
  test('of what options are paid in: each stake with its fee, said once', () => {
    const form = { fee_rate: '1', amounts: '10, 50, 10' };
    expect(previewOptionCurrency(form, usdt)?.facts).toEqual([
      ['A stake of 10.00\u00a0USDT', 'costs 10.10\u00a0USDT'],
      ['A stake of 50.00\u00a0USDT', 'costs 50.50\u00a0USDT'],
    ]);
  });
  test.each([
    ['8', '0.00000001\u00a0SOL', '46,116,860,184.00\u00a0SOL'],
    ['18', '0.000000000000000001\u00a0SOL', '4.611686018427387904\u00a0SOL'],
  ])(
    'of a currency with %s decimals: its smallest amount, and the most there can be',
    (scale, least, most) => {
      const form = { name: 'SOL', full_name: 'Solana', scale };
      expect(previewCurrency(form)?.facts).toEqual([
        ['In lists', 'SOL Solana', 'wide'],
        ['Smallest amount', least, 'wide'],
        ['The most there can be of it', most, 'wide'],
      ]);
    },
  );
  test('of a bank account: as the app writes it', () => {
    const form = {
      account_name: ' Harbour Lights Ltd ',
      account_number: 'DE89 37040044 0532013000',
      bank_name: 'Harbour Bank',
      bank_address: '',
      swift_code: 'COBADEFF',
    };
    expect(previewBank(form)?.facts).toEqual([
      ['Account holder', 'Harbour Lights Ltd', 'wide'],
      ['Account number', 'DE89 3704 0044 0532 0130 00', 'wide'],
      ['Bank', 'Harbour Bank', 'wide'],
      ['SWIFT code', 'COBADEFF'],
      ['Reference', 'each user’s own'],
    ]);
    expect(previewBank({ ...form, bank_name: '' })).toBeUndefined();
  });
  test('of a network: from what on a deposit counts and when, and what arrives; what is closed is', () => {
    const form = {
      is_deposit_open: true,
      is_withdraw_open: false,
      min_deposit: '1',
      confirmations: '20',
      min_withdraw: '10',
      withdraw_fee: '1.5',
    };
    expect(previewChain(form, usdt)?.facts).toEqual([
      ['A deposit', 'is credited from 1.00\u00a0USDT, after 20 confirmations', 'wide'],
      ['Of a withdrawal of 10.00\u00a0USDT arrives', 'Closed', 'wide'],
    ]);
    const bank = { ...form, confirmations: '0', is_withdraw_open: true };
    expect(previewChain(bank, usdt)?.facts.map(([, said]) => said)).toEqual([
      'is credited from 1.00\u00a0USDT',
      '8.50\u00a0USDT',
    ]);
  });
});

test('no check and no preview fails over what is typed, whatever it is', () => {
  const typed = fc.oneof(
    fc.constantFrom('', '0', '1', '2', '-1', '0.5', '99999999999999999999999', '1e9', '.'),
    fc.string({ maxLength: 6 }),
  );
  const units = {
    ...usdt,
    base: 'BTC',
    quote: 'USDT',
    index: '100',
    guide: '100',
    scales: { base: 8, quote: 6, currency: 6 },
  };
  const written = ({ kind: each, rows = [] }: (typeof TERM_FIELDS)['market'][number]) => {
    if (each === 'switch') return fc.boolean();
    if (each !== 'rows') return typed;
    return fc.array(fc.record(Object.fromEntries(rows.map(({ name }) => [name, typed]))));
  };
  for (const kind of Object.keys(TERM_FIELDS) as TermsKind[]) {
    const fields = TERM_FIELDS[kind];
    const form = fc.record(Object.fromEntries(fields.map((field) => [field.name, written(field)])));
    fc.assert(
      fc.property(form, (given) => {
        problemsOf(kind, given as TermsForm, { units });
        PREVIEWS[kind]?.(given as TermsForm, units);
      }),
      { seed: 7, numRuns: 2_000 },
    );
  }
});
