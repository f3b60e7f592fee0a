/** What reaches users unasked: which kinds, devices and what they are sent (RFC 8291, RFC 8292), and favourites. */
import { LANGUAGES, NOTIFICATION_DEFAULTS, PUSH_DEVICES_MAX } from '@fairlead/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  readReply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { insertNews } from '../../content/news-queries.ts';
import { findUserById } from '../../identity/users/index.ts';
import { announce } from '../announcements.ts';
import { Push } from '../push/push.ts';
import { PushEndpoint } from './notifications-fixture.ts';

const endpoint = new PushEndpoint();
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  await endpoint.start();
  server = await startTestServer({ environment: { PUSH_HOSTS: '127.0.0.1,push.example' } });
});
beforeEach(async () => {
  user = await server.trader();
  endpoint.received.length = 0;
  endpoint.answers.length = 0;
  endpoint.calls = 0;
});
afterAll(async () => {
  await server.stop();
  await endpoint.stop();
});

const subscribe = async (of: TestUser = user, more: object = {}) => {
  const device = endpoint.subscribe();
  await server.data('subscribePush', { ...device, ...more }, of);
  return device;
};
const told = async () => {
  await server.notices.settled();
  await server.context.push.settled();
};
const inbox = async (of: TestUser = user) => (await server.data('messages', {}, of)).list;

/** Buys and sells the same with oneself as far as the books allow: a second user takes the order. */
async function fill(of: TestUser = user): Promise<void> {
  const other = await server.trader();
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '0.5' };
  await server.data('placeOrder', { ...order, side: 'buy' }, of);
  await server.data('placeOrder', { ...order, side: 'sell' }, other);
  await told();
}

describe('kinds', () => {
  test('are as the contract says until they are set, each of one user alone', async () => {
    const { kinds, devices, push_key: key } = await server.data('notificationSettings', {}, user);
    expect(Object.fromEntries(kinds.map(({ kind, ...wish }) => [kind, wish]))).toEqual(
      NOTIFICATION_DEFAULTS,
    );
    expect(devices).toBe(0);
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    const saved = await server.data('saveNotification', { kind: 'fills', inbox: true }, user);
    expect(saved).toEqual({ kind: 'fills', inbox: true, push: true });
    await server.data('saveNotification', { kind: 'fills', push: false }, user);
    const mine = await server.data('notificationSettings', {}, user);
    expect(mine.kinds[0]).toEqual({ kind: 'fills', inbox: true, push: false });
    const others = await server.data('notificationSettings', {}, await server.register());
    expect(others.kinds[0]).toEqual({ kind: 'fills', inbox: false, push: true });
  });

  test('outlive a restart', async () => {
    await server.data('saveNotification', { kind: 'records', inbox: false }, user);
    await server.restart();
    const { kinds } = await server.data('notificationSettings', {}, user);
    expect(kinds.find(({ kind }) => kind === 'records')?.inbox).toBe(false);
  });

  test('that are none, and announcements among the messages, are refused', async () => {
    const refused = (request: object) => server.call('saveNotification', { ...request }, user);
    expect((await refused({ kind: 'security', inbox: false })).error).toBe('validation_failed');
    expect((await refused({ kind: 'fills', inbox: 'perhaps' })).error).toBe('validation_failed');
    const announcements = await refused({ kind: 'announcements', inbox: true });
    expect(announcements.fields).toHaveProperty('inbox');
  });

  test('a completed order is kept only where that is switched on', async () => {
    await fill();
    expect(await inbox()).toEqual([]);
    await server.data('saveNotification', { kind: 'fills', inbox: true }, user);
    await fill();
    const [message] = await inbox();
    expect(message).toMatchObject({
      kind: 'order_filled',
      title: 'Order filled',
      body: 'Bought 0.5 BTC at 100.0000 (BTC/USDT).',
      link: 'pages/trade/orders',
    });
  });

  test('what is decided is not kept once its kind is off', async () => {
    const reject = { reason: 'illegible_photo' };
    await server.context.messages.tell(user.userId, 'basic_refused', reject);
    await server.data('saveNotification', { kind: 'records', inbox: false }, user);
    await server.context.messages.tell(user.userId, 'basic_refused', reject);
    expect(await inbox()).toHaveLength(1);
    // What protects the account is told all the same.
    await server.context.messages.tell(user.userId, 'password_changed', {});
    expect((await inbox())[0]?.kind).toBe('password_changed');
  });

  test('what is mailed too is kept with its mail, or is told again', async () => {
    const { database, messages } = server.context;
    const tell = () =>
      messages.tellAndMail(user.userId, 'otp_enabled', {}, { key: `mailed:${user.userId}` });
    await database.query(
      'ALTER TABLE outbox_messages ADD CONSTRAINT no_mail CHECK (false) NOT VALID',
    );
    try {
      await expect(tell()).rejects.toThrow('no_mail');
    } finally {
      await database.query('ALTER TABLE outbox_messages DROP CONSTRAINT no_mail');
    }
    expect(await inbox()).toEqual([]);
    await tell();
    await tell();
    expect(await inbox()).toHaveLength(1);
    const { account } = (await findUserById(database, user.userId)) ?? {};
    const mails = await database.query(
      `SELECT 1 FROM outbox_messages WHERE scene = 'otp_enabled' AND target = $1`,
      [account ?? null],
    );
    expect(mails).toHaveLength(1);
  });
});

describe('devices', () => {
  test('get what is encrypted for them alone, signed by the server', async () => {
    await subscribe(user, { lang: 'jp' });
    await fill();
    const { push_key: key, devices } = await server.data('notificationSettings', {}, user);
    expect(devices).toBe(1);
    const [message] = endpoint.received;
    expect(message?.payload).toEqual({
      title: '注文が約定しました',
      body: '0.5 BTC を 100.0000 で購入しました（BTC/USDT）。',
      tag: expect.stringMatching(/^order_filled:\d+$/),
      url: '#/pages/trade/orders',
    });
    expect(message?.key).toBe(key);
    expect(message?.claims).toMatchObject({
      aud: endpoint.origin,
      sub: 'mailto:nobody@fairlead.invalid',
    });
    expect(message?.headers).toMatchObject({ ttl: '14400', 'content-encoding': 'aes128gcm' });
  });

  test('one order of many trades is told once', async () => {
    await subscribe();
    const other = await server.trader();
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100' };
    await server.data('placeOrder', { ...order, side: 'buy', quantity: '0.3' }, user);
    for (const quantity of ['0.1', '0.1', '0.1'])
      await server.data('placeOrder', { ...order, side: 'sell', quantity }, other);
    await told();
    expect(endpoint.received).toHaveLength(1);
  });

  test('of others and of bots hear nothing', async () => {
    await subscribe(await server.register());
    await fill();
    expect(endpoint.calls).toBe(0);
  });

  test('that are gone are forgotten', async () => {
    for (const status of [404, 410]) {
      await subscribe();
      endpoint.answers.push({ status });
      await server.data('testPush', {}, user);
      await told();
      expect((await server.data('notificationSettings', {}, user)).devices).toBe(0);
    }
    await server.data('unsubscribePush', { endpoint: 'https://push.example/none' }, user);
  });

  test('are not followed to where an answer points, and a refusal is not repeated', async () => {
    await subscribe();
    endpoint.answers.push(
      { status: 302, headers: { location: `${endpoint.origin}/elsewhere` } },
      { status: 403 },
    );
    await server.data('testPush', {}, user);
    await told();
    await server.data('testPush', {}, user);
    await told();
    expect(endpoint.calls).toBe(2);
  });

  test('end with the session', async () => {
    await subscribe();
    await server.data('logout', {}, user);
    server.context.push.tell(user.userId, {
      tag: 'x',
      link: '',
      words: () => ({ title: '', body: '' }),
    });
    await told();
    expect(endpoint.calls).toBe(0);
  });

  test('move to whoever is logged in last, and of many the newest stay', async () => {
    const device = await subscribe();
    const other = await server.register();
    await server.data('subscribePush', device, other);
    expect((await server.data('notificationSettings', {}, user)).devices).toBe(0);
    // Nobody takes another's away.
    await server.data('unsubscribePush', { endpoint: device.endpoint }, user);
    expect((await server.data('notificationSettings', {}, other)).devices).toBe(1);
    for (let count = 0; count < PUSH_DEVICES_MAX; count += 1) await subscribe(other);
    expect((await server.data('notificationSettings', {}, other)).devices).toBe(PUSH_DEVICES_MAX);
    await server.data('testPush', {}, other);
    await told();
    expect(endpoint.received).toHaveLength(PUSH_DEVICES_MAX);
  });

  test('a test needs one', async () => {
    expect((await server.call('testPush', {}, user)).error).toBe('push_refused');
    await subscribe();
    expect(await server.data('testPush', {}, user)).toBe('Sent to 1 device');
    await told();
    expect(endpoint.received[0]?.payload.url).toBe('#/pages/settings/notifications');
  });

  test.each([
    ['a host that is no push service', { endpoint: 'https://elsewhere.example/x' }],
    ['a push service over http', { endpoint: 'http://push.example/x' }],
    ['another port', { endpoint: 'https://push.example:8443/x' }],
    ['the machine by another name', { endpoint: 'http://localhost:80/x' }],
    ['the name in front of another host', { endpoint: 'https://push.example.evil.example/x' }],
    ['a login', { endpoint: 'https://a:b@push.example/x' }],
    ['a key that is none', { p256dh: 'A'.repeat(87) }],
    ['a secret that is too short', { auth: 'A'.repeat(20) }],
  ])('%s is refused', async (_name, wrong) => {
    const request = { ...endpoint.subscribe(), ...wrong };
    expect((await server.call('subscribePush', request, user)).error).toBe('push_refused');
  });
});

describe('a push service that cannot take it now', () => {
  test('is asked again after the time it names, and given up in the end', async () => {
    await subscribe();
    const { database, clock, log, wishes, pushService: service } = server.context;
    const waits: { readonly ms: number; readonly run: () => void }[] = [];
    const after = (ms: number, run: () => void) => {
      waits.push({ ms, run });
      return () => undefined;
    };
    const push = new Push({ database, clock, log, wishes, service, after });
    endpoint.answers.push(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503 },
      { status: 500 },
      { status: 500 },
    );
    push.tell(user.userId, { tag: 't', link: '', words: () => ({ title: 'a', body: 'b' }) });
    await push.settled();
    for (let tries = 0; tries < 3; tries += 1) {
      waits[tries]?.run();
      await push.settled();
    }
    expect(waits.map(({ ms }) => ms)).toEqual([7_000, 20_000, 80_000]);
    expect(endpoint.calls).toBe(4);
    await push.stop();
  });

  test('that is slow keeps nobody waiting, and its queue has an end', async () => {
    await subscribe();
    const { database, clock, log, wishes } = server.context;
    let [sent, release] = [0, () => {}];
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const service = {
      send: async () => {
        await held;
        sent += 1;
        return { kind: 'sent' } as const;
      },
    };
    const push = new Push({ database, clock, log, wishes, service });
    const { room } = push;
    for (let count = 0; count < room + 20; count += 1)
      push.tell(user.userId, { tag: 't', link: '', words: () => ({ title: 'a', body: 'b' }) });
    expect(push.room).toBeLessThanOrEqual(8);
    await server.data('quotations');
    const stopped = push.stop();
    release();
    await stopped;
    expect(sent).toBeLessThanOrEqual(8);
  });
});

describe('announcements', () => {
  const publish = (publishedAtMs: number) =>
    insertNews(server.context.database, {
      category: 'notice',
      publishedAtMs,
      texts: {
        en: { title: 'Maintenance', summary: 'On Sunday.', body: 'On Sunday.' },
        th: { title: 'ปิดปรับปรุง', summary: 'วันอาทิตย์', body: 'วันอาทิตย์' },
      },
    });

  test('reach those who asked for them, once, in the language of each device', async () => {
    await subscribe(user, { lang: 'th' });
    await subscribe(user, { lang: 'kr' });
    await subscribe(await server.register());
    await server.data('saveNotification', { kind: 'announcements', push: true }, user);
    const newsId = await publish(server.clock.nowMs);
    await publish(server.clock.nowMs + 60_000);
    for (let step = 0; step < 3; step += 1) await announce(server.context);
    await told();
    expect(endpoint.received.map(({ payload }) => payload.title).sort()).toEqual([
      'Maintenance',
      'ปิดปรับปรุง',
    ]);
    expect(endpoint.received[0]?.payload).toMatchObject({
      tag: `news:${newsId}`,
      url: `#/pages/index/notice/notice?id=${newsId}`,
    });
  });
});

describe('favourites', () => {
  const save = async (request: object, of: TestUser = user) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/user/favourites/save',
      headers: { 'content-type': 'application/json', authorization: of.token },
      payload: JSON.stringify(request),
    });
    return readReply<'saveFavourites'>(response);
  };

  test('keep their order; devices that change at once both keep their changes', async () => {
    const both = await Promise.all([
      save({ add: ['ETH/USDT'], remove: [] }),
      save({ add: ['BTC/USDT'], remove: [] }),
    ]);
    expect(both.map(({ type }) => type)).toEqual(['ok', 'ok']);
    const { favourites } = await server.data('favourites', {}, user);
    expect([...favourites].sort()).toEqual(['BTC/USDT', 'ETH/USDT']);
    const again = await save({ add: favourites });
    expect(again.message).toEqual({ favourites });
    const removed = await save({ remove: [favourites[0]] });
    expect(removed.message).toEqual({ favourites: [favourites[1]] });
    const moved = await save({ add: [favourites[0]] });
    expect(moved.message).toEqual({ favourites: [favourites[1], favourites[0]] });
  });

  test('are of known markets, and of each user alone', async () => {
    const saved = await save({ add: ['NONE/USDT', 'BTC/USDT'] });
    expect(saved.message).toEqual({ favourites: ['BTC/USDT'] });
    const others = await server.data('favourites', {}, await server.register());
    expect(others.favourites).toEqual([]);
    expect((await save({ add: ['not a symbol'] })).error).toBe('validation_failed');
    expect((await save({ add: Array(201).fill('BTC/USDT') })).error).toBe('validation_failed');
  });
});

describe('texts', () => {
  test.each(LANGUAGES)('every outcome is said in %s, without a gap', async (language) => {
    const headers = { 'language-mark': language };
    const { messages } = server.context;
    const outcome = { symbol: 'BTC/USDT', profit: '-12.500000', currency: 'USDT', receipt_id: '7' };
    const held = { ...outcome, side: 'short', price: '64000.10' };
    const { userId } = user;
    for (const side of ['long', 'short'])
      await messages.tell(userId, 'position_liquidated', { ...held, side });
    for (const cause of ['take_profit', 'stop_loss', 'profit_cap'])
      await messages.tell(userId, 'position_closed', { ...held, cause });
    await server.data('saveNotification', { kind: 'deliveries', inbox: true }, user);
    for (const cause of ['house_limit', 'insufficient_balance']) {
      const waited = { symbol: 'BTC/USDT', side: 'long', price: '64000.10', cause };
      await messages.tell(userId, 'position_cancelled', waited);
    }
    for (const result of ['win', 'lose', 'flat', 'refunded'])
      await messages.tell(userId, 'option_delivered', { ...outcome, result });
    const { list } = await server.data('messages', { limit: 50 }, { ...user, headers });
    expect(list).toHaveLength(11);
    for (const { title, body } of list) {
      expect(`${title}${body}`).not.toMatch(/[{}]|undefined|messages\./);
    }
    expect(list.filter(({ link }) => link === 'pages/settlement/receipt?id=7')).toHaveLength(9);
    expect(list.filter(({ body }) => body.includes('-12.5 USDT')).length).toBe(8);
    expect(new Set(list.map(({ body }) => body)).size).toBe(list.length);
  });
});

test('the key is kept sealed and stays the same after a restart', async () => {
  const before = await server.data('notificationSettings', {}, user);
  const [row] = await server.context.database.query<{ sealed: Uint8Array }>(
    'SELECT sealed FROM push_keys',
  );
  expect(row?.sealed.length).toBe(12 + 16 + 32);
  const device = await subscribe();
  await server.restart({ PUSH_HOSTS: '127.0.0.1' });
  const after = await server.data('notificationSettings', {}, user);
  expect(after.push_key).toBe(before.push_key);
  expect(after.devices).toBe(1);
  await server.data('testPush', {}, user);
  await told();
  expect(endpoint.received).toHaveLength(1);
  // A list without its host forgets a device.
  await server.restart({ PUSH_HOSTS: 'push.example' });
  await server.data('testPush', {}, user);
  await told();
  expect((await server.data('notificationSettings', {}, user)).devices).toBe(0);
  expect(device.endpoint).toContain(endpoint.origin);
});
