/** What a manager sets, what users see of it, and how much one user may write. */

import type { ChatHours } from '@fairlead/contract';
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { lastActs, operator, postJson, type TestOperator } from '../../operators/test/fixture.ts';
import type { ChatChange } from '../events.ts';
import { refusal, setHours, writes, written } from './fixture.ts';

/** Tests begin on Friday 15 January 2027 at 08:00 UTC, which is 09:00 there. */
const OFFICE: ChatHours = {
  time_zone: 'Europe/Zurich',
  days: [1, 2, 3, 4, 5].map((day) => ({ day, from: '10:00', to: '18:00' })),
};

let server: TestServer;
let user: TestUser;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer({
    environment: { CUSTOMER_URL: 'https://help.example/chat', RATE_LIMIT_FACTOR: '1' },
  });
  manager = await operator(server, 'manager');
});
afterAll(() => server.stop());
beforeEach(async () => {
  user = await server.register();
});

describe('hours', () => {
  test('hold at once; out of them a user is told once, and waits', async () => {
    expect(await server.data('chat', {}, user)).toEqual({ is_open: true });
    await setHours(server, manager, OFFICE);
    expect(await server.data('chat', {}, user)).toEqual({
      is_open: false,
      hours: OFFICE,
      opens_at: Date.UTC(2027, 0, 15, 9),
    });
    const told: (string | undefined)[] = [];
    const listen = ({ message }: ChatChange) => told.push(message?.event ?? message?.text);
    server.context.events.on('chat', listen);
    const { conversation } = await writes(server, user, 'Anybody there?');
    await writes(server, user, 'Hello?');
    server.context.events.off('chat', listen);
    expect(told).toEqual(['Anybody there?', 'out_of_hours', 'Hello?']);
    expect(conversation).toMatchObject({ status: 'waiting' });
    const { list } = await server.data('chatMessages', {}, user);
    expect(list.map(({ from, text, event }) => [from, text ?? event])).toEqual([
      ['user', 'Anybody there?'],
      ['system', 'out_of_hours'],
      ['user', 'Hello?'],
    ]);
  });

  test('within them nobody is told, and the night is nobody’s expected wait', async () => {
    const early = await server.register();
    const { conversation } = await writes(server, early, 'Early');
    server.clock.nowMs = Date.UTC(2027, 0, 15, 9);
    expect(await server.data('chat', {}, user)).toEqual({ is_open: true, hours: OFFICE });
    const support = await operator(server, 'support');
    await server.data('takeChat', { id: conversation.id }, support);
    const sent = await writes(server, user, 'Good morning');
    expect(sent.conversation).not.toHaveProperty('expected_wait_ms');
    const { list } = await server.data('chatMessages', {}, user);
    expect(list.map(({ event }) => event)).toEqual([undefined]);
  });

  test('without them the desk is open again', async () => {
    manager = await operator(server, 'manager');
    await setHours(server, manager);
    expect(await server.data('chat', {}, user)).toEqual({ is_open: true });
  });

  test.each<[name: string, settings: object, error: string]>([
    ['an unknown zone', { hours: { ...OFFICE, time_zone: 'Mars/Olympus' } }, 'terms_invalid'],
    [
      'an end before the beginning',
      { hours: { time_zone: 'UTC', days: [{ day: 1, from: '18:00', to: '10:00' }] } },
      'terms_invalid',
    ],
    [
      'an eighth day',
      { hours: { time_zone: 'UTC', days: [{ day: 8, from: '10:00', to: '18:00' }] } },
      'validation_failed',
    ],
    ['a plain address', { url: 'http://help.example' }, 'validation_failed'],
    ['an address that is none', { url: 'https://[' }, 'terms_invalid'],
    ['a field that is none', { colour: 'red' }, 'validation_failed'],
  ])('%s is refused', async (_name, settings, error) => {
    const before = await server.data('chatSettings', {}, manager);
    expect((await postJson(server, 'saveChatSettings', settings, manager)).error).toBe(error);
    expect(await server.data('chatSettings', {}, manager)).toEqual(before);
  });
});

describe('where help answers', () => {
  const whereFor = async () => (await server.data('customerUrl')).url;

  test('is the manager’s word, else the deployment’s, else the chat of the app', async () => {
    expect(await whereFor()).toBe('https://help.example/chat');
    const url = 'https://desk.example/?from=app';
    const saved = await postJson(server, 'saveChatSettings', { url }, manager);
    expect(saved.message).toEqual({ url });
    expect(await whereFor()).toBe(url);
    expect(await lastActs(server, 1)).toEqual([
      { action: 'chat.settings', subject: 'chat', detail: { url } },
    ]);
    await setHours(server, manager);
    expect(await whereFor()).toBe('https://help.example/chat');
    await server.restart({ RATE_LIMIT_FACTOR: '1' });
    expect(await whereFor()).toMatch(/\/#\/pages\/help\/center\/chat$/);
  });
});

describe('how much one user writes', () => {
  test('is twenty messages a minute; the same again counts nothing', async () => {
    const writer = await server.register();
    for (let at = 0; at < 20; at += 1)
      await server.data('sendChat', written(`message ${at}`, `m${at}`), writer);
    server.clock.nowMs += 20_000;
    const refused = await server.call('sendChat', written('one more'), writer);
    expect(refused).toMatchObject({ status: 429, error: 'chat_limit' });
    expect(refused.headers['retry-after']).toBe('40');
    expect(await refusal(server, 'sendChat', written('message 0', 'm0'), writer)).toBeUndefined();
    // Others write meanwhile, and they again when the minute is over.
    await writes(server, user, 'me');
    server.clock.nowMs += MINUTE_MS - 20_000;
    await writes(server, writer, 'now');
    server.clock.nowMs += HOUR_MS;
  });
});
