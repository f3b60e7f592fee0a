/** One box (cases.md L4): what is found is masked, bounded and in the audit log, and support finds people only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { ETH_ADDRESS, type Holder, holder } from '../../custody/test/fixture.ts';
import {
  bankClaim,
  lastActs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { loggedText, lookFor } from '../search.ts';

let server: TestServer;
let user: Holder;
let by: TestOperator;
let withdrawal: number;
let deposit: number;
const TX = 'ab'.repeat(32);
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  by = await operator(server, 'reviewer');
  withdrawal = await withdrawalOf(server, user);
  await server.data('decideWithdrawal', { id: withdrawal, decision: 'passed' }, by);
  await server.data('withdrawalSent', { id: withdrawal, tx_id: `0x${TX}` }, by);
  deposit = await bankClaim(server, user, { amount: '100' });
  const credit = { id: deposit, decision: 'passed', reference: 'Statement 7 / 12' };
  await server.data('decideDeposit', credit, by);
});
afterAll(() => server.stop());

const find = async (text: string, as = by) => {
  const { by: taken, users, records } = await server.data('operatorSearch', { text }, as);
  return [taken, users.map(({ id }) => id), records.map(({ kind, id }) => `${kind} ${id}`)];
};

test.each([
  ['12', 'id'],
  ['FL-12', 'id'],
  [`0x${'a'.repeat(64)}`, 'transaction'],
  ['a***@example.com', 'mask'],
  ['+81 *** 1234', 'mask'],
  ['a@example.com', 'account'],
  ['+81 90 1234 5678', 'account'],
  [ETH_ADDRESS, 'address'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address'],
  ['Kay', 'name'],
  ['Statement 7 / 12', 'name'],
])('%s is looked for as %s', (text, taken) => {
  expect(lookFor(text).by).toBe(taken);
});

test('by id, account, mask and reference of a transfer', async () => {
  const { userId, email } = user;
  expect((await find(String(userId)))[1]).toEqual([userId]);
  expect(await find(`fl-${userId}`)).toEqual(['id', [userId], []]);
  expect(await find(email.toUpperCase())).toEqual(['account', [userId], []]);
  expect((await find(`${email[0]}***@example.com`))[1]).toContain(userId);
  expect(await find('z***@example.com')).toEqual(['mask', [], []]);
});

test('records by number, transaction, address and reference, however they are written', async () => {
  const out = `withdrawal ${withdrawal}`;
  expect((await find(String(withdrawal)))[2]).toContain(out);
  for (const text of [TX, `0x${TX}`, TX.toUpperCase()])
    expect(await find(text)).toEqual(['transaction', [], [out]]);
  for (const text of [ETH_ADDRESS, ETH_ADDRESS.toLowerCase()])
    expect(await find(text)).toEqual(['address', [], [out]]);
  expect((await find('statement 7/12'))[2]).toEqual([`deposit ${deposit}`]);
});

test('nothing is shown behind its mask, and what was looked for is in the log, an account without itself', async () => {
  const text = user.email;
  const found = await server.data('operatorSearch', { text }, by);
  expect(JSON.stringify(found)).not.toContain(user.email);
  expect(await lastActs(server, 1)).toEqual([
    { action: 'search', subject: 'account', detail: { by: 'account' } },
  ]);
  await find(TX);
  expect(await lastActs(server, 1)).toMatchObject([{ detail: { by: 'transaction', text: TX } }]);
});

test.each([
  ['819012345678', '*** 5678'],
  ['090-1234-5678', '*** 5678'],
  ['(090) 1234 5678', '*** 5678'],
  ['10482', '10482'],
  ['FL-10482', 'FL-10482'],
  ['+81 90 1234 5678', undefined],
  ['Statement 7 / 12', 'Statement 7 / 12'],
])('%s is in the log as %s', (text, logged) => {
  expect(loggedText(text, lookFor(text).by)).toBe(logged);
});

test('a telephone that is typed without its plus finds its user, and is not in the log', async () => {
  const { context } = server;
  await context.database.query(
    `INSERT INTO users (kind, account, area_code, password_hash, nickname, invite_code, lang, created_at_ms)
     VALUES ('phone', '+819012345678', '81', '', 'Phone', 'ph0n3', 'en', 1)`,
  );
  const [, found] = await find('819012345678');
  expect(found).toHaveLength(1);
  expect(await lastActs(server, 1)).toEqual([
    { action: 'search', subject: 'id', detail: { by: 'id', text: '*** 5678' } },
  ]);
});

test('support finds people and no records; managers search nothing', async () => {
  const support = await operator(server, 'support');
  expect(await find(ETH_ADDRESS, support)).toEqual(['address', [], []]);
  expect((await find(user.email, support))[1]).toEqual([user.userId]);
  const manager = await operator(server, 'manager');
  expect((await server.call('operatorSearch', { text: '1' }, manager)).error).toBe('forbidden');
});

test('each look goes by an index', async () => {
  const plans = await Promise.all(
    [
      `SELECT user_id FROM users WHERE kind = 'email' AND left(account, 1) = 'a'
         AND split_part(account, '@', 2) = 'b.c' ORDER BY user_id DESC LIMIT 10`,
      `SELECT user_id FROM users WHERE kind = 'phone' AND area_code = '81' AND right(account, 4) = '1234'
         ORDER BY user_id DESC LIMIT 10`,
      `SELECT withdrawal_id FROM withdrawals WHERE destination_kind = 'crypto' AND lower(address) = 'a'
         ORDER BY withdrawal_id DESC LIMIT 10`,
      "SELECT DISTINCT user_id FROM deposit_addresses WHERE lower(address) = 'a' LIMIT 10",
    ].map((sql) =>
      server.context.database.transaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        const rows = await transaction.query<Record<string, string>>(`EXPLAIN ${sql}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    ),
  );
  const names = [
    'users_email_mask',
    'users_phone_mask',
    'withdrawals_address',
    'deposit_addresses_text',
  ];
  for (const [at, name] of names.entries()) expect(plans[at]).toContain(name);
});
