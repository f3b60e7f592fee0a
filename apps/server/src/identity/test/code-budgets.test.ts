/**
 * Codes while others spend (cases.md C3, A9). Goal: whoever owns an account gets and uses a
 * code, whatever strangers ask for and guess; who guesses gains nothing by it. Method: the strict limits of a
 * real deployment, two and two hundred addresses that spend all they may, and the owner on a device that the account
 * knows, logged in, and on one that it does not know, with a proof of work.
 */
import type { WorkAsked } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  type Reply,
  registration,
  startTestServer,
  type TestServer,
} from '../../../test/support/fixture.ts';
import { CODES_FREE_PER_DAY } from '../../core/http/limits.ts';
import { bitsFor } from '../codes/budgets.ts';
import { solveWork } from './work-solver.ts';

const NEW = { password: 'lantern-77', password_confirmation: 'lantern-77' };
const HOME = { headers: { 'device-id': 'device-at-home-17' }, ip: '10.17.0.1' };
const MINUTE_MS = 61_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => server.stop());

const ask = (email: string, scene: string, options = {}, work?: string) =>
  server.call('smsMail', { email, scene, work }, options);
const workOf = ({ text }: Reply): WorkAsked => JSON.parse(text).work;

/** Asks, and proves what is asked. */
async function askWorking(email: string, scene: string, options = {}): Promise<Reply> {
  const reply = await ask(email, scene, options);
  return reply.error === 'work_required'
    ? ask(email, scene, options, solveWork(workOf(reply)))
    : reply;
}

/** Each address asks once a minute until it is asked for work or refused; gives how many were sent. */
async function spend(email: string, scene: string, addresses: number): Promise<number> {
  let sent = 0;
  for (let round = 0; ; round += 1) {
    server.clock.nowMs += MINUTE_MS;
    let sentNow = 0;
    for (let at = 0; at < addresses; at += 1) {
      const reply = await ask(email, scene, { ip: `172.16.${at}.${round % 250}` });
      if (reply.status === 200) sentNow += 1;
      else expect(['work_required', 'rate_limited']).toContain(reply.error);
    }
    sent += sentNow;
    if (sentNow === 0) return sent;
  }
}

const reset = (email: string, code: string, options = {}) =>
  server.call('forget', { account_type: 'email', account: email, code, ...NEW }, options);
const login = (email: string, code: string | undefined, options = {}, password = PASSWORD) =>
  server.call('login', { account_type: 'email', account: email, password, code }, options);

describe.each([2, 200])('Q17: while %i addresses spend', (addresses) => {
  test('Q17: a known device gets a code for nothing, and it works', async () => {
    const { email } = await server.register(undefined, HOME);
    expect(await spend(email, 'forget', addresses)).toBe(CODES_FREE_PER_DAY.target);
    // In the same second as a stranger.
    await askWorking(email, 'forget', { ip: '172.31.0.1' });
    expect((await ask(email, 'forget', HOME)).status).toBe(200);
    expect((await reset(email, await server.code(email), HOME)).status).toBe(200);
  });

  test('Q17: a new device gets one for work, for a reset and for a locked login', async () => {
    const away = { headers: { 'device-id': `new-device-${addresses}` }, ip: '10.99.1.1' };
    const { email } = await server.register(undefined, HOME);
    for (let count = 0; count < 10; count += 1)
      await login(email, undefined, { ip: '172.16.0.9' }, 'wrong');
    await spend(email, 'login_new_device', addresses);
    expect((await login(email, undefined, away)).error).toBe('locked_out');
    expect((await ask(email, 'login_new_device', away)).error).toBe('work_required');
    expect((await askWorking(email, 'login_new_device', away)).status).toBe(200);
    expect((await login(email, await server.code(email), away)).status).toBe(200);
    await spend(email, 'forget', addresses);
    // Logging in made it known: another one, then.
    const other = { headers: { 'device-id': `newer-device-${addresses}` }, ip: '10.99.2.1' };
    expect((await askWorking(email, 'forget', other)).status).toBe(200);
    expect((await reset(email, await server.code(email), other)).status).toBe(200);
  });

  test('Q17: somebody registers', async () => {
    const email = server.newEmail();
    await spend(email, 'register', addresses);
    const here = { ip: '10.99.3.1' };
    expect((await askWorking(email, 'register', here)).status).toBe(200);
    const reply = await server.call(
      'register',
      registration(email, await server.code(email)),
      here,
    );
    expect(reply.status).toBe(200);
  });

  test('Q17: whoever is logged in has codes of their own', async () => {
    const { email, token } = await server.register(undefined, HOME);
    await spend(email, 'withdraw_address', addresses);
    const own = await server.call('smsOtherMail', { scene: 'withdraw_address' }, { token });
    expect(own.status).toBe(200);
  });
});

test('Q17: no sum of all closes anything: a day of others’ codes only asks for work', async () => {
  const { database } = server.context;
  const email = server.newEmail();
  const { token } = await server.register(undefined, HOME);
  await database.query(
    `INSERT INTO verification_codes (scene, target, code_hash, created_at_ms, expires_at_ms, address_hash)
     SELECT 'register', 'spender' || n || '@example.com', '\\x00', $1::bigint, $1::bigint + 600000, int4send(n)
     FROM generate_series(1, $2::integer) AS n`,
    [server.clock.nowMs - 1, CODES_FREE_PER_DAY.all + 1],
  );
  const here = { ip: '10.99.4.1' };
  expect((await ask(email, 'register', here)).error).toBe('work_required');
  expect((await askWorking(email, 'register', here)).status).toBe(200);
  expect((await server.call('smsOtherMail', { scene: 'forget' }, { token })).status).toBe(200);
  await database.query("DELETE FROM verification_codes WHERE target LIKE 'spender%'");
});

describe('Q17: a proof of work', () => {
  const here = { ip: '10.99.5.1' };
  /** An address at which work is due. */
  async function dueOf(scene = 'register'): Promise<{ email: string; work: WorkAsked }> {
    const email = server.newEmail();
    await spend(email, scene, 2);
    return { email, work: workOf(await ask(email, scene, here)) };
  }

  test('Q17: is for its target, scene and time, and is taken once', async () => {
    const { email, work } = await dueOf();
    const proof = solveWork(work);
    const other = await dueOf();
    expect((await ask(other.email, 'register', here, proof)).error).toBe('work_required');
    expect((await ask(email, 'register', here, `${proof}0`)).error).toBe('work_required');
    const forged = proof.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect((await ask(email, 'register', here, forged)).error).toBe('work_required');
    expect((await ask(email, 'register', here, proof)).status).toBe(200);
    server.clock.nowMs += MINUTE_MS;
    expect((await ask(email, 'register', here, proof)).error).toBe('work_required');
    // Nor elsewhere, at the same moment.
    const late = await dueOf();
    const solved = solveWork(late.work);
    const replies = await Promise.all(
      ['10.99.6.1', '10.99.7.1'].map((ip) => ask(late.email, 'register', { ip }, solved)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    const last = await dueOf();
    const made = solveWork(last.work);
    server.clock.nowMs = last.work.expires_at;
    expect((await ask(last.email, 'register', here, made)).error).toBe('work_required');
  });

  test('Q17: costs more the more is spent, by others within bounds', () => {
    const none = { target: 0, pair: 0, address: 0, network: 0, all: 0 };
    const { target, network, all, address } = CODES_FREE_PER_DAY;
    expect(bitsFor(none, 1)).toBe(0);
    expect(bitsFor({ ...none, target }, 1)).toBe(16);
    expect(bitsFor({ ...none, target: target * 4 }, 1)).toBe(18);
    expect(bitsFor({ ...none, target: 1e9, network: network * 1e9, all: all * 1e9 }, 1)).toBe(19);
    expect(bitsFor({ ...none, address: address * 4 }, 1)).toBe(19);
  });
});

describe('Q17: what one address does is its own', () => {
  test('Q17: it fills no mailbox, works it or not', async () => {
    const { email } = await server.register(undefined, HOME);
    const at = { ip: '10.98.0.1' };
    let sent = 0;
    for (;;) {
      server.clock.nowMs += MINUTE_MS;
      const reply = await askWorking(email, 'forget', at);
      if (reply.error === 'rate_limited') break;
      expect(reply.status).toBe(200);
      sent += 1;
    }
    expect(sent).toBe(20);
    // Behind the very same address the owner's device has its own.
    expect((await ask(email, 'forget', { ...HOME, ...at })).status).toBe(200);
  }, 600_000);

  test('Q17: guesses at its own codes end nobody’s code on another device', async () => {
    const at = { ip: '10.96.0.1' };
    const { email } = await server.register(undefined, HOME);
    const mine = { headers: { 'device-id': 'my-new-telephone' }, ...at };
    expect((await askWorking(email, 'forget', mine)).status).toBe(200);
    const code = await server.code(email);
    for (let count = 0; count < 8; count += 1)
      expect((await reset(email, '000000', at)).error).toBe('code_expired');
    server.clock.nowMs += MINUTE_MS;
    await askWorking(email, 'forget', at);
    for (let count = 0; count < 8; count += 1) await reset(email, '0000000000', at);
    expect(await reset(email, code, mine)).toMatchObject({ status: 200 });
  });
});
