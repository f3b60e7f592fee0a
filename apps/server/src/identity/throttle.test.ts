import { MINUTE_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { LOCK_MAX_MS } from '../core/http/limits.ts';
import { LoginThrottle, TryCounter } from './throttle.ts';

const counter = () => new TryCounter({ triesMax: 3, windowMs: MINUTE_MS });

function wrong(tries: TryCounter, count: number, nowMs: number): void {
  for (let done = 0; done < count; done += 1) tries.wrong('a', nowMs);
}

test('locks at the limit, for the window', () => {
  const tries = counter();
  wrong(tries, 2, 0);
  expect(tries.waitMs('a', 0)).toBe(0);
  wrong(tries, 1, 0);
  expect(tries.waitMs('a', 0)).toBe(MINUTE_MS);
  expect(tries.waitMs('a', MINUTE_MS)).toBe(0);
  expect(tries.waitMs('b', 0)).toBe(0);
});

test('tries of an earlier window do not count', () => {
  const tries = counter();
  wrong(tries, 2, 0);
  wrong(tries, 2, MINUTE_MS);
  expect(tries.waitMs('a', MINUTE_MS)).toBe(0);
});

test('each further lock is twice as long, up to the longest, and a quiet day forgives', () => {
  const tries = counter();
  let nowMs = 0;
  const locks: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    wrong(tries, 3, nowMs);
    locks.push(tries.waitMs('a', nowMs));
    nowMs += tries.waitMs('a', nowMs);
  }
  expect(locks.slice(0, 4)).toEqual([1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS));
  expect(locks.at(-1)).toBe(LOCK_MAX_MS);
  nowMs += LOCK_MAX_MS + MINUTE_MS + 1;
  wrong(tries, 3, nowMs);
  expect(tries.waitMs('a', nowMs)).toBe(MINUTE_MS);
});

test('a clock set back does not shorten what is left by less than nothing', () => {
  const tries = counter();
  wrong(tries, 3, 1_000_000);
  expect(tries.waitMs('a', 900_000)).toBe(100_000 + MINUTE_MS);
});

test('Q17: what strangers try at an address or at an account keeps no known device out', async () => {
  const throttle = new LoginThrottle(1);
  const clock = { now: () => 0 };
  const stranger = { address: '10.97.0.1', knownDevice: undefined };
  const fail = (account: string) =>
    throttle.attempt({ ...stranger, account }, clock, async () => false);
  for (let at = 0; at < 100; at += 1) await fail(`+8190${at}`);
  for (let at = 0; at < 10; at += 1) await fail('owner@example.com');
  const owner = { account: 'owner@example.com', address: '10.97.0.1' };
  expect(throttle.waitMs({ ...owner, knownDevice: undefined }, 0)).toBeGreaterThan(0);
  expect(throttle.waitMs({ ...owner, address: '10.1.1.1', knownDevice: undefined }, 0)).toBe(
    15 * MINUTE_MS,
  );
  expect(throttle.waitMs({ ...owner, knownDevice: 'home' }, 0)).toBe(0);
  // Which guesses no more than its own.
  for (let at = 0; at < 10; at += 1)
    await throttle.attempt({ ...owner, knownDevice: 'home' }, clock, async () => false);
  expect(throttle.waitMs({ ...owner, knownDevice: 'home' }, 0)).toBe(15 * MINUTE_MS);
});
