/** Sessions and notices on the live socket of a whole server (cases.md S4, S5, A10). */
import type { Message } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { type Realtime, startRealtime } from '../../realtime/realtime.ts';
import { stepSource } from '../../steps/index.ts';

let server: TestServer;
let realtime: Realtime;
let url: string;
const probes: LiveClientProbe[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { clock, log, sessions, events, marketData, candles } = server.context;
  const publicUrl = 'https://exchange.example';
  realtime = startRealtime({
    httpServer: server.app.server,
    ...{ marketData, candles, sessions, events, clock, log, publicUrl },
    told: server.context.told,
    subAccounts: server.context.subAccounts,
    steps: stepSource(server.context),
    limitFactor: 1_000,
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const { socket } of probes) socket.disconnect();
  await realtime.stop();
  await server.stop();
});

async function connected(token: string, lang = 'en'): Promise<LiveClientProbe> {
  const probe = new LiveClientProbe(url);
  probes.push(probe);
  await probe.connected();
  expect(await probe.ask('login', { token, lang })).toMatchObject({ ok: true });
  return probe;
}

async function loggedIn(user: TestUser): Promise<string> {
  const request = { account_type: 'email', account: user.email, password: PASSWORD };
  return (await server.data('login', request)).token;
}

const ended = (probe: LiveClientProbe) =>
  probe.until(() => probe.told.some(({ event }) => event === 'disconnect'));

const FRESH = { password: 'lantern-77', password_confirmation: 'lantern-77' };

describe('S4, S5: the end of a session closes its sockets, and only those', () => {
  test('logging out', async () => {
    const user = await server.register();
    const other = await connected(await loggedIn(user));
    const mine = await connected(user.token);
    await server.data('logout', {}, user);
    await ended(mine);
    expect(mine.of('session_ended')).toHaveLength(1);
    await other.settle();
    expect(other.socket.connected).toBe(true);
  });

  test('ending one from the list, then all others', async () => {
    const user = await server.register();
    const [second, third] = [await loggedIn(user), await loggedIn(user)];
    const [mine, one, another] = [
      await connected(user.token),
      await connected(second),
      await connected(third),
    ];
    const list = await server.data('sessions', {}, { token: second });
    const current = list.find(({ is_current: isCurrent }) => isCurrent);
    await server.data('endSession', { id: current?.id }, user);
    await ended(one);
    await another.settle();
    expect(another.socket.connected).toBe(true);
    await server.data('endSession', { all_others: true }, user);
    await ended(another);
    await mine.settle();
    expect(mine.socket.connected).toBe(true);
  });

  test('changing the password closes the others, a reset all', async () => {
    const user = await server.register();
    const other = await connected(await loggedIn(user));
    const mine = await connected(user.token);
    await server.data('changePassword', { old_password: PASSWORD, ...FRESH }, user);
    await ended(other);
    await mine.settle();
    expect(mine.socket.connected).toBe(true);
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const code = await server.code(user.email);
    const account = { account_type: 'email', account: user.email, code };
    await server.data('forget', {
      ...account,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    await ended(mine);
    expect(await (await fresh()).ask('login', { token: user.token })).toEqual({
      ok: false,
      error: 'not_logged_in',
    });
  });
});

async function fresh(): Promise<LiveClientProbe> {
  const probe = new LiveClientProbe(url);
  probes.push(probe);
  await probe.connected();
  return probe;
}

test('a notice comes on each of the user’s sockets in its language, and on nobody else’s (A10)', async () => {
  const [user, stranger] = [await server.register(), await server.register()];
  const english = await connected(user.token);
  const japanese = await connected(await loggedIn(user), 'jp');
  const other = await connected(stranger.token);
  const funds = {
    password: '271828',
    password_confirmation: '271828',
    login_password: PASSWORD,
  };
  await server.data('saveFundPassword', funds, user);
  const noticeOf = (probe: LiveClientProbe) => probe.until(() => probe.of<Message>('notice')[0]);
  const [first, second] = [await noticeOf(english), await noticeOf(japanese)];
  expect(first).toMatchObject({ kind: 'fund_password_set', title: 'Fund password set' });
  expect(second).toMatchObject({ id: first.id, title: '資金パスワードが設定されました' });
  const { list } = await server.data('messages', {}, user);
  expect(list[0]).toEqual(first);
  await other.settle();
  expect(other.of('notice')).toEqual([]);
});
