import { amountMinor, formatDecimal } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { OPTION_TIMES, PAYABLE } from '../../../../test/option.ts';
import { quotation } from '../../../../test/quotation.ts';
import { moneyText, type OptionRules, optionRules, tidyMoney } from '../option-rules.ts';
import {
  initialState,
  reduce,
  summarize,
  type TicketAction,
  type TicketInputs,
  type TicketState,
  validate,
} from './model.ts';

const SOURCES = {
  market: quotation({ option: true }),
  times: OPTION_TIMES,
  currencies: [PAYABLE],
  scale: 6,
};
const RULES = optionRules(SOURCES) as OptionRules;
const INPUTS: TicketInputs = {
  rules: RULES,
  marketState: 'open',
  available: amountMinor(412_600_000n),
  isStale: false,
};

const after = (...actions: readonly TicketAction[]): TicketState =>
  actions.reduce(reduce, initialState);
const ticket = (seconds: number, text: string): TicketState =>
  after({ kind: 'seconds', seconds }, { kind: 'amount', text });
const text = (value: bigint | undefined) =>
  value === undefined ? undefined : formatDecimal(value, 6);

describe('terms', () => {
  test('are read once, times ascending', () => {
    const turned = optionRules({ ...SOURCES, times: [...OPTION_TIMES].reverse() });
    expect(turned?.times.map(({ seconds }) => seconds)).toEqual([30, 60, 120, 180, 300]);
    expect(turned?.times[1]).toEqual({
      seconds: 60,
      payoutRatioPpm: 800_000n,
      minMinor: 10_000_000n,
      maxMinor: 5_000_000_000n,
      windowSeconds: 6,
    });
    expect(turned).toMatchObject({ currency: 'USDT', feePpm: 10_000n });
  });

  test.each([
    ['the market sells none', { market: quotation({ option: false }) }],
    ['there are no times', { times: [] }],
    ['its quote currency does not pay', { currencies: [{ ...PAYABLE, currency_id: 1 }] }],
  ])('are none where %s', (_why, own) => {
    expect(optionRules({ ...SOURCES, ...own })).toBeUndefined();
  });
});

describe('what follows from the ticket', () => {
  test('is the drawn example: 50 for 60 s pays 90, 50 or 0 and costs 50.50', () => {
    const summary = summarize(ticket(60, '50'), INPUTS);
    expect(text(summary.cost)).toBe('50.500000');
    expect(
      [summary.right, summary.flat, summary.wrong].map((ending) => text(ending?.back)),
    ).toEqual(['90.000000', '50.000000', '0.000000']);
    expect([summary.right, summary.flat, summary.wrong].map((ending) => text(ending?.net))).toEqual(
      ['39.500000', '-0.500000', '-50.500000'],
    );
    expect(summary.breakEven).toBe(561_112n);
  });

  test('the fee rounds up and the pay-out down: sub-units stay with the house', () => {
    const summary = summarize(ticket(30, '10.000001'), INPUTS);
    expect(text(summary.fee)).toBe('0.100001');
    expect(text(summary.payout)).toBe('7.500000');
  });

  test('without a time there is a cost and no result', () => {
    const summary = summarize(after({ kind: 'amount', text: '50' }), INPUTS);
    expect([text(summary.cost), summary.right, summary.breakEven]).toEqual([
      '50.500000',
      undefined,
      undefined,
    ]);
  });

  test.each(['', '.', '0', '0.00', '1.0000001'])('%o is no amount', (amount) => {
    expect(summarize(ticket(60, amount), INPUTS).stake).toBeUndefined();
  });

  test('an unfinished number counts as far as it goes', () => {
    expect(text(summarize(ticket(60, '50.'), INPUTS).stake)).toBe('50.000000');
  });

  test('nothing is known before the terms are', () => {
    const none = { ...INPUTS, rules: undefined };
    expect(summarize(ticket(60, '50'), none).cost).toBeUndefined();
    expect(validate(none, summarize(ticket(60, '50'), none))).toBeUndefined();
  });
});

describe('what stops a purchase', () => {
  const problem = (state: TicketState, own: Partial<TicketInputs> = {}) => {
    const inputs = { ...INPUTS, ...own };
    return validate(inputs, summarize(state, inputs));
  };

  test('a good ticket is stopped by nothing', () => {
    expect(problem(ticket(60, '50'))).toBeUndefined();
  });

  test('is said one at a time, each wrong in all later ways too', () => {
    const own = { isStale: true, available: amountMinor(0n) };
    expect(problem(initialState, { ...own, marketState: 'closed' })?.code).toBe('market_closed');
    expect(problem(initialState, { ...own, marketState: 'halted' })?.code).toBe('market_halted');
    expect(problem(initialState, own)?.code).toBe('time_required');
    expect(problem(ticket(60, ''), own)?.code).toBe('amount_required');
    expect(problem(ticket(60, '1'), own)?.code).toBe('below_minimum');
    expect(problem(ticket(60, '6000'), own)?.code).toBe('above_maximum');
    expect(problem(ticket(60, '50'), own)?.code).toBe('price_stale');
    expect(problem(ticket(60, '50'), { available: amountMinor(0n) })?.code).toBe(
      'insufficient_balance',
    );
  });

  test('bounds are inside', () => {
    const rich = { available: amountMinor(10_000_000_000n) };
    expect(problem(ticket(60, '10'), rich)).toBeUndefined();
    expect(problem(ticket(60, '9.999999'), rich)?.code).toBe('below_minimum');
    expect(problem(ticket(60, '5000'), rich)).toBeUndefined();
    expect(problem(ticket(60, '5000.000001'), rich)?.code).toBe('above_maximum');
  });

  test('stake and fee together must be there', () => {
    expect(problem(ticket(60, '50'), { available: amountMinor(50_500_000n) })).toBeUndefined();
    expect(problem(ticket(60, '50'), { available: amountMinor(50_499_999n) })).toEqual({
      code: 'insufficient_balance',
      field: 'amount',
      values: { amount: '50.499999', currency: 'USDT', cost: '50.50' },
    });
  });

  test('what is available is the server’s to check where it is not known', () => {
    expect(problem(ticket(60, '50'), { available: undefined })).toBeUndefined();
  });
});

test('a purchase leaves the time and takes the amount', () => {
  const bought = reduce({ ...ticket(60, '50'), isTried: true }, { kind: 'bought' });
  expect(bought).toEqual({ seconds: 60, amount: '', isTried: false });
});

test('money has two decimals, further ones only where they say something', () => {
  expect([50_000_000n, 100_100n, 1n].map((amount) => moneyText(amount, 6))).toEqual([
    '50.00',
    '0.1001',
    '0.000001',
  ]);
  expect(moneyText(-50_500_000n, 6)).toBe('-50.50');
  expect(moneyText(5n, 0)).toBe('5');
  expect([tidyMoney('50.000000'), tidyMoney('-0.500000'), tidyMoney('7')]).toEqual([
    '50.00',
    '-0.50',
    '7',
  ]);
});
