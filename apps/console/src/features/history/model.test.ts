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
  expect(subjectWords('futures BTC/USDT')).toBe('Futures, BTC/USDT');
  expect(subjectWords('options BTC/USDT')).toBe('Options, BTC/USDT');
  expect(subjectWords('option_currency USDT')).toBe('Options paid in, USDT');
  expect(subjectWords('hosting 2 USDT')).toBe('Locked funds, 2 USDT');
  expect(subjectWords('offering 1 FLD')).toBe('Offering, 1 FLD');
  expect(subjectWords('referral')).toBe('Levels of inviters');
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

test('versions of futures are in the currencies of their market', () => {
  const version = {
    id: 2,
    subject: 'futures BTC/USDT',
    before: '{"symbol":"BTC/USDT","max_open_interest":"20000000"}',
    after: '{"symbol":"BTC/USDT","max_open_interest":"10000000"}',
    time: 0,
  };
  expect(versionChanges(version, currencies)).toMatchObject([
    { before: '20,000,000.00\u00a0USDT', after: '10,000,000.00\u00a0USDT' },
  ]);
});

test('versions of locked funds say themselves which currency they are in', () => {
  const terms = (capacity: string) => JSON.stringify({ id: 2, currency_id: 3, capacity });
  const version = {
    id: 3,
    subject: 'hosting 2 USDT',
    before: terms('100'),
    after: terms('200'),
    time: 0,
  };
  expect(versionChanges(version, currencies)).toMatchObject([
    { label: 'Capacity', before: '100.00\u00a0USDT', after: '200.00\u00a0USDT' },
  ]);
});
