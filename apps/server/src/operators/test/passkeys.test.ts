/**
 * Operators' passkeys (cases.md A6, C5, Q4, S4). Goal: outside demo a password opens nothing but the making of a passkey,
 * from the first passkey on nothing that can be told to somebody opens the console, and nothing but the operator's own
 * passkey, used just now on our pages, does.
 */
import { createHash } from 'node:crypto';
import { newOperatorApproval } from '@fairlead/contract';
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  OWNER_PASSWORD,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../test/support/fixture.ts';
import type { PasskeyConfig } from '../../core/config/passkeys.ts';
import { SoftAuthenticator, type Wrong } from '../../identity/test/authenticator.ts';
import { heedPasskeyDomain, lostPasskeyDomain } from '../access/passkey-domain.ts';
import { findOperatorById } from '../queries.ts';
import { addOperator, codeOf, lastActs, OPERATOR_PASSWORD, useLink } from './fixture.ts';
import { signed } from './signer.ts';

const REAL = {
  DEMO: 'false',
  FEED: 'live:kraken,coinbase',
  SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
};
const OWNER = { name: 'owner', password: OWNER_PASSWORD };

interface Login {
  readonly name: string;
  readonly password: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: REAL });
});
afterAll(() => server.stop());

/** Calls are limited by address. */
let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { ip: `203.0.${addresses >> 8}.${addresses & 255}` };
};

const challenge = async (of = server) =>
  (await of.data('operatorPasskeyOptions', {}, elsewhere())).options;
const answerOf = async (device: SoftAuthenticator, wrong: Wrong = {}, of = server) =>
  device.logIn(await challenge(of), wrong);
const logIn = async (
  device: SoftAuthenticator,
  wrong: Wrong = {},
  of = server,
  from: { readonly ip: string } = elsewhere(),
) => of.call('operatorPasskeyLogin', { credential: await answerOf(device, wrong, of) }, from);

/** Makes a passkey for whatever is asked beside name and password. */
async function made(
  login: Login,
  more: object = {},
  device = new SoftAuthenticator(),
  of = server,
) {
  const { options } = await of.data('beginOperatorPasskey', { ...login, ...more }, elsewhere());
  const made = { credential: device.make(options), label: 'Key ring' };
  const { token } = await of.data('confirmOperatorPasskey', made, elsewhere());
  return { device, token };
}

/** A new operator with a passkey. */
async function keyed(count = 0) {
  const { name, operatorId } = await addOperator(server, 'auditor');
  const login = { name, password: OPERATOR_PASSWORD };
  return { login, operatorId, ...(await made(login, {}, new SoftAuthenticator({ count }))) };
}

describe('outside demo', () => {
  test('A6: a right password opens nothing but the making of a passkey, which is what opens it then', async () => {
    const refused = await server.call('operatorLogin', OWNER, elsewhere());
    expect(refused).toMatchObject({ status: 403, error: 'mfa_required' });
    expect(refused.fields).toBeUndefined();
    for (const [name, request] of [
      ['operatorEnrol', OWNER],
      ['operatorConfirmEnrol', { ...OWNER, otp: '123456' }],
    ] as const)
      expect(await server.call(name, request)).toMatchObject({ error: 'passkey_required' });
    const wrong = { ...OWNER, password: 'wrong' };
    expect(await server.call('beginOperatorPasskey', wrong, elsewhere())).toMatchObject({
      error: 'login_failed',
    });
    const { device, token } = await made(OWNER);
    expect(await server.data('operatorMe', {}, { token })).toMatchObject({
      name: 'owner',
      has_otp: false,
      has_passkey: true,
    });
    expect(await server.call('operatorLogin', OWNER, elsewhere())).toMatchObject({
      error: 'mfa_required',
      fields: { passkey: 'Required' },
    });
    expect((await logIn(device)).status).toBe(200);

    const created = { name: 'second', role: 'reviewer' };
    const { id: operatorId } = await server.data('operatorMe', {}, { token });
    const owner = { operatorId, name: 'owner', token, device };
    const signature = await signed(server, owner, newOperatorApproval(created));
    const { link } = await server.data('createOperator', { ...created, ...signature }, { token });
    await useLink(server, link);
    const second = { name: 'second', password: OPERATOR_PASSWORD };
    expect(await server.call('operatorLogin', second, elsewhere())).toMatchObject({
      error: 'mfa_required',
    });
    await made(second);
  });

  test('a session that a demo opened by a password opens nothing', async () => {
    const { name, operatorId } = await addOperator(server, 'auditor');
    const { device, token } = await made({ name, password: OPERATOR_PASSWORD });
    const me = () => server.call('operatorMe', {}, { token });
    expect((await me()).status).toBe(200);
    await server.context.database.query('DELETE FROM operator_passkeys WHERE operator_id = $1', [
      operatorId,
    ]);
    expect((await me()).error).toBe('not_logged_in');
    expect((await logIn(device)).error).toBe('passkey_refused');
  });

  test('an authenticator of before goes on, takes part in the making of the first passkey, and ends with it', async () => {
    const { name, operatorId } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    // As versions before enrolled them.
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await server.context.database.query(
      'UPDATE operators SET otp_secret = $2 WHERE operator_id = $1',
      [operatorId, server.context.secrets.seal(secret)],
    );
    const { token } = await server.data(
      'operatorLogin',
      { ...login, otp: codeOf(server, secret) },
      elsewhere(),
    );
    expect(await server.data('operatorMe', {}, { token })).toMatchObject({
      has_otp: true,
      has_passkey: false,
    });
    server.clock.nowMs += MINUTE_MS;
    expect(await server.call('beginOperatorPasskey', login, elsewhere())).toMatchObject({
      error: 'mfa_required',
      fields: { otp: 'Required' },
    });
    expect(
      await server.call('beginOperatorPasskey', { ...login, otp: '000000' }, elsewhere()),
    ).toMatchObject({
      error: 'code_wrong',
    });
    const { device } = await made(login, { otp: codeOf(server, secret) });
    expect((await server.call('operatorMe', {}, { token })).error).toBe('not_logged_in');
    server.clock.nowMs += MINUTE_MS;
    expect(
      await server.call('operatorLogin', { ...login, otp: codeOf(server, secret) }, elsewhere()),
    ).toMatchObject({ error: 'mfa_required', fields: { passkey: 'Required' } });
    expect((await logIn(device)).status).toBe(200);
  });

  test('whose authenticator a passkey replaced counts as one of two a day later; whose did not, as before', async () => {
    const { name, operatorId } = await addOperator(server, 'reviewer');
    const login = { name, password: OPERATOR_PASSWORD };
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await server.context.database.query(
      'UPDATE operators SET otp_secret = $2 WHERE operator_id = $1',
      [operatorId, server.context.secrets.seal(secret)],
    );
    const first = await made(login, { otp: codeOf(server, secret) });
    const countsFrom = server.clock.now() + DAY_MS;
    expect(await server.data('operatorMe', {}, first)).toMatchObject({ approves_from: countsFrom });
    expect(await lastActs(server, 2)).toContainEqual(
      expect.objectContaining({
        action: 'operator.passkey_added',
        detail: { passkey: 'Key ring', in_place_of: 'authenticator' },
      }),
    );
    server.clock.nowMs += MINUTE_MS;
    // A further one takes one that is there, and begins no other wait.
    const credential = await answerOf(first.device);
    const further = await made(login, { credential });
    expect(await server.data('operatorMe', {}, further)).toMatchObject({
      approves_from: countsFrom,
    });
    const { token } = await keyed();
    expect(await server.data('operatorMe', {}, { token })).not.toHaveProperty('approves_from');
  });

  test('a further one takes one that is there; the last one stays', async () => {
    const { login, device, token } = await keyed();
    expect(await server.call('beginOperatorPasskey', login, elsewhere())).toMatchObject({
      error: 'mfa_required',
      fields: { passkey: 'Required' },
    });
    const stranger = await keyed();
    expect(
      await server.call(
        'beginOperatorPasskey',
        {
          ...login,
          credential: await answerOf(stranger.device),
        },
        elsewhere(),
      ),
    ).toMatchObject({ error: 'passkey_refused' });
    const second = await made(login, { credential: await answerOf(device) });
    expect((await server.call('operatorMe', {}, { token })).error).toBe('not_logged_in');
    const list = await server.data('operatorPasskeys', {}, second);
    expect(list).toHaveLength(2);
    const remove = async (id: number | undefined, by: SoftAuthenticator, more = {}) =>
      server.call(
        'removeOperatorPasskey',
        { id, password: OPERATOR_PASSWORD, credential: await answerOf(by), ...more },
        second,
      );
    expect(await remove(list[0]?.id, device, { password: 'wrong' })).toMatchObject({
      error: 'password_wrong',
    });
    expect(await remove(list[0]?.id, stranger.device)).toMatchObject({ error: 'passkey_refused' });
    const others = await server.data('operatorPasskeys', {}, stranger);
    expect(await remove(others[0]?.id, device)).toMatchObject({ error: 'not_found' });
    expect((await remove(list[0]?.id, second.device)).status).toBe(200);
    expect((await logIn(device)).error).toBe('passkey_refused');
    expect(await remove(list[1]?.id, second.device)).toMatchObject({ error: 'passkey_required' });
    expect((await logIn(second.device)).status).toBe(200);
  });

  test('C5: what was begun with a password before the first passkey is over with it', async () => {
    const { name, operatorId } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    const { options } = await server.data('beginOperatorPasskey', login, elsewhere());
    const { device, token } = await made(login);
    const late = { credential: new SoftAuthenticator().make(options), label: 'Late' };
    expect((await server.call('confirmOperatorPasskey', late, elsewhere())).error).toBe(
      'passkey_refused',
    );
    expect(await server.data('operatorPasskeys', {}, { token })).toHaveLength(1);
    expect((await logIn(device)).status).toBe(200);
    // Whoever gave the password before it was there, and was not through with the asking.
    const before = await findOperatorById(server.context.database, operatorId);
    if (before === undefined) throw new Error('gone');
    await expect(server.context.operatorPasskeys.begin(before, undefined)).rejects.toMatchObject({
      code: 'passkey_refused',
    });
  });

  test('C5: what was begun with a passkey is over once one is removed', async () => {
    const { login, device } = await keyed();
    const credential = await answerOf(device);
    const second = await made(login, { credential });
    const begun = { ...login, credential: await answerOf(device) };
    const { options } = await server.data('beginOperatorPasskey', begun, elsewhere());
    const [first] = await server.data('operatorPasskeys', {}, second);
    const removed = { id: first?.id, password: OPERATOR_PASSWORD };
    const proof = { credential: await answerOf(second.device) };
    await server.data('removeOperatorPasskey', { ...removed, ...proof }, second);
    const late = { credential: new SoftAuthenticator().make(options), label: 'Late' };
    expect((await server.call('confirmOperatorPasskey', late, elsewhere())).error).toBe(
      'passkey_refused',
    );
    expect(await server.data('operatorPasskeys', {}, second)).toHaveLength(1);
    expect((await logIn(second.device)).status).toBe(200);
  });

  test('Q4: a reset takes them away, and what was begun before it registers nothing', async () => {
    const { login, operatorId, device } = await keyed();
    const credential = await answerOf(device);
    const { options } = await server.data(
      'beginOperatorPasskey',
      { ...login, credential },
      elsewhere(),
    );
    await server.context.resetByMachine(login.name);
    expect((await logIn(device)).error).toBe('passkey_refused');
    const late = { credential: new SoftAuthenticator().make(options), label: 'Late' };
    expect((await server.call('confirmOperatorPasskey', late, elsewhere())).error).toBe(
      'passkey_refused',
    );
    const kept = await server.context.database.query(
      'SELECT 1 AS one FROM operator_passkeys WHERE operator_id = $1',
      [operatorId],
    );
    expect(kept).toEqual([]);
  });
});

describe('what is refused', () => {
  test('C5: an answer counts once, for five minutes, and of twenty at once one', async () => {
    const { device } = await keyed();
    const credential = await answerOf(device);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call('operatorPasskeyLogin', { credential }, elsewhere()),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (await server.call('operatorPasskeyLogin', { credential }, elsewhere())).status,
    ).not.toBe(200);
    const late = await answerOf((await keyed()).device);
    server.clock.nowMs += 5 * MINUTE_MS;
    expect(
      (await server.call('operatorPasskeyLogin', { credential: late }, elsewhere())).error,
    ).toBe('passkey_refused');
  });

  test.each<[string, Wrong]>([
    ['another page', { origin: 'https://fairlead.example' }],
    ['another domain', { rpId: 'fairlead.example' }],
    ['a page in a frame', { crossOrigin: true }],
    ['an authenticator that does not know its person', { isUnverified: true }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['another key', { key: new SoftAuthenticator().privateKey }],
    ['another user', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ])('C5: %s', async (_name, wrong) => {
    const { device } = await keyed();
    expect((await logIn(device, wrong)).error).toBe('passkey_refused');
    expect((await logIn(device)).status).toBe(200);
  });

  test('a counter that has not risen: a copy of the key, which the log tells', async () => {
    const { device, login } = await keyed(1);
    expect((await logIn(device)).status).toBe(200);
    expect((await logIn(device, { count: 2 })).error).toBe('passkey_refused');
    const acts = await lastActs(server, 3);
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'operator.passkey_copied', subject: login.name }),
    );
    expect((await logIn(device)).status).toBe(200);
  });

  test('a challenge itself, one that somebody made up, and one of a registration', async () => {
    const { device, login } = await keyed();
    const unhashed = device.use(await challenge());
    const invented = device.logIn({ challenge: createHash('sha256').update('x').digest('hex') });
    const credential = await answerOf(device);
    const { options } = await server.data(
      'beginOperatorPasskey',
      { ...login, credential },
      elsewhere(),
    );
    for (const given of [unhashed, invented, device.use(options), device.logIn(options)])
      expect(
        (await server.call('operatorPasskeyLogin', { credential: given }, elsewhere())).error,
      ).toBe('passkey_refused');
    // Nor does one of a login register.
    const label = 'Wrong';
    const asked = { credential: new SoftAuthenticator().make(await challenge()), label };
    expect((await server.call('confirmOperatorPasskey', asked, elsewhere())).error).toBe(
      'passkey_refused',
    );
  });

  test('a registration answered twice, or with a credential that is another’s', async () => {
    const [first, second] = [await keyed(), await keyed()];
    const credential = await answerOf(second.device);
    const begun = await server.data(
      'beginOperatorPasskey',
      { ...second.login, credential },
      elsewhere(),
    );
    const label = 'Taken';
    const taken = { credential: first.device.make(begun.options), label };
    for (let count = 0; count < 2; count += 1)
      expect((await server.call('confirmOperatorPasskey', taken, elsewhere())).error).toBe(
        'passkey_refused',
      );
    expect(await server.data('operatorPasskeys', {}, second)).toHaveLength(1);
  });

  test('ten wrong ones lock this passkey for the address, and no other', async () => {
    const [locked, other] = [await keyed(), await keyed()];
    const wrong = { key: new SoftAuthenticator().privateKey };
    const from = elsewhere();
    for (let count = 0; count < 10; count += 1) {
      await logIn(locked.device, wrong, server, from);
      server.clock.nowMs += MINUTE_MS / 2;
    }
    expect((await logIn(locked.device, {}, server, from)).error).toBe('locked_out');
    expect((await logIn(other.device, {}, server, from)).status).toBe(200);
    expect((await logIn(locked.device)).status).toBe(200);
  });

  test('S4: whoever was stopped', async () => {
    const { device, operatorId } = await keyed();
    await server.context.database.query(
      'UPDATE operators SET is_active = false WHERE operator_id = $1',
      [operatorId],
    );
    expect((await logIn(device)).error).toBe('passkey_refused');
  });
});

describe('in demo', () => {
  let demo: TestServer;
  beforeAll(async () => {
    demo = await startTestServer();
  });
  afterAll(() => demo.stop());

  test('a passkey is of choice, and then asked for; without the last one the password does again', async () => {
    const { name } = await addOperator(demo, 'support');
    const login = { name, password: OPERATOR_PASSWORD };
    await demo.data('operatorLogin', login, elsewhere());
    const { device, token } = await made(login, {}, new SoftAuthenticator(), demo);
    expect((await demo.call('operatorLogin', login, elsewhere())).error).toBe('mfa_required');
    expect((await demo.call('operatorEnrol', login, elsewhere())).error).toBe('otp_already_set');
    expect((await logIn(device, {}, demo)).status).toBe(200);
    const [passkey] = await demo.data('operatorPasskeys', {}, { token });
    const credential = await answerOf(device, {}, demo);
    const removed = { id: passkey?.id, password: OPERATOR_PASSWORD, credential };
    await demo.data('removeOperatorPasskey', removed, { token });
    await demo.data('operatorLogin', login, elsewhere());
  });

  test('a user’s passkey opens no console, nor an operator’s an account', async () => {
    const user = await demo.register();
    const theirs = new SoftAuthenticator();
    const { options } = await demo.data('beginPasskey', { password: PASSWORD }, user);
    await demo.data('confirmPasskey', { credential: theirs.make(options), name: 'Mine' }, user);
    expect((await logIn(theirs, {}, demo)).error).toBe('passkey_refused');
    const { name } = await addOperator(demo, 'support');
    const login = { name, password: OPERATOR_PASSWORD };
    const { device } = await made(login, {}, new SoftAuthenticator(), demo);
    const asked = (await demo.data('passkeyOptions')).options;
    const credential = device.logIn(asked);
    for (const call of ['passkeyLogin', 'operatorPasskeyLogin'] as const)
      expect((await demo.call(call, { credential })).error).toBe('passkey_refused');
  });
});

test('where the address admits none, the authenticator stays what it was', async () => {
  const closed = await startTestServer({
    environment: { ...REAL, PUBLIC_URL: 'https://192.0.2.1' },
  });
  try {
    for (const [name, request] of [
      ['operatorPasskeyOptions', {}],
      ['operatorPasskeyLogin', { credential: '{}' }],
      ['beginOperatorPasskey', OWNER],
      ['confirmOperatorPasskey', { credential: '{}', label: 'x' }],
    ] as const)
      expect(await closed.call(name, request)).toMatchObject({ error: 'passkeys_closed' });
    const { secret } = await closed.data('operatorEnrol', OWNER, elsewhere());
    const confirm = { ...OWNER, otp: codeOf(closed, secret) };
    const { token } = await closed.data('operatorConfirmEnrol', confirm);
    expect(await closed.data('operatorMe', {}, { token })).toMatchObject({ has_otp: true });
  } finally {
    await closed.stop();
  }
});

test('another domain is said: by the doctor’s look and at a start, with the one of before', async () => {
  const fresh = await startTestServer({ environment: REAL });
  try {
    const { database, clock } = fresh.context;
    const [here, away] = ['localhost', 'exchange.example'].map((rpId) => ({ rpId, origins: [] }));
    const errors: string[] = [];
    const log = { error: (line: string) => void errors.push(line) };
    const start = (passkeys: PasskeyConfig | undefined) =>
      heedPasskeyDomain({
        database,
        clock,
        log,
        config: passkeys === undefined ? {} : { passkeys },
      });
    for (const passkeys of [here, away, undefined]) await start(passkeys);
    expect(errors).toEqual([]);
    await made(OWNER, {}, new SoftAuthenticator(), fresh);
    await start(here);
    expect(errors).toEqual([]);
    expect(await lostPasskeyDomain(database, here)).toBeUndefined();
    for (const passkeys of [away, undefined]) {
      expect(await lostPasskeyDomain(database, passkeys)).toMatch(/belong to localhost, and/);
      await start(passkeys);
    }
    expect(errors).toEqual([
      expect.stringMatching(/localhost, and the settings say exchange\.example: no operator/),
      expect.stringMatching(/localhost, and PUBLIC_URL admits none: no operator/),
    ]);
    // Of before it was noted: the first start notes it.
    await database.query("DELETE FROM settings WHERE key = 'operator_passkey_domain'");
    await start(here);
    expect(await lostPasskeyDomain(database, away)).toMatch(/belong to localhost, and/);
  } finally {
    await fresh.stop();
  }
});
