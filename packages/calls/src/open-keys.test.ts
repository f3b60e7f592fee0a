import { expect, test } from 'vitest';
import { nextKey } from './open-keys.ts';

test('the same request keeps its key, another one gets another', () => {
  const first = nextKey(undefined, { amount: '1' });
  expect(nextKey(first, { amount: '1' })).toBe(first);
  expect(nextKey(first, { amount: '2' }).key).not.toBe(first.key);
});

test('a code typed anew does not make another request of it', () => {
  const first = nextKey(undefined, { amount: '1', fund_password: '111111', otp: '123456' });
  expect(nextKey(first, { amount: '1', fund_password: '222222', otp: '654321' })).toBe(first);
  expect(first.request).not.toMatch(/111111|123456/);
});
