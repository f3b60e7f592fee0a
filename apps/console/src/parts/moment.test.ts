import { expect, test } from 'vitest';
import { fieldOf, timeOf } from './moment.ts';

const MINUTE = 1_795_302_600_000;

test.each([MINUTE, MINUTE + 12_000, MINUTE + 12_345, MINUTE + 7])(
  'a moment survives the date field, %i',
  (at) => {
    expect(timeOf(fieldOf(at))).toBe(at);
  },
);

test('a whole minute is written without seconds', () => {
  expect(fieldOf(MINUTE)).toMatch(/T\d{2}:\d{2}$/);
});

test.each(['', '2026-11', 'tomorrow'])('%j is no moment yet', (field) => {
  expect(timeOf(field)).toBeUndefined();
});
