import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duesUpTo, nextDue, type PlanDays } from './days.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const weekdays = (...days: number[]) => days.reduce((sum, day) => sum | (1 << (day - 1)), 0);

test.each<[string, PlanDays, string, string]>([
  ['daily', { weekdays: 127, minute: 540 }, '2027-03-01T09:00', '2027-03-02T09:00'],
  ['later today', { weekdays: 127, minute: 540 }, '2027-03-01T08:59', '2027-03-01T09:00'],
  ['at midnight', { weekdays: 127, minute: 0 }, '2027-12-31T00:00', '2028-01-01T00:00'],
  // 1 March 2027 is a Monday.
  ['Monday', { weekdays: weekdays(1), minute: 60 }, '2027-03-01T01:00', '2027-03-08T01:00'],
  ['Sunday', { weekdays: weekdays(7), minute: 60 }, '2027-03-01T01:00', '2027-03-07T01:00'],
  ['two a week', { weekdays: weekdays(2, 5), minute: 60 }, '2027-03-02T01:00', '2027-03-05T01:00'],
  // Clocks change in Europe on 28 March and in America on 14 March: not here.
  ['over a change', { weekdays: 127, minute: 90 }, '2027-03-27T01:30', '2027-03-28T01:30'],
  ['the 15th', { weekdays: 0, monthDay: 15, minute: 540 }, '2027-03-15T09:00', '2027-04-15T09:00'],
  ['the 31st', { weekdays: 0, monthDay: 31, minute: 540 }, '2027-03-31T09:00', '2027-04-30T09:00'],
  ['February', { weekdays: 0, monthDay: 31, minute: 540 }, '2027-01-31T09:00', '2027-02-28T09:00'],
  ['leap year', { weekdays: 0, monthDay: 30, minute: 540 }, '2028-01-30T09:00', '2028-02-29T09:00'],
  [
    'its day in March',
    { weekdays: 0, monthDay: 30, minute: 5 },
    '2028-02-29T00:05',
    '2028-03-30T00:05',
  ],
])('%s', (_, days, after, due) => {
  expect(text(nextDue(days, at(after)))).toBe(due);
});

const plans = fc.oneof(
  fc.record({
    weekdays: fc.integer({ min: 1, max: 127 }),
    minute: fc.integer({ min: 0, max: 1_439 }),
  }),
  fc.record({
    weekdays: fc.constant(0),
    monthDay: fc.integer({ min: 1, max: 31 }),
    minute: fc.integer({ min: 0, max: 1_439 }),
  }),
);
const times = fc.integer({ min: at('2026-01-01T00:00'), max: at('2032-01-01T00:00') });

test('a due comes after, at its minute, on one of its days, and none is between', () => {
  fc.assert(
    fc.property(plans, times, (days, afterMs) => {
      const due = nextDue(days, afterMs);
      expect(due).toBeGreaterThan(afterMs);
      expect(due % 86_400_000).toBe(days.minute * 60_000);
      // From anywhere before it the same one comes: there is none between.
      expect(nextDue(days, afterMs + Math.floor((due - afterMs) / 2))).toBe(
        due - afterMs < 2 ? nextDue(days, afterMs) : due,
      );
      expect(nextDue(days, due - 1)).toBe(due);
    }),
  );
});

test('each month has its day once, each week its weekdays', () => {
  fc.assert(
    fc.property(plans, times, (days, startMs) => {
      const first = nextDue(days, startMs);
      const dues = [first];
      for (let count = 0; count < 24; count += 1) dues.push(nextDue(days, dues.at(-1) ?? 0));
      const months = dues.map((due) => text(due).slice(0, 7));
      if ('monthDay' in days) expect(new Set(months).size).toBe(dues.length);
      else {
        const perWeek = [...Array(7).keys()].filter((day) => (days.weekdays >> day) & 1).length;
        expect((dues[perWeek] ?? 0) - first).toBe(7 * 86_400_000);
      }
    }),
  );
});

test('those up to a time are counted one by one', () => {
  fc.assert(
    fc.property(plans, times, fc.integer({ min: 0, max: 90 }), (days, startMs, later) => {
      const first = nextDue(days, startMs);
      const lastMs = first + later * 86_400_000;
      const { count, next } = duesUpTo(days, first, lastMs);
      let [due, seen] = [first, 0];
      for (; due <= lastMs; due = nextDue(days, due)) seen += 1;
      expect([count, next]).toEqual([seen, due]);
    }),
  );
});
