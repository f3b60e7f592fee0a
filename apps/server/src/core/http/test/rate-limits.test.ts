/** X15, V10: limits hold, by account and by address, and nobody talks their way around them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/support/fixture.ts';
import { CODES_FREE_PER_DAY, RATE_LIMITS } from '../limits.ts';

let server: TestServer;
let behindProxy: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  behindProxy = await startTestServer({
    environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '10.0.0.0/8' },
  });
});
afterAll(async () => {
  await server.stop();
  await behindProxy.stop();
});

const login = { account_type: 'email', account: 'a@example.com', password: 'wrong' };

/** Calls until the limit says no; gives how many got through. */
async function exhaust(on: TestServer, options: object, mostly = 1_000): Promise<number> {
  for (let count = 0; count < mostly; count += 1) {
    const reply = await on.call('checkEmail', { account: 'x' }, options);
    if (reply.status === 429) return count;
  }
  return mostly;
}

describe('by address', () => {
  test('a guessed token costs no query once the limit is reached', async () => {
    const options = { ip: '203.0.113.9', token: 'x'.repeat(43) };
    let status = 401;
    while (status === 401) status = (await server.call('center', {}, options)).status;
    expect(status).toBe(429);
    // A query that fails with nobody waiting for it would end the process.
    const query = vi.spyOn(server.context.database, 'query');
    query.mockRejectedValue(new Error('the database is away'));
    try {
      for (let count = 0; count < 3; count += 1)
        expect((await server.call('center', {}, options)).status).toBe(429);
      expect(query).not.toHaveBeenCalled();
    } finally {
      query.mockRestore();
    }
  });

  test('stops at the limit and says how long to wait', async () => {
    const ip = '203.0.113.1';
    expect(await exhaust(server, { ip })).toBe(RATE_LIMITS.login.points);
    const reply = await server.call('login', login, { ip });
    expect(reply).toMatchObject({ status: 429, error: 'rate_limited' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(RATE_LIMITS.login.seconds);
  });

  test('a forged x-forwarded-for does not change who one is', async () => {
    const ip = '203.0.113.2';
    let passed = 0;
    for (let count = 0; count < 80; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}`, 'x-real-ip': `1.1.1.${count}` };
      const reply = await server.call('checkEmail', { account: 'x' }, { ip, headers });
      if (reply.status !== 429) passed += 1;
    }
    expect(passed).toBe(RATE_LIMITS.login.points);
  });

  test('a trusted proxy is believed about the nearest address only', async () => {
    let passed = 0;
    for (let count = 0; count < 80; count += 1) {
      // The caller's own claims stand left of what the proxy saw.
      const headers = { 'x-forwarded-for': `198.51.100.${count}, 203.0.113.3` };
      const reply = await behindProxy.call(
        'checkEmail',
        { account: 'x' },
        { ip: '10.0.0.1', headers },
      );
      if (reply.status !== 429) passed += 1;
    }
    expect(passed).toBe(RATE_LIMITS.login.points);
    const other = { ip: '10.0.0.1', headers: { 'x-forwarded-for': '203.0.113.4' } };
    expect((await behindProxy.call('checkEmail', { account: 'x' }, other)).status).toBe(422);
  });

  test('addresses of one IPv6 network are one caller', async () => {
    let passed = 0;
    for (let count = 0; count < 80; count += 1) {
      const ip = `2001:db8:1:2::${count.toString(16)}`;
      const reply = await server.call('checkEmail', { account: 'x' }, { ip });
      if (reply.status !== 429) passed += 1;
    }
    expect(passed).toBe(RATE_LIMITS.login.points);
  });

  test('guessing tokens is counted', async () => {
    const ip = '203.0.113.5';
    const replies = await Promise.all(
      Array.from({ length: RATE_LIMITS.read.points + 50 }, (_, count) =>
        server.call('center', {}, { ip, token: `guess-${count}`.padEnd(43, 'x') }),
      ),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(RATE_LIMITS.read.points);
  });
});

test('by account: another address does not help, another account is not hindered', async () => {
  const [one, two] = [await server.register(), await server.register()];
  const move = { from_account: 'coin', to_account: 'coin', currency_id: 3, amount: '1' };
  const statuses: number[] = [];
  for (let count = 0; count <= RATE_LIMITS.money.points; count += 1) {
    const options = { token: one.token, ip: `203.0.113.${100 + (count % 50)}` };
    statuses.push((await server.call('transfer', move, options)).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await server.call('transfer', move, two)).status).toBe(400);
});

test('a hundred wrong passwords from one address lock it out, whatever the accounts (G18)', async () => {
  const relaxed = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { identity } = relaxed.context;
    const origin = { ip: '203.0.113.9', deviceId: undefined, userAgent: undefined, language: 'en' };
    const guess = (count: number) =>
      identity
        .login({ account: `victim${count}@example.com`, password: 'wrong' }, origin as never)
        .catch((error: { code: string }) => error.code);
    for (let count = 0; count < 100; count += 1) expect(await guess(count)).toBe('login_failed');
    expect(await guess(100)).toBe('locked_out');
  } finally {
    await relaxed.stop();
  }
});

test('codes that cost nothing are bounded a day for one phone or address, from however many addresses', async () => {
  const email = 'flood@example.com';
  const statuses: number[] = [];
  const errors = new Set<string | undefined>();
  for (let count = 0; count < 22; count += 1) {
    const ip = `203.0.114.${count}`;
    const reply = await server.call('smsMail', { email, scene: 'register' }, { ip });
    statuses.push(reply.status);
    errors.add(reply.error);
    server.clock.nowMs += 61_000;
  }
  const free = CODES_FREE_PER_DAY.target;
  expect(statuses.slice(0, free)).toEqual(Array(free).fill(200));
  // Never a plain no: whoever owns it still gets one for work (Q17, code-budgets.test.ts).
  expect(statuses.slice(free)).toEqual(Array(22 - free).fill(429));
  expect([...errors]).toEqual([undefined, 'work_required']);
});
