import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import {
  accountProblem,
  accountText,
  changeRequest,
  checkChange,
  checkCode,
  checkLogin,
  checkRegister,
  checkReset,
  type Identity,
  inboxName,
  loginRequest,
  type RegisterValues,
  registerRequest,
} from './model.ts';

const email: Identity = { type: 'email', areaCode: '81' };
const phone: Identity = { type: 'phone', areaCode: '81' };

const filled = (own: Partial<RegisterValues> = {}): RegisterValues => ({
  account: 'mara@example.org',
  code: '123456',
  password: 'correct horse',
  password_confirmation: 'correct horse',
  invite_code: '',
  agreed: true,
  ...own,
});
const problems = (own: Partial<RegisterValues>, identity = email) =>
  Object.fromEntries(
    Object.entries(checkRegister(filled(own), identity)).filter(([, found]) => found),
  );

describe('an account', () => {
  test('is required, and named by how it is given', () => {
    expect(accountProblem(email, ' ')).toBe('emailRequired');
    expect(accountProblem(phone, '')).toBe('phoneRequired');
  });
  test('has the format of what was chosen', () => {
    expect(accountProblem(email, 'mara')).toBe('email');
    expect(accountProblem(phone, 'mara@example.org')).toBe('phone');
    expect(accountProblem(email, ' mara@example.org ')).toBeUndefined();
    expect(accountProblem(phone, '090-1234-5678')).toBeUndefined();
  });
  test('reads as a person writes it', () => {
    expect(accountText(phone, ' 90 1234 5678')).toBe('+81 90 1234 5678');
    expect(accountText(email, 'mara@example.org ')).toBe('mara@example.org');
  });
  test('has its messages under E.164 or the address in lower case', () => {
    expect(inboxName(phone, '090-1234-5678')).toBe('+819012345678');
    expect(inboxName({ type: 'phone', areaCode: '39' }, '06 1234567')).toBe('+39061234567');
    expect(inboxName(email, ' Mara@Example.org ')).toBe('mara@example.org');
  });
});

describe('registration', () => {
  test('passes what the contract takes', () => {
    expect(problems({})).toEqual({});
    const request = registerRequest(filled({ invite_code: ' FAIR77 ' }), email);
    expect(routes.register.request.safeParse(request).success).toBe(true);
    expect(request.invite_code).toBe('FAIR77');
    const byPhone = registerRequest(filled({ account: '090-1234-5678' }), phone);
    expect(routes.register.request.safeParse(byPhone).success).toBe(true);
  });
  test('needs a code of six digits', () => {
    expect(problems({ code: '' })).toEqual({ code: 'codeRequired' });
    expect(problems({ code: '12345' })).toEqual({ code: 'code' });
    expect(problems({ code: ' 123456 ' })).toEqual({});
  });
  test('needs 6 to 128 characters of password, twice the same', () => {
    const both = (password: string) => problems({ password, password_confirmation: password });
    expect(both('')).toEqual({ password: 'passwordRequired' });
    expect(both('12345')).toEqual({ password: 'passwordShort' });
    expect(both('123456')).toEqual({});
    expect(both('x'.repeat(128))).toEqual({});
    expect(both('x'.repeat(129))).toEqual({ password: 'passwordLong' });
    expect(problems({ password_confirmation: 'correct horsE' })).toEqual({
      password_confirmation: 'confirmation',
    });
  });
  test('takes an invite code or none', () => {
    expect(problems({ invite_code: ' ' })).toEqual({});
    expect(problems({ invite_code: 'a b' })).toEqual({ invite_code: 'inviteCode' });
    expect(registerRequest(filled(), email)).not.toHaveProperty('invite_code');
  });
  test('needs the agreement', () => {
    expect(problems({ agreed: false })).toEqual({ agreed: 'agreed' });
  });
});

test('login sends further codes only when there are any', () => {
  const values = { account: 'mara@example.org', password: 'x', otp: '', code: '' };
  const first = { needsOtp: false };
  expect(Object.values(checkLogin(values, email, first)).filter(Boolean)).toEqual([]);
  expect(loginRequest(values, email)).toEqual({
    account_type: 'email',
    account: 'mara@example.org',
    password: 'x',
  });
  expect(loginRequest({ ...values, account: '9012345678', otp: '123456' }, phone)).toEqual({
    account_type: 'phone',
    area_code: '81',
    account: '9012345678',
    password: 'x',
    otp: '123456',
  });
  expect(checkLogin({ ...values, password: '', code: '1' }, email, first)).toMatchObject({
    password: 'passwordRequired',
    code: 'code',
  });
});

test.each([
  ['', 'codeRequired'],
  ['12345', 'code'],
  ['123456', undefined],
  ['k7m2p-x9t4w', undefined],
  ['K7M2P X9T4W', undefined],
  ['k7m2p', 'recovery'],
] as const)('the second step with %j says %s', (otp, problem) => {
  const values = { account: 'mara@example.org', password: 'x', otp, code: '' };
  expect(checkLogin(values, email, { needsOtp: true }).otp).toBe(problem);
  const reset = { password: '123456', password_confirmation: '123456', otp };
  expect(checkReset(reset, { needsOtp: true }).otp).toBe(problem);
  expect(checkReset(reset, { needsOtp: false }).otp).toBeUndefined();
});

test('resetting asks for account and code', () => {
  expect(checkCode({ account: '', code: '' }, phone)).toEqual({
    account: 'phoneRequired',
    code: 'codeRequired',
  });
});

test('changing asks for the present password and for another one', () => {
  const asked = { needsOtp: false };
  const values = {
    old_password: '',
    password: '123456',
    password_confirmation: '123456',
    otp: '',
  };
  expect(checkChange(values, asked).old_password).toBe('passwordRequired');
  expect(checkChange({ ...values, old_password: '123456' }, asked).password).toBe('same');
  expect(checkChange({ ...values, old_password: '654321' }, asked)).toEqual({});
  expect(checkChange({ ...values, password_confirmation: '' }, asked).password_confirmation).toBe(
    'confirmation',
  );
  expect(checkChange(values, { needsOtp: true }).otp).toBe('codeRequired');
  expect('otp' in changeRequest(values, { keepsKeys: false })).toBe(false);
  const kept = changeRequest({ ...values, otp: ' 123456 ' }, { keepsKeys: true });
  expect([kept.otp, kept.keep_api_keys]).toEqual(['123456', true]);
  expect('keep_api_keys' in changeRequest(values, { keepsKeys: false })).toBe(false);
});
