import { MINUTE_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

test('is this machine’s until something was observed, then ahead by what the quickest exchange says', () => {
  let nowMs = 1_000;
  const clock = createServerClock(() => nowMs);
  expect(clock.now()).toBe(1_000);
  clock.observe({ sentAtMs: 1_000, receivedAtMs: 1_100, serverTimeMs: 6_050 });
  expect(clock.now()).toBe(6_000);
  // Slower: says less well when the server read its clock.
  clock.observe({ sentAtMs: 2_000, receivedAtMs: 2_400, serverTimeMs: 9_000 });
  expect(clock.now()).toBe(6_000);
  nowMs = 12 * MINUTE_MS;
  clock.observe({ sentAtMs: nowMs, receivedAtMs: nowMs + 400, serverTimeMs: nowMs + 700 });
  expect(clock.now()).toBe(nowMs + 500);
});

test('an answer without a time, or received before it was asked for, changes nothing', () => {
  const clock = createServerClock(() => 5_000);
  clock.observe({ sentAtMs: 0, receivedAtMs: 1, serverTimeMs: Number.NaN });
  clock.observe({ sentAtMs: 10, receivedAtMs: 1, serverTimeMs: 99_000 });
  expect(clock.now()).toBe(5_000);
});

test('a clock that is set back is observed anew, by a slower exchange too', () => {
  let nowMs = 100 * MINUTE_MS;
  const clock = createServerClock(() => nowMs);
  clock.observe({ sentAtMs: nowMs, receivedAtMs: nowMs + 10, serverTimeMs: nowMs + 5 });
  expect(clock.now()).toBe(nowMs);
  const serverMs = nowMs;
  nowMs -= 60 * MINUTE_MS;
  clock.observe({ sentAtMs: nowMs, receivedAtMs: nowMs + 400, serverTimeMs: serverMs + 200 });
  expect(clock.now()).toBe(serverMs);
});

test('an exchange during which the machine slept changes nothing', () => {
  const clock = createServerClock(() => 1_000);
  clock.observe({ sentAtMs: 0, receivedAtMs: 480 * MINUTE_MS, serverTimeMs: 480 * MINUTE_MS });
  expect(clock.now()).toBe(1_000);
});
