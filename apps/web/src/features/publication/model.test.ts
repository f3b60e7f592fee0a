import { DAY_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { offering, subscription } from '../../../test/offering.ts';
import { soldShare } from '../../data/sold-share.ts';
import {
  groupsOf,
  lockOf,
  nextTurn,
  recordState,
  shownStatus,
  timeline,
  unlockTime,
} from './model.ts';

test.each([
  ['1000', '1000', '0.0000'],
  ['1000', '376', '0.6240'],
  // Cut: what is not all sold is not said to be.
  ['1000000', '0.01', '0.9999'],
  ['1000', '0', '1.0000'],
  ['0', '0', '0.0000'],
])('of %s with %s left, the share sold is %s', (total, remaining, share) => {
  expect(soldShare({ total, remaining })).toBe(share);
});

test('an offering that ended with coins left is closed and not sold out', () => {
  expect(shownStatus(offering({ status: 'sold_out', remaining: '100.00' }))).toBe('closed');
  expect(shownStatus(offering({ status: 'sold_out', remaining: '99.99' }))).toBe('sold_out');
  expect(shownStatus(offering())).toBe('subscribing');
});

test.each([
  ['upcoming', 'opens', 'starts_at'],
  ['subscribing', 'closes', 'closes_at'],
  ['sold_out', 'launches', 'launches_at'],
] as const)('%s waits until it %s', (status, kind, field) => {
  const one = offering({ status });
  expect(nextTurn(one)).toEqual({ kind, atMs: one[field] });
});
test('a launched one waits for nothing', () => {
  expect(nextTurn(offering({ status: 'redeeming' }))).toBeUndefined();
});

describe('the timeline', () => {
  const one = offering({ starts_at: 100, closes_at: 200, launches_at: 300, lockup_days: 30 });
  const states = (nowMs: number) => timeline(one, nowMs).map(({ state }) => state);
  test('ends with the release', () => {
    expect(timeline(one, 0).map(({ id, atMs }) => [id, atMs])).toEqual([
      ['opens', 100],
      ['closes', 200],
      ['launches', 300],
      ['unlocks', 300 + 30 * DAY_MS],
    ]);
    expect(unlockTime(one)).toBe(300 + 30 * DAY_MS);
  });
  test('has one date that comes next, and none when all are past', () => {
    expect(states(99)).toEqual(['now', 'later', 'later', 'later']);
    expect(states(100)).toEqual(['done', 'now', 'later', 'later']);
    expect(states(300)).toEqual(['done', 'done', 'done', 'now']);
    expect(states(300 + 30 * DAY_MS)).toEqual(['done', 'done', 'done', 'done']);
  });
});

describe('a lock', () => {
  const passed = subscription({ status: 'passed', time: 0, unlocks_at: 10 * DAY_MS });
  test('runs from the subscription to the release, and counts begun days', () => {
    expect(lockOf(passed, 4 * DAY_MS)).toEqual({
      unlocksAtMs: 10 * DAY_MS,
      share: 0.4,
      daysLeft: 6,
    });
    expect(lockOf(passed, 4 * DAY_MS + 1)?.daysLeft).toBe(6);
    expect(lockOf(passed, 10 * DAY_MS + 5)).toMatchObject({ share: 1, daysLeft: 0 });
  });
  test('is only where something is locked', () => {
    expect(lockOf({ ...passed, released: true }, 0)).toBeUndefined();
    expect(lockOf({ ...passed, status: 'rejected' }, 0)).toBeUndefined();
    expect(lockOf(subscription(), 0)).toBeUndefined();
  });
});

test('a passed subscription is locked until it is released', () => {
  expect(recordState(subscription())).toBe('under_review');
  expect(recordState(subscription({ status: 'rejected' }))).toBe('rejected');
  expect(recordState(subscription({ status: 'passed' }))).toBe('locked');
  expect(recordState(subscription({ status: 'passed', released: true }))).toBe('released');
});

test('what is on sale comes first, empty groups are left out', () => {
  const [now, past, sold] = [
    offering({ id: 1 }),
    offering({ id: 2, status: 'redeeming' }),
    offering({ id: 3, status: 'sold_out' }),
  ];
  expect(groupsOf([past, now, sold]).map(({ id, offerings }) => [id, offerings])).toEqual([
    ['now', [now]],
    ['past', [past, sold]],
  ]);
  expect(groupsOf([])).toEqual([]);
});
