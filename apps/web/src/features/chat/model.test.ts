import { mergeMessages } from '@fairlead/calls';
import { CHAT_TEXT_MAX } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { conversation, fromDesk, fromUser, NOON_MS } from '../../../test/chat.ts';
import {
  countAfter,
  deskLineOf,
  lastOfDesk,
  type Outgoing,
  type Row,
  rowsOf,
  stillOutgoing,
  TEXT_MAX,
} from './model.ts';

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

const outgoing = (own: Partial<Outgoing> = {}): Outgoing => ({
  clientId: 'c9',
  text: 'on its way',
  timeMs: NOON_MS + 9_000,
  state: 'sending',
  ...own,
});

/** Who wrote what, one line a row. */
const brief = (rows: readonly Row[]): readonly string[] =>
  rows.map((row) => {
    if (row.kind === 'day') return `day ${dayOf(row.atMs)}`;
    if (row.kind === 'event') return `event ${row.event} ${row.operator ?? '-'}`;
    const items = row.items.map(({ text, mark }) => `${text}${mark ? `:${mark}` : ''}`);
    return `${row.operator ?? row.from} ${items.join(' | ')}`;
  });

const rows = (inputs: Partial<Parameters<typeof rowsOf>[0]>) =>
  brief(rowsOf({ messages: [], outgoing: [], conversation: conversation(), dayOf, ...inputs }));

test('a message may be as long as the server takes it', () => {
  expect(TEXT_MAX).toBe(CHAT_TEXT_MAX);
});

describe('merging', () => {
  test.each([
    ['newer ones follow', [1, 2], [3], [1, 2, 3]],
    ['older ones go before', [5, 6], [2, 3], [2, 3, 5, 6]],
    ['what is known twice is there once', [1, 2, 3], [2, 3, 4], [1, 2, 3, 4]],
    ['out of order they are put in order', [4], [3, 1], [1, 3, 4]],
  ] as const)('%s', (_name, known, incoming, expected) => {
    const merged = mergeMessages(
      known.map((id) => fromUser(id)),
      incoming.map((id) => fromUser(id)),
    );
    expect(merged.map(({ id }) => id)).toEqual(expected);
  });

  test('of a message in both the later answer stands', () => {
    const [only] = mergeMessages([fromDesk(1)], [fromDesk(1, { text: 'corrected' })]);
    expect(only?.text).toBe('corrected');
  });
});

describe('rows', () => {
  test('stand by day and by sender', () => {
    const messages = [
      fromUser(1, { time: NOON_MS - DAY_MS }),
      fromUser(2),
      fromUser(3),
      { id: 4, from: 'system', event: 'taken', operator: 'Mara', time: NOON_MS + 4_000 } as const,
      fromDesk(5),
      fromDesk(6, { operator: 'Ines' }),
    ];
    expect(rows({ messages, conversation: undefined })).toEqual([
      'day 2026-11-20',
      'user question 1',
      'day 2026-11-21',
      'user question 2 | question 3',
      'event taken Mara',
      'Mara answer 5',
      'Ines answer 6',
    ]);
  });

  test('a pause of more than five minutes begins another group', () => {
    const messages = [
      fromDesk(1, { time: NOON_MS }),
      fromDesk(2, { time: NOON_MS + 300_000 }),
      fromDesk(3, { time: NOON_MS + 600_001 }),
    ];
    expect(rows({ messages })).toEqual([
      'day 2026-11-21',
      'Mara answer 1 | answer 2',
      'Mara answer 3',
    ]);
  });

  test('say how far each own message has come', () => {
    const failed = outgoing({ clientId: 'c10', text: 'lost', state: 'failed' });
    expect(
      rows({
        messages: [fromUser(1), fromUser(2)],
        outgoing: [outgoing(), failed],
        conversation: conversation({ read_by_operator: 1 }),
      }),
    ).toEqual([
      'day 2026-11-21',
      'user question 1:read | question 2:delivered | on its way:sending | lost:failed',
    ]);
  });

  test('know nothing of who has read an earlier conversation', () => {
    const messages = [fromUser(1, { time: NOON_MS - 60_000 }), fromUser(2)];
    expect(rows({ messages })[1]).toBe('user question 1 | question 2:delivered');
  });

  test('a message keeps its key when the server has it', () => {
    const keys = (inputs: Partial<Parameters<typeof rowsOf>[0]>) =>
      rowsOf({ messages: [], outgoing: [], conversation: undefined, dayOf, ...inputs }).map(
        ({ key }) => key,
      );
    expect(keys({ outgoing: [outgoing({ clientId: 'c1', timeMs: NOON_MS + 1_000 })] })).toEqual(
      keys({ messages: [fromUser(1)] }),
    );
  });
});

test('what the server has is no longer on its way', () => {
  const both = [outgoing({ clientId: 'c1' }), outgoing({ clientId: 'c2' })];
  expect(stillOutgoing(both, [fromUser(1)]).map(({ clientId }) => clientId)).toEqual(['c2']);
});

test('only what the desk wrote is read and counted', () => {
  const messages = [fromDesk(1), fromUser(2), fromDesk(3), fromUser(4)];
  expect(lastOfDesk(messages)).toBe(3);
  expect(lastOfDesk([fromUser(2)])).toBeUndefined();
  expect(countAfter(messages, 0)).toBe(2);
  expect(countAfter(messages, 1)).toBe(1);
  expect(countAfter(messages, 3)).toBe(0);
});

describe('the line over the conversation', () => {
  const waiting = conversation({ status: 'waiting', position: 2, expected_wait_ms: 150_001 });
  test.each([
    ['nobody has written yet', { is_open: true }, { kind: 'open' }],
    [
      'somebody answers',
      { is_open: true, conversation: conversation() },
      { kind: 'active', operator: 'Mara' },
    ],
    [
      'one waits',
      { is_open: true, conversation: waiting },
      { kind: 'waiting', place: 2, minutes: 3 },
    ],
    [
      'one waits and nobody knows how long',
      { is_open: true, conversation: conversation({ status: 'waiting' }) },
      { kind: 'waiting' },
    ],
    [
      'it ended',
      { is_open: true, conversation: conversation({ status: 'closed' }) },
      { kind: 'ended' },
    ],
    ['the desk is closed', { is_open: false, opens_at: 7 }, { kind: 'shut', opensAtMs: 7 }],
    [
      'the desk is closed while one waits',
      { is_open: false, conversation: waiting },
      { kind: 'shut' },
    ],
    [
      'somebody answers after hours',
      { is_open: false, conversation: conversation() },
      { kind: 'active', operator: 'Mara' },
    ],
  ] as const)('says that %s', (_name, state, expected) => {
    expect(deskLineOf(state)).toEqual(expected);
  });
});
