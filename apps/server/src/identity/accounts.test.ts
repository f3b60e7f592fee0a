import { LANGUAGES } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../core/texts/texts.ts';
import { areaCodesIn, maskedAccount, readAccount, readEmail, readPhone } from './accounts.ts';

const say = textsOf('en');

describe('phones', () => {
  test.each([
    ['81', '090-1234-5678', '+819012345678'],
    ['81', '9012345678', '+819012345678'],
    ['82', '010-1234-5678', '+821012345678'],
    ['86', '138 0013 8000', '+8613800138000'],
    ['34', '612 34 56 78', '+34612345678'],
    ['39', '06 1234 5678', '+390612345678'],
    ['44', '07400 123456', '+447400123456'],
    ['7', '912 345 67 89', '+79123456789'],
  ])('+%s %s is %s', (areaCode, phone, account) => {
    expect(readPhone({ areaCode, phone, field: 'phone' }, say)).toEqual({
      kind: 'phone',
      account,
      areaCode,
    });
  });

  test.each([
    ['81', '12', 'phone'],
    ['81', '0901234567890123', 'phone'],
    ['81', '+1 2025550123', 'phone'],
    ['81', 'call me', 'phone'],
    ['888888', '12345678', 'area_code'],
  ])('+%s %s is refused', (areaCode, phone, field) => {
    expect(() => readPhone({ areaCode, phone, field: 'phone' }, say)).toThrow(
      expect.objectContaining({ fields: { [field]: expect.any(String) } }),
    );
  });
});

test.each(['a@b', 'a b@c.example', '@c.example', 'a@c..example', 'a@-c.example', 'x'.repeat(260)])(
  'the address %s is refused',
  (email) => {
    expect(() => readEmail(email, say)).toThrow('validation_failed');
  },
);

test('an e-mail address is written in lower case', () => {
  expect(readEmail('Ann.Lee+x@Example.COM', say).account).toBe('ann.lee+x@example.com');
});

test('a phone needs its country code', () => {
  expect(() => readAccount({ account_type: 'phone', account: '9012345678' }, say)).toThrow(
    expect.objectContaining({ fields: { area_code: 'Required' } }),
  );
});

test.each(LANGUAGES)('countries have names in %s', (language) => {
  const list = areaCodesIn(language);
  expect(list.length).toBeGreaterThan(230);
  for (const { area_code: code, country, name } of list) {
    expect(code).toMatch(/^[1-9]\d{0,3}$/);
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(name).not.toBe('');
  }
});

test('a nickname gives little away', () => {
  expect(maskedAccount('phone', '+819012345678')).toBe('+81•••5678');
  expect(maskedAccount('email', 'ann@example.com')).toBe('an•••@example.com');
  expect(maskedAccount('email', 'a@example.com')).toBe('a•••@example.com');
});
