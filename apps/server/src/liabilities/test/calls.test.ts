/**
 * What the house owes over HTTP: published for everybody, proved to each user for themselves alone (a stranger's proof
 * cannot be asked for at all), and checked by `packages/receipt` alone. X20.
 */

import { type LiabilityProofView, PAGE_LIMIT_MAX } from '@fairlead/contract';
import { verifyLiabilityProof, verifySnapshot } from '@fairlead/receipt';
import { BTC, USDT } from '@fairlead/testkit';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { LIABILITY_PROOFS_KEPT_MS } from '../../core/http/limits.ts';
import { Secrets } from '../../core/operations/secrets.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { Liabilities } from '../liabilities.ts';

let server: TestServer;
let alice: TestUser;
let bob: TestUser;
let poor: TestUser;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  [alice, bob] = [await server.trader(), await server.trader()];
  poor = await server.register();
  manager = await operator(server, 'manager');
});
afterAll(() => server.stop());

const proofOf = ({ token }: TestUser, id?: number) =>
  server.data('liabilityProof', { snapshot_id: id }, { token });
const amountsOf = ({ paths }: LiabilityProofView) =>
  paths.map(({ currency, amount }) => `${amount} ${currency}`);
const totalsOf = async () => {
  const { list } = await server.data('liabilities');
  return list[0]?.trees
    .filter(({ leaves }) => leaves > 0)
    .map((tree) => [tree.currency, tree.total]);
};

test('before the first there is nothing, and that is said', async () => {
  const { list, total, proofs_from: from, next_at: next } = await server.data('liabilities');
  expect({ list, total, from, next }).toEqual({
    list: [],
    total: 0,
    from: undefined,
    next: server.clock.now(),
  });
  expect(await server.call('liabilityProof', {}, alice)).toMatchObject({ error: 'not_found' });
});

test('a proof holds all accounts, available and frozen, and is right by itself', async () => {
  const token = { token: alice.token };
  const transfer = { from_account: 'coin', to_account: 'contract', currency_id: USDT.currencyId };
  await server.data('transfer', { ...transfer, amount: '100' }, token);
  const order = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '101', quantity: '2' };
  await server.data('placeOrder', order, token);
  await server.context.liabilities.take();
  const proof = await proofOf(alice);
  expect(proof.owner).toBe(alice.userId);
  expect(amountsOf(proof)).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
  const { isRight, checks } = await verifyLiabilityProof(proof, { owner: alice.userId });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(isRight).toBe(true);
  expect(await totalsOf()).toEqual([
    ['BTC', '20.00000000'],
    ['USDT', '2000.000000'],
  ]);
});

test('is published as it was hashed, once, with its totals, for everybody', async () => {
  const { list, proofs_from: from } = await server.data('liabilities');
  expect(from).toBe(1);
  const alone = await server.data('liabilitySnapshot', { id: 1 });
  expect(list).toEqual([alone]);
  expect((await verifySnapshot(alone)).isRight).toBe(true);
  expect((await proofOf(bob)).snapshot).toEqual(alone);
  expect(await server.call('liabilitySnapshot', { id: 2 })).toMatchObject({ error: 'not_found' });
  const text = JSON.stringify(list);
  expect(text).not.toContain('nonce');
});

test("nobody gets another's proof: there is no way to name whose", async () => {
  const stolen = { user_id: alice.userId };
  expect(await server.call('liabilityProof', stolen, bob)).toMatchObject({
    error: 'validation_failed',
  });
  expect(await server.call('liabilityProof', {})).toMatchObject({ status: 401 });
  const operatorToken = { token: manager.token };
  expect(await server.call('liabilityProof', {}, operatorToken)).toMatchObject({ status: 401 });
  const [ofAlice, ofBob] = [await proofOf(alice), await proofOf(bob)];
  const text = JSON.stringify(ofBob);
  for (const { nonce } of ofAlice.paths) expect(text).not.toContain(nonce);
  // Alice's path with Bob's number leads nowhere.
  const claimed = await verifyLiabilityProof({ ...ofAlice, owner: bob.userId });
  expect(claimed.isRight).toBe(false);
});

test('a user who had nothing is told so, with the publication that they are not in', async () => {
  const proof = await proofOf(poor);
  expect(proof.paths).toEqual([]);
  expect((await verifyLiabilityProof(proof, { owner: poor.userId })).isRight).toBe(true);
});

test('the next one is linked, of later balances, and the first stays as it was', async () => {
  const first = await server.data('liabilitySnapshot', { id: 1 });
  await server.fund(poor.userId, BTC.currencyId, 5n);
  server.clock.nowMs += DAY_MS - 1;
  await server.context.liabilities.takeDue();
  expect((await server.data('liabilities')).total).toBe(1);
  server.clock.nowMs += 1;
  await server.context.liabilities.takeDue();
  const { list, next_at: next } = await server.data('liabilities');
  expect(list.map(({ id }) => id)).toEqual([2, 1]);
  expect(next).toBe(server.clock.now() + DAY_MS);
  expect(list[1]).toEqual(first);
  expect((await verifySnapshot(list[0], { previous: first })).isRight).toBe(true);
  expect(amountsOf(await proofOf(poor))).toEqual(['0.00000005 BTC']);
  expect((await proofOf(poor, 1)).paths).toEqual([]);
  const old = await proofOf(alice, 1);
  expect((await verifyLiabilityProof(old, { owner: alice.userId })).isRight).toBe(true);
});

test('an operator has one taken, with a reason, in the audit log; others may not', async () => {
  const reason = 'asked for by a user';
  const auditor = await operator(server, 'auditor');
  const taker = await operator(server, 'manager');
  expect(await server.call('takeLiabilities', { reason }, auditor)).toMatchObject({
    error: 'forbidden',
  });
  await server.data('takeLiabilities', { reason }, taker);
  await server.context.liabilities.settled();
  const { list, is_running: isRunning } = await server.data('operatorLiabilities', {}, auditor);
  expect(isRunning).toBe(false);
  expect(list.map(({ id, taken_by: by }) => [id, by])).toEqual([
    [3, taker.name],
    [2, undefined],
    [1, undefined],
  ]);
  const [last] = await lastActs(server, 1);
  expect(last).toMatchObject({ action: 'liabilities.taken' });
});

test('of two processes that take one at once one publishes, and its proofs are whole', async () => {
  const { config, clock, database, log } = server.context;
  const options = { database, clock, log, dataDir: config.dataDir, everyHours: 0 };
  const secrets = new Secrets('of two processes at once, 32 characters');
  const [one, other] = [0, 1].map(() => new Liabilities({ ...options, secrets }));
  const outcomes = await Promise.allSettled([one?.take(), other?.take()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const proof = await one?.proofOf(alice.userId);
  expect(proof?.snapshot.id).toBe(4);
  expect((await verifyLiabilityProof(proof, { owner: alice.userId })).isRight).toBe(true);
  const builds = await database.query('SELECT DISTINCT build_id FROM liability_parts');
  expect(builds).toHaveLength(4);
});

test('proofs go when their time is over, roots stay, and that is said', async () => {
  server.clock.nowMs += LIABILITY_PROOFS_KEPT_MS + 1;
  await server.context.liabilities.take();
  // Sessions end sooner than proofs; whoever asks is told the same.
  const late = await server.register();
  expect(await server.call('liabilityProof', { snapshot_id: 3 }, late)).toMatchObject({
    error: 'proof_expired',
  });
  const { list, proofs_from: from } = await server.data('liabilities', { limit: PAGE_LIMIT_MAX });
  expect(from).toBe(5);
  expect(list.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  expect((await proofOf(late)).snapshot.id).toBe(5);
});

test('what does not add up with the ledger is not published', async () => {
  const { database } = server.context;
  await database.query('UPDATE balances SET total_minor = total_minor + 1 WHERE owner_id = $1', [
    bob.userId,
  ]);
  await expect(server.context.liabilities.take()).rejects.toThrow('add up to the ledger');
  expect((await server.data('liabilities')).total).toBe(5);
  expect(server.context.liabilities.failedAtMs).toBe(server.clock.now());
  await database.query('UPDATE balances SET total_minor = total_minor - 1 WHERE owner_id = $1', [
    bob.userId,
  ]);
  await server.context.liabilities.take();
  expect(server.context.liabilities.failedAtMs).toBeUndefined();
});

test('a new SECRET_KEY opens what the one before sealed', async () => {
  const OLD = 'the-first-secret-of-this-test-server';
  const NEW = 'another-secret-of-this-test-server-2';
  const rotating = await startTestServer({ environment: { SECRET_KEY: OLD } });
  try {
    const user = await rotating.trader();
    await rotating.context.liabilities.take();
    const before = await rotating.data('liabilityProof', {}, user);
    await rotating.restart({ SECRET_KEY: NEW, SECRET_KEYS_PREVIOUS: OLD });
    await rotating.restart({ SECRET_KEY: NEW });
    expect(await rotating.context.liabilities.proofOf(user.userId)).toEqual(before);
  } finally {
    await rotating.stop();
  }
});
