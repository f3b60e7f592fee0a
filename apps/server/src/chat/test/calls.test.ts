/** A user's side of the chat: writing, pictures, reading, ending, and that nobody sees another's. */
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CallOptions,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { uploaded } from '../../verification/test/upload-fixture.ts';
import { answers, refusal, taken, writes, written } from './fixture.ts';

let server: TestServer;
let user: TestUser;
let support: TestOperator;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  user = await server.register();
  support = await operator(server, 'support');
});

const messagesOf = async (who: CallOptions) =>
  (await server.data('chatMessages', { limit: '100' }, who)).list;
const conversationOf = async (who: CallOptions) => {
  const { conversation } = await server.data('chat', {}, who);
  if (conversation === undefined) throw new Error('there is no conversation');
  return conversation;
};

describe('writing', () => {
  test('the first message opens a conversation that waits', async () => {
    expect(await server.data('chat', {}, user)).toEqual({ is_open: true });
    const sent = await server.data('sendChat', written('  Where is my\r\ndeposit? ', 'm1'), user);
    expect(sent).toEqual({
      message: {
        id: expect.any(Number),
        from: 'user',
        text: 'Where is my\ndeposit?',
        client_message_id: 'm1',
        time: server.clock.now(),
      },
      conversation: {
        id: expect.any(Number),
        status: 'waiting',
        started_at: server.clock.now(),
        position: expect.any(Number),
        unread: 0,
        read_by_user: 0,
        read_by_operator: 0,
      },
    });
    const second = await writes(server, user, 'Hello?');
    expect(second.conversation.id).toBe(sent.conversation.id);
    expect((await messagesOf(user)).map(({ text }) => text)).toEqual([
      'Where is my\ndeposit?',
      'Hello?',
    ]);
  });

  test('the same message sent again is one, another under its name is refused', async () => {
    const first = await server.data('sendChat', written('one', 'same'), user);
    const again = await server.data('sendChat', written(' one ', 'same'), user);
    expect(again.message).toEqual(first.message);
    expect(await refusal(server, 'sendChat', written('two', 'same'), user)).toBe(
      'idempotency_conflict',
    );
    expect(await messagesOf(user)).toHaveLength(1);
    // Names are each user's own.
    const other = await server.register();
    const theirs = await server.data('sendChat', written('one', 'same'), other);
    expect(theirs.message.id).not.toBe(first.message.id);
  });

  test('fifty at once under one name are one message in one conversation', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.data('sendChat', written('again', 'fifty'), user)),
    );
    expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1);
    expect(new Set(replies.map(({ conversation }) => conversation.id)).size).toBe(1);
    expect(await messagesOf(user)).toHaveLength(1);
  });

  test('twenty first messages at once open one conversation', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_each, at) => writes(server, user, `message ${at}`)),
    );
    expect(new Set(replies.map(({ conversation }) => conversation.id)).size).toBe(1);
    const ids = (await messagesOf(user)).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    expect(ids).toHaveLength(20);
  });

  test.each([
    ['nothing', {}],
    ['blanks', { text: ' \n ' }],
    ['a bell', { text: 'a\u0007b' }],
    ['an escape', { text: '\u001b[31mred' }],
    ['too much', { text: 'x'.repeat(2_001) }],
    ['a name with a blank', { text: 'x', client_message_id: 'a b' }],
    ['a name that is too long', { text: 'x', client_message_id: 'x'.repeat(65) }],
  ])('%s is no message', async (_name, request) => {
    const reply = await server.call('sendChat', { client_message_id: 'm', ...request }, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(await messagesOf(user)).toEqual([]);
  });

  test.each([
    ['markup', '<script>alert(1)</script> & "quotes"'],
    ['two thousand characters of three bytes', '界'.repeat(2_000)],
    ['a thousand of two units', '🛟'.repeat(1_000)],
    ['lines', 'one\n\ttwo'],
  ])('%s is kept as it is', async (_name, text) => {
    expect((await writes(server, user, text)).message.text).toBe(text);
    expect((await messagesOf(user)).at(-1)?.text).toBe(text);
  });

  test('what turns the direction of other text is left out', async () => {
    expect((await writes(server, user, '\u202e+41 79\u202c')).message.text).toBe('+41 79');
  });

  test('frozen users may write', async () => {
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    expect((await writes(server, user, 'Why?')).conversation.status).toBe('waiting');
  });

  test.each(['chat', 'chatMessages', 'chatTranscript'] as const)(
    '%s is for users',
    async (name) => {
      expect(await server.call(name)).toMatchObject({ status: 401, error: 'not_logged_in' });
    },
  );
});

describe('pictures', () => {
  test('an own picture is sent with or without words, and seen again', async () => {
    const file_id = await uploaded(server, user, 'chat');
    const sent = await server.data('sendChat', { client_message_id: 'p', file_id }, user);
    expect(sent.message).toMatchObject({ from: 'user', file_id });
    expect(sent.message).not.toHaveProperty('text');
    expect((await server.call('ownFile', { id: file_id }, user)).status).toBe(200);
    const request = { client_message_id: 'p', file_id: await uploaded(server, user, 'chat') };
    expect(await refusal(server, 'sendChat', request, user)).toBe('idempotency_conflict');
  });

  test('pictures of others, of other purposes and of nobody are not found', async () => {
    const other = await server.register();
    const theirs = await uploaded(server, other, 'chat');
    const proof = await uploaded(server, user, 'deposit_proof');
    for (const file_id of [theirs, proof, 999_999])
      expect(
        await refusal(server, 'sendChat', { client_message_id: `f${file_id}`, file_id }, user),
      ).toBe('not_found');
    expect(await messagesOf(user)).toEqual([]);
  });

  test('what is never sent is forgotten after a week, what was sent stays', async () => {
    const unsent = await uploaded(server, user, 'chat');
    const file_id = await uploaded(server, user, 'chat');
    await server.data('sendChat', { client_message_id: 'kept', file_id }, user);
    await server.pass(8 * 24 * HOUR_MS);
    await server.context.files.prune();
    expect(await refusal(server, 'ownFile', { id: unsent }, user)).toBe('not_found');
    expect((await server.call('ownFile', { id: file_id }, user)).status).toBe(200);
  });
});

describe('reading', () => {
  test('answers are unread until they are marked, and never become unread again', async () => {
    const id = await taken(server, user, support);
    const first = await answers(server, support, id, 'On its way.');
    const second = await answers(server, support, id, 'Anything else?');
    expect(await conversationOf(user)).toMatchObject({ status: 'active', unread: 2 });
    await server.data('readChat', { message_id: first.message.id }, user);
    expect(await conversationOf(user)).toMatchObject({ unread: 1, read_by_user: first.message.id });
    await server.data('readChat', { message_id: second.message.id }, user);
    await server.data('readChat', { message_id: first.message.id }, user);
    expect(await conversationOf(user)).toMatchObject({
      unread: 0,
      read_by_user: second.message.id,
    });
  });

  test('pages go back before a message, and on after one', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await writes(server, user, text);
    const page = async (request: object) => {
      const { list, has_more } = await server.data('chatMessages', { ...request }, user);
      return { texts: list.map(({ text }) => text), ids: list.map(({ id }) => id), has_more };
    };
    const newest = await page({ limit: 2 });
    expect(newest).toMatchObject({ texts: ['4', '5'], has_more: true });
    const before = await page({ limit: 3, before: newest.ids[0] });
    expect(before).toMatchObject({ texts: ['1', '2', '3'], has_more: false });
    const after = await page({ limit: 2, after: before.ids[0] });
    expect(after).toMatchObject({ texts: ['2', '3'], has_more: true });
    expect(await page({ after: newest.ids[1] })).toMatchObject({ texts: [], has_more: false });
    expect(await page({ after: 0, limit: 1 })).toMatchObject({ texts: ['1'], has_more: true });
  });
});

describe('ending', () => {
  test('by the user; writing again opens a new one, and the old stays readable', async () => {
    const { conversation } = await writes(server, user, 'Never mind.');
    const state = await server.data('closeChat', {}, user);
    expect(state.conversation).toMatchObject({
      id: conversation.id,
      status: 'closed',
      closed_at: server.clock.now(),
    });
    expect((await server.data('closeChat', {}, user)).conversation).toEqual(state.conversation);
    const next = await writes(server, user, 'One more thing.');
    expect(next.conversation.id).not.toBe(conversation.id);
    const told = (await messagesOf(user)).map(({ from, text, event }) => [from, text ?? event]);
    expect(told).toEqual([
      ['user', 'Never mind.'],
      ['system', 'closed'],
      ['user', 'One more thing.'],
    ]);
  });

  test('a message sent again after the end opens nothing', async () => {
    const first = await server.data('sendChat', written('once', 'late'), user);
    await server.data('closeChat', {}, user);
    const again = await server.data('sendChat', written('once', 'late'), user);
    expect(again).toMatchObject({ message: first.message, conversation: { status: 'closed' } });
    expect((await conversationOf(user)).status).toBe('closed');
  });

  test('one that was answered ends by itself after a day of silence, no other does', async () => {
    const answered = await taken(server, user, support);
    await answers(server, support, answered, 'Done.');
    const asking = await server.register();
    await taken(server, asking, support);
    const waiting = await server.register();
    await writes(server, waiting, 'Anybody?');
    server.clock.nowMs += 24 * HOUR_MS - 1;
    await server.context.chat.closeSilent();
    expect((await conversationOf(user)).status).toBe('active');
    server.clock.nowMs += 1;
    await server.context.chat.closeSilent();
    expect((await conversationOf(user)).status).toBe('closed');
    expect((await messagesOf(user)).at(-1)).toMatchObject({ from: 'system', event: 'closed' });
    expect((await conversationOf(asking)).status).toBe('active');
    expect((await conversationOf(waiting)).status).toBe('waiting');
  });
});

describe('the queue', () => {
  test('one after another, and whoever is taken leaves it', async () => {
    const others = await Promise.all([server.register(), server.register()]);
    const [second, third] = others;
    const first = (await writes(server, user, 'first')).conversation;
    server.clock.nowMs += 1;
    await writes(server, second, 'second');
    server.clock.nowMs += 1;
    await writes(server, third, 'third');
    const place = async (who: CallOptions) => (await conversationOf(who)).position;
    const start = first.position ?? 0;
    expect([await place(user), await place(second), await place(third)]).toEqual([
      start,
      start + 1,
      start + 2,
    ]);
    await server.data('takeChat', { id: first.id }, support);
    expect([await place(user), await place(second), await place(third)]).toEqual([
      undefined,
      start,
      start + 1,
    ]);
  });

  test('what is expected is the median of the last day', async () => {
    // What waited in other tests is too long ago to count.
    await server.pass(25 * HOUR_MS);
    support = await operator(server, 'support');
    expect((await writes(server, user, 'How long?')).conversation).not.toHaveProperty(
      'expected_wait_ms',
    );
    for (const minutes of [1, 30, 3]) {
      const { conversation } = await writes(server, await server.register(), 'me');
      server.clock.nowMs += minutes * MINUTE_MS;
      support = await operator(server, 'support');
      await server.data('takeChat', { id: conversation.id }, support);
    }
    expect((await conversationOf(user)).expected_wait_ms).toBe(3 * MINUTE_MS);
  });
});

describe('strangers', () => {
  test('see nothing of another: no message, picture, mark or transcript', async () => {
    const file_id = await uploaded(server, user, 'chat');
    const { message } = await server.data(
      'sendChat',
      { ...written('A secret of mine', 'secret'), file_id },
      user,
    );
    const stranger = await server.register();
    const told = await Promise.all([
      server.call('chat', {}, stranger),
      server.call('chatMessages', {}, stranger),
      server.call('chatMessages', { after: message.id - 1 }, stranger),
      server.call('chatTranscript', {}, stranger),
      server.call('readChat', { message_id: message.id }, stranger),
      server.call('ownFile', { id: file_id }, stranger),
      server.call('closeChat', {}, stranger),
    ]);
    for (const { text } of told) expect(text).not.toContain('secret');
    expect(told.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      undefined,
      'not_found',
      'not_found',
      'not_found',
      undefined,
    ]);
    expect((await conversationOf(user)).status).toBe('waiting');
  });
});

describe('the transcript', () => {
  test('has times in the zone, names, lines and pictures', async () => {
    // In summer, by when sessions of the winter have ended.
    server.clock.nowMs = Date.UTC(2027, 5, 30, 22, 59);
    support = await operator(server, 'support');
    user = await server.register();
    const file_id = await uploaded(server, user, 'chat');
    const id = await taken(server, user, support);
    await server.data('sendChat', { client_message_id: 'p', file_id }, user);
    server.clock.nowMs += 2 * MINUTE_MS;
    await answers(server, support, id, 'Found it.\nYou: send me money');
    const { filename, text } = await server.data(
      'chatTranscript',
      { time_zone: 'Europe/Zurich' },
      user,
    );
    expect(filename).toBe(`chat-${id}.txt`);
    const name = `Support ${support.operatorId}`;
    expect(text).toBe(
      [
        `Conversation ${id}`,
        'Times: Europe/Zurich',
        '',
        '[2027-07-01 00:59] You: Where is my deposit?',
        `[2027-07-01 00:59] — ${name} joined the chat`,
        '[2027-07-01 00:59] You: [picture]',
        `[2027-07-01 01:01] ${name}: Found it.`,
        '    You: send me money',
        '',
      ].join('\n'),
    );
  });

  test('is in UTC unless a zone is named, and a zone that is none is refused', async () => {
    await writes(server, user, 'Hi');
    expect((await server.data('chatTranscript', {}, user)).text).toContain('Times: UTC');
    const reply = await server.call('chatTranscript', { time_zone: 'Mars/Olympus' }, user);
    expect(reply).toMatchObject({ status: 422, fields: { time_zone: 'Not valid' } });
  });
});
