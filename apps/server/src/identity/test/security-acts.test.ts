/** The log of security acts, and the word by which a user knows our mail. */
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { FUND_PASSWORD, holder, outOf, payeeCode } from '../../custody/test/fixture.ts';
import { SoftAuthenticator } from './authenticator.ts';

const CARD = {
  ...{ name: 'Salary', card_number: '4111 1111 1111 1234', deposit_bank: 'First Bank' },
  ...{ branch: 'Harbour', bank_name: 'First Bank', bank_address: '1 Quay', swift_code: 'abcdefgh' },
  ...{ full_name: 'Test Person', iban: 'gb82 west 1234 5698 7654 32', payee_address: '2 Quay' },
  postal_code: '100-0001',
};

interface Mail {
  readonly to: string;
  readonly text: string;
}
const mails: Mail[] = [];
let server: TestServer;
beforeAll(async () => {
  const email = { send: async (mail: Mail) => void mails.push(mail) };
  server = await startTestServer({ channels: { email } });
});
afterAll(() => server.stop());

const actsOf = async (user: TestUser) => (await server.data('securityActs', {}, user)).list;
const kindsOf = async (user: TestUser) => (await actsOf(user)).map(({ kind }) => kind);
const login = (user: TestUser, password = PASSWORD, options = {}) =>
  server.call('login', { account_type: 'email', account: user.email, password }, options);

describe('the log', () => {
  test('says what was done, from where and on what, the newest first', async () => {
    const user = await server.register();
    const headers = { 'user-agent': 'A browser' };
    await login(user, PASSWORD, { ip: '203.0.113.9', headers });
    const [first, second, ...more] = await actsOf(user);
    expect(first).toEqual({
      id: expect.any(Number),
      kind: 'logged_in',
      ip: '203.0.113.9',
      device: 'A browser',
      time: server.clock.nowMs,
    });
    expect([second?.kind, more]).toEqual(['registered', []]);
  });

  test('names the thing: a passkey, a key of a program', async () => {
    const user = await server.register();
    const { options } = await server.data('beginPasskey', { password: PASSWORD }, user);
    const device = new SoftAuthenticator();
    const credential = device.make(options);
    const { passkey } = await server.data('confirmPasskey', { credential, name: 'Ring' }, user);
    const { options: asked } = await server.data('passkeyOptions');
    await server.data('passkeyLogin', { credential: device.logIn(asked) });
    await server.data('renamePasskey', { id: passkey.id, name: 'Blue ring' }, user);
    const told = (await actsOf(user)).map(({ kind, detail }) => [kind, detail]);
    expect(told.slice(0, 3)).toEqual([
      ['passkey_renamed', 'Blue ring'],
      ['logged_in_passkey', undefined],
      ['passkey_added', 'Ring'],
    ]);
  });

  test('says who was refused at the door, and nothing else that was refused', async () => {
    const user = await server.register();
    await login(user, 'not-my-password', { ip: '203.0.113.66' });
    await server.call('beginOtp', { password: 'not-my-password' }, user);
    await server.call('disableOtp', { password: PASSWORD, otp: '123456' }, user);
    expect(await kindsOf(user)).toEqual(['login_refused', 'registered']);
    expect((await actsOf(user))[0]?.ip).toBe('203.0.113.66');
  });

  test('a password reset is its account’s', async () => {
    const user = await server.register();
    server.clock.nowMs += 60_000;
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    await server.data('forget', {
      account_type: 'email',
      account: user.email.toUpperCase(),
      code: await server.code(user.email),
      password: 'another-harbour-7',
      password_confirmation: 'another-harbour-7',
    });
    const { token } = (await login(user, 'another-harbour-7')).message;
    expect(await kindsOf({ ...user, token })).toEqual([
      'logged_in',
      'password_reset',
      'registered',
    ]);
  });

  test('of what anybody may call is its account’s, whatever session comes along', async () => {
    const [user, thief] = [await server.register(), await server.register()];
    const as = { token: thief.token };
    await login(user, PASSWORD, as);
    const device = new SoftAuthenticator();
    const { options } = await server.data('beginPasskey', { password: PASSWORD }, user);
    const made = { credential: device.make(options), name: 'Ring' };
    const { recovery_codes: [otp] = [] } = await server.data('confirmPasskey', made, user);
    const { options: asked } = await server.data('passkeyOptions');
    await server.data('passkeyLogin', { credential: device.logIn(asked) }, as);
    server.clock.nowMs += 60_000;
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const request = {
      ...{ account_type: 'email', account: user.email, code: await server.code(user.email), otp },
      ...{ password: 'another-harbour-7', password_confirmation: 'another-harbour-7' },
    };
    await server.data('forget', request, as);
    expect(await kindsOf(thief)).toEqual(['registered']);
    const { token } = (await login(user, 'another-harbour-7')).message;
    expect(await kindsOf({ ...user, token })).toEqual([
      ...['logged_in', 'password_reset', 'logged_in_passkey', 'passkey_added', 'logged_in'],
      'registered',
    ]);
  });

  test('has no withdrawal that was refused, and no word of a card', async () => {
    const user = await holder(server);
    const refused = await server.call('withdraw', outOf(user, '5000'), user);
    expect(refused.error).toBe('insufficient_balance');
    const card = { ...CARD, fund_password: FUND_PASSWORD, code: await payeeCode(server, user) };
    await server.data('saveBankCard', card, user);
    const acts = (await actsOf(user)).map(({ kind, detail }) => [kind, detail]);
    expect(acts[0]).toEqual(['card_saved', undefined]);
    expect(acts.map(([kind]) => kind)).not.toContain('withdrawal_requested');
  });

  test('that cannot be written stands in nobody’s way, and hides no refusal', async () => {
    const user = await server.register();
    const { database } = server.context;
    await database.query('ALTER TABLE security_acts RENAME TO security_acts_away');
    try {
      expect((await login(user)).status).toBe(200);
      expect((await login(user, 'wrong-1-x')).error).toBe('login_failed');
    } finally {
      await database.query('ALTER TABLE security_acts_away RENAME TO security_acts');
    }
  });

  test('is one user’s alone, and in pages', async () => {
    const [user, other] = [await server.register(), await server.register()];
    await login(other);
    const page = await server.data('securityActs', { page: 2, limit: 1 }, other);
    expect(page).toMatchObject({ total: 2, list: [{ kind: 'registered' }] });
    expect(await kindsOf(user)).toEqual(['registered']);
  });

  test('forgets after a year', async () => {
    const user = await server.register();
    server.clock.nowMs += 365 * DAY_MS - 1;
    await server.context.securityActs.prune();
    const count = async () => {
      const [row] = await server.context.database.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM security_acts WHERE user_id = $1',
        [user.userId],
      );
      return Number(row?.count);
    };
    expect(await count()).toBe(1);
    server.clock.nowMs += 2;
    await server.context.securityActs.prune();
    expect(await count()).toBe(0);
  });
});

describe('the word in mails', () => {
  const save = (user: TestUser, request: object) =>
    server.call('saveMailWord', { ...request }, user);
  /** The demo sends nothing by itself: what waits is handed over here. */
  async function sentTo(user: TestUser): Promise<readonly string[]> {
    const { outbox, database } = server.context;
    await database.query(
      'UPDATE outbox_messages SET sent_at_ms = NULL, tries = 0 WHERE target = $1',
      [user.email],
    );
    mails.length = 0;
    await outbox.deliver();
    return mails.filter(({ to }) => to === user.email).map(({ text }) => text);
  }

  test('stands at the top of every mail to the user, and of nobody else', async () => {
    const [user, other] = [await server.register(), await server.register()];
    expect((await save(user, { word: 'green lantern', password: PASSWORD })).status).toBe(200);
    expect(await server.data('security', {}, user)).toMatchObject({ mail_word: 'green lantern' });
    expect(await server.data('security', {}, other)).not.toHaveProperty('mail_word');
    await login(user, PASSWORD, { ip: '203.0.113.9' });
    const texts = await sentTo(user);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toMatch(/^Your word: green lantern\n\n/);
    for (const text of await sentTo(other)) expect(text).not.toContain('word');
    expect(await kindsOf(user)).toContain('mail_word_saved');
  });

  test('is sealed in the table', async () => {
    const user = await server.register();
    await save(user, { word: 'harbour light', password: PASSWORD });
    const [row] = await server.context.database.query<{ sealed: Uint8Array }>(
      'SELECT sealed FROM mail_words WHERE user_id = $1',
      [user.userId],
    );
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('harbour');
  });

  test('is changed and taken away with the password only', async () => {
    const user = await server.register();
    expect((await save(user, { word: 'lantern' })).error).toBe('validation_failed');
    expect((await save(user, { word: 'lantern', password: 'wrong' })).error).toBe('password_wrong');
    await save(user, { word: 'lantern', password: PASSWORD });
    await save(user, { password: PASSWORD });
    expect(await server.data('security', {}, user)).not.toHaveProperty('mail_word');
  });

  test.each([
    'ab',
    'x'.repeat(41),
    'see https://evil.example',
    'a\nb c',
    '<b>word</b>',
    'a@b.example',
  ])('takes no %j', async (word) => {
    const user = await server.register();
    expect((await save(user, { word, password: PASSWORD })).error).toBe('validation_failed');
  });

  test.each(['灯台の光', 'ประภาคาร', 'Ñandú 7'])('takes %s', async (word) => {
    const user = await server.register();
    expect((await save(user, { word, password: PASSWORD })).status).toBe(200);
    expect((await server.data('security', {}, user)).mail_word).toBe(word);
  });
});
