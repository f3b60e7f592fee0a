import { expect, test } from 'vitest';
import { deposit } from '../../../test/records.ts';
import { isBeyondClaim, isSameAmount, problemsOf } from './model.ts';

const BANK = deposit();
const CRYPTO = deposit({ kind: 'crypto', chain: 'TRC20' });
const TRANSACTION = deposit({ ...CRYPTO, tx_id: '7c1e'.repeat(16) });

test('ten times the claim is within, one unit more is beyond (L2)', () => {
  expect(isBeyondClaim('5000', '500.000000')).toBe(false);
  expect(isBeyondClaim('5000.000001', '500.000000')).toBe(true);
});

test('amounts are compared as numbers, not as text', () => {
  expect(isSameAmount('500', '500.000000')).toBe(true);
  expect(isSameAmount('500.000001', '500')).toBe(false);
});

test.each([
  ['a bank claim without a reference', { credited: '5', reference: '' }, BANK, false, true],
  ['a transaction without one', { credited: '5', reference: '' }, TRANSACTION, false, false],
  ['a crypto claim that names none', { credited: '5', reference: '' }, CRYPTO, false, true],
  ['a reference of two letters', { credited: '5', reference: 'ab' }, CRYPTO, false, true],
  ['nothing credited', { credited: '', reference: 'abc' }, BANK, true, false],
  ['nought credited', { credited: '0.00', reference: 'abc' }, BANK, true, false],
  ['a reference in other letters', { credited: '5', reference: '参照番号' }, BANK, false, true],
] as const)('%s', (_name, credit, row, isCreditedWrong, isReferenceWrong) => {
  const problems = problemsOf(credit, row);
  expect(problems.credited !== undefined).toBe(isCreditedWrong);
  expect(problems.reference !== undefined).toBe(isReferenceWrong);
});
