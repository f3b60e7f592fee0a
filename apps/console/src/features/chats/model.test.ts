import { mergeMessages } from '@fairlead/calls';
import { CHAT_TEXT_MAX, type ChatSettings } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { chat, deskAnswer, userMessage } from '../../../test/chats.ts';
import { NOW_MS } from '../../../test/records.ts';
import {
  bySection,
  formOf,
  inOrder,
  isLate,
  lastOfUser,
  neighbour,
  problemsOf,
  settingsOf,
  TEXT_MAX,
  waitMs,
} from './model.ts';

test('a message may be as long as the server takes it', () => {
  expect(TEXT_MAX).toBe(CHAT_TEXT_MAX);
});

test('open conversations stand by whose they are, ended ones nowhere', () => {
  const chats = [
    chat({ id: 1, status: 'active', is_mine: false }),
    chat({ id: 2, status: 'waiting' }),
    chat({ id: 3, status: 'active', is_mine: true }),
    chat({ id: 4, status: 'closed', is_mine: true }),
    chat({ id: 5, status: 'waiting' }),
  ];
  const sections = bySection(chats);
  const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
  expect(ids(sections.waiting)).toEqual([2, 5]);
  expect(ids(sections.mine)).toEqual([3]);
  expect(ids(sections.others)).toEqual([1]);
  expect(ids(inOrder(chats))).toEqual([2, 5, 3, 1]);
});

test.each([
  ['the user’s turn', {}, undefined, false],
  ['just now', { waits_since: NOW_MS }, 0, false],
  ['nearly five minutes', { waits_since: NOW_MS - 5 * MINUTE_MS + 1 }, 299_999, false],
  ['five minutes', { waits_since: NOW_MS - 5 * MINUTE_MS }, 300_000, true],
  ['a clock that runs ahead', { waits_since: NOW_MS + 1 }, 0, false],
])('waiting: %s', (_name, own, waited, late) => {
  expect(waitMs(chat(own), NOW_MS)).toBe(waited);
  expect(isLate(chat(own), NOW_MS)).toBe(late);
});

test.each([
  [[1, 2, 3], undefined, 1, 1],
  [[1, 2, 3], 1, 1, 2],
  [[1, 2, 3], 3, 1, 3],
  [[1, 2, 3], 1, -1, 1],
  [[1, 2, 3], 9, -1, 1],
  [[], 2, 1, undefined],
] as const)('of %j from %j by %j comes %j', (ids, id, step, expected) => {
  expect(neighbour(ids, id, step)).toBe(expected);
});

test('messages are merged by id, and the last of the user is found', () => {
  const merged = mergeMessages([userMessage(2), deskAnswer(3)], [userMessage(1), deskAnswer(3)]);
  expect(merged.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(lastOfUser(merged)).toBe(2);
  expect(lastOfUser([deskAnswer(3)])).toBeUndefined();
});

describe('hours', () => {
  const weekend: ChatSettings = {
    hours: {
      time_zone: 'Asia/Tokyo',
      days: [
        { day: 6, from: '10:00', to: '12:00' },
        { day: 6, from: '13:00', to: '24:00' },
      ],
    },
  };

  test('none means always, with a working week to begin from', () => {
    const form = formOf({}, 'Asia/Bangkok');
    expect(form).toMatchObject({ isAlways: true, zone: 'Asia/Bangkok', url: '' });
    expect(form.days.filter(({ isOpen }) => isOpen).map(({ day }) => day)).toEqual([1, 2, 3, 4, 5]);
    expect(settingsOf(form, {})).toEqual({});
  });

  test('what was saved comes back, further spans of a day included', () => {
    expect(settingsOf(formOf(weekend, 'Etc/UTC'), weekend)).toEqual(weekend);
  });

  test('a day that is closed takes its further spans with it', () => {
    const form = formOf(weekend, 'Etc/UTC');
    const days = form.days.map((day) => ({ ...day, isOpen: day.day === 1 }));
    expect(settingsOf({ ...form, days }, weekend).hours?.days).toEqual([
      { day: 1, from: '09:00', to: '18:00' },
    ]);
  });

  test('midnight ends a day as 24:00', () => {
    const form = { ...formOf({}, 'Etc/UTC'), isAlways: false };
    const days = form.days.map((day) => ({ ...day, isOpen: day.day === 2, to: '00:00' }));
    expect(problemsOf({ ...form, days })).toEqual({ order: [] });
    expect(settingsOf({ ...form, days }, {}).hours?.days[0]?.to).toBe('24:00');
  });

  const open = { ...formOf({}, 'Etc/UTC'), isAlways: false };
  const monday = (own: object) =>
    open.days.map((day) => (day.day === 1 ? { ...day, ...own } : day));
  test.each([
    ['nothing', open, { order: [] }],
    ['an unknown zone', { ...open, zone: 'Mars/Base' }, { order: [], zone: 'unknown' }],
    ['no zone', { ...open, zone: ' ' }, { order: [], zone: 'unknown' }],
    [
      'no day',
      { ...open, days: open.days.map((day) => ({ ...day, isOpen: false })) },
      { order: [], days: 'none' },
    ],
    [
      'a day that closes before it opens',
      { ...open, days: monday({ from: '18:00', to: '09:00' }) },
      { order: [1] },
    ],
    ['a day that closes as it opens', { ...open, days: monday({ to: '09:00' }) }, { order: [1] }],
    ['a time left out', { ...open, days: monday({ from: '' }) }, { order: [1] }],
    ['an address without https', { ...open, url: 'http://x.example' }, { order: [], url: 'bad' }],
    [
      'hours are not looked at where it is always open',
      { ...open, isAlways: true, zone: '' },
      { order: [] },
    ],
  ])('finds %s', (_name, form, expected) => {
    expect(problemsOf(form)).toEqual(expected);
  });
});
