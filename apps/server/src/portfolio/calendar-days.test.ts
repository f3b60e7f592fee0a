/** Days of a calendar: midnights of zones with every kind of clock change. */

import { ProblemError } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { Temporal } from 'temporal-polyfill';
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

  test('the date after a time in a day of 25 hours is the next one', () => {
    const berlin = zone('Europe/Berlin');
    const [startMs = 0] = berlin.daysOf('2026-10-25', '2026-10-25').map((day) => day.startMs);
    expect(berlin.dateAfter(startMs + 30 * 60_000)).toBe('2026-10-26');
    expect(berlin.dateAfter(startMs - 1)).toBe('2026-10-25');
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

test.each([
  ...['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Africa/Casablanca', 'Asia/Kathmandu', 'America/St_Johns'],
])('times in %s that are looked up are those that Temporal tells', (name) => {
  const inZone = zone(name);
  const told = (timeMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(name);
  const toMs = Date.parse('2030-01-01T00:00:00Z');
  const times: number[] = [];
  // Each place of the year, the day and the hour.
  for (let timeMs = Date.parse('2009-01-01T00:00:00Z'); timeMs < toMs; timeMs += 29.77 * DAY_MS)
    times.push(timeMs);
  for (
    let at = told(times[0] ?? 0).getTimeZoneTransition('next');
    at !== null && at.epochMilliseconds < toMs;
    at = at.getTimeZoneTransition('next')
  )
    times.push(at.epochMilliseconds - 1, at.epochMilliseconds, at.epochMilliseconds + 1);
  for (const timeMs of times.map(Math.floor)) {
    const expected = told(timeMs);
    expect(inZone.isoText(timeMs)).toBe(
      expected.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 }),
    );
    expect(inZone.dateAt(timeMs)).toBe(expected.toPlainDate().toString());
  }
});

test('a zone that is none is refused', () => {
  expect(() => zone('Mars/Olympus')).toThrow(ProblemError);
});
