/** Periods in the address and in days. */
import { describe, expect, test } from 'vitest';
import { choiceQuery, daysProblem, periodDays, readChoice } from './model.ts';

const now = new Date(2026, 2, 31, 12);
const read = (query: string) => readChoice(new URLSearchParams(query), now);

describe('a period', () => {
  test.each([
    ['month', { from: '2026-03-01', to: '2026-03-31' }],
    ['lastMonth', { from: '2026-02-01', to: '2026-02-28' }],
    ['year', { from: '2026-01-01', to: '2026-03-31' }],
  ] as const)('%s', (period, days) => {
    expect(periodDays(period, now)).toEqual(days);
  });
  test('last month in January is that of the year before', () => {
    const january = new Date(2026, 0, 5);
    expect(periodDays('lastMonth', january)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('days', () => {
  test.each([
    ['2026-03-02', '2026-03-01', 'order'],
    ['', '2026-03-01', 'order'],
    ['2026-03-01', '2026-03-01', undefined],
    ['2024-01-01', '2024-12-31', undefined],
    ['2024-01-01', '2025-01-01', 'long'],
  ])('from %s to %s: %s', (from, to, problem) => {
    expect(daysProblem({ from, to })).toBe(problem);
  });
});

describe('the address', () => {
  test.each([
    ['', '?period=month'],
    ['period=year&what=fills', '?period=year&what=fills'],
    ['period=year&together=1', '?period=year&together=1'],
    ['period=century&what=secrets', '?period=month'],
    ['from=2026-01-05&to=2026-02-05', '?from=2026-01-05&to=2026-02-05'],
    ['from=2026-01-05', '?period=month'],
  ])('%s is read as %s', (query, written) => {
    expect(choiceQuery(read(query))).toBe(written);
  });
});
