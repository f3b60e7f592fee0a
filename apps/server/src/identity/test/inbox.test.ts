/**
 * Who sees what in a demo's inbox. Goal: a code is shown where it was asked for, to whom it is for,
 * and nowhere else, in the sandbox too. Method: the owner at home, and strangers with another address, another
 * device, another account, or none.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  registration,
  startTestServer,
  type TestServer,
} from '../../../test/support/fixture.ts';

const HOME = { headers: { 'device-id': 'device-at-home-18' }, ip: '10.18.0.1' };
const STRANGERS = [
  ['another address', { ...HOME, ip: '10.18.9.1' }],
  ['another device', { headers: { 'device-id': 'device-elsewhere-18' }, ip: HOME.ip }],
  ['no device', { ip: HOME.ip }],
  ['neither', { ip: '10.18.9.2' }],
] as const;

describe.each([
  ['demo', {}],
  // No feed is started here: nobody is asked for a price.
  ['sandbox', { SANDBOX: 'true', FEED: 'live:kraken' }],
])('Q18: the inbox of a %s', (_name, environment) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment });
  });
  afterAll(() => server.stop());
  const codesFor = async (to: string, options = {}) =>
    (await server.data('inbox', { to }, options)).map(({ scene }) => scene);
  const ask = (email: string, scene: string, options = {}) =>
    server.data('smsMail', { email, scene }, options);

  test('Q18: shows a registration’s code where it was asked for', async () => {
    const email = server.newEmail();
    await ask(email, 'register', HOME);
    const [message] = await server.data('inbox', { to: email }, HOME);
    expect(message?.code).toMatch(/^\d{6}$/);
    const { token } = await server.data('register', registration(email, message?.code ?? ''), HOME);
    expect(token).not.toBe('');
  });

  test.each(STRANGERS)('Q18: shows none to %s', async (_who, stranger) => {
    const email = server.newEmail();
    await ask(email, 'register', HOME);
    expect(await codesFor(email, HOME)).toEqual(['register']);
    expect(await codesFor(email, stranger)).toEqual([]);
    const other = await server.register();
    expect(await codesFor(email, { ...stranger, token: other.token })).toEqual([]);
  });

  test('Q18: opens nobody’s account to whoever asks for its codes', async () => {
    const { email } = await server.register(undefined, HOME);
    for (const [at, [, stranger]] of STRANGERS.entries()) {
      const thief = at === 0 ? { headers: { 'device-id': 'a-thief' }, ip: '10.18.9.1' } : stranger;
      for (const scene of ['forget', 'login_new_device', 'withdraw_address'] as const) {
        server.clock.nowMs += 61_000;
        await ask(email, scene, thief);
      }
      expect(await codesFor(email, thief)).toEqual([]);
    }
    // On the device that has logged in before it does.
    server.clock.nowMs += 61_000;
    await ask(email, 'forget', HOME);
    const [message] = await server.data('inbox', { to: email }, HOME);
    expect(message).toMatchObject({ scene: 'forget', code: expect.stringMatching(/^\d{6}$/) });
  });

  test('Q18: shows users their own and what was told to them, and no code that others asked for', async () => {
    const { email, token } = await server.register(undefined, HOME);
    const away = { token, ip: '10.18.7.1', headers: { 'device-id': 'another-of-mine' } };
    await server.data('smsOtherMail', { scene: 'fund_password' }, { token, ...HOME });
    await server.data(
      'login',
      { account_type: 'email', account: email, password: PASSWORD },
      {
        ip: '10.18.8.1',
        headers: { 'device-id': 'yet-another' },
      },
    );
    await ask(email, 'forget', { ip: '10.18.9.9' });
    const scenes = (await server.data('inbox', {}, away)).map(({ scene }) => scene);
    expect(scenes).toEqual(['new_device', 'fund_password']);
    expect(await codesFor(email, { ip: '10.18.7.1' })).toEqual([]);
  });
});
