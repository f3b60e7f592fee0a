/**
 * When mails come, by tables of days on which clocks change and by a property over zones and times: quiet ends where a walk
 * minute by minute finds its end, and a digest comes once on each day.
 */
import type { MailHours } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterQuiet, digestAfter, isQuiet, isTimeZone } from './hours.ts';

const at = (text: string): number => Date.parse(text);
const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
const minute = (text: string): number => {
  const [hour = 0, rest = 0] = text.split(':').map(Number);
  return hour * 60 + rest;
};
const hoursOf = (zone: string, quiet: string, digest = '08:00'): MailHours => {
  const [from = '', to = ''] = quiet.split('-');
  return {
    time_zone: zone,
    is_quiet: true,
    quiet_from: minute(from),
    quiet_to: minute(to),
    digest_at: minute(digest),
  };
};

test.each([
  ['Europe/Madrid', true],
  ['Asia/Kolkata', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('%s is a zone: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne));

describe('quiet hours', () => {
  test.each([
    // Over midnight, on an ordinary day: 22:00-07:00 in Bangkok is 15:00-00:00 UTC.
    ['Asia/Bangkok', '22:00-07:00', '2027-01-15T14:59Z', '2027-01-15T14:59'],
    ['Asia/Bangkok', '22:00-07:00', '2027-01-15T15:00Z', '2027-01-16T00:00'],
    ['Asia/Bangkok', '22:00-07:00', '2027-01-15T23:59Z', '2027-01-16T00:00'],
    ['Asia/Bangkok', '22:00-07:00', '2027-01-16T00:00Z', '2027-01-16T00:00'],
    // Within a day, with half an hour of a zone.
    ['Asia/Kolkata', '13:00-15:30', '2027-01-15T08:00Z', '2027-01-15T10:00'],
    // The night of the change in spring is an hour shorter: 07:00 is 05:00 UTC, not 06:00.
    ['Europe/Madrid', '22:00-07:00', '2027-03-27T21:30Z', '2027-03-28T05:00'],
    // In autumn it is an hour longer.
    ['Europe/Madrid', '22:00-07:00', '2027-10-30T20:30Z', '2027-10-31T06:00'],
    // An end that clocks leave out (02:00 to 03:00): the moment at which they do.
    ['Europe/Madrid', '22:00-02:30', '2027-03-27T22:00Z', '2027-03-28T01:00'],
    ['Europe/Madrid', '22:00-02:00', '2027-03-27T22:00Z', '2027-03-28T01:00'],
    // Quiet from the middle of what is left out.
    ['Europe/Madrid', '02:30-07:00', '2027-03-28T01:00Z', '2027-03-28T05:00'],
    // 02:30 comes twice: quiet ends with the first, and the second 02:10 is quiet again.
    ['Europe/Madrid', '22:00-02:30', '2027-10-31T00:10Z', '2027-10-31T00:30'],
    ['Europe/Madrid', '22:00-02:30', '2027-10-31T00:40Z', '2027-10-31T00:40'],
    ['Europe/Madrid', '22:00-02:30', '2027-10-31T01:10Z', '2027-10-31T01:30'],
    // Clocks of Lord Howe move by half an hour.
    ['Australia/Lord_Howe', '01:00-02:15', '2027-10-02T14:45Z', '2027-10-02T15:30'],
    // Midnight itself is left out in Beirut.
    ['Asia/Beirut', '22:00-00:30', '2027-03-27T21:00Z', '2027-03-27T22:00'],
  ])('%s %s: from %s until %s', (zone, quiet, from, to) => {
    expect(iso(afterQuiet(hoursOf(zone, quiet), at(from)))).toBe(to);
  });

  test('that are off are none', () => {
    const hours = { ...hoursOf('UTC', '22:00-07:00'), is_quiet: false };
    expect(isQuiet(hours, at('2027-01-15T23:00Z'))).toBe(false);
  });
});

describe('the digest', () => {
  test.each([
    ['Asia/Bangkok', '08:00', '2027-01-15T00:59Z', '2027-01-15T01:00'],
    // What happens as it comes is the next day's.
    ['Asia/Bangkok', '08:00', '2027-01-15T01:00Z', '2027-01-16T01:00'],
    ['Europe/Madrid', '08:00', '2027-03-27T08:00Z', '2027-03-28T06:00'],
    ['Europe/Madrid', '08:00', '2027-10-30T07:00Z', '2027-10-31T07:00'],
    // An hour that is left out comes as clocks are set past it; one that comes twice counts once.
    ['Europe/Madrid', '02:30', '2027-03-27T12:00Z', '2027-03-28T01:00'],
    ['Europe/Madrid', '02:30', '2027-10-30T12:00Z', '2027-10-31T00:30'],
    ['Europe/Madrid', '02:30', '2027-10-31T00:30Z', '2027-11-01T01:30'],
    // Samoa left out 30 December 2011 as a whole.
    ['Pacific/Apia', '08:00', '2011-12-29T20:00Z', '2011-12-30T10:00'],
  ])('%s at %s: of %s comes %s', (zone, digest, happened, comes) => {
    expect(iso(digestAfter(hoursOf(zone, '22:00-07:00', digest), at(happened)))).toBe(comes);
  });
});

const ZONES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const CHANGES = [
  ...['2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-03-14T07:00Z', '2027-11-07T06:00Z'],
  ...['2027-04-03T15:00Z', '2027-10-02T15:30Z', '2027-06-01T00:00Z'],
].map(at);
const anyTime = fc
  .record({ change: fc.constantFrom(...CHANGES), minutes: fc.integer({ min: -2_000, max: 2_000 }) })
  .map(({ change, minutes }) => change + minutes * MINUTE_MS);
const anyMinute = fc.integer({ min: 0, max: 1_439 });
const anyHours: fc.Arbitrary<MailHours> = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    is_quiet: fc.constant(true),
    quiet_from: anyMinute,
    quiet_to: anyMinute,
    digest_at: anyMinute,
  })
  .filter((hours) => hours.quiet_from !== hours.quiet_to);

/** What clocks show, by another way than the code's. */
function clock(
  timeMs: number,
  timeZone: string,
): { readonly day: string; readonly minute: number } {
  const text = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  }).format(timeMs);
  const [day = '', time = ''] = text.split(' ');
  return { day, minute: minute(time) };
}

test('quiet ends where a walk by minutes finds its end', () => {
  fc.assert(
    fc.property(anyHours, anyTime, (hours, timeMs) => {
      const { quiet_from: from, quiet_to: to } = hours;
      const isQuietAt = (each: number): boolean => {
        const now = clock(each, hours.time_zone).minute;
        return from < to ? now >= from && now < to : now >= from || now < to;
      };
      let walked = timeMs;
      while (isQuietAt(walked)) walked += MINUTE_MS;
      expect(iso(afterQuiet(hours, timeMs))).toBe(iso(walked));
    }),
    { seed: 118, numRuns: 60 },
  );
});

test('a digest comes after what it tells of, within a day and a bit, and on each day once', () => {
  fc.assert(
    fc.property(anyHours, anyTime, (hours, timeMs) => {
      const first = digestAfter(hours, timeMs);
      const second = digestAfter(hours, first);
      expect(first).toBeGreaterThan(timeMs);
      expect(first - timeMs).toBeLessThanOrEqual(25 * 60 * MINUTE_MS);
      const day = (each: number) => clock(each, hours.time_zone).day;
      expect(day(second) > day(first)).toBe(true);
      expect(second - first).toBeLessThanOrEqual(25 * 60 * MINUTE_MS);
      // Nothing that happens before it comes waits for a later one.
      expect(digestAfter(hours, first - MINUTE_MS)).toBe(first);
    }),
    { seed: 119, numRuns: 300 },
  );
});
