import { expect, test } from 'vitest';
import { kindOf, subjectWords, versionChanges } from './model.ts';

const currencies = new Map([
  [3, { currency_id: 3, name: 'USDT', full_name: 'Tether USD', scale: 6 }],
]) as unknown as Parameters<typeof versionChanges>[1];

test('subjects are of a kind, and read in words', () => {
  expect(kindOf('chain USDT/TRC20')).toBe('chain');
  expect(kindOf('chains')).toBeUndefined();
  expect(subjectWords('chain USDT/TRC20')).toBe('Network, USDT/TRC20');
  expect(subjectWords('settings')).toBe('Limits');
});

test('a version shows what it changed, in the currency of its subject', () => {
  const version = {
    id: 1,
    subject: 'chain USDT/TRC20',
    before: '{"withdraw_fee":"1.000000","confirmations":20}',
    after: '{"withdraw_fee":"2.000000","confirmations":20}',
    time: 0,
  };
  expect(versionChanges(version, currencies)).toMatchObject([
    { label: 'Withdrawal fee', before: '1.00\u00a0USDT', after: '2.00\u00a0USDT' },
  ]);
  expect(versionChanges({ ...version, after: 'x' }, currencies)).toBeUndefined();
});
