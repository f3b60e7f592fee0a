/** Verification codes, tickets and the reset of a password (cases.md C1 to C3, X1, X2, X4, G18). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  registration,
  startTestServer,
  type TestServer,
} from '../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const NEW = { password: 'lantern-77', password_confirmation: 'lantern-77' };
const forget = (email: string, proof: Record<string, unknown>) =>
  server.call('forget', { account_type: 'email', account: email, ...proof, ...NEW });
const send = (email: string, scene = 'forget', options = {}) =>
  server.call('smsMail', { email, scene }, options);
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('sending', () => {
  test('60 seconds lie between two', async () => {
    const email = server.newEmail();
    expect((await send(email)).status).toBe(200);
    const soon = await send(email);
    expect(soon).toMatchObject({ status: 429, error: 'code_too_soon' });
    expect(soon.headers['retry-after']).toBe('60');
    server.clock.nowMs += 60_000;
    expect((await send(email)).status).toBe(200);
  });

  test('a double click sends one', async () => {
    const email = server.newEmail();
    const replies = await Promise.all([1, 2, 3].map(() => send(email, 'register')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await server.context.outbox.inbox(email, 20)).toHaveLength(1);
  });

  test('a code is six digits, and neither it nor its plain digest is in the database (C1)', async () => {
    const email = server.newEmail();
    await send(email, 'register');
    const code = await server.code(email);
    expect(code).toMatch(/^\d{6}$/);
    const rows = await server.context.database.query<{ codes: string }>(
      `SELECT encode(code_hash, 'hex') AS codes FROM verification_codes
       UNION ALL SELECT encode(body, 'escape') FROM outbox_messages`,
    );
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(code).digest('hex');
    for (const { codes } of rows) {
      expect(codes).not.toContain(code);
      expect(codes).not.toBe(digest);
    }
  });

  test("a logged-in user's own code goes to where they registered", async () => {
    const user = await server.register();
    await server.data('smsOtherMail', { scene: 'withdraw_address' }, user);
    const [message] = await server.context.outbox.inbox(user.email, 20);
    expect(message).toMatchObject({ to: user.email, scene: 'withdraw_address' });
  });

  test.each([
    ['smsMail', { email: 'nobody', scene: 'register' }, 'email'],
    ['smsMail', { email: 'a@b.example', scene: 'party' }, 'scene'],
    ['smsMail', { email: ['a@b.example'], scene: 'register', to: 'c@d.example' }, 'to'],
    ['smsSend', { area_code: '81', phone: '12345', scene: 'register' }, 'phone'],
    ['smsSend', { area_code: '0', phone: '9012345678', scene: 'register' }, 'area_code'],
    ['smsSend', { area_code: '999', phone: '9012345678', scene: 'register' }, 'area_code'],
    ['smsSend', { phone: '9012345678', scene: 'register' }, 'area_code'],
  ] as const)('%s refuses %j', async (name, request, field) => {
    const reply = await server.call(name, request);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toContain(field);
  });
});

describe('a code', () => {
  async function sent(scene = 'forget'): Promise<{ email: string; code: string }> {
    const { email } = await server.register();
    await send(email, scene);
    return { email, code: await server.code(email) };
  }

  test('works once (C2)', async () => {
    const { email, code } = await sent();
    expect((await forget(email, { code })).status).toBe(200);
    expect(await forget(email, { code })).toMatchObject({ status: 400, error: 'code_expired' });
  });

  test('is bound to its scene and target (C2)', async () => {
    const { email, code } = await sent('login_new_device');
    expect((await forget(email, { code })).error).toBe('code_expired');
    const other = await sent();
    const another = await server.register();
    await send(another.email);
    const wrong = (await server.code(another.email)) === other.code ? 'code_expired' : 'code_wrong';
    expect((await forget(another.email, { code: other.code })).error).toBe(wrong);
  });

  test('works for ten minutes and no longer (C2)', async () => {
    const { email, code } = await sent();
    server.clock.nowMs += 600_000;
    expect(await forget(email, { code })).toMatchObject({ error: 'code_expired' });
    await send(email);
    const fresh = await server.code(email);
    server.clock.nowMs += 599_999;
    expect((await forget(email, { code: fresh })).status).toBe(200);
  });

  test('the sixth guess finds it dead, and a new one does not give new daily guesses (C3)', async () => {
    const { email, code } = await sent();
    for (let count = 0; count < 5; count += 1)
      expect((await forget(email, { code: otherThan(code) })).error).toBe('code_wrong');
    expect((await forget(email, { code })).error).toBe('code_expired');
    for (let round = 0; round < 3; round += 1) {
      server.clock.nowMs += 61_000;
      await send(email);
      const fresh = await server.code(email);
      for (let count = 0; count < 5; count += 1) await forget(email, { code: otherThan(fresh) });
    }
    // Twenty were wrong: from here on a code is too long for guesses, and of these it allows five too.
    server.clock.nowMs += 61_000;
    await send(email);
    const long = await server.code(email);
    expect(long).toMatch(/^\d{10}$/);
    for (let count = 0; count < 5; count += 1)
      expect((await forget(email, { code: otherThan(long) })).error).toBe('code_wrong');
    expect((await forget(email, { code: long })).error).toBe('code_expired');
    server.clock.nowMs += 86_400_000;
    await send(email);
    const short = await server.code(email);
    expect(short).toMatch(/^\d{6}$/);
    expect((await forget(email, { code: short })).status).toBe(200);
  });

  test('of parallel wrong guesses no more than five count as tries', async () => {
    const { email, code } = await sent();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => forget(email, { code: otherThan(code) })),
    );
    expect(replies.filter(({ error }) => error === 'code_wrong')).toHaveLength(5);
  });

  test('only the newest one works', async () => {
    const { email, code } = await sent();
    server.clock.nowMs += 61_000;
    await send(email);
    const fresh = await server.code(email);
    if (code !== fresh) expect((await forget(email, { code })).error).toBe('code_wrong');
    expect((await forget(email, { code: fresh })).status).toBe(200);
  });
});

describe('a ticket', () => {
  async function ticketFor(email: string, scene = 'forget'): Promise<string> {
    await send(email, scene);
    const code = await server.code(email);
    const { ticket } = await server.data('checkEmail', { account: email, code, scene });
    return ticket;
  }

  test('stands for the code in the next step, once', async () => {
    const { email } = await server.register();
    const ticket = await ticketFor(email);
    expect((await forget(email, { ticket })).status).toBe(200);
    expect(await forget(email, { ticket })).toMatchObject({ status: 400, error: 'ticket_invalid' });
  });

  test('is for its scene and account, and lasts ten minutes', async () => {
    const { email } = await server.register();
    const { email: other } = await server.register();
    const ticket = await ticketFor(email);
    expect((await forget(other, { ticket })).error).toBe('ticket_invalid');
    server.clock.nowMs += 600_000;
    expect((await forget(email, { ticket })).error).toBe('ticket_invalid');
    const wrongScene = await ticketFor(email, 'login_new_device');
    expect((await forget(email, { ticket: wrongScene })).error).toBe('ticket_invalid');
  });

  test('a phone code is traded likewise', async () => {
    const phone = { area_code: '81', phone: '9011112222', scene: 'register' };
    await server.data('smsSend', phone);
    const code = await server.code('+819011112222');
    const request = { area_code: '81', account: '090-1111-2222', scene: 'register' };
    expect((await server.call('checkMobile', { ...request, code: otherThan(code) })).error).toBe(
      'code_wrong',
    );
    const { ticket } = await server.data('checkMobile', { ...request, code });
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test('one of code and ticket is needed, not both', async () => {
    const { email } = await server.register();
    expect((await forget(email, {})).fields).toEqual({ code: 'Please enter the code' });
    const both = { code: '123456', ticket: 'x'.repeat(43) };
    expect((await forget(email, both)).fields).toEqual({ ticket: 'Give one of the two only' });
  });
});

describe('a reset', () => {
  test('ends all sessions and opens a locked account', async () => {
    const user = await server.register();
    for (let count = 0; count < 10; count += 1)
      await server.call('login', { account_type: 'email', account: user.email, password: 'no' });
    await send(user.email);
    expect((await forget(user.email, { code: await server.code(user.email) })).status).toBe(200);
    expect((await server.call('center', {}, user)).status).toBe(401);
    const login = { account_type: 'email', account: user.email, password: NEW.password };
    expect((await server.call('login', login)).status).toBe(200);
  });

  test('refuses a common password without using the code up', async () => {
    const { email } = await server.register();
    await send(email);
    const code = await server.code(email);
    const common = { password: 'qwerty123', password_confirmation: 'qwerty123' };
    const request = { account_type: 'email', account: email, code };
    expect((await server.call('forget', { ...request, ...common })).error).toBe(
      'password_too_common',
    );
    expect((await server.call('forget', { ...request, ...NEW })).status).toBe(200);
  });

  test('X4: nothing sent out is made of the Host header or is a link', async () => {
    const { email } = await server.register();
    await send(email, 'forget', { headers: { host: 'evil.example' } });
    const rows = await server.context.outbox.inbox(email, 5);
    expect(JSON.stringify(rows)).not.toMatch(/http|evil/);
    const url = await server.data('customerUrl', {}, { headers: { host: 'evil.example' } });
    expect(url.url).not.toContain('evil');
  });
});

describe('X1: known and unknown accounts look the same', () => {
  test('asking for a code', async () => {
    const { email } = await server.register();
    for (const scene of ['forget', 'login_new_device', 'withdraw_address', 'register']) {
      const [known, unknown] = [await send(email, scene), await send(server.newEmail(), scene)];
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
      server.clock.nowMs += 61_000;
    }
    const nobody = server.newEmail();
    await send(nobody, 'forget');
    // Nothing reaches anyone, but asking again is too soon all the same.
    expect(await server.context.outbox.inbox(nobody, 20)).toEqual([]);
    expect((await send(nobody, 'forget')).error).toBe('code_too_soon');
  });

  test('guessing a code', async () => {
    const { email } = await server.register();
    const nobody = server.newEmail();
    await send(email);
    await send(nobody);
    const code = otherThan(await server.code(email));
    for (let count = 0; count < 6; count += 1) {
      const [known, unknown] = [await forget(email, { code }), await forget(nobody, { code })];
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    }
  });

  test('registering: an account that exists shows only to whoever reads its messages', async () => {
    const { email } = await server.register();
    const attempt = (account: string) => server.call('register', registration(account, '123456'));
    const [known, unknown] = [await attempt(email), await attempt(server.newEmail())];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  });
});

describe('X2: a lock keeps guessers out and the owner not', () => {
  const attempt = (email: string, password: string, options = {}, code?: string) =>
    server.call('login', { account_type: 'email', account: email, password, code }, options);

  test('the eleventh wrong try is locked_out with the time to wait, for unknown accounts too (A9)', async () => {
    const { email } = await server.register();
    for (const account of [email, server.newEmail()]) {
      for (let count = 0; count < 10; count += 1)
        expect((await attempt(account, 'wrong')).error).toBe('login_failed');
      const locked = await attempt(account, 'wrong');
      expect(locked).toMatchObject({ status: 429, error: 'locked_out' });
      expect(locked.headers['retry-after']).toBe('900');
    }
    expect((await attempt(email, PASSWORD)).error).toBe('locked_out');
    server.clock.nowMs += 900_000;
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  test('the right password from a device that logged in before still works', async () => {
    const home = { headers: { 'device-id': 'device-at-home-1' } };
    const { email } = await server.register(undefined, home);
    for (let count = 0; count < 11; count += 1) await attempt(email, 'wrong', { ip: '10.0.0.9' });
    expect((await attempt(email, PASSWORD, { ip: '10.0.0.9' })).error).toBe('locked_out');
    const strange = { headers: { 'device-id': 'device-elsewhere' } };
    expect((await attempt(email, PASSWORD, strange)).error).toBe('locked_out');
    expect((await attempt(email, PASSWORD, home)).status).toBe(200);
  });

  test('a known device has ten wrong tries too', async () => {
    const home = { headers: { 'device-id': 'device-at-home-2' } };
    const { email } = await server.register(undefined, home);
    for (let count = 0; count < 10; count += 1) await attempt(email, 'wrong', home);
    expect((await attempt(email, PASSWORD, home)).error).toBe('locked_out');
    // Elsewhere nothing was tried.
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  test('a code for a new device opens it together with the right password', async () => {
    const { email } = await server.register();
    for (let count = 0; count < 10; count += 1) await attempt(email, 'wrong');
    await send(email, 'login_new_device');
    const code = await server.code(email);
    expect((await attempt(email, PASSWORD, {}, otherThan(code))).error).toBe('locked_out');
    expect((await attempt(email, PASSWORD, {}, code)).status).toBe(200);
  });

  test('each further lock lasts twice as long', async () => {
    const { email } = await server.register();
    for (let count = 0; count < 10; count += 1) await attempt(email, 'wrong');
    server.clock.nowMs += 900_000;
    for (let count = 0; count < 10; count += 1) await attempt(email, 'wrong');
    expect((await attempt(email, 'wrong')).headers['retry-after']).toBe('1800');
  });

  test('right tries use nothing up, and of parallel wrong ones ten are looked at', async () => {
    const { email } = await server.register();
    const count = (replies: { error: unknown }[], error: string) =>
      replies.filter((reply) => reply.error === error).length;
    for (let round = 0; round < 11; round += 1)
      expect((await attempt(email, PASSWORD)).status).toBe(200);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, number) => attempt(email, `wrong ${number}`)),
    );
    expect([count(replies, 'login_failed'), count(replies, 'locked_out')]).toEqual([10, 30]);
  });

  test('a login without a device id is told to the owner when it is not as before (A10)', async () => {
    const { email } = await server.register();
    await attempt(email, PASSWORD);
    const scenes = async () =>
      (await server.context.outbox.inbox(email, 20)).map((sent) => sent.scene);
    expect(await scenes()).toEqual(['register']);
    await attempt(email, PASSWORD, { ip: '10.0.0.9' });
    expect(await scenes()).toEqual(['new_device', 'register']);
    server.clock.nowMs += 1;
    await attempt(email, PASSWORD, { ip: '10.0.0.9' });
    expect(await scenes()).toHaveLength(2);
    await attempt(email, PASSWORD, { headers: { 'user-agent': 'another' } });
    expect(await scenes()).toEqual(['new_device', 'new_device', 'register']);
    // Such a client is no known device: it does not open a lock.
    for (let round = 0; round < 10; round += 1) await attempt(email, 'wrong', { ip: '10.0.0.8' });
    expect((await attempt(email, PASSWORD)).error).toBe('locked_out');
  });

  test('a login on a new device is told to the owner (A10)', async () => {
    const home = { headers: { 'device-id': 'device-at-home-3' } };
    const { email } = await server.register(undefined, home);
    await attempt(email, PASSWORD, home);
    expect((await server.context.outbox.inbox(email, 20)).map(({ scene }) => scene)).toEqual([
      'register',
    ]);
    await attempt(email, PASSWORD, { headers: { 'device-id': 'a-new-device' } });
    const [notice] = await server.context.outbox.inbox(email, 20);
    expect(notice).toMatchObject({ scene: 'new_device', code: '' });
  });
});

describe('a stranger who asks for codes and guesses', () => {
  const stranger = { ip: '10.2.0.1' };
  const guess = (email: string, code: string, options = {}) =>
    server.call('forget', { account_type: 'email', account: email, code, ...NEW }, options);

  test('is not in the way of the code of the owner, and cannot use it (C2, C3)', async () => {
    const { email } = await server.register();
    await send(email);
    const code = await server.code(email);
    // Knowing the code is not enough elsewhere.
    expect((await guess(email, code, stranger)).error).toBe('code_expired');
    server.clock.nowMs += 61_000;
    await send(email, 'forget', stranger);
    const theirs = await server.code(email);
    for (let count = 0; count < 6; count += 1) await guess(email, otherThan(theirs), stranger);
    expect((await guess(email, theirs, stranger)).error).toBe('code_expired');
    expect((await guess(email, code)).status).toBe(200);
  });

  test('guesses in vain, and together with all others ends nobody else’s codes (C3)', async () => {
    const { email, token } = await server.register();
    /** Twenty wrong guesses at codes of one address; gives the code it gets then. */
    const exhaust = async (ip: string) => {
      for (let round = 0; round < 4; round += 1) {
        server.clock.nowMs += 61_000;
        await send(email, 'forget', { ip });
        const code = otherThan(await server.code(email));
        for (let count = 0; count < 5; count += 1) await guess(email, code, { ip });
      }
      server.clock.nowMs += 61_000;
      await send(email, 'forget', { ip });
      return server.code(email);
    };
    expect(await exhaust('10.3.0.1')).toMatch(/^\d{10}$/);
    // The owner is elsewhere, and may have had a short code before the hundredth guess.
    server.clock.nowMs += 61_000;
    await send(email);
    expect(await server.code(email)).toMatch(/^\d{6}$/);
    // A hundred wrong ones in a day are all there are of six digits, from wherever they come.
    for (const ip of ['10.3.1.1', '10.3.2.1', '10.3.3.1']) await exhaust(ip);
    server.clock.nowMs += 61_000;
    await send(email, 'forget', { ip: '10.3.4.1' });
    const short = await server.code(email);
    expect(short).toMatch(/^\d{6}$/);
    await exhaust('10.3.5.1');
    expect((await guess(email, short, { ip: '10.3.4.1' })).error).toBe('code_expired');
    server.clock.nowMs += 61_000;
    await send(email);
    const code = await server.code(email);
    expect(code).toMatch(/^\d{10}$/);
    const { ticket } = await server.data('checkEmail', { account: email, code, scene: 'forget' });
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await server.call('center', {}, { token })).status).toBe(200);
  });

  test('a code follows its device to another address, and its user to any (C2)', async () => {
    const phone = { headers: { 'device-id': 'a-telephone' } };
    const { email } = await server.register();
    await send(email, 'forget', { ...phone, ip: '10.4.0.1' });
    const code = await server.code(email);
    expect((await guess(email, code, { ...phone, ip: '10.4.9.1' })).status).toBe(200);
  });
});
