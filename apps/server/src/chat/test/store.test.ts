/** Conversations in their tables, on either database: what no statement may undo, and races that many writers run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { createEvents } from '../../core/http/events.ts';
import { Presence } from '../../core/operations/presence.ts';
import { insertUser } from '../../identity/users/queries.ts';
import { insertOperator } from '../../operators/queries.ts';
import { ChatDesk } from '../desk.ts';
import { countForDesk, setDisplayName } from '../desk-queries.ts';
import { isFileOfConversation, medianWaitMs } from '../queries.ts';
import { Chat } from '../service.ts';

const TIME_MS = Date.UTC(2027, 0, 15, 8);
const refuse = () => Promise.reject(new Error('nothing of this has pictures'));

describeDatabases('tables of the chat', (kind) => {
  let test: TestDatabase;
  let chat: Chat;
  let desk: ChatDesk;
  let told: { userId: number; kind: string; key: string | undefined }[];
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    const { database } = test;
    const clock = { now: () => TIME_MS };
    told = [];
    chat = new Chat({
      database,
      clock,
      events: createEvents(),
      files: { own: refuse },
      budgetFactor: 1_000,
    });
    desk = new ChatDesk({
      database,
      clock,
      chat,
      presence: new Presence(),
      messages: {
        tell: async (userId, message, _params, { key } = {}) => {
          told.push({ userId, kind: message, key });
          return true;
        },
      },
    });
  });
  afterEach(() => test.remove());

  async function userOf(name: string): Promise<number> {
    const user = await insertUser(test.database, {
      kind: 'email',
      account: `${name}@example.com`,
      areaCode: undefined,
      passwordHash: 'none',
      nickname: name,
      inviteCode: name,
      inviterId: undefined,
      lang: 'en',
      isBot: false,
      createdAtMs: TIME_MS,
    });
    if (user === undefined) throw new Error(`${name} is taken`);
    return user.userId;
  }

  async function operatorOf(name: string): Promise<number> {
    const row = { name, role: 'support', passwordHash: 'none', createdAtMs: TIME_MS } as const;
    const operatorId = await insertOperator(test.database, row);
    if (operatorId === undefined) throw new Error(`${name} is taken`);
    return operatorId;
  }

  const words = (text: string, clientMessageId = text) => ({
    clientMessageId,
    text,
    fileId: undefined,
  });
  const count = async (table: string): Promise<number> => {
    const [row] = await test.database.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM ${table}`,
    );
    return Number(row?.count);
  };

  describe('races', () => {
    it('fifty sends under one name leave one message', async () => {
      const userId = await userOf('ada');
      const sent = await Promise.all(
        Array.from({ length: 50 }, () => chat.send(userId, words('same'))),
      );
      expect(new Set(sent.map(({ message }) => message.messageId)).size).toBe(1);
      expect([await count('chat_conversations'), await count('chat_messages')]).toEqual([1, 1]);
    });

    it('thirty first messages open one conversation, and their ids rise as they are read', async () => {
      const userId = await userOf('ada');
      await Promise.all(
        Array.from({ length: 30 }, (_each, at) => chat.send(userId, words(`message ${at}`))),
      );
      expect([await count('chat_conversations'), await count('chat_messages')]).toEqual([1, 30]);
    });

    it('fifty takes have one winner', async () => {
      const { conversation } = await chat.send(await userOf('ada'), words('hello'));
      const { conversationId } = conversation.row;
      const operators = await Promise.all(
        Array.from({ length: 50 }, (_each, at) => operatorOf(`support ${at}`)),
      );
      // Each has a session, as only those who have none are relieved.
      for (const operatorId of operators)
        await test.database.query(
          `INSERT INTO operator_sessions (token_hash, operator_id, created_at_ms, last_seen_at_ms,
             expires_at_ms) VALUES ($1, $2, $3, $3, $4)`,
          [Buffer.from(`token ${operatorId}`), operatorId, TIME_MS, TIME_MS + 1_000],
        );
      const outcomes = await Promise.allSettled(
        operators.map((operatorId) => desk.take(operatorId, conversationId)),
      );
      const won = outcomes.filter(({ status }) => status === 'fulfilled');
      const codes = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason.code] : [],
      );
      expect([won.length, new Set(codes)]).toEqual([1, new Set(['chat_taken'])]);
      expect(await count("chat_messages WHERE event = 'taken'")).toBe(1);
    });

    it('an end and an answer at once: the answer is in it, or is refused', async () => {
      const userId = await userOf('ada');
      const operatorId = await operatorOf('support');
      for (let round = 0; round < 10; round += 1) {
        const { conversation } = await chat.send(userId, words(`hello ${round}`));
        const { conversationId } = conversation.row;
        await desk.take(operatorId, conversationId);
        const [, answered] = await Promise.allSettled([
          chat.close(userId),
          desk.answer(operatorId, conversationId, words(`answer ${round}`)),
        ]);
        const { list } = await desk.messages(conversationId, {
          before: undefined,
          after: undefined,
          limit: 10,
        });
        const shown = list.map(({ event, text }) => event ?? text);
        const isIn = shown.includes(`answer ${round}`);
        expect(isIn).toBe(answered.status === 'fulfilled');
        expect(shown.at(-1)).toBe('closed');
      }
    });
  });

  it('the desk is listed with its people, its counts and what others waited', async () => {
    const { database } = test;
    const [first, second] = [await operatorOf('first'), await operatorOf('second')];
    const idOf = async (name: string) =>
      (await chat.send(await userOf(name), words(name))).conversation.row.conversationId;
    const [ada, bob, eve] = [await idOf('ada'), await idOf('bob'), await idOf('eve')];
    await desk.take(first, ada);
    await desk.take(first, bob);
    await desk.close(first, bob);
    const paging = { page: 1, limit: 10 };
    const listed = async (filter: { status?: 'closed'; operatorId?: number }) =>
      (await desk.list({ status: undefined, operatorId: undefined, ...filter }, paging)).list.map(
        (row) => [row.conversationId, row.account, row.lastText, row.isLeftAlone],
      );
    const rows = [
      // Nobody of them has a session.
      [ada, 'ada@example.com', 'ada', true],
      [eve, 'eve@example.com', 'eve', false],
      [bob, 'bob@example.com', 'bob', false],
    ];
    expect(await listed({})).toEqual(rows);
    expect(await listed({ operatorId: first })).toEqual([rows[0], rows[2]]);
    expect(await listed({ status: 'closed' })).toEqual([rows[2]]);
    expect(await desk.colleagues(second)).toEqual([
      { operatorId: first, name: 'first', isHere: false, active: 1 },
    ]);
    expect([await countForDesk(database, first), await countForDesk(database, second)]).toEqual([
      2, 1,
    ]);
    const waits = { sinceMs: 0, waitsMax: 20 };
    expect(await medianWaitMs(database, waits)).toBe(0);
    expect(await medianWaitMs(database, { ...waits, sinceMs: TIME_MS })).toBeUndefined();
    expect(await isFileOfConversation(database, ada, 1)).toBe(false);
  });

  it('a name is one operator’s, and nobody’s login', async () => {
    const { database } = test;
    const [first, second] = [await operatorOf('first'), await operatorOf('second')];
    expect(await setDisplayName(database, first, 'Mara')).toBe(true);
    expect(await setDisplayName(database, first, 'Mara')).toBe(true);
    for (const name of ['mara', 'FIRST', 'Second'])
      expect(await setDisplayName(database, second, name)).toBe(false);
    expect(await setDisplayName(database, first, undefined)).toBe(true);
    expect(await setDisplayName(database, second, 'mara')).toBe(true);
  });

  it('answers to somebody away are told under a name that changes as they read on', async () => {
    const userId = await userOf('ada');
    const operatorId = await operatorOf('support');
    const { conversation } = await chat.send(userId, words('hello'));
    const { conversationId } = conversation.row;
    await desk.take(operatorId, conversationId);
    const { message } = await desk.answer(operatorId, conversationId, words('one'));
    await desk.answer(operatorId, conversationId, words('two'));
    await chat.read(userId, message.messageId);
    await desk.answer(operatorId, conversationId, words('three'));
    const key = (mark: number) => ({
      userId,
      kind: 'chat_answer',
      key: `chat:${conversationId}:${mark}`,
    });
    expect(told).toEqual([key(0), key(0), key(message.messageId)]);
  });

  describe('rows', () => {
    let conversationId: number;
    beforeEach(async () => {
      const { conversation } = await chat.send(await userOf('ada'), words('hello'));
      conversationId = conversation.row.conversationId;
    });
    const run = (sql: string) => test.database.query(sql);

    it.each([
      ["UPDATE chat_messages SET text = 'bye'"],
      ['DELETE FROM chat_messages'],
      ['TRUNCATE chat_messages'],
      ['DELETE FROM chat_conversations'],
      ['TRUNCATE chat_conversations CASCADE'],
      ['UPDATE chat_conversations SET user_id = user_id + 1'],
      ['UPDATE chat_conversations SET started_at_ms = 0'],
    ])('%s is refused', async (sql) => {
      await expect(run(sql)).rejects.toThrow();
      expect(await count('chat_messages')).toBe(1);
    });

    it('a second conversation is not open beside the first', async () => {
      await expect(
        run(
          `INSERT INTO chat_conversations (user_id, started_at_ms, queued_at_ms, last_at_ms)
           SELECT user_id, 1, 1, 1 FROM chat_conversations`,
        ),
      ).rejects.toThrow('chat_conversations_open');
    });

    it('what has ended is not opened again', async () => {
      const operatorId = await operatorOf('support');
      await desk.take(operatorId, conversationId);
      await desk.close(operatorId, conversationId);
      for (const change of [
        "status = 'waiting', operator_id = NULL, held_since_ms = NULL, closed_at_ms = NULL, closed_by = NULL",
        'closed_at_ms = closed_at_ms + 1',
        "closed_by = 'user'",
      ])
        await expect(run(`UPDATE chat_conversations SET ${change}`)).rejects.toThrow();
      await expect(run('UPDATE chat_conversations SET read_by_user = 9')).resolves.toEqual([]);
    });

    it.each([
      ["'user', NULL, NULL, NULL, 'name'"],
      ["'user', 'text', NULL, NULL, NULL"],
      ["'user', 'text', NULL, 'closed', 'name'"],
      ["'operator', 'text', NULL, NULL, 'name'"],
      ["'system', NULL, NULL, NULL, NULL"],
      ["'system', 'text', NULL, 'closed', NULL"],
      ["'user', '', NULL, NULL, 'name'"],
      ["'user', repeat('x', 2001), NULL, NULL, 'name'"],
      ["'user', 'text', NULL, NULL, 'hello'"],
    ])('a message of %s is refused', async (values) => {
      await expect(
        run(
          `INSERT INTO chat_messages (conversation_id, user_id, sender, text, operator_id, event,
             client_message_id, created_at_ms)
           SELECT conversation_id, user_id, ${values}, 1 FROM chat_conversations`,
        ),
      ).rejects.toThrow();
    });
  });
});
