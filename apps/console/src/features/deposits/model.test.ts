import { expect, test } from 'vitest';
import { isBeyondClaim, isSameAmount, problemsOf } from './model.ts';

test('ten times the claim is within, one unit more is beyond (L2)', () => {
  expect(isBeyondClaim('5000', '500.000000')).toBe(false);
  expect(isBeyondClaim('5000.000001', '500.000000')).toBe(true);
});

test('amounts are compared as numbers, not as text', () => {
  expect(isSameAmount('500', '500.000000')).toBe(true);
  expect(isSameAmount('500.000001', '500')).toBe(false);
});

test.each([
  ['a bank claim without a reference', { credited: '5', reference: '' }, 'bank', false, true],
  ['a crypto claim without one', { credited: '5', reference: '' }, 'crypto', false, false],
  ['a reference of two letters', { credited: '5', reference: 'ab' }, 'crypto', false, true],
  ['nothing credited', { credited: '', reference: 'abc' }, 'bank', true, false],
  ['nought credited', { credited: '0.00', reference: 'abc' }, 'bank', true, false],
  ['a reference in other letters', { credited: '5', reference: '参照番号' }, 'bank', false, true],
] as const)('%s', (_name, credit, kind, isCreditedWrong, isReferenceWrong) => {
  const problems = problemsOf(credit, kind);
  expect(problems.credited !== undefined).toBe(isCreditedWrong);
  expect(problems.reference !== undefined).toBe(isReferenceWrong);
});
