/** Registration, login, passwords and sessions over HTTP. */
import { LANGUAGES } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  PASSWORD,
  registration,
  startTestServer,
  type TestServer,
} from '../../../test/support/fixture.ts';
import { insertUser } from '../users/queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function registrationOf(email = server.newEmail()) {
  await server.data('smsMail', { email, scene: 'register' });
  return registration(email, await server.code(email));
}

const login = (email: string, password = PASSWORD, options = {}) =>
  server.call('login', { account_type: 'email', account: email, password }, options);

describe('registration', () => {
  test('opens a user with four empty accounts and a session', async () => {
    const request = await registrationOf('Ann.Example@Example.COM');
    const reply = await server.data('register', request);
    expect(reply.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(reply.user).toEqual({
      id: expect.any(Number),
      nickname: 'an•••@example.com',
      account: 'ann.example@example.com',
      phone: null,
      email: 'ann.example@example.com',
      invite_code: expect.stringMatching(/^[A-Z2-9]{8}$/),
      is_partner: false,
      created_at: server.clock.nowMs,
      basic_verification: 'unverified',
      advanced_verification: 'unverified',
      has_fund_password: false,
      has_otp: false,
      has_passkey: false,
      lang: 'en',
    });
    const { user } = await server.data('center', {}, reply);
    expect(user).toEqual(reply.user);
    const wallet = await server.data('wallet', {}, reply);
    expect(wallet.accounts).toHaveLength(4);
  });

  test.each([
    ['81', '090-1234-5678', '+819012345678'],
    ['852', '5123 4567', '+85251234567'],
    ['1', '(202) 555-0123', '+12025550123'],
    ['66', '0812345678', '+66812345678'],
  ])('a phone is one account however it is typed: %s %s', async (areaCode, typed, account) => {
    const phone = typed.replace(/^\(/, '');
    await server.data('smsSend', { area_code: areaCode, phone, scene: 'register' });
    const { user } = await server.data('register', {
      ...registration('', await server.code(account)),
      account_type: 'phone',
      area_code: areaCode,
      account: phone,
    });
    expect(user).toMatchObject({ account, phone: account, email: null });
  });

  test('the password confirmation must match', async () => {
    const request = await registrationOf();
    const reply = await server.call('register', { ...request, password_confirmation: 'other' });
    expect(reply).toMatchObject({
      status: 422,
      error: 'validation_failed',
      message: 'Password twice inconsistent',
      fields: { password_confirmation: 'Password twice inconsistent' },
    });
    // The code was not used up.
    expect((await server.call('register', request)).status).toBe(200);
  });

  test.each([
    [{ password: '12345', password_confirmation: '12345' }, 'password'],
    [{ password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) }, 'password'],
    [{ agreed: 'false' }, 'agreed'],
    [{ agreed: undefined }, 'agreed'],
    [{ code: '12345' }, 'code'],
    [{ code: 'abcdef' }, 'code'],
    [{ account: 'no address' }, 'account'],
    [{ account: undefined }, 'account'],
    [{ account_type: 'fax' }, 'account_type'],
    [{ account_type: 'phone' }, 'area_code'],
    [{ account_type: 'phone', area_code: '999', account: '123456' }, 'area_code'],
    [{ account_type: 'phone', area_code: '81', account: '12' }, 'account'],
    [{ invite_code: '!' }, 'invite_code'],
    [{ is_partner: 'true' }, 'is_partner'],
  ])('refuses %j', async (change, field) => {
    const request = { ...registration('someone@example.com', '123456'), ...change };
    const reply = await server.call('register', request);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });

  test.each(['password123', 'fairlead2026', '111111', '123456', 'Bitcoin1', 'abcdef', 'FairLead!'])(
    'the password %j is too common (A3)',
    async (password) => {
      const request = { ...(await registrationOf()), password, password_confirmation: password };
      expect(await server.call('register', request)).toMatchObject({
        status: 400,
        error: 'password_too_common',
      });
    },
  );

  test('a password of 64 characters with spaces and emoji counts to its end (A2)', async () => {
    const email = server.newEmail();
    const password = `correct horse 🐎 ${'battery staple '.repeat(4)}`.slice(0, 64);
    await server.data('smsMail', { email, scene: 'register' });
    await server.data('register', registration(email, await server.code(email), password));
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, `${password.slice(0, 60)}x${password.slice(61)}`)).error).toBe(
      'login_failed',
    );
    expect((await login(email, password.toUpperCase())).error).toBe('login_failed');
  });

  test('account_exists is said only after the right code', async () => {
    const { email } = await server.register();
    server.clock.nowMs += 61_000;
    const request = await registrationOf(email);
    const wrong = { ...request, code: request.code === '000000' ? '000001' : '000000' };
    expect((await server.call('register', wrong)).error).toBe('code_wrong');
    expect((await server.call('register', request)).error).toBe('account_exists');
  });

  test('of parallel registrations with one code one succeeds', async () => {
    const request = await registrationOf();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.call('register', request)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an invite code binds the inviter; an unknown one is refused before the code is used', async () => {
    const inviter = await server.register();
    const { user } = await server.data('center', {}, inviter);
    const request = await registrationOf();
    const unknown = await server.call('register', { ...request, invite_code: 'ZZZZZZZZ' });
    expect(unknown).toMatchObject({ status: 400, error: 'invite_code_unknown' });
    const invited = await server.data('register', {
      ...request,
      invite_code: user.invite_code.toLowerCase(),
    });
    const [row] = await server.context.database.query<{ inviter_id: bigint }>(
      'SELECT inviter_id FROM users WHERE user_id = $1',
      [invited.user.id],
    );
    expect(Number(row?.inviter_id)).toBe(inviter.userId);
  });
});

describe('login', () => {
  test('the case of an e-mail address does not matter, that of a password does', async () => {
    const { email } = await server.register();
    expect((await login(email.toUpperCase())).status).toBe(200);
    expect((await login(email, PASSWORD.toUpperCase())).error).toBe('login_failed');
  });

  test('X5: each login makes a session of its own; a token brought along is not taken over', async () => {
    const { email, token } = await server.register();
    const mine = 'A'.repeat(43);
    const reply = await login(email, PASSWORD, { token: mine });
    expect(reply.message).toHaveProperty('token');
    const { token: made } = reply.message as { token: string };
    expect(new Set([mine, token, made]).size).toBe(3);
    expect((await server.call('center', {}, { token: mine })).status).toBe(401);
  });

  test('the token is nowhere in the database (S1)', async () => {
    const { token } = await server.register();
    const rows = await server.context.database.query<{ row: string }>(
      "SELECT encode(token_hash, 'hex') AS row FROM sessions",
    );
    const hex = Buffer.from(token, 'base64url').toString('hex');
    for (const { row } of rows) expect(row).not.toBe(hex);
  });

  test('a ledger that was not opened at registration is opened at login', async () => {
    const { email, userId } = await server.register();
    await server.context.database.query('DELETE FROM owners WHERE owner_id = $1', [userId]);
    expect((await login(email)).status).toBe(200);
  });

  test('refuses bad input', async () => {
    const reply = await server.call('login', { account_type: 'email', account: 'a@b.example' });
    expect(reply).toMatchObject({ status: 422, fields: { password: 'Required' } });
  });
});

describe('a password that changes while a login with the old one is under way', () => {
  /** Lets `meanwhile` happen between the check of the password and the session. */
  function interleave(meanwhile: () => Promise<unknown>): void {
    const { sequencer } = server;
    const run = sequencer.run.bind(sequencer);
    vi.spyOn(sequencer, 'run').mockImplementationOnce(async (command) => {
      await meanwhile();
      return run(command);
    });
  }

  test('a reset leaves it without a session', async () => {
    const { email, userId } = await server.register();
    await server.data('smsMail', { email, scene: 'forget' });
    const code = await server.code(email);
    const reset = { code, password: 'lantern-77', password_confirmation: 'lantern-77' };
    interleave(() => server.data('forget', { account_type: 'email', account: email, ...reset }));
    expect(await login(email)).toMatchObject({ status: 400, error: 'login_failed' });
    expect(await server.context.sessions.list(userId)).toEqual([]);
    expect((await login(email, 'lantern-77')).status).toBe(200);
  });

  test('a change leaves only the session that made it', async () => {
    const user = await server.register();
    interleave(() =>
      server.data(
        'changePassword',
        {
          old_password: PASSWORD,
          password: 'lantern-77',
          password_confirmation: 'lantern-77',
        },
        user,
      ),
    );
    expect((await login(user.email)).error).toBe('login_failed');
    expect(await server.context.sessions.list(user.userId)).toHaveLength(1);
  });
});

test('a bot looks like an account that does not exist, and cannot be taken over', async () => {
  const { clock, context } = server;
  const email = 'maker@bots.invalid';
  const { email: other } = await server.register();
  const [person] = await context.database.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE account = $1',
    [other],
  );
  await insertUser(context.database, {
    kind: 'email',
    account: email,
    areaCode: undefined,
    passwordHash: person?.password_hash ?? '',
    nickname: 'Demo maker',
    inviteCode: 'BOTSBOTS',
    inviterId: undefined,
    lang: 'en',
    isBot: true,
    createdAtMs: clock.now(),
  });
  const nobody = server.newEmail();
  const same = async (ask: (account: string) => ReturnType<typeof server.call>) => {
    const [bot, unknown] = [await ask(email), await ask(nobody)];
    expect([bot.status, bot.text]).toEqual([unknown.status, unknown.text]);
    return bot;
  };
  expect((await same((account) => login(account))).error).toBe('login_failed');
  for (const scene of ['forget', 'login_new_device', 'register', 'change_contact'])
    await same((account) => server.call('smsMail', { email: account, scene }));
  const code = '123456';
  await same((account) => server.call('checkEmail', { account, code, scene: 'forget' }));
  const renewed = { code, password: 'lantern-77', password_confirmation: 'lantern-77' };
  await same((account) => server.call('forget', { account_type: 'email', account, ...renewed }));
  expect(await server.context.outbox.inbox(email, 20)).toEqual([]);
});

describe('sessions', () => {
  test('are listed, and each can be ended', async () => {
    const user = await server.register();
    const other = (await login(user.email)).message as { token: string };
    const list = await server.data('sessions', {}, user);
    expect(list).toHaveLength(2);
    expect(list.filter((session) => session.is_current)).toHaveLength(1);
    const another = list.find((session) => !session.is_current);
    await server.data('endSession', { id: another?.id }, user);
    expect((await server.call('center', {}, other)).status).toBe(401);
    expect((await server.call('center', {}, user)).status).toBe(200);
  });

  test("a stranger's session cannot be ended", async () => {
    const [owner, stranger] = [await server.register(), await server.register()];
    const [session] = await server.data('sessions', {}, owner);
    const reply = await server.call('endSession', { id: session?.id }, stranger);
    const missing = await server.call('endSession', { id: 999_999 }, stranger);
    expect([reply.status, reply.text]).toEqual([404, missing.text]);
    expect((await server.call('center', {}, owner)).status).toBe(200);
  });

  test('all others end at once; which one is asked for otherwise', async () => {
    const user = await server.register();
    const other = (await login(user.email)).message as { token: string };
    await server.data('endSession', { all_others: 'true' }, user);
    expect((await server.call('center', {}, other)).status).toBe(401);
    expect((await server.call('endSession', {}, user)).fields).toEqual({ id: 'Required' });
  });

  test('logout ends this one, and its sockets are told', async () => {
    const user = await server.register();
    const ended: unknown[] = [];
    server.context.events.on('session_ended', (event) => ended.push(event));
    await server.data('logout', {}, user);
    const reply = await server.call('center', {}, user);
    expect(reply).toMatchObject({ status: 401, type: '999', code: 999, error: 'not_logged_in' });
    expect(ended).toEqual([
      { userId: user.userId, sessionKey: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('last 14 days and no longer (S3)', async () => {
    const user = await server.register();
    server.clock.nowMs += 14 * 86_400_000 - 1;
    expect((await server.call('center', {}, user)).status).toBe(200);
    server.clock.nowMs += 1;
    expect((await server.call('center', {}, user)).status).toBe(401);
    await server.tick();
  });

  test('of more than twenty the ones unused longest are ended', async () => {
    const user = await server.register();
    for (let count = 0; count < 20; count += 1) {
      server.clock.nowMs += 1;
      await login(user.email);
    }
    expect((await server.call('center', {}, user)).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (oldPassword: string, password: string) => ({
    old_password: oldPassword,
    password,
    password_confirmation: password,
  });

  test('ends the other sessions and is told to the owner (A4, A10)', async () => {
    const user = await server.register();
    const other = (await login(user.email)).message as { token: string };
    await server.data('changePassword', change(PASSWORD, 'lantern-77'), user);
    expect((await server.call('center', {}, other)).status).toBe(401);
    expect((await server.call('center', {}, user)).status).toBe(200);
    expect((await login(user.email)).error).toBe('login_failed');
    expect((await login(user.email, 'lantern-77')).status).toBe(200);
    const [notice] = await server.context.outbox.inbox(user.email, 1);
    expect(notice).toMatchObject({ scene: 'password_changed', code: '' });
  });

  test.each([
    [change('wrong one', 'lantern-77'), 400, 'password_wrong'],
    [change(PASSWORD, 'qwerty123'), 400, 'password_too_common'],
    [change(PASSWORD, 'short'), 422, 'validation_failed'],
    [change(PASSWORD, PASSWORD), 422, 'validation_failed'],
    [{ ...change(PASSWORD, 'lantern-77'), password_confirmation: 'x' }, 422, 'validation_failed'],
    [{ password: 'lantern-77', password_confirmation: 'lantern-77' }, 422, 'validation_failed'],
  ])('refuses %j', async (request, status, error) => {
    const user = await server.register();
    expect(await server.call('changePassword', request, user)).toMatchObject({ status, error });
  });

  test('of parallel guesses at the old one ten are looked at', async () => {
    const user = await server.register();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, count) =>
        server.call('changePassword', change(`wrong ${count}`, 'lantern-77'), user),
      ),
    );
    expect(replies.filter(({ error }) => error === 'password_wrong')).toHaveLength(10);
    expect(replies.filter(({ error }) => error === 'locked_out')).toHaveLength(30);
  });

  test('guessing the old one locks after ten tries', async () => {
    const user = await server.register();
    for (let count = 0; count < 10; count += 1)
      await server.call('changePassword', change(`wrong ${count}`, 'lantern-77'), user);
    const reply = await server.call('changePassword', change(PASSWORD, 'lantern-77'), user);
    expect(reply).toMatchObject({ status: 429, error: 'locked_out' });
    expect(reply.headers['retry-after']).toBeDefined();
  });
});

describe('set/lang and get/lang', () => {
  test('give the mark to store and the list', async () => {
    expect(await server.data('setLang', { lang: 'th' })).toEqual({ lang: 'th' });
    const { lang, languages } = await server.data(
      'getLang',
      {},
      { headers: { 'language-mark': 'kr' } },
    );
    expect(lang).toBe('kr');
    expect(languages).toHaveLength(LANGUAGES.length);
    expect(await server.call('setLang', { lang: 'it' })).toMatchObject({ status: 422 });
  });

  test("a user's choice is kept for messages", async () => {
    const user = await server.register();
    await server.data('setLang', { lang: 'hk' }, user);
    expect((await server.data('center', {}, user)).user.lang).toBe('hk');
  });
});

test('area_code names every country in the language asked for', async () => {
  const list = await server.data('areaCode', {}, { headers: { 'language-mark': 'jp' } });
  expect(list.length).toBeGreaterThan(200);
  expect(list).toContainEqual({ area_code: '81', country: 'JP', name: '日本' });
  expect(list).toContainEqual({ area_code: '44', country: 'GB', name: 'イギリス' });
});

test('center2 shows the verification, which has not begun', async () => {
  const user = await server.register();
  expect(await server.data('center2', {}, user)).toEqual({
    basic: { status: 'unverified' },
    advanced: { status: 'unverified' },
  });
});
