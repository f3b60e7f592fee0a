/** Config, inbox, health, metrics, documents; and what a real deployment keeps shut. */
import { LANGUAGES, routeEntries } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  OWNER_PASSWORD,
  registration,
  startTestServer,
  type TestServer,
} from '../../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    hasPages: true,
    environment: { COMPANY_NAME: 'Harbour Ltd', METRICS_TOKEN: 'a-token-for-figures' },
  });
});
afterAll(() => server.stop());

test('config says what a client must know', async () => {
  expect(await server.data('config')).toEqual({
    name: 'Fairlead',
    short_name: 'Fairlead',
    accent: '#5a55ec',
    version: '2.5.8',
    demo: true,
    sandbox: false,
    passkeys: { rp_id: 'localhost' },
    feed: 'simulated',
    feed_hosts: [],
    time: server.clock.nowMs,
    languages: LANGUAGES,
    channels: ['phone', 'email'],
    options: true,
    cooling_off_hours: 24,
    company_name: 'Harbour Ltd',
  });
});

test('help answers in the app unless the operator says otherwise', async () => {
  expect(await server.data('customerUrl')).toEqual({
    url: 'http://127.0.0.1:8080/#/pages/help/center/chat',
  });
});

describe('the demo inbox', () => {
  test('finds a phone however it is typed, and mail in any case', async () => {
    const phone = { area_code: '81', phone: '90-1234-5678', scene: 'register' };
    await server.data('smsSend', phone);
    for (const to of ['+819012345678', '+81 90-1234-5678', '819012345678'])
      expect(await server.data('inbox', { to })).toHaveLength(1);
    await server.data('smsMail', { email: 'Kim@Example.com', scene: 'register' });
    const [message] = await server.data('inbox', { to: 'KIM@example.COM' });
    expect(message).toEqual({
      to: 'kim@example.com',
      scene: 'register',
      code: expect.stringMatching(/^\d{6}$/),
      time: server.clock.nowMs,
    });
  });

  test('shows a user their own without asking where it went, and a guest none', async () => {
    const { token } = await server.register('own@example.com');
    await server.data('smsOtherMail', { scene: 'fund_password' }, { token });
    const [message] = await server.data('inbox', {}, { token });
    expect(message).toMatchObject({ to: 'own@example.com', scene: 'fund_password' });
    expect(await server.call('inbox')).toMatchObject({ status: 401 });
  });

  test('is empty for whom nothing was sent', async () => {
    expect(await server.data('inbox', { to: 'nobody@example.com' })).toEqual([]);
    expect(await server.call('inbox', { to: 'x' })).toMatchObject({ status: 422 });
  });
});

describe('health and metrics', () => {
  test('live and ready, and nothing more (O8)', async () => {
    expect((await server.app.inject('/health/live')).json()).toEqual({ status: 'live' });
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200);
  });

  test('figures are for the machine itself, or for the token', async () => {
    const ask = (remoteAddress: string, headers = {}) =>
      server.app.inject({ url: '/metrics', remoteAddress, headers });
    await server.data('config');
    const own = await ask('127.0.0.1');
    expect(own.statusCode).toBe(200);
    expect(own.body).toContain('fairlead_sequencer_state{state="running"} 1');
    expect(own.body).toContain('fairlead_http_requests_total{route="GET config",status="200"}');
    expect((await ask('10.0.0.1')).statusCode).toBe(403);
    // A proxy on the same machine must not open them to the world.
    expect((await ask('127.0.0.1', { 'x-forwarded-for': '1.2.3.4' })).statusCode).toBe(403);
    expect((await ask('10.0.0.1', { authorization: 'wrong' })).statusCode).toBe(403);
    const authorization = 'Bearer a-token-for-figures';
    expect((await ask('10.0.0.1', { authorization })).statusCode).toBe(200);
  });
});

describe('documents', () => {
  test('the OpenAPI document has every route with its refusals', async () => {
    const response = await server.app.inject('/api/openapi.json');
    const document = response.json();
    expect(document.openapi).toBe('3.1.0');
    for (const [name, { method, path }] of routeEntries)
      expect(document.paths[`/api/${path}`][method.toLowerCase()].operationId).toBe(name);
    const place = document.paths['/api/coin/trade'].post;
    expect(place.parameters).toContainEqual(
      expect.objectContaining({ name: 'idempotency-key', required: true }),
    );
    expect(Object.keys(place.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '409', '422', '429', '503']),
    );
  });

  test('it can be browsed without anything inline', async () => {
    const page = await server.app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script>|<style|onload=/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    for (const [, file = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await server.app.inject(file)).statusCode).toBe(200);
  });
});

describe('a real deployment', () => {
  let real: TestServer;
  const sent: { to: string; text: string }[] = [];
  const log: string[] = [];
  let isMailDown = false;
  beforeAll(async () => {
    real = await startTestServer({
      environment: {
        DEMO: 'false',
        FEED: 'live:kraken,coinbase',
        SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
        OPERATOR_NAME: 'owner',
      },
      channels: {
        email: {
          send: async (message) => {
            if (isMailDown) throw new Error('connection refused');
            sent.push(message);
          },
        },
      },
      logTo: { write: (line) => log.push(line) },
    });
  });
  afterAll(() => real.stop());

  test('has no inbox and no faucet', async () => {
    expect(await real.call('inbox', { to: 'a@example.com' })).toMatchObject({
      status: 403,
      error: 'demo_only',
    });
    const user = await registerByMail('first@example.com');
    const reply = await real.call('faucet', { currency_id: 3, amount: '1' }, user);
    expect(reply).toMatchObject({ status: 403, error: 'demo_only' });
  });

  test('a kind without a channel is closed for codes and registration', async () => {
    expect((await real.data('config')).channels).toEqual(['email']);
    const phone = { area_code: '81', phone: '9012345678', scene: 'register' };
    expect(await real.call('smsSend', phone)).toMatchObject({
      status: 400,
      error: 'channel_closed',
    });
    const request = registration('09012345678', '123456');
    const reply = await real.call('register', {
      ...request,
      account_type: 'phone',
      area_code: '81',
    });
    expect(reply.error).toBe('channel_closed');
  });

  test('a message that was not taken is sent again, and no code is in the log', async () => {
    isMailDown = true;
    await real.data('smsMail', { email: 'later@example.com', scene: 'register' });
    await real.context.outbox.deliver();
    isMailDown = false;
    await real.context.outbox.deliver();
    const message = sent.find(({ to }) => to === 'later@example.com');
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? 'no code';
    expect(code).toMatch(/^\d{6}$/);
    expect(log.join('')).toContain('message not taken');
    expect(log.join('')).not.toContain(code);
  });

  test("an operator's password opens nothing by itself (A6)", async () => {
    const login = { name: 'owner', password: OWNER_PASSWORD };
    expect(await real.call('operatorLogin', login)).toMatchObject({
      status: 403,
      error: 'mfa_required',
    });
    const wrong = await real.call('operatorLogin', { ...login, password: 'wrong' });
    expect(wrong.error).toBe('login_failed');
  });

  async function registerByMail(email: string) {
    await real.data('smsMail', { email, scene: 'register' });
    await real.context.outbox.deliver();
    const text = sent.find(({ to }) => to === email)?.text ?? '';
    return real.data('register', registration(email, /\d{6}/.exec(text)?.[0] ?? ''));
  }
});
