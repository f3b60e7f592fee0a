import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

test('is the device clock until the server was heard', () => {
  expect(createServerClock(() => 5_000).now()).toBe(5_000);
});

test('takes the middle of the round trip', () => {
  const clock = createServerClock(() => 1_200);
  clock.learn(61_100, 1_000, 1_200);
  expect(clock.now()).toBe(61_200);
});

test('a slower answer does not replace a quicker one', () => {
  const clock = createServerClock(() => 10_000);
  clock.learn(20_000, 9_990, 10_010);
  clock.learn(20_300, 9_600, 10_400);
  expect(clock.now()).toBe(20_000);
});

test('a clock that was set is followed even on a slow answer', () => {
  const clock = createServerClock(() => 10_000);
  clock.learn(20_000, 9_990, 10_010);
  clock.learn(90_000, 9_000, 11_000);
  expect(clock.now()).toBe(90_000);
});
