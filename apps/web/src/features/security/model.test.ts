import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { checkFund, fundRequest, inFours, isFactor, NO_FUND_VALUES } from './model.ts';

const values = { ...NO_FUND_VALUES, password: '482913', password_confirmation: '482913' };
const own = { ...values, login_password: 'correct horse' };
const isTaken = (request: object): boolean =>
  routes.saveFundPassword.request.safeParse(request).success;

describe('the first fund password', () => {
  test('needs the login password and six digits twice, and sends nothing else', () => {
    expect(checkFund('set', values, { hasFactor: false })).toEqual({ login_password: 'login' });
    expect(checkFund('set', own, { hasFactor: false })).toEqual({});
    const request = fundRequest('set', { ...own, code: '1', otp: '2' }, { hasFactor: false });
    expect(Object.keys(request).sort()).toEqual([
      'login_password',
      'password',
      'password_confirmation',
    ]);
    expect(isTaken(request)).toBe(true);
  });
  test('asks for the second factor where one is set', () => {
    expect(checkFund('set', own, { hasFactor: true })).toEqual({ otp: 'code' });
    const request = fundRequest('set', { ...own, otp: '654321' }, { hasFactor: true });
    expect(request.otp).toBe('654321');
    expect(isTaken(request)).toBe(true);
  });
  test.each(['', '12345', '1234567', '12345a', '１２３４５６'])('%j is none', (password) => {
    expect(checkFund('set', { ...own, password }, { hasFactor: false })).toEqual({
      password: 'six',
    });
  });
  test.each(['123456', '098765', '111111', '123123', '121212', '123321', '246802'])(
    '%s is one of the first that are tried',
    (common) => {
      const pair = { password: common, password_confirmation: common };
      expect(checkFund('set', { ...own, ...pair }, { hasFactor: false })).toEqual({
        password: 'common',
      });
    },
  );
  test('two that differ are said at the second', () => {
    const typo = { ...own, password_confirmation: '482914' };
    expect(checkFund('set', typo, { hasFactor: false })).toEqual({
      password_confirmation: 'again',
    });
  });
});

describe('a change', () => {
  test('needs the present one and another one', () => {
    expect(checkFund('change', values, { hasFactor: true })).toEqual({
      old_password: 'six',
      otp: 'code',
    });
    const same = { ...values, old_password: '482913' };
    expect(checkFund('change', same, { hasFactor: false })).toEqual({ password: 'same' });
    const change = { ...values, old_password: '111222', otp: '654321' };
    const request = fundRequest('change', change, { hasFactor: true });
    expect(request).toMatchObject({ old_password: '111222', otp: '654321' });
    expect(isTaken(request)).toBe(true);
    expect('otp' in fundRequest('change', change, { hasFactor: false })).toBe(false);
  });
});

describe('a reset', () => {
  const proof = { ...values, login_password: 'correct horse', code: '123456', otp: '654321' };
  test('needs login password and code, and the second factor where one is set', () => {
    expect(checkFund('reset', values, { hasFactor: true })).toEqual({
      login_password: 'login',
      code: 'code',
      otp: 'code',
    });
    expect(checkFund('reset', { ...proof, otp: '' }, { hasFactor: false })).toEqual({});
  });
  test('sends the second factor only where one is set', () => {
    expect(fundRequest('reset', proof, { hasFactor: true }).otp).toBe('654321');
    const without = fundRequest('reset', proof, { hasFactor: false });
    expect('otp' in without).toBe(false);
    expect('old_password' in without).toBe(false);
    expect(isTaken(without)).toBe(true);
  });
});

test.each([
  ['123456', true],
  [' 123456 ', true],
  ['k7m2p-x9t4w', true],
  ['K7M2P X9T4W', true],
  ['12345', false],
  ['k7m2p-x9t4', false],
  ['', false],
])('%j as a second factor: %s', (text, isGood) => {
  expect(isFactor(text)).toBe(isGood);
});

test('a secret is read in fours', () => {
  expect(inFours('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP');
  expect(inFours('ABCDE')).toBe('ABCD E');
});
