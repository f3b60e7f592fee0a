import { amountMinor, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { keptToEnd, leftEarly, oneDay } from './sums.ts';

const LOCKED = {
  amount: amountMinor(1_000_000n),
  days: 15,
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
};

describe('10,000 for 15 days at 0.4 % a day', () => {
  test('brings 600 in 15 equal parts', () => {
    expect(keptToEnd(LOCKED)).toEqual({
      interest: 60_000n,
      perDay: 4_000n,
      isEven: true,
      back: 1_060_000n,
    });
  });
  test('left with 3 days to go costs 120 and 60, and is 300 less in all', () => {
    expect(leftEarly(LOCKED, 12)).toEqual({
      damages: 12_000n,
      penalty: 6_000n,
      returned: 982_000n,
      kept: 48_000n,
      inAll: 1_030_000n,
      less: 30_000n,
    });
  });
  test('left on the first day nothing is earned yet', () => {
    const { kept, returned, less } = leftEarly(LOCKED, 0);
    expect(kept).toBe(0n);
    expect(returned).toBe(1_000_000n - 60_000n - 6_000n);
    expect(less).toBe(126_000n);
  });
});

test('what comes back and what is less always make up principal and interest', () => {
  const odd = { ...LOCKED, amount: amountMinor(1_234_567n), days: 7 };
  const { back, isEven } = keptToEnd(odd);
  expect(isEven).toBe(false);
  for (let posted = 0; posted < 7; posted += 1) {
    const { inAll, less } = leftEarly(odd, posted);
    expect(inAll + less).toBe(back);
  }
});

test('a day of interest is what the penalty is one and a half times of', () => {
  expect(oneDay(LOCKED)).toBe(4_000n);
});
