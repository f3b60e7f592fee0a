import { expect, test } from 'vitest';
import { nextKey, requestOf, slotOf } from './open-keys.ts';

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

test('what means the same keeps its key and its request, whatever its figures became', () => {
  const first = nextKey(undefined, { amount: '500' }, 'half');
  const again = nextKey(first, { amount: '480' }, 'half');
  expect(again).toBe(first);
  expect(requestOf(again, { amount: '480' })).toEqual({ amount: '500' });
  const other = nextKey(first, { amount: '480' }, 'a quarter');
  expect(other.key).not.toBe(first.key);
  expect(requestOf(other, { amount: '480' })).toEqual({ amount: '480' });
  // Nothing is meant beside the request itself.
  expect(nextKey(first, { amount: '480' }).key).not.toBe(first.key);
});

test('codes are never kept, and go along as they are typed now', () => {
  const first = nextKey(undefined, { amount: '1', otp: '111111' }, 'all');
  const request = { amount: '2', otp: '222222' };
  expect(requestOf(nextKey(first, request, 'all'), request)).toEqual({
    amount: '1',
    otp: '222222',
  });
});

test('what one user left open is nobody else’s', () => {
  expect(slotOf('withdraw', '7')).not.toBe(slotOf('withdraw', '8'));
});
