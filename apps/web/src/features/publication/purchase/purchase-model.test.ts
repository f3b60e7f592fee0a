import { offeringRoutes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { currencies, offering } from '../../../../test/offering.ts';
import {
  affordable,
  closedBy,
  mostOf,
  percentOf,
  purchaseRequest,
  purchaseRules,
  summarize,
  validate,
} from './purchase-model.ts';

type Own = Partial<ReturnType<typeof offering>> & { available?: string; subscribed?: string };

const rules = (own: Own = {}) => {
  const made = purchaseRules({
    offering: { ...offering(), available: '1000.000000', subscribed: '0.00', ...own },
    currencies,
  });
  if (made === undefined) throw new Error('no rules');
  return made;
};
const problem = (text: string, own: Own = {}) => validate(summarize(text, rules(own)), rules(own));

test('a guest has no rules, nor has a currency nobody knows', () => {
  expect(purchaseRules({ offering: offering(), currencies })).toBeUndefined();
  const known = { ...offering(), available: '1', subscribed: '0' };
  expect(purchaseRules({ offering: known, currencies: [] })).toBeUndefined();
});

describe('the cost', () => {
  test('is amount × issue price', () => {
    expect(summarize('400', rules())).toEqual({ amount: 40_000n, cost: 100_000_000n });
  });
  test('is rounded up, so that nothing is bought for less', () => {
    // 0.01 × 0.00000001 is below the smallest unit of USDT.
    expect(summarize('0.01', rules({ issue_price: '0.00000001' })).cost).toBe(1n);
  });
  test('says what is missing to the last unit', () => {
    expect(summarize('4000', rules()).missing).toBeUndefined();
    expect(summarize('4000.01', rules()).missing).toBe(2_500n);
  });
  test.each(['', '.', '0', '0.00'])('of %j is none', (text) => {
    expect(summarize(text, rules())).toEqual({});
  });
  test.each([
    ['5.', 500n],
    ['.5', 50n],
  ])('takes %j as it stands', (text, amount) => {
    expect(summarize(text, rules()).amount).toBe(amount);
  });
});

describe('the most', () => {
  test('is what the balance pays for, the rest of the person or the rest of all', () => {
    expect(mostOf(rules())).toBe(400_000n);
    expect(mostOf(rules({ subscribed: '18000.00' }))).toBe(200_000n);
    expect(mostOf(rules({ remaining: '150.00' }))).toBe(15_000n);
  });
  test('never costs more than there is, and one unit more always does', () => {
    for (const issue_price of ['0.25000000', '0.33333333', '3.00000000', '12345.67890123'])
      for (const available of ['0.000001', '99.999999', '1000.000000']) {
        const made = rules({ issue_price, available, max_amount: '999999999.00' });
        const most = affordable(made);
        const at = (minor: bigint) =>
          summarize(`${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`, made).missing;
        expect([issue_price, available, at(most)]).toEqual([issue_price, available, undefined]);
        expect(at(most + 1n)).toBeGreaterThan(0n);
      }
  });
  test('in shares is rounded down, and nothing where there is nothing', () => {
    expect(percentOf(100, rules())).toBe('4000');
    expect(percentOf(25, rules({ remaining: '150.01' }))).toBe('37.5');
    expect(percentOf(100, rules({ available: '0.000000' }))).toBeUndefined();
  });
  test('is nothing for one who has more than a person may now', () => {
    expect(mostOf(rules({ subscribed: '20000.01' }))).toBe(0n);
  });
});

test('problems come in the order of the refusals', () => {
  const all = { min_amount: '10', max_amount: '5', remaining: '2', available: '0.10' };
  expect(problem('', all)).toBe('required');
  expect(problem('9', all)).toBe('belowMinimum');
  expect(problem('11', all)).toBe('aboveMaximum');
  expect(problem('11', { ...all, max_amount: '20' })).toBe('soldOut');
  expect(problem('11', { ...all, max_amount: '20', remaining: '50' })).toBe('insufficient');
  expect(problem('11')).toBe('belowMinimum');
  expect(problem('100')).toBeUndefined();
});

test('nothing can be had where less than the least is left, for all or for the person', () => {
  expect(closedBy(rules())).toBeUndefined();
  expect(closedBy(rules({ remaining: '99.99' }))).toBe('soldOut');
  expect(closedBy(rules({ subscribed: '19900.01' }))).toBe('limit');
  expect(closedBy(rules({ subscribed: '19900.00' }))).toBeUndefined();
});

test('the request is what the contract takes', () => {
  const made = rules();
  const { amount } = summarize('400.50', made);
  // Its times are of now: made once, or a millisecond later they are others.
  const offered = offering();
  const request = amount && purchaseRequest(offered, amount, made);
  const { id, issue_price, lockup_days, launches_at } = offered;
  expect(request).toEqual({
    offering_id: id,
    amount: '400.5',
    shown_issue_price: issue_price,
    shown_lockup_days: lockup_days,
    shown_launches_at: launches_at,
  });
  expect(offeringRoutes.subscribe.request.safeParse(request).success).toBe(true);
});
