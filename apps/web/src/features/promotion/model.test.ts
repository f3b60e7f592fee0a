import { expect, test } from 'vitest';
import { ownLevel, ratioDecimals, untilNext } from './model.ts';

const levels = [
  { name: 'Level 1', ratio: '0.2', needs: 0 },
  { name: 'Level 2', ratio: '0.25', needs: 10 },
  { name: 'Level 3', ratio: '0.3', needs: 50 },
];
const who = (invite_count: number, is_partner = false) => ({ invite_count, is_partner });

test.each([
  ['0.2', 0],
  ['0.200000', 0],
  ['0.125', 1],
  ['0.1234', 2],
  ['0.12345', 2],
  ['1', 0],
])('%s needs %s decimals as a percentage', (ratio, decimals) => {
  expect(ratioDecimals(ratio)).toBe(decimals);
});

test('the own level is the highest that the friends reach', () => {
  expect([0, 9, 10, 49, 50, 500].map((count) => ownLevel(levels, who(count)))).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
});

test('a partner stands outside of the levels', () => {
  expect(ownLevel(levels, who(20, true))).toBeUndefined();
  expect(untilNext(levels, who(20, true))).toBeUndefined();
});

test('the next level says how many friends are missing, the highest has none', () => {
  expect(untilNext(levels, who(7))).toEqual({ level: levels[1], friends: 3 });
  expect(untilNext(levels, who(50))).toBeUndefined();
});
