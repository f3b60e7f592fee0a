/** Passkeys on the wire: registered, used once, refused when anything about them is wrong (cases.md C5, C6, A10). */
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { codeOf } from '../../operators/test/fixture.ts';
import { SoftAuthenticator, type Wrong } from './authenticator.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Proof = Readonly<Record<string, unknown>>;
const challenge = async () => (await server.data('passkeyOptions')).options;
const begin = async (user: TestUser, proof: Proof = { password: PASSWORD }) =>
  (await server.data('beginPasskey', proof, user)).options;

/** Registers what the authenticator makes. */
async function registered(
  user: TestUser,
  device = new SoftAuthenticator(),
  proof: Proof = { password: PASSWORD },
) {
  const credential = device.make(await begin(user, proof));
  const made = await server.data('confirmPasskey', { credential, name: 'Telephone' }, user);
  return { device, made };
}
const passkeyLogin = async (device: SoftAuthenticator, wrong: Wrong = {}, options = {}) =>
  server.call('passkeyLogin', { credential: device.logIn(await challenge(), wrong) }, options);
const ticketOf = async (device: SoftAuthenticator) =>
  (await server.data('passkeyProve', { credential: device.logIn(await challenge()) })).ticket;
const passwordLogin = (user: TestUser, more: object = {}, options = {}) =>
  server.call(
    'login',
    { account_type: 'email', account: user.email, password: PASSWORD, ...more },
    options,
  );
const kindsOf = async (user: TestUser) =>
  (await server.data('messages', {}, user)).list.map(({ kind }) => kind);
const usableAt = async (user: TestUser) =>
  (await server.data('security', {}, user)).withdrawals_usable_at;
/** Counts of wrong tries are by address. */
let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { ip: `203.0.113.${addresses}` };
};

describe('registering', () => {
  test('takes the login password, and shows on the list', async () => {
    const user = await server.register();
    const { made } = await registered(user);
    expect(made.passkey).toMatchObject({ name: 'Telephone', is_synced: false });
    expect(made.passkey).not.toHaveProperty('last_used_at');
    expect(await server.data('passkeys', {}, user)).toEqual([made.passkey]);
    expect((await server.data('center', {}, user)).user).toMatchObject({
      has_passkey: true,
      has_otp: false,
    });
    expect(await kindsOf(user)).toContain('passkey_added');
    const sent = await server.context.outbox.inbox(user.email, 20);
    expect(sent.map(({ scene }) => scene)).toContain('passkey_added');
  });

  test('asks for a passkey that is kept on the device and knows its owner', async () => {
    const user = await server.register();
    expect(await begin(user)).toMatchObject({
      rp: { id: 'localhost', name: 'Fairlead' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test.each([
    [{}, 422, 'validation_failed'],
    [{ password: 'not-my-password' }, 400, 'password_wrong'],
    [{ otp: `pk_${'A'.repeat(43)}` }, 400, 'code_wrong'],
  ])('is not begun with %j', async (proof, status, error) => {
    const user = await server.register();
    expect(await server.call('beginPasskey', proof, user)).toMatchObject({ status, error });
  });

  test('as the first factor brings recovery codes and pauses nothing; a second one pauses withdrawals', async () => {
    const user = await server.register();
    const { device, made } = await registered(user);
    expect(made.recovery_codes).toHaveLength(10);
    expect(await usableAt(user)).toBeUndefined();
    const second = await registered(user, new SoftAuthenticator(), { otp: await ticketOf(device) });
    expect(second.made).not.toHaveProperty('recovery_codes');
    expect(await usableAt(user)).toBe(server.clock.nowMs + DAY_MS);
  });

  test('beside another factor takes that too', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const reply = await server.call('beginPasskey', { password: PASSWORD }, user);
    expect(reply).toMatchObject({ status: 403, error: 'mfa_required' });
    await begin(user, { password: PASSWORD, otp: await ticketOf(device) });
    // It is enough by itself.
    await begin(user, { otp: await ticketOf(device) });
  });

  const WRONG: readonly (readonly [string, Wrong])[] = [
    ['from another origin', { origin: 'https://1ocalhost.example' }],
    ['for another domain', { rpId: 'example.org' }],
    ['by nobody it knows', { isUnverified: true }],
    ['that is a use', { type: 'webauthn.get' }],
    ['in a frame', { crossOrigin: true }],
  ];
  test.each(WRONG)('refuses one %s', async (_what, wrong) => {
    const user = await server.register();
    const credential = new SoftAuthenticator().make(await begin(user), wrong);
    const reply = await server.call('confirmPasskey', { credential, name: 'X' }, user);
    expect(reply).toMatchObject({ status: 400, error: 'passkey_refused' });
    expect(await server.data('passkeys', {}, user)).toEqual([]);
  });

  test('refuses another user’s challenge, a used one, one that is over, and one made for a use', async () => {
    const [user, other] = [await server.register(), await server.register()];
    const confirm = async (credential: string, by: TestUser) =>
      (await server.call('confirmPasskey', { credential, name: 'X' }, by)).error;
    const theirs = new SoftAuthenticator().make(await begin(other));
    expect(await confirm(theirs, user)).toBe('passkey_refused');
    const late = new SoftAuthenticator().make(await begin(user));
    server.clock.nowMs += 5 * MINUTE_MS;
    expect(await confirm(late, user)).toBe('passkey_refused');
    expect(await confirm(new SoftAuthenticator().make(await challenge()), user)).toBe(
      'passkey_refused',
    );
    const options = await begin(user);
    const [first, second] = [new SoftAuthenticator(), new SoftAuthenticator()];
    expect(await confirm(first.make(options), user)).toBeUndefined();
    expect(await confirm(second.make(options), user)).toBe('passkey_refused');
  });

  test('never makes one credential two people’s', async () => {
    const [user, other] = [await server.register(), await server.register()];
    const { device } = await registered(user);
    const credential = device.make(await begin(other));
    const reply = await server.call('confirmPasskey', { credential, name: 'X' }, other);
    expect(reply.error).toBe('passkey_refused');
  });

  test('ends at ten', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    for (let made = 1; made < 10; made += 1)
      await registered(user, new SoftAuthenticator(), { otp: await ticketOf(device) });
    const proof = { otp: await ticketOf(device) };
    expect(await server.call('beginPasskey', proof, user)).toMatchObject({
      error: 'passkey_limit',
    });
  });

  test.each(['', '[]', '{"id":1}', '{"id":"a","response":{"clientDataJSON":"e30"}}', 'null'])(
    'refuses %j',
    async (credential) => {
      const user = await server.register();
      const reply = await server.call('confirmPasskey', { credential, name: 'X' }, user);
      expect(reply.error).toBe(credential === '' ? 'validation_failed' : 'passkey_refused');
    },
  );
});

describe('logging in with a passkey', () => {
  test('needs neither account nor password, nor the other factor', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const { secret } = await server.data('beginOtp', { otp: await ticketOf(device) }, user);
    await server.data('confirmOtp', { otp: codeOf(server, secret) }, user);
    const reply = await passkeyLogin(device);
    expect(reply.message.user.id).toBe(user.userId);
    expect((await server.call('center', {}, { token: reply.message.token })).status).toBe(200);
    const [passkey] = await server.data('passkeys', {}, user);
    expect(passkey?.last_used_at).toBe(server.clock.nowMs);
  });

  const WRONG: readonly (readonly [string, Wrong])[] = [
    ['asked for at another origin', { origin: 'https://fairlead.evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['by nobody it knows', { isUnverified: true }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['in a frame', { crossOrigin: true }],
    ['of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['signed with another key', { key: new SoftAuthenticator().privateKey }],
  ];
  test.each(WRONG)('is refused %s', async (_what, wrong) => {
    const user = await server.register();
    const { device } = await registered(user);
    expect(await passkeyLogin(device, wrong, elsewhere())).toMatchObject({
      status: 400,
      error: 'passkey_refused',
    });
    expect((await passkeyLogin(device)).status).toBe(200);
  });

  test('takes each answer once, of twenty at the same time one', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const credential = device.logIn(await challenge());
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.call('passkeyLogin', { credential }, elsewhere())),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.call('passkeyLogin', { credential }, elsewhere())).toMatchObject({
      error: 'passkey_refused',
    });
  });

  test('is refused with a challenge that is over, that we never gave, or that a registration was given', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const late = device.logIn(await challenge());
    server.clock.nowMs += 5 * MINUTE_MS;
    const made = device.use({ challenge: 'A'.repeat(43) });
    const borrowed = device.use(await begin(user, { otp: await ticketOf(device) }));
    for (const credential of [late, made, borrowed])
      expect(await server.call('passkeyLogin', { credential }, elsewhere())).toMatchObject({
        error: 'passkey_refused',
      });
  });

  test('is refused for the challenge as the server gives it: it may be the hash of what else is to be signed', async () => {
    const { device } = await registered(await server.register());
    const asGiven = { credential: device.use(await challenge()) };
    for (const name of ['passkeyLogin', 'passkeyProve'] as const)
      expect(await server.call(name, asGiven, elsewhere())).toMatchObject({
        error: 'passkey_refused',
      });
  });

  test('is refused with a counter that has not risen, which its owner is told', async () => {
    const user = await server.register();
    const { device } = await registered(user, new SoftAuthenticator({ count: 7 }));
    expect((await passkeyLogin(device)).status).toBe(200);
    const copied = await passkeyLogin(device, { count: 8 }, elsewhere());
    expect(copied.error).toBe('passkey_refused');
    expect((await passkeyLogin(device, { count: 0 }, elsewhere())).error).toBe('passkey_refused');
    expect(await kindsOf(user)).toContain('passkey_copied');
    device.count = 20;
    expect((await passkeyLogin(device)).status).toBe(200);
  });

  test('does not do for the login password where the first fund password is chosen', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const { token } = (await passkeyLogin(device)).message;
    const pair = { password: '271828', password_confirmation: '271828' };
    const save = async (more: object = {}) =>
      server.call('saveFundPassword', { ...pair, otp: await ticketOf(device), ...more }, { token });
    expect((await save()).fields).toHaveProperty('login_password');
    expect((await save({ login_password: PASSWORD })).status).toBe(200);
  });

  test('has the limits of passwords, which are nobody else’s', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const from = elsewhere();
    const wrong = { key: new SoftAuthenticator().privateKey };
    for (let tries = 0; tries < 10; tries += 1)
      expect((await passkeyLogin(device, wrong, from)).error).toBe('passkey_refused');
    expect(await passkeyLogin(device, {}, from)).toMatchObject({
      status: 429,
      error: 'locked_out',
    });
    expect((await passkeyLogin(device, {}, elsewhere())).status).toBe(200);
  });
});

describe('wrong answers', () => {
  const wrong = { key: new SoftAuthenticator().privateKey };
  /** Garbage under ids that nobody has. */
  async function sendGarbage(from: object, count: number): Promise<void> {
    for (let tries = 0; tries < count; tries += 1) {
      const credential = new SoftAuthenticator().use({ challenge: 'A'.repeat(43) });
      const reply = await server.call('passkeyLogin', { credential }, from);
      expect(reply.error).toBe('passkey_refused');
    }
  }

  test('of passkeys that nobody has lock out neither passkeys nor passwords behind their address (A9)', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const from = elsewhere();
    await sendGarbage(from, 101);
    expect((await passkeyLogin(device, {}, from)).status).toBe(200);
    expect((await passwordLogin(user, { otp: await ticketOf(device) }, from)).status).toBe(200);
  });

  test('of strangers lock out no device of its owner’s behind the same address', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const from = elsewhere();
    const home = { ...from, headers: { 'device-id': 'a-device-of-the-owner-1' } };
    expect((await passkeyLogin(device, {}, home)).status).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) await passkeyLogin(device, wrong, from);
    expect((await passkeyLogin(device, {}, from)).error).toBe('locked_out');
    expect((await passkeyLogin(device, {}, home)).status).toBe(200);
  });

  test('of a session are its own', async () => {
    const [user, other] = [await server.register(), await server.register()];
    const { device } = await registered(user);
    const from = elsewhere();
    const as = { ...from, token: other.token };
    for (let tries = 0; tries < 10; tries += 1) await passkeyLogin(device, wrong, as);
    expect((await passkeyLogin(device, {}, as)).error).toBe('locked_out');
    expect((await passkeyLogin(device, {}, from)).status).toBe(200);
  });
});

describe('with a new password', () => {
  const NEW = { password: 'another-harbour-7', password_confirmation: 'another-harbour-7' };
  async function reset(user: TestUser, otp: string) {
    server.clock.nowMs += MINUTE_MS;
    await server.data('smsMail', { email: user.email, scene: 'forget' });
    const code = await server.code(user.email);
    return server.call('forget', {
      ...{ account_type: 'email', account: user.email, code, otp },
      ...NEW,
    });
  }
  const changed = (user: TestUser, otp: string) =>
    server.call('changePassword', { old_password: PASSWORD, otp, ...NEW }, user);
  /** Logged in again: the message of how many ended and are left, and what does for a second factor. */
  async function told(user: TestUser, otp: string) {
    const { message } = await passwordLogin(user, { password: NEW.password, otp });
    const { list } = await server.data('messages', {}, { token: message.token });
    return list.find(({ kind }) => kind === 'passkeys_left')?.body;
  }

  test('a reset ends young passkeys but the one that proved it; old ones stay, and the owner is told', async () => {
    const user = await server.register();
    const { device: old } = await registered(user);
    server.clock.nowMs += 31 * DAY_MS;
    const back = { ...user, token: (await passkeyLogin(old)).message.token };
    const { device: own } = await registered(back, new SoftAuthenticator(), {
      otp: await ticketOf(old),
    });
    const { device: thief } = await registered(back, new SoftAuthenticator(), {
      otp: await ticketOf(old),
    });
    const unused = await ticketOf(thief);
    expect((await reset(user, await ticketOf(own))).status).toBe(200);
    expect((await passkeyLogin(thief, {}, elsewhere())).error).toBe('passkey_refused');
    const again = { password: NEW.password, otp: unused };
    expect((await passwordLogin(user, again, elsewhere())).error).toBe('code_wrong');
    for (const left of [own, old]) expect((await passkeyLogin(left)).status).toBe(200);
    const body = await told(user, await ticketOf(old));
    expect(body).toMatch(/^1 passkey ended with your old password\. 2 are left/);
    const mails = await server.context.outbox.inbox(user.email, 20);
    expect(mails.map(({ scene }) => scene)).toContain('passkeys_left');
  });

  test('a reset with a recovery code leaves no young one, and no codes of no factor', async () => {
    const user = await server.register();
    const { device, made } = await registered(user);
    const [code = ''] = made.recovery_codes ?? [];
    expect((await reset(user, code)).status).toBe(200);
    expect((await passkeyLogin(device, {}, elsewhere())).error).toBe('passkey_refused');
    const { message } = await passwordLogin(user, { password: NEW.password });
    const back = { token: message.token };
    expect(await server.data('security', {}, back)).toMatchObject({
      passkeys: 0,
      recovery_codes_left: 0,
    });
  });

  test('a reset while a new one is being made ends that too: it is refused, whoever came first', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const credential = new SoftAuthenticator().make(
      await begin(user, { otp: await ticketOf(device) }),
    );
    const otp = await ticketOf(device);
    const { database } = server.context;
    const real = database.transaction.bind(database);
    // Between the look at what the authenticator made and the row of it.
    const spy = vi.spyOn(database, 'transaction').mockImplementationOnce(async (run) => {
      expect((await reset(user, otp)).status).toBe(200);
      return real(run);
    });
    const made = await server.call('confirmPasskey', { credential, name: 'Thief' }, user);
    spy.mockRestore();
    expect(made.error).toBe('passkey_refused');
    const { token } = (await passkeyLogin(device)).message;
    expect((await server.data('passkeys', {}, { token })).map(({ name }) => name)).toEqual([
      'Telephone',
    ]);
  });

  test('a reset without the second factor ends nothing', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    expect((await reset(user, '123456')).error).toBe('code_wrong');
    expect((await passkeyLogin(device)).status).toBe(200);
  });

  test('a change ends tickets alone, and says how many passkeys there are', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const unused = await ticketOf(device);
    expect((await changed(user, await ticketOf(device))).status).toBe(200);
    const again = { password: NEW.password, otp: unused };
    expect((await passwordLogin(user, again, elsewhere())).error).toBe('code_wrong');
    expect(await told(user, await ticketOf(device))).toMatch(/^None ended.* 1 is left/);
  });
});

describe('as a second factor', () => {
  test('is asked for with the password, and does once', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    expect((await passwordLogin(user)).error).toBe('mfa_required');
    expect((await passwordLogin(user, { otp: '123456' })).error).toBe('code_wrong');
    const otp = await ticketOf(device);
    expect((await passwordLogin(user, { otp })).status).toBe(200);
    expect((await passwordLogin(user, { otp })).error).toBe('code_wrong');
  });

  test('stands beside an authenticator: either does', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const { secret } = await server.data('beginOtp', { otp: await ticketOf(device) }, user);
    const { recovery_codes: codes } = await server.data(
      'confirmOtp',
      { otp: codeOf(server, secret) },
      user,
    );
    expect(codes).toHaveLength(10);
    expect((await server.data('security', {}, user)).recovery_codes_left).toBe(10);
    server.clock.nowMs += 30_000;
    expect((await passwordLogin(user, { otp: codeOf(server, secret) })).status).toBe(200);
    expect((await passwordLogin(user, { otp: await ticketOf(device) })).status).toBe(200);
    // Without the authenticator the passkey is still asked for, and the recovery codes still work.
    const off = { password: PASSWORD, otp: await ticketOf(device) };
    expect((await server.call('disableOtp', off, user)).status).toBe(200);
    expect((await passwordLogin(user)).error).toBe('mfa_required');
    expect((await passwordLogin(user, { otp: codes[0] })).status).toBe(200);
  });

  test('is asked for before an authenticator stands beside it; recovery codes stay, withdrawals pause', async () => {
    const user = await server.register();
    const { device, made } = await registered(user);
    const beginOtp = (proof: Proof) => server.call('beginOtp', { ...proof }, user);
    expect((await beginOtp({})).error).toBe('validation_failed');
    expect((await beginOtp({ password: PASSWORD })).error).toBe('mfa_required');
    expect((await beginOtp({ password: PASSWORD, otp: '123456' })).error).toBe('code_wrong');
    const [code] = made.recovery_codes ?? [];
    expect((await passwordLogin(user, { otp: code })).status).toBe(200);
    const { secret } = await server.data('beginOtp', { otp: await ticketOf(device) }, user);
    expect(await usableAt(user)).toBeUndefined();
    await server.data('confirmOtp', { otp: codeOf(server, secret) }, user);
    expect(await usableAt(user)).toBe(server.clock.nowMs + DAY_MS);
  });

  test('ends what was begun with a password alone, before it was there', async () => {
    const user = await server.register();
    const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
    const { made } = await registered(user);
    const late = await server.call('confirmOtp', { otp: codeOf(server, secret) }, user);
    expect(late.error).toBe('otp_not_begun');
    const [code] = made.recovery_codes ?? [];
    expect((await passwordLogin(user, { otp: code })).status).toBe(200);
  });

  test('a ticket is one user’s, and good for five minutes', async () => {
    const [user, other] = [await server.register(), await server.register()];
    const { device } = await registered(user);
    await registered(other);
    const theirs = await ticketOf(device);
    expect((await passwordLogin(other, { otp: theirs })).error).toBe('code_wrong');
    const late = await ticketOf(device);
    server.clock.nowMs += 5 * MINUTE_MS;
    expect((await passwordLogin(user, { otp: late })).error).toBe('code_wrong');
  });

  test('is asked for a new password', async () => {
    const user = await server.register();
    const { device } = await registered(user);
    const change = {
      old_password: PASSWORD,
      password: 'another-harbour-7',
      password_confirmation: 'another-harbour-7',
    };
    expect((await server.call('changePassword', change, user)).error).toBe('mfa_required');
    const otp = await ticketOf(device);
    expect((await server.call('changePassword', { ...change, otp }, user)).status).toBe(200);
  });

  test('guesses at recovery codes are few without an authenticator too', async () => {
    const user = await server.register();
    await registered(user);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await passwordLogin(user, { otp: 'aaaaa-aaaaa' }, elsewhere())).error).toBe(
        'code_wrong',
      );
    expect((await passwordLogin(user, { otp: 'aaaaa-aaaaa' })).error).toBe('locked_out');
  });
});

describe('a passkey that is there', () => {
  test('is named anew', async () => {
    const user = await server.register();
    const { made } = await registered(user);
    const request = { id: made.passkey.id, name: 'Key ring' };
    const renamed = await server.data('renamePasskey', request, user);
    expect(renamed).toEqual({ ...made.passkey, name: 'Key ring' });
    expect(await server.data('passkeys', {}, user)).toEqual([renamed]);
  });

  test('is taken out with a factor only; withdrawals pause, its tickets and recovery codes end', async () => {
    const user = await server.register();
    const { device, made } = await registered(user);
    const { id } = made.passkey;
    expect((await server.call('removePasskey', { id }, user)).error).toBe('validation_failed');
    const unused = await ticketOf(device);
    const [code = ''] = made.recovery_codes ?? [];
    const removed = await server.call('removePasskey', { id, password: PASSWORD, otp: code }, user);
    expect(removed.status).toBe(200);
    expect(await server.data('passkeys', {}, user)).toEqual([]);
    expect(await usableAt(user)).toBe(server.clock.nowMs + DAY_MS);
    expect(await kindsOf(user)).toContain('passkey_removed');
    expect((await passkeyLogin(device, {}, elsewhere())).error).toBe('passkey_refused');
    expect((await passwordLogin(user)).status).toBe(200);
    expect(await server.data('security', {}, user)).toMatchObject({ recovery_codes_left: 0 });
    expect((await server.call('beginPasskey', { otp: unused }, user)).error).toBe('code_wrong');
  });

  test('what was begun with it is over once it is taken out', async () => {
    const user = await server.register();
    const { device, made } = await registered(user);
    await registered(user, new SoftAuthenticator(), { otp: await ticketOf(device) });
    const options = await begin(user, { otp: await ticketOf(device) });
    const taken = { id: made.passkey.id, otp: await ticketOf(device) };
    expect((await server.call('removePasskey', taken, user)).status).toBe(200);
    const late = { credential: new SoftAuthenticator().make(options), name: 'Late' };
    expect(await server.call('confirmPasskey', late, user)).toMatchObject({
      error: 'passkey_refused',
    });
    expect(await server.data('passkeys', {}, user)).toHaveLength(1);
  });
});

test('where the address is a number there are none', async () => {
  const away = await startTestServer({ environment: { PUBLIC_URL: 'http://192.0.2.7:8080' } });
  try {
    expect((await away.data('config')).passkeys).toBeUndefined();
    expect(await away.call('passkeyOptions')).toMatchObject({ error: 'passkeys_closed' });
    const user = await away.register();
    expect(await away.call('beginPasskey', { password: PASSWORD }, user)).toMatchObject({
      error: 'passkeys_closed',
    });
  } finally {
    await away.stop();
  }
});

test('challenges and tickets that are over are forgotten', async () => {
  const user = await server.register();
  const { device } = await registered(user);
  await challenge();
  await ticketOf(device);
  server.clock.nowMs += 5 * MINUTE_MS;
  await server.context.passkeys.prune();
  const [left] = await server.context.database.query<{ count: bigint }>(
    'SELECT (SELECT count(*) FROM passkey_challenges) + (SELECT count(*) FROM passkey_tickets) AS count',
  );
  expect(Number(left?.count)).toBe(0);
});
