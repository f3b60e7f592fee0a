/** What needs passwords hashed as in earnest (cases.md A1, A8, X1, G17). */
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestServer, type TestServer } from '../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasRealHashing: true });
});
afterAll(() => server.stop());

const login = (account: string, password: string) =>
  server.call('login', { account_type: 'email', account, password });

async function storedHash(userId: number): Promise<string | undefined> {
  const [row] = await server.context.database.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE user_id = $1',
    [userId],
  );
  return row?.password_hash;
}

test('the hash is argon2id with the parameters asked for (A1)', async () => {
  const { userId } = await server.register();
  expect(await storedHash(userId)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a hash of older parameters is made anew at the next login (A1)', async () => {
  const { userId, email } = await server.register();
  const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 });
  const { database } = server.context;
  await database.query('UPDATE users SET password_hash = $2 WHERE user_id = $1', [userId, old]);
  expect((await login(email, PASSWORD)).status).toBe(200);
  expect(await storedHash(userId)).toContain('m=19456,t=2,p=1');
});

test('X1: a login takes as long for an account that does not exist', async () => {
  const { email } = await server.register();
  const [known, unknown] = [await login(email, 'wrong'), await login(server.newEmail(), 'wrong')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  // In turn, and the quickest of each: what a busy machine adds is added to both, or to neither.
  const timeMs = async (account: string) => {
    const startedAt = performance.now();
    await login(account, 'wrong');
    return performance.now() - startedAt;
  };
  let [knownMs, unknownMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let count = 0; count < 9; count += 1) {
    knownMs = Math.min(knownMs, await timeMs(email));
    unknownMs = Math.min(unknownMs, await timeMs(server.newEmail()));
  }
  // A hash takes ten times what the rest does: left out, it would show as a small fraction.
  expect(unknownMs).toBeGreaterThan(knownMs / 3);
  expect(unknownMs).toBeLessThan(knownMs * 3);
});
