import { LANGUAGES } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../core/texts/texts.ts';
import { sayMessage } from './message-texts.ts';

const say = textsOf('en');
const bodyOf = (kind: Parameters<typeof sayMessage>[0], params: Record<string, string>) =>
  sayMessage(kind, { currency: 'USDT', ...params }, say).body;

describe('amounts', () => {
  test.each([
    ['1500.000000', '1,500'],
    ['1234567.890000', '1,234,567.89'],
    ['100', '100'],
    ['1000', '1,000'],
    ['0.00012300', '0.000123'],
    ['0.000000', '0'],
    ['4611686018427.387904', '4,611,686,018,427.387904'],
    ['1000.123456', '1,000.123456'],
  ])('%s is read as %s', (amount, shown) => {
    expect(bodyOf('deposit_passed', { amount })).toBe(`${shown} USDT were added to your balance.`);
  });

  test.each([
    'deposit_seen',
    'deposit_passed',
    'deposit_rejected',
    'deposit_reversed',
    'withdrawal_requested',
    'withdrawal_passed',
    'withdrawal_sent',
    'withdrawal_rejected',
    'hosting_completed',
    'subscription_passed',
    'subscription_rejected',
    'subscription_released',
  ] as const)('are written so in %s, in every language', (kind) => {
    const params = {
      amount: '1500.000000',
      currency: 'USDT',
      reason: 'x',
      tx_id: 'x',
      interest: '1',
    };
    for (const language of LANGUAGES)
      expect(sayMessage(kind, params, textsOf(language)).body).toContain('1,500 USDT');
  });
});

test.each([
  [`0x${'ab'.repeat(31)}38`, '0xabab…ab38'],
  ['c'.repeat(64), 'cccccc…cccc'],
  ['BANK-2027-000', 'BANK-2027-000'],
])('of the transaction %s the ends are shown: %s', (tx_id, shown) => {
  const body = bodyOf('withdrawal_sent', { amount: '1.0', tx_id });
  expect(body).toBe(`Your withdrawal of 1 USDT was sent: ${shown}`);
});

describe('reasons', () => {
  test.each([
    ['The name does not match.', 'The name does not match'],
    ['The name does not match', 'The name does not match'],
    ['Blurred… ', 'Blurred…'],
    ['名字不符。', '名字不符'],
    ['Not yours (v. 1.2). .', 'Not yours (v. 1.2)'],
    ['...', '...'],
    ['refunded', 'it could not be sent and was given back'],
  ])('%j stands in the sentence as %j: it has a stop of its own', (reason, shown) => {
    expect(bodyOf('withdrawal_rejected', { amount: '1', reason })).toBe(
      `Your withdrawal of 1 USDT was not made: ${shown}. The amount is available again.`,
    );
  });
});

const PAUSE = /paus|暂停|暫停|しばらく|중지|หยุด|متوقف|приостановлен|מושהו|durdurul|tạm ngưng/;
test.each(LANGUAGES)('%s: the first fund password is told of without a pause', (language) => {
  const of = (kind: 'fund_password_set' | 'fund_password_changed') =>
    sayMessage(kind, {}, textsOf(language));
  expect(of('fund_password_set').title).not.toBe(of('fund_password_changed').title);
  expect(of('fund_password_set').body).not.toMatch(PAUSE);
  expect(of('fund_password_changed').body).toMatch(PAUSE);
});
