/** What strangers' offers, a new password and a database that fails for a moment do to reading that was given. */
import {
  ACCOUNT_SHARES_OFFERED_DAY_MAX,
  ACCOUNT_SHARES_SHOWN_MAX,
  SHARE_HEADER,
} from '@fairlead/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { AccountShares } from '../account-shares.ts';
import { tellOffered } from '../routes.ts';

const DAY = 86_400_000;

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.trader(), await server.trader()];
});
afterAll(() => server.stop());

const offered = async (owner: TestUser, to: string): Promise<number> => {
  const until = server.clock.now() + 30 * DAY;
  const offer = { email: to, accounts: [owner.userId], until, password: PASSWORD };
  return (await server.data('createAccountShare', offer, owner)).id;
};

/** Given by one and accepted by another. */
async function shared(owner: TestUser, reader: TestUser): Promise<number> {
  const id = await offered(owner, reader.email);
  await server.data('acceptAccountShare', { id }, reader);
  return id;
}

/** As many offers as are made in weeks. */
const many = (owner: TestUser, to: string, more: { readonly endedMs?: number } = {}) =>
  server.context.database.query(
    `INSERT INTO account_shares (owner_id, email, places, until_ms, created_at_ms, ended_at_ms, ended_by)
     SELECT $1, $2, '{0}', $3, $3 - $6::bigint, $4::bigint, CASE WHEN $4 IS NULL THEN NULL ELSE 'owner' END
     FROM generate_series(1, $5)`,
    [
      ...[owner.userId, to, server.clock.now() + 5 * DAY, more.endedMs ?? null],
      ...[ACCOUNT_SHARES_SHOWN_MAX + 5, 20 * DAY],
    ],
  );

const read = (reader: TestUser, id: number) =>
  server.call('wallet', {}, { token: reader.token, headers: { [SHARE_HEADER]: `${id}.0` } });

test('a new password ends what was given, also where the keys are kept', async () => {
  const owner = await server.trader();
  const id = await shared(owner, bob);
  expect((await read(bob, id)).status).toBe(200);
  const change = {
    ...{ old_password: PASSWORD, password: 'lighthouse-7', password_confirmation: 'lighthouse-7' },
    keep_api_keys: 'true',
  };
  await server.data('changePassword', change, owner);
  expect(await read(bob, id)).toMatchObject({ error: 'share_over' });
});

test('what strangers offer pushes nothing that was accepted out of the list', async () => {
  const [owner, reader] = [await server.trader(), await server.trader()];
  const id = await shared(owner, reader);
  await many(ada, reader.email);
  const { received } = await server.data('accountShares', {}, reader);
  expect(received[0]).toMatchObject({ id, state: 'active' });
  expect(received.filter(({ state }) => state === 'offered')).toHaveLength(
    ACCOUNT_SHARES_SHOWN_MAX,
  );
});

test('what has ended pushes nothing that is open out of its owner’s list', async () => {
  const owner = await server.trader();
  const id = await shared(owner, bob);
  await many(owner, 'a@example.com', { endedMs: server.clock.now() });
  const { given } = await server.data('accountShares', {}, owner);
  expect(given).toHaveLength(ACCOUNT_SHARES_SHOWN_MAX);
  expect(given.map(({ state }) => state).indexOf('ended')).toBe(1);
  expect(given[0]).toMatchObject({ id, state: 'active' });
});

test('an owner offers so many in a day, ended ones too, and one reader is told once', async () => {
  const [owner, reader] = [await server.trader(), await server.trader()];
  const another = await server.trader();
  const refusals: unknown[] = [];
  const until = server.clock.now() + 30 * DAY;
  const offer = { email: reader.email, accounts: [owner.userId], until, password: PASSWORD };
  // Within a day, and slowly enough for the rate of calls that ask for a password.
  for (let at = 0; at <= ACCOUNT_SHARES_OFFERED_DAY_MAX; at += 1) {
    server.clock.nowMs += 60_000;
    const made = await server.call('createAccountShare', offer, owner);
    if (made.type !== 'ok') refusals.push([at, made.error]);
    else await server.data('endAccountShare', { id: made.message.id }, owner);
    if (at < 2) {
      await offered(another, reader.email);
      await tellOffered(server.context);
    }
  }
  expect(refusals).toEqual([[ACCOUNT_SHARES_OFFERED_DAY_MAX, 'share_limit']]);
  const told = async () =>
    (await server.data('messages', {}, reader)).list.filter(({ kind }) => kind === 'share_received')
      .length;
  expect(await told()).toBe(1);
  server.clock.nowMs += DAY;
  await offered(owner, reader.email);
  await offered(another, reader.email);
  await tellOffered(server.context);
  expect(await told()).toBe(3);
});

test('reads that could not be written are written with the next', async () => {
  const { database, clock } = server.context;
  const owner = await server.trader();
  const id = await shared(owner, bob);
  let isDown = true;
  const shares = new AccountShares({
    clock,
    database: {
      transaction: (run) => database.transaction(run),
      query: (...asked: Parameters<typeof database.query>) =>
        isDown && asked[0].startsWith('UPDATE')
          ? Promise.reject(new Error('the database is away'))
          : database.query(...asked),
    } as typeof database,
  });
  await shares.open(bob.userId, `${id}.0`);
  await expect(shares.flush()).rejects.toThrow('away');
  await shares.open(bob.userId, `${id}.0`);
  isDown = false;
  await shares.flush();
  const { given } = await server.data('accountShares', {}, owner);
  expect(given[0]).toMatchObject({ id, reads: 2, last_read_at: clock.now() });
});
