import { type RouteName, routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { futuresTerms, optionCurrency, optionTerms } from '../../test/records.ts';
import { TERM_FIELDS, type TermsKind } from './fields.ts';
import { formOf, problemsOf, requestOf } from './forms.ts';
import { changesOf, readTermsJson, type TermsRecord } from './model.ts';

const chain = {
  currency_id: 3,
  chain: 'TRC20',
  min_deposit: '1.000000',
  min_withdraw: '10.000000',
  withdraw_fee: '1.000000',
  confirmations: 20,
  is_deposit_open: true,
  is_withdraw_open: true,
  two_approvals_from: '10000.000000',
};
const settings = {
  daily_value_basic: '10000.000000',
  daily_value_advanced: '200000.000000',
  daily_count: 3,
  vip_volume: '100000.000000',
};
const market = {
  symbol: 'BTC/USDT',
  tick_size: '0.01',
  lot_size: '0.0001',
  min_notional: '5',
  maker_fee: '0.0008',
  taker_fee: '0.001',
  market_band: '0.02',
  limit_band: '0.2',
  open_orders_max: 200,
};
const currency = {
  currency_id: 11,
  name: 'DOT',
  full_name: 'Polkadot',
  scale: 8,
  is_enabled: true,
};
const bank = {
  currency_id: 3,
  account_name: 'Fairlead Ltd',
  account_number: 'GB29 NWBK 6016',
  bank_name: 'NatWest',
  bank_address: '1 Princes Street',
  swift_code: 'NWBKGB2L',
  fiat_currency: 'GBP',
  fiat_rate: '1.27',
};
const usdt = { currency: 'USDT', scales: { currency: 6 } };

/** Proposed with a reason, under `terms`. */
const proposed = (request: object) => ({ terms: request, reason: 'first terms' });

const cases: readonly (readonly [TermsKind, RouteName, object, object])[] = [
  ['chain', 'saveChainTerms', chain, {}],
  ['settings', 'saveCustodySettings', settings, {}],
  ['market', 'operatorSaveMarket', market, { state: 'open' }],
  ['currency', 'operatorSaveCurrency', currency, {}],
  ['bank_account', 'saveBankAccount', bank, {}],
];

describe.each(cases)('%s', (kind, route, record, rest) => {
  const fields = TERM_FIELDS[kind];
  const form = formOf(fields, record as typeof chain);
  test('a record goes through the form unchanged, and the contract takes it', () => {
    expect(problemsOf(kind, form, { units: {} })).toEqual({});
    const request = requestOf(fields, form);
    expect(changesOf(kind, { before: record as typeof chain, after: request }, {})).toEqual([]);
    const parsed = routes[route].request.safeParse({ ...request, ...rest });
    expect(parsed.error).toBeUndefined();
  });
  test('an empty form names every field that is needed', () => {
    const written = fields
      .filter(({ kind: each, isOptional }) => each !== 'switch' && isOptional !== true)
      .map(({ name }) => name);
    const problems = problemsOf(kind, formOf(fields, undefined), { units: {} });
    expect(Object.keys(problems).sort()).toEqual(written.sort());
  });
});

describe('Q1: what a change takes stands in the table of terms (L3)', () => {
  const takenBy = (
    kind: TermsKind,
    before: typeof chain | typeof settings | typeof market,
    part: object,
  ) => changesOf(kind, { before, after: { ...before, ...part } }, usdt).map(({ takes }) => takes);
  test.each([
    ['fewer confirmations', 'chain', chain, { confirmations: 19 }, 'two'],
    ['more confirmations', 'chain', chain, { confirmations: 21 }, 'one'],
    ['a higher threshold', 'chain', chain, { two_approvals_from: '10000.000001' }, 'two'],
    ['a lower threshold', 'chain', chain, { two_approvals_from: '9999' }, 'one'],
    ['a higher fee', 'chain', chain, { withdraw_fee: '5' }, 'notice'],
    ['a lower fee', 'chain', chain, { withdraw_fee: '0.5' }, 'one'],
    [
      'a way that opens',
      'chain',
      { ...chain, is_deposit_open: false },
      { is_deposit_open: true },
      'two',
    ],
    ['a way that closes', 'chain', chain, { is_deposit_open: false }, 'one'],
    ['a higher daily value', 'settings', settings, { daily_value_basic: '20000' }, 'two'],
    ['more withdrawals a day', 'settings', settings, { daily_count: 4 }, 'two'],
    ['fewer withdrawals a day', 'settings', settings, { daily_count: 2 }, 'one'],
    ['a lower priority volume', 'settings', settings, { vip_volume: '1' }, 'one'],
    ['a higher one', 'settings', settings, { vip_volume: '200000' }, 'notice'],
    ['a higher trading fee', 'market', market, { taker_fee: '0.0011' }, 'notice'],
    ['a lower trading fee', 'market', market, { taker_fee: '0.0009' }, 'one'],
    ['a wider band', 'market', market, { market_band: '0.03' }, 'notice'],
  ] as const)('%s', (_name, kind, before, part, expected) => {
    expect(takenBy(kind, before, part)).toEqual([expected]);
  });
  test('a new network and every field of a bank account', () => {
    const made = changesOf('chain', { after: chain }, usdt);
    expect(made.every(({ takes }) => takes === 'two')).toBe(true);
    const moved = changesOf(
      'bank_account',
      { before: bank, after: { ...bank, bank_name: 'X Y' } },
      usdt,
    );
    expect(moved.map(({ name, takes }) => [name, takes])).toEqual([['bank_name', 'two']]);
  });
});

test('a difference reads in words: units, shares, switches', () => {
  const after = { ...chain, withdraw_fee: '2', is_deposit_open: false, confirmations: 1000 };
  expect(
    changesOf('chain', { before: chain, after }, usdt).map(({ label, before, after: now }) => [
      label,
      before,
      now,
    ]),
  ).toEqual([
    ['Deposits', 'Open', 'Closed'],
    ['Withdrawal fee', '1.00\u00a0USDT', '2.00\u00a0USDT'],
    ['Confirmations', '20', '1,000'],
  ]);
  const [fee] = changesOf(
    'market',
    { before: market, after: { ...market, maker_fee: '0.00085' } },
    { base: 'BTC', quote: 'USDT' },
  );
  expect([fee?.before, fee?.after]).toEqual(['0.08%', '0.085%']);
});

test.each([
  ['min_withdraw', '1', 'Does not fit “Withdrawal fee”.'],
  ['min_deposit', '0', 'A number above zero.'],
  ['min_deposit', '0.0000001', 'At most 6 decimals.'],
  ['withdraw_fee', '1,5', 'A number as in 0.05.'],
  ['confirmations', '10001', 'From 0 to 10000.'],
] as const)('%s of %s is refused', (name, value, text) => {
  const form = { ...formOf(TERM_FIELDS.chain, chain), [name]: value };
  expect(problemsOf('chain', form, { units: usdt })[name]).toBe(text);
});

test('an advanced limit below the basic one is refused', () => {
  const form = { ...formOf(TERM_FIELDS.settings, settings), daily_value_advanced: '9999.99' };
  expect(Object.keys(problemsOf('settings', form, { units: {} }))).toEqual([
    'daily_value_advanced',
    'daily_value_basic',
  ]);
});

describe.each([
  ['futures', 'operatorSaveFutures', futuresTerms()],
  ['options', 'operatorSaveOptions', optionTerms()],
  ['option_currency', 'operatorSaveOptionCurrency', optionCurrency],
] as const)('%s, which have lists', (kind, route, record) => {
  const fields = TERM_FIELDS[kind];
  const present = record as unknown as TermsRecord;
  const form = formOf(fields, present);
  test('go through the form unchanged, and the contract takes them', () => {
    expect(problemsOf(kind, form, { units: {} })).toEqual({});
    const request = requestOf(fields, form);
    expect(changesOf(kind, { before: present, after: request }, {})).toEqual([]);
    expect(routes[route].request.safeParse(proposed(request)).error).toBeUndefined();
  });
  test('are named by every field that is needed', () => {
    const written = fields.filter(({ kind: each }) => each !== 'switch').map(({ name }) => name);
    const problems = problemsOf(kind, formOf(fields, undefined), { units: {} });
    expect(Object.keys(problems).sort()).toEqual(written.sort());
  });
});

describe('a list of multiples', () => {
  const units = { base: 'BTC', quote: 'USDT' };
  const before = futuresTerms() as unknown as TermsRecord;
  const with_ = (multiples: readonly object[]) => ({ ...before, multiples }) as TermsRecord;
  const [ten, twenty] = futuresTerms().multiples;
  const differences = (multiples: readonly object[]) =>
    changesOf('futures', { before, after: with_(multiples) }, units).map(
      ({ label, before: was, after, takes }) => [label, was, after, takes],
    );

  test('tells one that comes, which is announced, from one that goes', () => {
    const hundred = { multiple: 100, maintenance_rate: '0.005', max_notional: '50000' };
    const words = (rate: string, most: string) =>
      `Maintenance ${rate}, Greatest notional ${most}\u00a0USDT`;
    expect(differences([ten ?? {}, hundred])).toEqual([
      ['Multiples, 100×', 'not offered', words('0.50%', '50,000.00'), 'notice'],
      ['Multiples, 20×', words('0.50%', '1,000,000.00'), 'not offered', 'one'],
    ]);
  });

  test('tells which field of one changed, and what that takes', () => {
    expect(
      differences([
        { ...ten, maintenance_rate: '0.004' },
        { ...twenty, max_notional: '900000' },
      ]),
    ).toEqual([
      ['10×, Maintenance', '0.50%', '0.40%', 'two'],
      ['20×, Greatest notional', '1,000,000.00\u00a0USDT', '900,000.00\u00a0USDT', 'notice'],
    ]);
  });

  test('is sorted, and refuses the same twice and a margin too thin for its maintenance', () => {
    const fields = TERM_FIELDS.futures;
    const line = { multiple: '5', maintenance_rate: '0.5', max_notional: '1' };
    const form = (rows: readonly object[]) =>
      ({ ...formOf(fields, before), multiples: rows }) as Parameters<typeof requestOf>[1];
    const sorted = requestOf(fields, form([{ ...line, multiple: '50' }, line]));
    expect(sorted['multiples']).toMatchObject([{ multiple: 5 }, { multiple: 50 }]);
    expect(problemsOf('futures', form([line, line]), { units })).toEqual({
      'multiples.1.multiple': 'Stands there already.',
    });
    // 1 ÷ 100 is 1 %: half of it is 0.5 %, both bounds included.
    const most = { ...line, multiple: '100' };
    expect(problemsOf('futures', form([most]), { units })).toEqual({});
    expect(
      problemsOf('futures', form([{ ...most, maintenance_rate: '0.5001' }]), { units }),
    ).toEqual({
      'multiples.0.maintenance_rate': 'At most half of 1 ÷ multiple: 0.5%.',
      'multiples.0.multiple': 'Does not fit “Maintenance”.',
    });
  });
});

describe('stakes and pay-outs', () => {
  const fields = TERM_FIELDS.option_currency;
  const form = formOf(fields, optionCurrency as unknown as TermsRecord);
  test.each([
    ['10, 50, 100', undefined],
    ['10,50', undefined],
    ['50, 10', 'Each must be above the one before.'],
    ['10, 10', 'Each must be above the one before.'],
    ['10,, 50', 'Amounts with commas between.'],
    ['ten', 'A number as in 0.05.'],
    ['0', 'A number above zero.'],
    ['0.0000001', 'At most 6 decimals.'],
    [Array.from({ length: 13 }, (_, index) => index + 1).join(','), 'At most 12.'],
  ])('stakes of %j', (amounts, problem) => {
    expect(problemsOf('option_currency', { ...form, amounts }, { units: usdt })['amounts']).toBe(
      problem,
    );
  });
  test('a pay-out may be the whole stake and no more', () => {
    const payout = (payout_ratio: string) =>
      problemsOf(
        'options',
        {
          ...formOf(TERM_FIELDS.options, optionTerms() as unknown as TermsRecord),
          times: [{ seconds: '60', payout_ratio, min_amount: '10', max_amount: '20' }],
        },
        { units: {} },
      );
    expect(payout('100')).toEqual({});
    expect(payout('100.0001')).toEqual({ 'times.0.payout_ratio': 'At most 100%.' });
  });
  test('a higher pay-out takes two, a smaller greatest stake is announced', () => {
    const before = optionTerms() as unknown as TermsRecord;
    const [first, second] = optionTerms().times;
    const times = [
      { ...first, payout_ratio: '0.8' },
      { ...second, max_amount: '4000' },
    ];
    const changes = changesOf(
      'options',
      { before, after: { ...before, times } as TermsRecord },
      {},
    );
    expect(changes.map(({ label, takes }) => [label, takes])).toEqual([
      ['30 s, Pay-out', 'two'],
      ['60 s, Greatest stake', 'notice'],
    ]);
  });
});

test('histories of bank accounts are read in either spelling', () => {
  expect(readTermsJson('{"accountName":"A","currencyId":3}')).toEqual({
    account_name: 'A',
    currency_id: 3,
  });
  expect(readTermsJson('not json')).toBeUndefined();
  expect(readTermsJson(undefined)).toBeUndefined();
});

describe('what the server would refuse is said at its field before', () => {
  test.each([
    ['market', { symbol: 'BTC/USDT' }, [{ symbol: 'BTC/USDT' }], ['symbol']],
    [
      'currency',
      { currency_id: '3', name: 'NEW' },
      [{ currency_id: 3, name: 'USDT' }],
      ['currency_id'],
    ],
    ['currency', { currency_id: '9', name: 'USDT' }, [{ currency_id: 3, name: 'USDT' }], ['name']],
    ['chain', { currency_id: '3', chain: 'BSC' }, [{ currency_id: 3, chain: 'BSC' }], ['chain']],
    ['chain', { currency_id: '3', chain: 'TRC20' }, [{ currency_id: 3, chain: 'BSC' }], []],
    ['bank_account', { currency_id: '3' }, [{ currency_id: 3 }], ['currency_id']],
    ['hosting', { id: '2' }, [{ id: 2 }], ['id']],
    ['offering', { id: '2' }, [{ id: 3 }], []],
  ] as const)('a new %s of %j', (kind, typed, others, taken) => {
    const names = (given: readonly TermsRecord[] | undefined) =>
      Object.entries(problemsOf(kind, typed, { units: {}, others: given }))
        .filter(([, text]) => text === 'There is one already.')
        .map(([name]) => name);
    expect(names(others)).toEqual(taken);
    expect(names(undefined)).toEqual([]);
  });
  test('a market of a currency that is not there', () => {
    const units = { base: 'NEW', quote: 'USDT', scales: { quote: 6 } };
    expect(problemsOf('market', { symbol: 'NEW/USDT' }, { units })['symbol']).toBe(
      'There is no currency NEW: add it first.',
    );
  });
  test.each([
    [{ fiat_currency: 'USD', fiat_rate: '' }, ['fiat_rate']],
    [{ fiat_currency: 'USD', fiat_rate: '0.00' }, ['fiat_rate']],
    [{ fiat_currency: '', fiat_rate: '1' }, ['fiat_currency']],
    [{ fiat_currency: 'USD', fiat_rate: '1' }, []],
    [{ fiat_currency: '', fiat_rate: '' }, []],
  ])('an account that takes %j', (typed, wrong) => {
    const problems = problemsOf('bank_account', typed, { units: {} });
    const told = Object.keys(problems).filter((name) => name.startsWith('fiat'));
    expect(told).toEqual(wrong);
  });
  test('an amount beyond what a ledger holds', () => {
    const problems = problemsOf('chain', { min_deposit: '9999999999999999' }, { units: usdt });
    expect(problems['min_deposit']).toBe('At most 4,611,686,018,427.387904\u00a0USDT.');
  });
});
