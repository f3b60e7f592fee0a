/** Days of a calendar: midnights of zones with every kind of clock change. */

import { ProblemError } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../core/texts/texts.ts';
import { type TimeZone, timeZone } from './calendar-days.ts';

const zone = (name: string): TimeZone => timeZone(name, textsOf('en'));
const hours = (name: string, from: string, to: string) =>
  zone(name)
    .daysOf(from, to)
    .map(({ startMs, endMs }) => (endMs - startMs) / HOUR_MS);

describe('days', () => {
  test.each([
    ['UTC', '2026-03-28', '2026-03-30', [24, 24, 24]],
    ['Europe/Berlin', '2026-03-28', '2026-03-30', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-24', '2026-10-26', [24, 25, 24]],
    ['America/New_York', '2026-11-01', '2026-11-01', [25]],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05', [24.5]],
    ['Asia/Kathmandu', '2026-01-01', '2026-01-02', [24, 24]],
    // Midnight was left out there: the day begins at one o'clock.
    ['America/Sao_Paulo', '2018-11-03', '2018-11-05', [24, 23, 24]],
    // And there it came twice.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-18', [25, 24]],
    // Samoa left the 30th out.
    ['Pacific/Apia', '2011-12-29', '2011-12-31', [24, 24]],
  ])('of %s from %s to %s have %j hours', (name, from, to, expected) => {
    expect(hours(name, from, to)).toEqual(expected);
  });

  test('follow each other without a gap, and begin at the date they name', () => {
    for (const name of ['Asia/Tokyo', 'Africa/Cairo', 'America/Havana', 'Pacific/Chatham']) {
      const days = zone(name).daysOf('2025-01-01', '2026-12-31');
      expect(days).toHaveLength(730);
      for (const [at, { date, startMs, endMs }] of days.entries()) {
        expect(zone(name).dateAt(startMs)).toBe(date);
        expect(zone(name).dateAt(startMs - 1)).not.toBe(date);
        expect(days[at + 1]?.startMs ?? endMs).toBe(endMs);
      }
    }
  });

  test('until now end with the day that is not over', () => {
    const nowMs = Date.parse('2026-03-31T15:30:00Z');
    const [yesterday, today] = zone('Asia/Tokyo').daysUntil(nowMs, 2);
    expect(yesterday?.date).toBe('2026-03-31');
    expect(today).toEqual({
      date: '2026-04-01',
      startMs: Date.parse('2026-03-31T15:00:00Z'),
      endMs: Date.parse('2026-04-01T15:00:00Z'),
    });
  });
});

describe('times', () => {
  test.each([
    ['UTC', '2026-03-31T15:30:00.123+00:00'],
    ['Asia/Tokyo', '2026-04-01T00:30:00.123+09:00'],
    ['Asia/Kolkata', '2026-03-31T21:00:00.123+05:30'],
    ['America/St_Johns', '2026-03-31T13:00:00.123-02:30'],
  ])('in %s are written with its offset: %s', (name, text) => {
    expect(zone(name).isoText(Date.parse('2026-03-31T15:30:00.123Z'))).toBe(text);
  });
});

test('a zone that is none is refused', () => {
  expect(() => zone('Mars/Olympus')).toThrow(ProblemError);
});
