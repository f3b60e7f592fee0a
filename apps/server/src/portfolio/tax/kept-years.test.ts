/** How long and how many years are kept. */
import type { Holding } from '@fairlead/formula/tax';
import { MINUTE_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { KeptYears } from './kept-years.ts';
import type { TaxYear } from './tax-year.ts';

const lots = (count: number): Holding[] => [
  {
    currencyId: 1,
    lots: Array.from({ length: count }, (_, at) => ({
      entryId: at + 1,
      acquiredMs: 0,
      quantity: 1n,
      cost: undefined,
    })),
  },
];
const kept = (asOfMs: number, opening = 0, closing = 0): { newest: number; year: TaxYear } => ({
  newest: 7,
  year: {
    fromMs: 0,
    toMs: 1,
    asOfMs,
    statedCount: 0,
    opening: lots(opening),
    applied: [],
    closing: lots(closing),
    holdings: [],
  },
});

test('a year is found for a minute, while its owner has no newer entry', () => {
  const years = new KeptYears();
  years.add('a', kept(0), 0);
  expect(years.find('a', 7, MINUTE_MS - 1)?.asOfMs).toBe(0);
  expect(years.find('a', 8, 0)).toBeUndefined();
  expect(years.find('a', 7, MINUTE_MS)).toBeUndefined();
});

test('what is too old goes when the next is made', () => {
  const years = new KeptYears();
  years.add('a', kept(0), 0);
  years.add('b', kept(MINUTE_MS), MINUTE_MS);
  expect(years.size).toBe(1);
  expect(years.find('b', 7, MINUTE_MS)).toBeDefined();
});

test('the lots at its begin and end weigh too, and the oldest goes first', () => {
  const years = new KeptYears(10);
  years.add('a', kept(0, 2, 2), 0);
  years.add('b', kept(0, 0, 4), 0);
  expect(years.size).toBe(2);
  years.add('c', kept(0, 1), 0);
  expect(years.find('a', 7, 0)).toBeUndefined();
  expect(years.find('b', 7, 0)).toBeDefined();
  years.add('d', kept(0, 10), 0);
  expect(years.size).toBe(0);
});
