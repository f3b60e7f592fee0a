import { formatExactShare } from '@fairlead/ui';
import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { hostingOrder, hostingProduct } from '../../../test/hosting.ts';
import {
  type BuyInputs,
  buyProblem,
  buyRequest,
  isScarce,
  isSoldOut,
  missingMinor,
  shareText,
  typedMinor,
} from './buy/buy-model.ts';
import { orderFigures, type ProductTerms, plainAmount, productTerms } from './terms.ts';

const termsOf = (own: Parameters<typeof hostingProduct>[0] = {}): ProductTerms => {
  const terms = productTerms(hostingProduct(own));
  if (terms === undefined) throw new Error('no terms');
  return terms;
};
const inputs = (available?: bigint, own: Parameters<typeof hostingProduct>[0] = {}): BuyInputs => ({
  terms: termsOf(own),
  available: available === undefined ? undefined : amountMinor(available),
});

describe('terms', () => {
  test('are exact at all the decimals of the currency, however short a bound is written', () => {
    expect(termsOf()).toMatchObject({
      scale: 6,
      minMinor: 100_000_000n,
      maxMinor: 50_000_000_000n,
      remainingMinor: 800_000_000_000n,
      dailyYieldPpm: 4_000n,
      damagesRatePpm: 4_000n,
    });
  });
  test('are missing when a figure cannot be read', () => {
    expect(productTerms(hostingProduct({ min_amount: 'many' }))).toBeUndefined();
    expect(orderFigures(hostingOrder({ earned: '' }))).toBeUndefined();
  });
  test('an order tells how many days are posted', () => {
    expect(orderFigures(hostingOrder())).toMatchObject({
      postedDays: 12,
      returned: 9_820_000_000n,
    });
  });
  test('rates show every digit, two at least', () => {
    expect([
      formatExactShare('0.004'),
      formatExactShare('0.00125'),
      formatExactShare('0.06'),
    ]).toEqual(['0.40%', '0.125%', '6.00%']);
    expect([plainAmount('100.000000'), plainAmount('0.00500000'), plainAmount('100')]).toEqual([
      '100',
      '0.005',
      '100',
    ]);
  });
});

describe('what keeps a purchase from going', () => {
  test.each([
    ['', 'required'],
    ['0', 'required'],
    ['99.999999', 'belowMinimum'],
    ['50000.000001', 'aboveMaximum'],
    ['2000', 'insufficient'],
  ])('%s: %s', (text, problem) => {
    expect(buyProblem(text, inputs(1_000_000_000n))).toBe(problem);
  });
  test('nothing, up to the last minor unit', () => {
    expect(buyProblem('1000', inputs(1_000_000_000n))).toBeUndefined();
    expect(buyProblem('100.', inputs(1_000_000_000n))).toBeUndefined();
  });
  test('a guest may reckon with any amount', () => {
    expect(buyProblem('50000', inputs())).toBeUndefined();
  });
  test('what is left of the product', () => {
    const own = { remaining_capacity: '300.000000' };
    expect(buyProblem('301', inputs(undefined, own))).toBe('aboveRemaining');
    expect(isScarce(termsOf(own))).toBe(true);
    expect(isScarce(termsOf())).toBe(false);
    const gone = { remaining_capacity: '99.000000' };
    expect(isSoldOut(termsOf(gone))).toBe(true);
    expect(buyProblem('', inputs(undefined, gone))).toBe('soldOut');
  });
});

describe('amounts to choose', () => {
  test('are shares of what there is, rounded down', () => {
    expect(shareText(inputs(1_000_000_001n), 25)).toBe('250');
    expect(shareText(inputs(1_000_000_001n), 100)).toBe('1000.000001');
  });
  test('never more than an order and the product take', () => {
    expect(shareText(inputs(90_000_000_000n), 100)).toBe('50000');
    expect(shareText(inputs(90_000_000_000n, { remaining_capacity: '300.000000' }), 100)).toBe(
      '300',
    );
  });
  test('tell how much the trust account lacks', () => {
    expect(missingMinor('1500', inputs(1_000_000_000n))).toBe(500_000_000n);
    expect(missingMinor('1000', inputs(1_000_000_000n))).toBeUndefined();
    expect(missingMinor('1500', inputs())).toBeUndefined();
  });
});

test('a request carries the amount at the currency’s decimals and the consent', () => {
  const amount = typedMinor('.5', 6);
  expect(amount).toBe(500_000n);
  expect(typedMinor('1e3', 6)).toBeUndefined();
  expect(buyRequest(amountMinor(10_000_000_000n), termsOf())).toEqual({
    product_id: 2,
    amount: '10000.000000',
    agreed: true,
    shown_daily_yield: '0.004000',
    shown_damages_rate: '0.004000',
    shown_days: 15,
  });
});
