import { describe, expect, test } from 'vitest';
import { PASSWORD_HASHES_MAX, PASSWORD_QUEUE_MAX } from '../core/http/limits.ts';
import { isCommonPassword, Passwords } from './passwords.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe('common passwords', () => {
  test.each([
    'password',
    'PASSWORD',
    '123456',
    '987654',
    'aaaaaa',
    'ababab',
    'abcabcabc',
    'qwerty',
    'fairlead',
    'Fairlead2026',
    'fair-lead!!',
    'ethereum123',
    'woaini1314',
    'annlee',
    'annlee@example.com',
  ])('%s is one for annlee@example.com', (password) => {
    expect(isCommonPassword(password, 'annlee@example.com')).toBe(true);
  });

  test.each([
    'harbour-42',
    'correct horse battery',
    'gT5#kd',
    'annlee-harbour',
    'パスワードではない',
  ])('%s is none', (password) => {
    expect(isCommonPassword(password, 'annlee@example.com')).toBe(false);
  });
});

test('no more hashes run at once than allowed, and a full queue refuses', async () => {
  const passwords = new Passwords(CHEAP);
  const count = PASSWORD_HASHES_MAX + PASSWORD_QUEUE_MAX + 3;
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => passwords.hash('harbour-42')),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'overloaded' } });
  // The places are free again.
  await expect(passwords.hash('harbour-42')).resolves.toMatch(/^\$argon2id\$/);
});

test('a missing hash is never right, not even with the words behind the dummy', async () => {
  const passwords = new Passwords(CHEAP);
  expect(await passwords.verify(undefined, 'an account that does not exist')).toBe(false);
});

test('two hashes of one password differ', async () => {
  const passwords = new Passwords(CHEAP);
  expect(await passwords.hash('harbour-42')).not.toBe(await passwords.hash('harbour-42'));
});
