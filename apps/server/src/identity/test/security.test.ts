/** What protects an account: fund password, second factor, sessions, notices (cases.md A7, A10, C4, C6, S5). */
import assert from 'node:assert/strict';
import { HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { codeOf } from '../../operators/test/fixture.ts';
import { uploaded } from '../../verification/test/upload-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const STEP_MS = 30_000;
const funds = (password: string, more: object = {}) => ({
  password,
  password_confirmation: password,
  ...more,
});
/** The first one takes the login password. */
const first = (password: string, more: object = {}) =>
  funds(password, { login_password: PASSWORD, ...more });
const loginOf = (user: TestUser) => ({
  ...{ account_type: 'email', account: user.email, password: PASSWORD },
});
const login = (user: TestUser, more: object = {}, options = {}) =>
  server.call('login', { ...loginOf(user), ...more }, options);
const kindsOf = async (user: TestUser) =>
  (await server.data('messages', {}, user)).list.map(({ kind }) => kind);
const scenesOf = async (user: TestUser) =>
  (await server.context.outbox.inbox(user.email, 20)).map(({ scene }) => scene);
const usableAt = async (user: TestUser) =>
  (await server.data('security', {}, user)).withdrawals_usable_at;

interface Factor {
  /** Shows a code that was not shown before. */
  next(): string;
  readonly recovery: readonly string[];
}

/** Turns the second factor on. */
async function enrolled(user: TestUser): Promise<Factor> {
  const { secret, uri } = await server.data('beginOtp', { password: PASSWORD }, user);
  expect(uri).toContain(`secret=${secret}`);
  const { recovery_codes: recovery } = await server.data(
    'confirmOtp',
    { otp: codeOf(server, secret) },
    user,
  );
  return {
    recovery,
    next: () => {
      server.clock.nowMs += STEP_MS;
      return codeOf(server, secret);
    },
  };
}

describe('a new password', () => {
  test('has ended the sessions once it is there, whatever becomes of telling of it', async () => {
    const user = await server.register();
    const { identity, messages } = server.context;
    vi.spyOn(messages, 'tellAndMail').mockRejectedValueOnce(new Error('away'));
    const session = await server.context.sessions.find(user.token);
    assert(session !== undefined);
    const change = { oldPassword: PASSWORD, password: 'another-harbour-7' };
    const other = (await server.data('login', loginOf(user))).token;
    const changed = identity.changePassword(
      session,
      { ...change, otp: undefined, keepsApiKeys: false },
      { ip: '127.0.0.1', language: 'en', deviceId: undefined, userAgent: undefined },
    );
    await expect(changed).rejects.toThrow('away');
    expect((await server.call('center', {}, { ...user, token: other })).status).toBe(401);
    expect((await server.call('center', {}, user)).status).toBe(200);
  });

  test('that is guessed in one session keeps another from nothing', async () => {
    const user = await server.register();
    const own = { ...user, token: (await server.data('login', loginOf(user))).token };
    const change = (old_password: string, by: TestUser) =>
      server.call('changePassword', { old_password, ...funds('another-harbour-7') }, by);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await change('a-wrong-password-1', user)).error).toBe('password_wrong');
    expect((await change(PASSWORD, user)).error).toBe('locked_out');
    expect((await change(PASSWORD, own)).status).toBe(200);
  });
});

describe('a fund password', () => {
  const save = (user: TestUser, request: object) =>
    server.call('saveFundPassword', { ...request }, user);

  test('is set first, which is no change', async () => {
    const user = await server.register();
    expect((await server.data('hasFundPassword', {}, user)).has_fund_password).toBe(false);
    expect((await save(user, first('271828'))).status).toBe(200);
    expect((await server.data('hasFundPassword', {}, user)).has_fund_password).toBe(true);
    expect((await server.data('center', {}, user)).user.has_fund_password).toBe(true);
    expect(await usableAt(user)).toBeUndefined();
    const [row] = await server.context.database.query<{ password_hash: string }>(
      'SELECT password_hash FROM fund_passwords WHERE user_id = $1',
      [user.userId],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test.each([
    [funds('12345'), 422, 'validation_failed'],
    [funds('1234567'), 422, 'validation_failed'],
    [funds('27182a'), 422, 'validation_failed'],
    [{ password: '271828', password_confirmation: '271829' }, 422, 'validation_failed'],
    [funds('271828', { old_password: '314159' }), 400, 'fund_password_not_set'],
  ])('refuses %j', async (request, status, error) => {
    const user = await server.register();
    expect(await save(user, request)).toMatchObject({ status, error });
  });

  test('five digits are told to be six, in each of its fields', async () => {
    const user = await server.register();
    const short = funds('27182', { old_password: '31415' });
    expect((await save(user, short)).fields).toEqual({
      password: 'Six digits',
      old_password: 'Six digits',
    });
  });

  test('is not changed to what it is: nothing would be won, and withdrawals would stop', async () => {
    const user = await server.register();
    await save(user, first('271828'));
    const reply = await save(user, funds('271828', { old_password: '271828' }));
    expect(reply.fields).toEqual({ password: 'Choose one that differs from the old one' });
    expect(await usableAt(user)).toBeUndefined();
  });

  test('takes the login password: a session alone makes no key to withdrawals', async () => {
    const user = await server.register();
    server.clock.nowMs += 900_001;
    const without = await save(user, funds('271828'));
    expect([without.error, Object.keys(without.fields ?? {})]).toEqual([
      'validation_failed',
      ['login_password'],
    ]);
    const wrong = await save(user, first('271828', { login_password: 'not-my-password' }));
    expect(wrong.error).toBe('password_wrong');
    expect((await server.data('hasFundPassword', {}, user)).has_fund_password).toBe(false);
    expect((await save(user, first('271828'))).status).toBe(200);
  });

  test('does without it where the session has just begun with it', async () => {
    const user = await server.register();
    server.clock.nowMs += 900_000;
    expect((await save(user, funds('271828'))).status).toBe(200);
  });

  test.each([
    '123456',
    '890123',
    '654321',
    '777777',
    '123123',
    '112233',
    '123321',
    '121212',
    '135791',
  ])('is never %s, first or later', async (common) => {
    const user = await server.register();
    expect((await save(user, first(common))).error).toBe('password_too_common');
    await save(user, first('271828'));
    const changed = await save(user, funds(common, { old_password: '271828' }));
    expect(changed.error).toBe('password_too_common');
  });

  test('is changed with the old one; withdrawals cool off, and the owner is told (A10)', async () => {
    const user = await server.register();
    await save(user, first('271828'));
    const wrong = await save(user, funds('161803', { old_password: '314159' }));
    expect(wrong.error).toBe('fund_password_wrong');
    expect(await usableAt(user)).toBeUndefined();
    expect((await save(user, funds('161803', { old_password: '271828' }))).status).toBe(200);
    expect(await usableAt(user)).toBe(server.clock.nowMs + 24 * HOUR_MS);
    await server.context.fundPasswords.verify(user.userId, '161803');
    expect(await kindsOf(user)).toEqual(['fund_password_changed', 'fund_password_set']);
    expect((await scenesOf(user))[0]).toBe('fund_password_changed');
    server.clock.nowMs += 24 * HOUR_MS;
    expect(await usableAt(user)).toBeUndefined();
  });

  test('is reset with login password and code, from wherever; each of them is needed', async () => {
    const user = await server.register();
    await save(user, first('271828'));
    const own = { ...user, ip: '10.7.0.1' };
    await server.data('smsOtherMail', { scene: 'fund_password' }, own);
    const code = await server.code(user.email);
    const fieldsOf = async (more: object) =>
      Object.keys((await save(user, funds('161803', more))).fields ?? {});
    expect(await fieldsOf({})).toEqual(['old_password']);
    expect(await fieldsOf({ code })).toEqual(['login_password']);
    expect(await fieldsOf({ login_password: PASSWORD })).toEqual(['code']);
    const refusal = async (more: object) => (await save(user, funds('161803', more))).error;
    expect(await refusal({ code, login_password: 'wrong' })).toBe('password_wrong');
    const other = code === '000000' ? '000001' : '000000';
    expect(await refusal({ code: other, login_password: PASSWORD })).toBe('code_wrong');
    expect(await refusal({ code, login_password: PASSWORD })).toBeUndefined();
    expect(await usableAt(user)).toBe(server.clock.nowMs + 24 * HOUR_MS);
    await server.context.fundPasswords.verify(user.userId, '161803');
    // The code was used up.
    expect(await refusal({ code, login_password: PASSWORD })).toBe('code_expired');
  });

  test('with a second factor that is asked for too, and a miss leaves the code good (A7)', async () => {
    const user = await server.register();
    await save(user, first('271828'));
    const factor = await enrolled(user);
    await server.data('smsOtherMail', { scene: 'fund_password' }, user);
    const reset = funds('161803', {
      code: await server.code(user.email),
      login_password: PASSWORD,
    });
    expect((await save(user, reset)).error).toBe('mfa_required');
    expect((await save(user, { ...reset, otp: '000000' })).error).toBe('code_wrong');
    expect((await save(user, { ...reset, otp: factor.next() })).status).toBe(200);
  });

  test('S6: a change with the old one needs the second factor too, after the old one', async () => {
    const user = await server.register();
    await save(user, first('271828'));
    const factor = await enrolled(user);
    const change = funds('161803', { old_password: '271828' });
    const otp = factor.next();
    const wrong = await save(user, { ...change, old_password: '314159', otp });
    expect(wrong.error).toBe('fund_password_wrong');
    expect((await save(user, change)).error).toBe('mfa_required');
    expect((await save(user, { ...change, otp: '000000' })).error).toBe('code_wrong');
    await server.context.fundPasswords.verify(user.userId, '271828');
    expect((await save(user, { ...change, otp })).status).toBe(200);
    await server.context.fundPasswords.verify(user.userId, '161803');
  });

  test('the first one needs the second factor where there is one', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    expect((await save(user, first('271828'))).error).toBe('mfa_required');
    expect((await save(user, first('271828', { otp: factor.next() }))).status).toBe(200);
  });

  describe('after five wrong tries', () => {
    const tryIt = async (user: TestUser, password: string): Promise<string | undefined> => {
      const change = funds('161803', { old_password: password });
      const reply = await save(user, change);
      return reply.error === 'fund_password_locked'
        ? `locked ${reply.headers['retry-after']}`
        : reply.error;
    };
    async function locked(): Promise<TestUser> {
      const user = await server.register();
      await save(user, first('271828'));
      for (let count = 0; count < 5; count += 1)
        expect(await tryIt(user, '000009')).toBe('fund_password_wrong');
      return user;
    }

    test('is locked for a quarter of an hour, then twice as long, and a restart forgives nothing', async () => {
      const user = await locked();
      expect(await tryIt(user, '271828')).toBe('locked 900');
      await server.restart();
      expect(await tryIt(user, '271828')).toBe('locked 900');
      server.clock.nowMs += 900_000;
      for (let count = 0; count < 5; count += 1)
        expect(await tryIt(user, '000009')).toBe('fund_password_wrong');
      expect(await tryIt(user, '271828')).toBe('locked 1800');
      server.clock.nowMs += 1_800_000;
      expect(await tryIt(user, '271828')).toBeUndefined();
    });

    test('the owner resets it, which lifts the lock', async () => {
      const user = await locked();
      await server.data('smsOtherMail', { scene: 'fund_password' }, user);
      const code = await server.code(user.email);
      const reset = funds('161803', { code, login_password: PASSWORD });
      expect((await save(user, reset)).status).toBe(200);
      await server.context.fundPasswords.verify(user.userId, '161803');
    });

    test('of twenty at once five are looked at', async () => {
      const user = await server.register();
      await save(user, first('271828'));
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, count) => tryIt(user, `00000${count % 10}`)),
      );
      expect(outcomes.filter((each) => each === 'fund_password_wrong')).toHaveLength(5);
      expect(outcomes.filter((each) => each === 'locked 900')).toHaveLength(15);
    });

    test('a right one starts the count afresh', async () => {
      const user = await server.register();
      await save(user, first('271828'));
      const { fundPasswords } = server.context;
      for (let round = 0; round < 3; round += 1) {
        for (let count = 0; count < 4; count += 1)
          await expect(fundPasswords.verify(user.userId, '000009')).rejects.toThrow(
            'fund_password_wrong',
          );
        await fundPasswords.verify(user.userId, '271828');
      }
    });
  });
});

describe('a second factor', () => {
  test('is begun with the password, confirmed with a code, and shown from then on', async () => {
    const user = await server.register();
    expect((await server.call('beginOtp', { password: 'wrong' }, user)).error).toBe(
      'password_wrong',
    );
    expect((await server.call('confirmOtp', { otp: '123456' }, user)).error).toBe('otp_not_begun');
    const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
    // Begun is not on.
    expect((await login(user)).status).toBe(200);
    expect((await server.call('confirmOtp', { otp: '000000' }, user)).error).toBe('code_wrong');
    const confirmed = await server.data('confirmOtp', { otp: codeOf(server, secret) }, user);
    expect(new Set(confirmed.recovery_codes).size).toBe(10);
    expect(await server.data('security', {}, user)).toMatchObject({
      has_otp: true,
      recovery_codes_left: 10,
    });
    expect((await server.data('center', {}, user)).user.has_otp).toBe(true);
    expect((await kindsOf(user))[0]).toBe('otp_enabled');
    expect((await server.call('beginOtp', { password: PASSWORD }, user)).error).toBe(
      'otp_already_set',
    );
    expect((await server.call('confirmOtp', { otp: '123456' }, user)).error).toBe(
      'otp_already_set',
    );
  });

  test('that was begun long ago must be begun again', async () => {
    const user = await server.register();
    const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
    server.clock.nowMs += 1_800_000;
    const late = await server.call('confirmOtp', { otp: codeOf(server, secret) }, user);
    expect(late.error).toBe('otp_not_begun');
  });

  test('neither secret nor recovery codes are in the database (C4, C6)', async () => {
    const user = await server.register();
    const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
    const otp = codeOf(server, secret);
    const { recovery_codes: codes } = await server.data('confirmOtp', { otp }, user);
    const rows = await server.context.database.query<{ row: string }>(
      `SELECT encode(secret, 'escape') AS row FROM user_otps
       UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_codes`,
    );
    for (const { row } of rows)
      for (const word of [secret, ...codes]) expect(row).not.toContain(word);
  });

  test('is asked for after the right password, and only then', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    expect((await login(user, { password: 'wrong' })).error).toBe('login_failed');
    expect(await login(user)).toMatchObject({ status: 403, error: 'mfa_required' });
    expect((await login(user, { otp: '000000' })).error).toBe('code_wrong');
    expect((await login(user, { otp: factor.next() })).status).toBe(200);
  });

  test('a code works once, one step early or late, not two (C4)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    const otp = factor.next();
    expect((await login(user, { otp })).status).toBe(200);
    expect((await login(user, { otp })).error).toBe('code_wrong');
    const late = factor.next();
    server.clock.nowMs += STEP_MS;
    expect((await login(user, { otp: late })).status).toBe(200);
    const tooLate = factor.next();
    server.clock.nowMs += 2 * STEP_MS;
    expect((await login(user, { otp: tooLate })).error).toBe('code_wrong');
  });

  test('of twenty at once with one code one succeeds (C4, X3)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    const otp = factor.next();
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(user, { otp })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = new Set(replies.map(({ error }) => error));
    for (const refusal of refusals)
      expect([undefined, 'code_wrong', 'locked_out']).toContain(refusal);
  });

  test('five wrong codes lock it, for the right password too; a restart forgives nothing', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    for (let count = 0; count < 5; count += 1)
      expect((await login(user, { otp: '000000' })).error).toBe('code_wrong');
    const locked = await login(user, { otp: factor.next() });
    expect(locked).toMatchObject({ status: 429, error: 'locked_out' });
    await server.restart();
    expect((await login(user, { otp: factor.next() })).error).toBe('locked_out');
    server.clock.nowMs += 900_000;
    expect((await login(user, { otp: factor.next() })).status).toBe(200);
  });

  test('a recovery code stands for a code, once, also in parallel; the owner is told (C6, A10)', async () => {
    const user = await server.register();
    const { recovery } = await enrolled(user);
    const [first = '', second = ''] = recovery;
    expect((await login(user, { otp: first.toUpperCase() })).status).toBe(200);
    expect((await login(user, { otp: first })).error).toBe('code_wrong');
    const replies = await Promise.all([1, 2, 3, 4].map(() => login(user, { otp: second })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await server.data('security', {}, user)).recovery_codes_left).toBe(8);
    expect((await scenesOf(user)).filter((scene) => scene === 'recovery_code_used')).toHaveLength(
      2,
    );
    const { list } = await server.data('messages', {}, user);
    expect(list.find(({ kind }) => kind === 'recovery_code_used')?.body).toContain('8 are left');
  });

  test('a reset of the password asks for it still, and a miss leaves the code good (A7)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    const fresh = { password: 'lantern-77', password_confirmation: 'lantern-77' };
    const account = { account_type: 'email', account: user.email };
    server.clock.nowMs += 61_000;
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const code = await server.code(user.email);
    const reset = (more: object) => server.call('forget', { ...account, code, ...fresh, ...more });
    expect(await reset({})).toMatchObject({ status: 403, error: 'mfa_required' });
    expect((await reset({ otp: '000000' })).error).toBe('code_wrong');
    expect((await server.call('center', {}, user)).status).toBe(200);
    expect((await reset({ otp: factor.next() })).status).toBe(200);
    expect((await server.call('center', {}, user)).status).toBe(401);
    expect((await reset({ otp: factor.next() })).error).toBe('code_expired');
  });

  test('a ticket survives a missing second factor as a code does (A7)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const { ticket } = await server.data('checkEmail', {
      account: user.email,
      code: await server.code(user.email),
      scene: 'forget',
    });
    const request = {
      ...{ account_type: 'email', account: user.email, ticket },
      ...{ password: 'lantern-77', password_confirmation: 'lantern-77' },
    };
    expect((await server.call('forget', request)).error).toBe('mfa_required');
    expect((await server.call('forget', { ...request, otp: factor.next() })).status).toBe(200);
    const again = { ...request, otp: factor.next() };
    expect((await server.call('forget', again)).error).toBe('ticket_invalid');
  });

  test('a locked account opens with code and second factor, also when the second comes later (A7, A9)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    for (let count = 0; count < 10; count += 1) await login(user, { password: 'wrong' });
    expect((await login(user, { otp: factor.next() })).error).toBe('locked_out');
    await server.data('smsMail', { email: user.email, scene: 'login_new_device' });
    const code = await server.code(user.email);
    expect((await login(user, { code })).error).toBe('mfa_required');
    expect((await login(user, { code, otp: factor.next() })).status).toBe(200);
  });

  test('a change of the password asks for it (A7)', async () => {
    const user = await server.register();
    const factor = await enrolled(user);
    const change = {
      old_password: PASSWORD,
      ...{ password: 'lantern-77', password_confirmation: 'lantern-77' },
    };
    expect((await server.call('changePassword', change, user)).error).toBe('mfa_required');
    const right = { ...change, otp: factor.next() };
    expect((await server.call('changePassword', right, user)).status).toBe(200);
    expect(await usableAt(user)).toBe(server.clock.nowMs + 24 * HOUR_MS);
  });

  test('is turned off with password and code; withdrawals cool off, and the owner is told (A10)', async () => {
    const user = await server.register();
    const none = { password: PASSWORD, otp: '123456' };
    expect((await server.call('disableOtp', none, user)).error).toBe('otp_not_set');
    const factor = await enrolled(user);
    const refusal = async (request: object) =>
      (await server.call('disableOtp', { ...request }, user)).error;
    expect(await refusal({ password: 'wrong', otp: factor.next() })).toBe('password_wrong');
    expect(await refusal({ password: PASSWORD, otp: '000000' })).toBe('code_wrong');
    expect(await refusal({ password: PASSWORD, otp: factor.recovery[0] })).toBeUndefined();
    expect((await login(user)).status).toBe(200);
    expect(await usableAt(user)).toBe(server.clock.nowMs + 24 * HOUR_MS);
    expect((await scenesOf(user))[0]).toBe('otp_disabled');
    expect((await server.data('security', {}, user)).recovery_codes_left).toBe(0);
    // The codes of the one before are of no use for a new one.
    await enrolled(user);
    expect((await login(user, { otp: factor.recovery[1] })).error).toBe('code_wrong');
  });
});

describe('logging in on a new device', () => {
  test('is told to the owner, in the app and by mail (A10)', async () => {
    const user = await server.register(undefined, { headers: { 'device-id': 'at-home-security' } });
    await login(user, {}, { headers: { 'device-id': 'somewhere-else' }, ip: '10.8.0.1' });
    expect(await kindsOf(user)).toEqual(['new_device']);
    expect((await scenesOf(user))[0]).toBe('new_device');
    const { list } = await server.data('messages', {}, user);
    expect(list[0]?.body).toContain('10.8.0.1');
  });

  test('needs no code, but one that is given must be right', async () => {
    const user = await server.register();
    await server.data('smsMail', { email: user.email, scene: 'login_new_device' });
    const code = await server.code(user.email);
    const other = code === '000000' ? '000001' : '000000';
    expect((await login(user, { code: other })).error).toBe('code_wrong');
    expect((await login(user, { code })).status).toBe(200);
    expect((await login(user, { code })).error).toBe('code_expired');
    expect((await login(user)).status).toBe(200);
  });
});

describe('personal messages', () => {
  test('are the reader’s, marked as read one by one or all at once (V4)', async () => {
    const [user, stranger] = [await server.register(), await server.register()];
    await server.context.messages.tell(user.userId, 'deposit_passed', {
      amount: '1.5',
      currency: 'ETH',
    });
    await server.context.messages.tell(user.userId, 'account_frozen', {});
    const { list, unread } = await server.data('messages', {}, user);
    expect([list.map(({ kind }) => kind), unread]).toEqual([
      ['account_frozen', 'deposit_passed'],
      2,
    ]);
    expect(list[1]?.body).toBe('1.5 ETH were added to your balance.');
    const id = list[1]?.id;
    expect((await server.call('readMessages', { id }, stranger)).error).toBe('not_found');
    await server.data('readMessages', { id }, user);
    await server.data('readMessages', { id }, user);
    expect((await server.data('messages', {}, user)).unread).toBe(1);
    expect((await server.call('readMessages', {}, user)).fields).toHaveProperty('id');
    await server.data('readMessages', { all: true }, user);
    const read = await server.data('messages', { limit: 1, page: 2 }, user);
    expect(read).toMatchObject({ unread: 0, total: 2, list: [{ id, is_read: true }] });
    await server.data('readMessages', { all: true }, user);
    expect((await server.data('messages', {}, stranger)).total).toBe(0);
  });

  test('a known reason is said in the reader’s language, a reviewer’s own stays as it is', async () => {
    const user = await server.register();
    const money = { amount: '1', currency: 'BTC' };
    const { messages } = server.context;
    await messages.tell(user.userId, 'deposit_rejected', { ...money, reason: 'orphaned' });
    await messages.tell(user.userId, 'deposit_rejected', { ...money, reason: 'Blurred {voucher}' });
    const inChinese = { ...user, headers: { 'language-mark': 'zh' } };
    const { list } = await server.data('messages', {}, inChinese);
    expect(list[0]?.body).toContain('Blurred {voucher}');
    expect(list[1]?.body).toContain('网络撤销了该交易');
  });
});

describe('a new SECRET_KEY (O9)', () => {
  const OLD = 'the first secret of this deployment 32+';
  const NEW = 'another secret of the same deployment 32+';

  test('opens what the old one encrypted, encrypts it anew at the start, and is then enough', async () => {
    const environment: Record<string, string> = { SECRET_KEY: OLD };
    const rotating = await startTestServer({ environment });
    try {
      const user = await rotating.register();
      const fileId = await uploaded(rotating, user);
      const claim = { country: 'JP', name: 'Hanako Yamada', id_number: 'AB-123456' };
      await rotating.data('realName', claim, user);
      const { secret } = await rotating.data('beginOtp', { password: PASSWORD }, user);
      const { recovery_codes: recovery } = await rotating.data(
        'confirmOtp',
        { otp: codeOf(rotating, secret) },
        user,
      );
      const login = async (otp: string | undefined) =>
        (
          await rotating.call('login', {
            ...{ account_type: 'email', account: user.email, password: PASSWORD, otp },
          })
        ).error;
      await rotating.restart({ SECRET_KEY: NEW, SECRET_KEYS_PREVIOUS: OLD });
      expect(await login(recovery[0])).toBeUndefined();
      await rotating.restart({ SECRET_KEY: NEW });
      expect((await rotating.context.files.open(fileId)).mime).toBe('image/jpeg');
      expect((await rotating.data('center2', {}, user)).basic.name).toBe('H••• Y•••');
      rotating.clock.nowMs += STEP_MS;
      expect(await login(codeOf(rotating, secret))).toBeUndefined();
      const other = await rotating.register();
      expect((await rotating.call('realName', claim, other)).error).toBe('id_number_used');
    } finally {
      await rotating.stop();
    }
  });
});
