import type { ChatHours } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { areHoursValid, deskState, isTimeZone } from './hours.ts';

const zone = (
  time_zone: string,
  ...days: [day: number, from: string, to: string][]
): ChatHours => ({
  time_zone,
  days: days.map(([day, from, to]) => ({ day, from, to })),
});
const WORKDAYS = [1, 2, 3, 4, 5].map((day): [number, string, string] => [day, '10:00', '18:00']);
const OFFICE = zone('Europe/Zurich', ...WORKDAYS);
/** The hour that Zurich leaves out on 28 March 2027 and has twice on 31 October 2027. */
const NIGHT = zone('Europe/Zurich', [7, '02:30', '04:00']);
const EVENING = zone('Europe/Zurich', [5, '20:00', '24:00'], [6, '00:00', '02:00']);
const LATE = zone('America/New_York', [7, '23:00', '24:00']);
/** Lord Howe leaves out half an hour on 3 October 2027, and this desk's ten minutes with it. */
const LORD_HOWE = zone('Australia/Lord_Howe', [7, '02:15', '02:25']);
const LUNCH = zone('UTC', [5, '08:00', '12:00'], [5, '13:00', '17:00']);

test.each<[name: string, hours: ChatHours, now: string, opensAt: string | 'open' | 'never']>([
  ['an hour before it opens', OFFICE, '2027-01-15T08:00Z', '2027-01-15T09:00Z'],
  ['as it opens', OFFICE, '2027-01-15T09:00Z', 'open'],
  ['a moment before it closes', OFFICE, '2027-01-15T16:59:59.999Z', 'open'],
  ['as it closes for the weekend', OFFICE, '2027-01-15T17:00Z', '2027-01-18T09:00Z'],
  ['over the weekend when clocks go forward', OFFICE, '2027-03-26T17:00Z', '2027-03-29T08:00Z'],
  ['over the weekend when clocks go back', OFFICE, '2027-10-29T16:00Z', '2027-11-01T09:00Z'],
  ['on summer time', OFFICE, '2027-07-01T15:30Z', 'open'],
  ['before an opening that is left out', NIGHT, '2027-03-28T00:30Z', '2027-03-28T01:00Z'],
  ['after the hour that is left out', NIGHT, '2027-03-28T01:00Z', 'open'],
  ['before an hour that comes twice', NIGHT, '2027-10-31T00:00Z', '2027-10-31T00:30Z'],
  ['in the first of two', NIGHT, '2027-10-31T00:45Z', 'open'],
  ['between the two', NIGHT, '2027-10-31T01:00Z', '2027-10-31T01:30Z'],
  ['in the second of two', NIGHT, '2027-10-31T01:30Z', 'open'],
  ['a minute before midnight', EVENING, '2027-01-15T22:59Z', 'open'],
  ['past midnight', EVENING, '2027-01-15T23:00Z', 'open'],
  ['after the night', EVENING, '2027-01-16T01:00Z', '2027-01-22T19:00Z'],
  ['on another day than in UTC', LATE, '2027-01-18T04:30Z', 'open'],
  ['a week before it opens again', LATE, '2027-01-18T05:00Z', '2027-01-25T04:00Z'],
  [
    'an opening that a change leaves out whole',
    LORD_HOWE,
    '2027-10-02T15:00Z',
    '2027-10-09T15:15Z',
  ],
  [
    'an offset of quarters',
    zone('Asia/Kathmandu', [5, '09:00', '10:00']),
    '2027-01-15T03:14Z',
    '2027-01-15T03:15Z',
  ],
  ['a break at noon', LUNCH, '2027-01-15T12:00Z', '2027-01-15T13:00Z'],
  ['no days', zone('UTC'), '2027-01-15T12:00Z', 'never'],
])('%s', (_name, hours, now, expected) => {
  const { isOpen, opensAtMs } = deskState(hours, Date.parse(now));
  const opensAt = opensAtMs === undefined ? 'never' : new Date(opensAtMs).toISOString();
  expect(isOpen ? 'open' : opensAt.replace(':00.000Z', 'Z')).toBe(expected);
});

test('a desk without hours is always open', () => {
  expect(deskState(undefined, 0)).toEqual({ isOpen: true, opensAtMs: undefined });
});

test.each<[hours: ChatHours, isValid: boolean]>([
  [OFFICE, true],
  [EVENING, true],
  [zone('Mars/Olympus', [1, '10:00', '18:00']), false],
  [zone('UTC', [1, '18:00', '10:00']), false],
  [zone('UTC', [1, '10:00', '10:00']), false],
])('hours %# can be kept: %s', (hours, isValid) => {
  expect(areHoursValid(hours)).toBe(isValid);
});

test('a zone is one that the server knows', () => {
  expect(['Asia/Tokyo', 'UTC', '', 'nowhere'].map(isTimeZone)).toEqual([true, true, false, false]);
});
