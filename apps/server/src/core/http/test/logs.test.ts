/** X17 and O3: what is secret is in no log, whatever route it goes through and whatever fails on the way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  OWNER_PASSWORD,
  registration,
  startTestServer,
  type TestServer,
} from '../../../../test/support/fixture.ts';
import { createLog } from '../log.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logTo: { write: (line) => lines.push(line) } });
});
afterAll(() => server.stop());

test('canaries sent through every door are in no line, and lines there are', async () => {
  const password = 'canary-password-1';
  const email = 'canary@example.com';
  await server.data('smsMail', { email, scene: 'register' });
  const code = await server.code(email);
  const made = await server.data('register', registration(email, code, password));
  const secrets = [password, 'canary-password-2', made.token, OWNER_PASSWORD, 'canary-key', code];
  const { token } = made;
  await server.call('login', {
    account_type: 'email',
    account: email,
    password: 'canary-password-2',
  });
  await server.call('login', { account_type: 'email', account: email, password });
  await server.call(
    'changePassword',
    {
      old_password: password,
      password: 'canary-password-2',
      password_confirmation: 'canary-password-2',
    },
    { token },
  );
  await server.call(
    'transfer',
    { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' },
    { token, key: 'canary-key' },
  );
  await server.call('center', {}, { token: 'canary-token-that-is-none' });
  const operator = await server.data('operatorLogin', { name: 'owner', password: OWNER_PASSWORD });
  secrets.push(operator.token, 'canary-token-that-is-none');
  await breakTheDatabase(async () => {
    await server.call('login', { account_type: 'email', account: email, password });
    await server.call('register', registration(email, code, password));
    await server.call('wallet', {}, { token });
  });
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(3);
  expect(log).toContain('"event":"logged_in"');
  expect(log).toContain('"event":"login_failed"');
  expect(log).toContain('"msg":"fault"');
  for (const secret of secrets) expect(log).not.toContain(secret);
});

test('every line is one JSON object with time, level and words', () => {
  for (const line of lines) {
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({
      level: expect.any(String),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  }
});

test('what could hold a secret is cut out by its name', () => {
  const cut: string[] = [];
  const log = createLog('info', { write: (line) => cut.push(line) });
  log.info(
    { user: { password: 'canary', token: 'canary' }, headers: { authorization: 'canary' } },
    'a\nline',
  );
  expect(cut).toHaveLength(1);
  expect(cut[0]).not.toContain('canary');
  expect(cut[0]?.trimEnd()).not.toContain('\n');
});

async function breakTheDatabase(during: () => Promise<void>): Promise<void> {
  const database = server.context.database as { query: unknown };
  const { query } = database;
  database.query = () => Promise.reject(new Error('the connection was lost'));
  try {
    await during();
  } finally {
    database.query = query;
  }
}
