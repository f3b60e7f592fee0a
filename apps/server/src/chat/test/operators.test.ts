/** The desk's side of the chat: whose a conversation is, who sees what, and what is noted of it. */
import { MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { uploaded } from '../../verification/test/upload-fixture.ts';
import type { ChatChange } from '../events.ts';
import { answers, deskUpload, inList, refusal, taken, writes, written } from './fixture.ts';

let server: TestServer;
let user: TestUser;
let support: TestOperator;
let other: TestOperator;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  user = await server.register();
  support = await operator(server, 'support');
  other = await operator(server, 'support');
});

const statusOf = async () => (await server.data('chat', {}, user)).conversation?.status;

describe('taking', () => {
  test('gives the conversation to one, who answers', async () => {
    const { conversation } = await writes(server, user, 'Hello');
    const { id } = conversation;
    expect(await inList(server, support, id)).toMatchObject({ can_take: true, is_mine: false });
    const chat = await server.data('takeChat', { id }, support);
    expect(chat).toMatchObject({
      id,
      status: 'active',
      is_mine: true,
      can_take: false,
      operator_id: support.operatorId,
      user: `u***@example.com`,
      user_id: user.userId,
      lang: 'en',
      waits_since: server.clock.now(),
      last_text: 'Hello',
      unread_at_desk: 1,
    });
    const { message, chat: after } = await answers(server, support, id, 'Hi, how can I help?');
    expect(message).toMatchObject({
      from: 'operator',
      operator: `Support ${support.operatorId}`,
      text: 'Hi, how can I help?',
    });
    expect(after).toMatchObject({ unread_at_desk: 0 });
    expect(after).not.toHaveProperty('waits_since');
    const { list } = await server.data('chatMessages', {}, user);
    expect(list.map(({ from, event, text }) => [from, event ?? text])).toEqual([
      ['user', 'Hello'],
      ['system', 'taken'],
      ['operator', 'Hi, how can I help?'],
    ]);
  });

  test('of fifty at once one gets it', async () => {
    const { conversation } = await writes(server, user, 'Who is fastest?');
    const team = await Promise.all(Array.from({ length: 50 }, () => operator(server, 'support')));
    const errors = await Promise.all(
      team.map((each) => refusal(server, 'takeChat', { id: conversation.id }, each)),
    );
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(errors.filter((error) => error === 'chat_taken')).toHaveLength(49);
    const events = (await server.data('chatMessages', {}, user)).list.filter(
      ({ event }) => event === 'taken',
    );
    expect(events).toHaveLength(1);
  });

  test('twice by the same operator is once', async () => {
    const id = await taken(server, user, support);
    await server.data('takeChat', { id }, support);
    expect((await server.data('chatMessages', {}, user)).list).toHaveLength(2);
  });

  test('of what is nobody’s, another’s or over is refused, each in its own words', async () => {
    const { conversation } = await writes(server, user, 'Hello');
    const { id } = conversation;
    const write = { id, ...written('Hi') };
    const calls = [
      ['answerChat', write],
      ['passChat', { id }],
      ['endChat', { id }],
    ] as const;
    for (const [name, request] of calls) {
      expect(await refusal(server, name, request, support)).toBe('chat_not_taken');
      expect(await refusal(server, name, { ...request, id: 999_999 }, support)).toBe('not_found');
    }
    await server.data('takeChat', { id }, support);
    for (const [name, request] of [...calls, ['takeChat', { id }] as const])
      expect(await refusal(server, name, request, other)).toBe('chat_taken');
    await server.data('endChat', { id }, support);
    for (const [name, request] of [...calls, ['takeChat', { id }] as const])
      expect(await refusal(server, name, request, support)).toBe('chat_closed');
    expect(await refusal(server, 'takeChat', { id: 999_999 }, support)).toBe('not_found');
  });

  test('over from whoever is stopped, logged out or lets the user wait', async () => {
    const stopped = await operator(server, 'support');
    const first = await taken(server, user, stopped);
    expect(await refusal(server, 'takeChat', { id: first }, other)).toBe('chat_taken');
    const owner = { token: await server.ownerToken() };
    const change = { id: stopped.operatorId, is_active: 'false', reason: 'left the team' };
    await server.data('changeOperator', change, owner);
    expect(await inList(server, other, first)).toMatchObject({ can_take: true });
    expect(await server.data('takeChat', { id: first }, other)).toMatchObject({ is_mine: true });

    const leaving = await operator(server, 'support');
    const second = await taken(server, await server.register(), leaving);
    await server.data('operatorLogout', {}, leaving);
    expect(await server.data('takeChat', { id: second }, other)).toMatchObject({ is_mine: true });

    const silent = await server.register();
    const third = await taken(server, silent, support);
    server.clock.nowMs += 10 * MINUTE_MS - 1;
    await server.data('operatorChats', {}, support);
    expect(await refusal(server, 'takeChat', { id: third }, other)).toBe('chat_taken');
    server.clock.nowMs += 1;
    await server.data('operatorChats', {}, support);
    expect(await server.data('takeChat', { id: third }, other)).toMatchObject({ is_mine: true });
    expect(await refusal(server, 'answerChat', { id: third, ...written('Sorry') }, support)).toBe(
      'chat_taken',
    );
  });

  test('not from whoever waits for the user', async () => {
    const id = await taken(server, user, support);
    await answers(server, support, id, 'Which deposit?');
    for (let minutes = 0; minutes < 30; minutes += 10) {
      server.clock.nowMs += 10 * MINUTE_MS;
      await server.data('operatorChats', {}, support);
      await server.data('operatorChats', {}, other);
    }
    expect(await refusal(server, 'takeChat', { id }, other)).toBe('chat_taken');
  });
});

describe('passing', () => {
  test('to a colleague, who answers from then on', async () => {
    const id = await taken(server, user, support);
    const { colleagues } = await server.data('operatorChats', {}, support);
    expect(colleagues.find((each) => each.id === other.operatorId)).toEqual({
      id: other.operatorId,
      name: other.name,
      active: 0,
      is_here: true,
    });
    expect(colleagues.some((each) => each.id === support.operatorId)).toBe(false);
    const passed = await server.data('passChat', { id, operator_id: other.operatorId }, support);
    expect(passed).toMatchObject({ is_mine: false, operator_id: other.operatorId });
    expect(await refusal(server, 'answerChat', { id, ...written('x') }, support)).toBe(
      'chat_taken',
    );
    await answers(server, other, id, 'I am here now.');
    const { list } = await server.data('chatMessages', {}, user);
    expect(list.at(-2)).toMatchObject({
      from: 'system',
      event: 'passed_on',
      operator: `Support ${other.operatorId}`,
    });
  });

  test('back to the queue, at the place of its wait', async () => {
    const id = await taken(server, user, support);
    server.clock.nowMs += MINUTE_MS;
    const later = await writes(server, await server.register(), 'After you');
    const before = later.conversation.position ?? 0;
    const back = await server.data('passChat', { id }, support);
    expect(back).toMatchObject({ status: 'waiting', is_mine: false, position: before });
    expect(await inList(server, other, later.conversation.id)).toMatchObject({
      position: before + 1,
    });
    expect(await refusal(server, 'answerChat', { id, ...written('x') }, support)).toBe(
      'chat_not_taken',
    );
    expect((await server.data('chatMessages', {}, user)).list.at(-1)).toMatchObject({
      event: 'back_in_queue',
    });
  });

  test('to nobody who does not answer', async () => {
    const id = await taken(server, user, support);
    const reviewer = await operator(server, 'reviewer');
    const stopped = await operator(server, 'support');
    const owner = { token: await server.ownerToken() };
    const change = { id: stopped.operatorId, is_active: 'false', reason: 'left the team' };
    await server.data('changeOperator', change, owner);
    for (const operator_id of [reviewer.operatorId, stopped.operatorId, 999_999])
      expect(await refusal(server, 'passChat', { id, operator_id }, support)).toBe('not_found');
    expect(await inList(server, support, id)).toMatchObject({ is_mine: true });
  });
});

describe('answering', () => {
  test('the same answer sent fifty times is one, another under its name is refused', async () => {
    const id = await taken(server, user, support);
    const request = { id, ...written('Done', 'a1') };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.data('answerChat', request, support)),
    );
    expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1);
    expect(await refusal(server, 'answerChat', { ...request, text: 'Not' }, support)).toBe(
      'idempotency_conflict',
    );
    await server.data('endChat', { id }, support);
    const again = await server.data('answerChat', request, support);
    expect(again.message).toEqual(replies[0]?.message);
  });

  test('tells a user who is away once, until they have read it', async () => {
    const id = await taken(server, user, support);
    const noticesOf = async () =>
      (await server.data('messages', {}, user)).list.filter(({ kind }) => kind === 'chat_answer');
    const { message } = await answers(server, support, id, 'One');
    await answers(server, support, id, 'Two');
    expect(await noticesOf()).toHaveLength(1);
    expect((await noticesOf())[0]).toMatchObject({ title: 'Support answered you' });
    expect(JSON.stringify(await noticesOf())).not.toContain('One');
    await server.data('readChat', { message_id: message.id }, user);
    await answers(server, support, id, 'Three');
    expect(await noticesOf()).toHaveLength(2);
    await server.data('readChat', { message_id: message.id + 1 }, user);
    server.context.presence.watch((userId) => userId === user.userId);
    await answers(server, support, id, 'Four');
    server.context.presence.watch(() => false);
    expect(await noticesOf()).toHaveLength(2);
  });

  test('shows the user each change as it happens', async () => {
    const changes: ChatChange[] = [];
    const listen = (change: ChatChange) => changes.push(change);
    server.context.events.on('chat', listen);
    const id = await taken(server, user, support);
    const { message } = await answers(server, support, id, 'Hi');
    const last = (await server.data('operatorChat', { id }, support)).list[0];
    await server.data('operatorReadChat', { id, message_id: last?.id }, support);
    await server.data('readChat', { message_id: message.id }, user);
    await server.data('endChat', { id }, support);
    server.context.events.off('chat', listen);
    expect(
      changes.map(({ userId, conversation, message: told }) => [
        userId,
        conversation.row.status,
        told?.event ?? told?.text,
        conversation.row.unread,
      ]),
    ).toEqual([
      [user.userId, 'waiting', 'Where is my deposit?', 0],
      [user.userId, 'active', 'taken', 0],
      [user.userId, 'active', 'Hi', 1],
      [user.userId, 'active', undefined, 0],
      [user.userId, 'closed', 'closed', 0],
    ]);
  });
});

describe('reading', () => {
  test('marks what the user wrote, of one’s own conversations only', async () => {
    const id = await taken(server, user, support);
    const { message } = await writes(server, user, 'And another thing');
    const mark = { id, message_id: message.id };
    await server.data('operatorReadChat', mark, other);
    expect(await inList(server, support, id)).toMatchObject({ unread_at_desk: 2 });
    await server.data('operatorReadChat', mark, support);
    expect(await inList(server, support, id)).toMatchObject({ unread_at_desk: 0 });
    const { conversation } = await server.data('chat', {}, user);
    expect(conversation).toMatchObject({ read_by_operator: message.id });
    const elsewhere = await taken(server, await server.register(), support);
    expect(await refusal(server, 'operatorReadChat', { ...mark, id: elsewhere }, support)).toBe(
      'not_found',
    );
  });

  test('auditors read and do nothing else', async () => {
    const id = await taken(server, user, support);
    const auditor = await operator(server, 'auditor');
    const { chat, list } = await server.data('operatorChat', { id }, auditor);
    expect(chat).toMatchObject({ id, is_mine: false });
    expect(list).toHaveLength(2);
    for (const name of ['takeChat', 'passChat', 'endChat'] as const)
      expect(await refusal(server, name, { id }, auditor)).toBe('forbidden');
    expect(await refusal(server, 'answerChat', { id, ...written('x') }, auditor)).toBe('forbidden');
    const reviewer = await operator(server, 'reviewer');
    expect(await refusal(server, 'operatorChat', { id }, reviewer)).toBe('forbidden');
    expect(await refusal(server, 'saveChatSettings', {}, support)).toBe('forbidden');
  });

  test('counts what nobody took, and one’s own with something unread', async () => {
    const count = async (who: TestOperator) => (await server.data('queueCounts', {}, who)).chats;
    const before = await count(support);
    const { conversation } = await writes(server, user, 'Hello');
    expect(await count(support)).toBe(before + 1);
    await server.data('takeChat', { id: conversation.id }, support);
    expect([await count(support), await count(other)]).toEqual([before + 1, before]);
    await answers(server, support, conversation.id, 'Hi');
    expect(await count(support)).toBe(before);
  });

  test('lists who waits longest first, then whose turn it is, then what is over', async () => {
    const answered = await taken(server, user, support);
    await answers(server, support, answered, 'Which one?');
    server.clock.nowMs += 1;
    const over = await taken(server, await server.register(), support);
    await server.data('endChat', { id: over }, support);
    const early = await taken(server, await server.register(), support);
    server.clock.nowMs += 1;
    const late = await taken(server, await server.register(), support);
    const { list, total } = await server.data('operatorChats', { is_mine: 'true' }, support);
    expect(list.map(({ id }) => id)).toEqual([early, late, answered, over]);
    expect(total).toBe(4);
    const closed = await server.data(
      'operatorChats',
      { is_mine: 'true', status: 'closed' },
      support,
    );
    expect(closed.list.map(({ id }) => id)).toEqual([over]);
  });
});

describe('names', () => {
  test('users never see a login name, and an operator may choose what they see', async () => {
    const id = await taken(server, user, support);
    await answers(server, support, id, 'Hi');
    const seen = async () =>
      [
        (await server.call('chat', {}, user)).text,
        (await server.call('chatMessages', {}, user)).text,
        (await server.call('chatTranscript', {}, user)).text,
      ].join('\n');
    expect(await seen()).not.toContain(support.name);
    const headers = { 'language-mark': 'jp' };
    const inJapanese = await server.data('chat', {}, { ...user, headers });
    expect(inJapanese.conversation?.operator).toBe(`サポート ${support.operatorId}`);
    expect(await server.data('nameChat', { name: ' Zoë  M. ' }, support)).toEqual({
      operator: 'Zoë M.',
    });
    expect((await server.data('chat', {}, user)).conversation?.operator).toBe('Zoë M.');
    expect(await seen()).not.toContain(support.name);
    for (const name of ['zoë m.', other.name, 'Owner'])
      expect(await refusal(server, 'nameChat', { name }, other)).toBe('name_taken');
    for (const name of ['<b>', '\u202eevil', ' '])
      expect(await refusal(server, 'nameChat', { name }, other)).toBe('validation_failed');
    expect(await server.data('nameChat', {}, support)).toEqual({
      operator: `Support ${support.operatorId}`,
    });
  });

  test('the desk sees users masked', async () => {
    const id = await taken(server, user, support);
    const texts = await Promise.all([
      server.call('operatorChats', {}, support),
      server.call('operatorChat', { id }, support),
      server.call('operatorChatTranscript', { id }, support),
    ]);
    for (const { text } of texts) {
      expect(text).toContain('u***@example.com');
      expect(text).not.toContain(user.email);
    }
  });
});

describe('pictures', () => {
  test('of an operator are the user’s once they are sent, and nobody else’s', async () => {
    const id = await taken(server, user, support);
    const stranger = await server.register();
    expect((await deskUpload(server, other, id)).error).toBe('chat_taken');
    const { file_id } = (await deskUpload(server, support, id)).message;
    expect(await refusal(server, 'ownFile', { id: file_id }, user)).toBe('not_found');
    // Nor may anybody else send it: not its user, not another operator, not in another conversation.
    const asOwn = { client_message_id: 'x', file_id };
    expect(await refusal(server, 'sendChat', asOwn, user)).toBe('not_found');
    const elsewhere = await taken(server, stranger, support);
    expect(await refusal(server, 'answerChat', { id: elsewhere, ...asOwn }, support)).toBe(
      'not_found',
    );
    const { message } = await server.data('answerChat', { id, ...asOwn }, support);
    expect(message).toMatchObject({ from: 'operator', file_id });
    expect((await server.call('ownFile', { id: file_id }, user)).status).toBe(200);
    expect(await refusal(server, 'ownFile', { id: file_id }, stranger)).toBe('not_found');
  });

  test('are opened in their own conversation, which is noted', async () => {
    const file_id = await uploaded(server, user, 'chat');
    const request = { client_message_id: 'p', file_id };
    const { conversation } = await server.data('sendChat', request, user);
    const { id } = conversation;
    const unsent = await uploaded(server, user, 'chat');
    const elsewhere = await taken(server, await server.register(), support);
    expect((await server.call('chatFile', { id, file_id }, support)).status).toBe(200);
    expect(await lastActs(server, 1)).toEqual([
      { action: 'chat.picture_opened', subject: `chat ${id}`, detail: { file: file_id } },
    ]);
    for (const wrong of [
      { id, file_id: unsent },
      { id: elsewhere, file_id },
      { id: 999_999, file_id },
    ])
      expect(await refusal(server, 'chatFile', wrong, support)).toBe('not_found');
  });

  test('of what is not one’s work count against the views, once for each conversation', async () => {
    const views = async () =>
      (
        await server.context.database.query('SELECT 1 FROM operator_views WHERE operator_id = $1', [
          other.operatorId,
        ])
      ).length;
    const file_id = await uploaded(server, user, 'chat');
    const request = { client_message_id: 'p', file_id };
    const { conversation } = await server.data('sendChat', request, user);
    const { id } = conversation;
    await server.call('chatFile', { id, file_id }, other);
    expect(await views()).toBe(0);
    await server.data('takeChat', { id }, support);
    await server.call('chatFile', { id, file_id }, support);
    await server.call('chatFile', { id, file_id }, other);
    await server.call('chatFile', { id, file_id }, other);
    expect(await views()).toBe(1);
  });
});

test('what the desk does is in the audit log, in order, without a word of it', async () => {
  const id = await taken(server, user, support);
  await answers(server, support, id, 'A private answer');
  await refusal(server, 'endChat', { id }, other);
  await server.data('operatorChat', { id }, other);
  await server.data('operatorChat', { id }, other);
  await server.data('operatorChat', { id }, support);
  await server.data('operatorChatTranscript', { id }, support);
  await server.data('passChat', { id, operator_id: other.operatorId }, support);
  await server.data('endChat', { id }, other);
  const acts = await lastActs(server, 8);
  const subject = `chat ${id}`;
  expect(acts).toEqual([
    { action: 'chat.taken', subject, detail: {} },
    { action: 'chat.answered', subject, detail: {} },
    { action: 'chat.closed', subject, detail: {} },
    { action: 'chat.closed.refused', subject, detail: { code: 'chat_taken' } },
    { action: 'chat.opened', subject, detail: {} },
    { action: 'chat.transcript_read', subject, detail: {} },
    { action: 'chat.passed', subject, detail: { to: other.operatorId } },
    { action: 'chat.closed', subject, detail: {} },
  ]);
  expect(await statusOf()).toBe('closed');
});
