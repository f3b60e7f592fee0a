/**
 * Keys of users' programs (cases.md S1, S5, S6, A10, V4, O9). Goal: nobody makes or widens one without password
 * and second factor; key and secret are shown once and lie nowhere in the clear; one that ended is no key at once.
 */
import { createHmac } from 'node:crypto';
import { API_KEYS_MAX, LANGUAGES } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { secondFactor } from '../../custody/test/fixture.ts';
import { sayMessage } from '../../notices/message-texts.ts';
import type { OpenApiKey } from '../api-keys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const BOT = { label: 'grid bot', password: PASSWORD };
const make = (user: TestUser, more: object = {}) =>
  server.data('createApiKey', { ...BOT, ...more }, user);
const list = (user: TestUser) => server.data('apiKeys', {}, user);
const find = (key: string) => server.context.apiKeys.find(key);

/** Whether a key takes what a secret signed. */
const signs = async (key: OpenApiKey | undefined, secret = '') =>
  key?.signer.isBy('text', createHmac('sha256', secret).update('text').digest('hex'));

describe('making one', () => {
  test('it reads only unless trading is asked for, and never takes money out', async () => {
    const user = await server.register();
    const reader = await make(user);
    expect(reader.api_key).toMatchObject({ label: 'grid bot', permissions: ['read'], ips: [] });
    const trader = await make(user, { trade: true });
    expect(trader.api_key.permissions).toEqual(['read', 'trade']);
    const refused = await server.call('createApiKey', { ...BOT, withdraw: true }, user);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'validation_failed',
      ['withdraw'],
    ]);
  });

  test('each product is chosen by itself, in the form of a change too', async () => {
    const user = await server.register();
    const { api_key } = await make(user, { options: true, earn: 'true' });
    expect(api_key).toMatchObject({ permissions: ['read', 'options', 'earn'], opens_api: true });
    const edited = await server.data(
      'editApiKey',
      { ...BOT, id: api_key.id, transfer: true },
      user,
    );
    expect(edited.permissions).toEqual(['read', 'transfer']);
    expect(await list(user)).toEqual([edited]);
  });

  test('one of before there was more stays what it was, whatever is asked for it', async () => {
    const user = await server.register();
    const { api_key, key } = await make(user, { trade: true });
    await server.context.database.query(
      'UPDATE api_keys SET opens_api = false WHERE api_key_id = $1',
      [api_key.id],
    );
    server.context.apiKeys.forget([api_key.id]);
    const asked = { ...BOT, id: api_key.id, trade: true };
    const refused = await server.call('editApiKey', { ...asked, futures: true, earn: true }, user);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['futures']]);
    const renamed = await server.data('editApiKey', { ...asked, label: 'renamed' }, user);
    expect(renamed).toMatchObject({ permissions: ['read', 'trade'], opens_api: false });
    expect(await find(key)).toMatchObject({ canTrade: true, opensApi: false });
    // Nor by a hand in the table.
    const more = "UPDATE api_keys SET products = '{futures}' WHERE api_key_id = $1";
    await expect(server.context.database.query(more, [api_key.id])).rejects.toThrow();
  });

  test('S1: key and secret are shown once, and the tables hold neither', async () => {
    const user = await server.register();
    const { key, secret = '', api_key } = await make(user);
    expect([key, secret]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      expect.stringMatching(/^[A-Za-z0-9]{64}$/),
    ]);
    expect(key.startsWith(api_key.prefix)).toBe(true);
    expect(JSON.stringify(await list(user))).not.toContain(secret);
    expect(JSON.stringify(await list(user))).not.toContain(key);
    const rows = await server.context.database.query<{ row: string }>(
      'SELECT api_keys::text AS row FROM api_keys',
    );
    const table = rows.map(({ row }) => row).join();
    const hex = Buffer.from(secret).toString('hex');
    for (const word of [key, secret, hex]) expect(table).not.toContain(word);
    expect(await signs(await find(key), secret)).toBe(true);
  });

  test('S6: it takes the login password and the second factor', async () => {
    const user = await server.register();
    const error = async (more: object) =>
      (await server.call('createApiKey', { ...BOT, ...more }, user)).error;
    expect(await error({ password: 'wrong-horse' })).toBe('password_wrong');
    const otp = await secondFactor(server, user);
    expect(await error({})).toBe('mfa_required');
    expect(await error({ otp: '000000' })).toBe('code_wrong');
    expect(await list(user)).toEqual([]);
    expect(await error({ otp: otp() })).toBeUndefined();
    const [key] = await list(user);
    const edit = { ...BOT, id: key?.id, trade: true };
    expect((await server.call('editApiKey', edit, user)).error).toBe('mfa_required');
    expect(await list(user)).toEqual([key]);
  });

  test('A10: its owner is told, with the address it came from', async () => {
    const user = await server.register();
    await server.data('createApiKey', BOT, { ...user, ip: '198.51.100.7' });
    const { list: messages } = await server.data('messages', {}, user);
    expect(messages[0]).toMatchObject({
      kind: 'api_key_created',
      link: 'pages/settings/security/apiKeys',
    });
    expect(messages[0]?.body).toContain(
      '“grid bot” was created from 198.51.100.7. It only reads. If',
    );
    const [key] = await list(user);
    const more = { ...BOT, id: key?.id, trade: true, transfer: true };
    await server.data('editApiKey', more, { ...user, ip: '198.51.100.8' });
    const told = await server.data('messages', {}, user);
    expect(told.list[0]?.body).toContain(
      'changed from 198.51.100.8. Beside reading it may: spot · transfers. If',
    );
  });

  test('A10: a message from before keys could do more is still said', () => {
    for (const language of LANGUAGES) {
      const say = textsOf(language);
      const { body } = sayMessage('api_key_created', { label: 'old', ip: '192.0.2.1' }, say);
      expect(body).toMatch(/192\.0\.2\.1/);
      expect(body).not.toMatch(/[{}]|messages\./);
    }
  });

  test('at most ten, however many are asked for at once', async () => {
    const user = await server.register();
    // Not all thirteen at once: so many passwords that are not yet known to be right are too many to try.
    const inTurn = API_KEYS_MAX - 3;
    for (let made = 0; made < inTurn; made += 1) await server.data('createApiKey', BOT, user);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => server.call('createApiKey', BOT, user)),
    );
    const errors = replies.flatMap(({ error }) => error ?? []);
    expect(errors).toEqual(['api_key_limit', 'api_key_limit', 'api_key_limit']);
    expect(await list(user)).toHaveLength(API_KEYS_MAX);
    const [oldest] = await list(user);
    await server.data('revokeApiKey', { id: oldest?.id }, user);
    expect((await server.call('createApiKey', BOT, user)).status).toBe(200);
  });
});

describe('addresses', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8']],
    [
      '10.0.0.0/8, 2001:DB8::/48',
      ['10.0.0.0/8', '2001:db8::/48'],
      ['10.9.8.7', '2001:db8::1'],
      ['11.0.0.1', '2001:db9::1'],
    ],
    ['::ffff:192.0.2.1 192.0.2.1', ['192.0.2.1'], ['192.0.2.1'], ['192.0.2.2', 'nonsense', '']],
  ])('%s', async (ips, kept, inside, outside) => {
    const { key, api_key } = await make(await server.register(), { ips });
    expect(api_key.ips).toEqual(kept);
    const open = await find(key);
    expect(inside.map((ip) => open?.admits(ip))).toEqual(inside.map(() => true));
    expect(outside.map((ip) => open?.admits(ip))).toEqual(outside.map(() => false));
  });

  test.each([
    'example.com',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::1/129',
    '1.2.3',
    '10.0.0.1/8/8',
    'fe80::1%eth0',
    Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join(),
  ])('%s is refused', async (ips) => {
    const user = await server.register();
    const refused = await server.call('createApiKey', { ...BOT, ips }, user);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['ips']]);
  });
});

describe('the end of one', () => {
  test('revoked, it is no key at once, and its owner’s other keys are', async () => {
    const user = await server.register();
    const [one, other] = [await make(user), await make(user)];
    expect(await find(one.key)).toBeDefined();
    const ended: object[] = [];
    server.context.events.on('api_key_ended', (key) => ended.push(key));
    await server.data('revokeApiKey', { id: one.api_key.id }, user);
    expect(await find(one.key)).toBeUndefined();
    expect(await find(other.key)).toBeDefined();
    expect(ended).toEqual([{ userId: user.userId, apiKeyId: one.api_key.id }]);
    expect((await list(user)).map(({ id }) => id)).toEqual([other.api_key.id]);
    expect((await server.call('revokeApiKey', { id: one.api_key.id }, user)).error).toBe(
      'not_found',
    );
  });

  test('revoked in another process, it is none within a second', async () => {
    const user = await server.register();
    const { key, api_key } = await make(user);
    await find(key);
    await server.context.database.query(
      'UPDATE api_keys SET revoked_at_ms = 1 WHERE api_key_id = $1',
      [api_key.id],
    );
    server.clock.nowMs += 1_000;
    expect(await find(key)).toBeUndefined();
  });

  test('it ends by itself at its time; one in the past is refused', async () => {
    const user = await server.register();
    const past = await server.call(
      'createApiKey',
      { ...BOT, expires_at: server.clock.now() },
      user,
    );
    expect(Object.keys(past.fields ?? {})).toEqual(['expires_at']);
    const { key } = await make(user, { expires_at: server.clock.now() + 500 });
    expect(await find(key)).toBeDefined();
    server.clock.nowMs += 500;
    expect(await find(key)).toBeUndefined();
  });

  const fresh = { password: 'lantern-77', password_confirmation: 'lantern-77' };
  const kindsOf = async (user: TestUser) =>
    (await server.data('messages', {}, user)).list.map(({ kind }) => kind);

  test('Q20: they end with a change of the password, and the owner is told how many', async () => {
    const user = await server.register();
    const keys = [await make(user), await make(user)];
    for (const { key } of keys) expect(await find(key)).toBeDefined();
    await server.data('changePassword', { old_password: PASSWORD, ...fresh }, user);
    for (const { key } of keys) expect(await find(key)).toBeUndefined();
    expect(await list(user)).toEqual([]);
    const [ended] = (await server.data('messages', {}, user)).list;
    expect(ended).toMatchObject({ kind: 'api_keys_ended', title: 'API keys ended' });
    expect(ended?.body).toContain('2 API keys ended with your old password.');
    const mails = await server.data('inbox', {}, user);
    expect(mails.map(({ scene }) => scene)).toContain('api_keys_ended');
  });

  test('Q20: unless the user keeps them in that form; without any there is no word of it', async () => {
    const user = await server.register();
    const { key } = await make(user);
    const kept = { old_password: PASSWORD, ...fresh, keep_api_keys: 'true' };
    await server.data('changePassword', kept, user);
    expect(await find(key)).toBeDefined();
    expect(await kindsOf(user)).not.toContain('api_keys_ended');
    const other = await server.register();
    await server.data('changePassword', { old_password: PASSWORD, ...fresh }, other);
    expect(await kindsOf(other)).not.toContain('api_keys_ended');
  });

  test('Q20: a password that is forgotten always ends them', async () => {
    const user = await server.register();
    const { key } = await make(user);
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const code = await server.code(user.email);
    const reset = { account_type: 'email', account: user.email, code, ...fresh };
    expect((await server.call('forget', { ...reset, keep_api_keys: 'true' })).error).toBe(
      'validation_failed',
    );
    await server.data('forget', reset);
    expect(await find(key)).toBeUndefined();
  });

  test('Q20: one that was asked for with the old password is not made after the new one', async () => {
    const user = await server.register();
    const self = { userId: user.userId, sessionId: 1 };
    const { passwordHash } = await server.context.identity.confirmPassword(self, PASSWORD, {
      ...{ ip: '127.0.0.1', language: 'en', deviceId: undefined, userAgent: undefined },
    });
    await server.data('changePassword', { old_password: PASSWORD, ...fresh }, user);
    const owner = { userId: user.userId, verifiedHash: passwordHash };
    const late = server.context.apiKeys.create(
      owner,
      { label: 'late', trade: true, futures: false, options: false, earn: false, transfer: false },
      textsOf('en'),
    );
    await expect(late).rejects.toMatchObject({ code: 'password_wrong' });
    expect(await list(user)).toEqual([]);
  });

  test('an edit takes away what it leaves out', async () => {
    const user = await server.register();
    const { key, api_key } = await make(user, { trade: true, ips: '10.0.0.1' });
    await find(key);
    const edited = await server.data('editApiKey', { ...BOT, id: api_key.id, label: 'b' }, user);
    expect(edited).toMatchObject({ label: 'b', permissions: ['read'], ips: [] });
    expect(await find(key)).toMatchObject({ canTrade: false });
  });
});

test('O9: a new SECRET_KEY opens what the old one sealed, and needs the old one no more', async () => {
  const secret = (word: string) => word.repeat(8);
  const own = await startTestServer({ environment: { SECRET_KEY: secret('first-') } });
  const user = await own.register();
  const made = await own.data('createApiKey', BOT, user);
  await own.restart({ SECRET_KEY: secret('second'), SECRET_KEYS_PREVIOUS: secret('first-') });
  await own.restart({ SECRET_KEY: secret('second') });
  expect(await signs(await own.context.apiKeys.find(made.key), made.secret)).toBe(true);
  await own.stop();
});
