/**
 * What operators pass, signed by their passkey (cases.md C5, V8, W12). Goal: of an operator with a passkey nothing is passed
 * by an open session alone, nor by a signature for anything else, of anybody else, of another time or used before; and four
 * eyes are what they were.
 */
import { createHash } from 'node:crypto';
import {
  depositApproval,
  newOperatorApproval,
  operatorApproval,
  proposalApproval,
  withdrawalApproval,
} from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type Holder, holder } from '../../custody/test/fixture.ts';
import { SoftAuthenticator } from '../../identity/test/authenticator.ts';
import {
  bankClaim,
  lastActs,
  operator,
  type TestOperator,
  useLink,
  withdrawalOf,
} from './fixture.ts';
import { type Otherwise, type Signer, signed, signer } from './signer.ts';

let server: TestServer;
/** What one of them may take out a day is little. */
const users: Holder[] = [];
let turn = 0;
let reviewer: Signer;
let second: Signer;

beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  for (let count = 0; count < 10; count += 1) users.push(await holder(server));
  [reviewer, second] = [await signer(server, 'reviewer'), await signer(server, 'reviewer')];
});
afterAll(() => server.stop());

function nextUser(): Holder {
  turn += 1;
  const user = users[turn % users.length];
  if (user === undefined) throw new Error('nobody');
  return user;
}

async function withdrawal(amount = '100') {
  const user = nextUser();
  const id = await withdrawalOf(server, user, amount);
  const { list } = await server.data('operatorWithdrawals', { user_id: user.userId }, reviewer);
  const row = list.find((each) => each.id === id);
  if (row === undefined) throw new Error('not in the queue');
  return row;
}

const decide = (by: TestOperator, id: number, more: object = {}) =>
  server.call('decideWithdrawal', { id, decision: 'passed', ...more }, by);

test('a withdrawal is passed by what was signed for it, which is kept and in the log', async () => {
  const row = await withdrawal();
  expect((await decide(reviewer, row.id)).error).toBe('signature_required');
  const signature = await signed(server, reviewer, withdrawalApproval(row));
  const passed = await decide(reviewer, row.id, signature);
  expect(passed.message).toMatchObject({ status: 'passed' });
  const [kept] = await server.context.database.query<{ intent_hash: string; intent: string }>(
    'SELECT intent_hash, intent FROM signed_approvals ORDER BY created_at_ms DESC LIMIT 1',
  );
  expect(
    createHash('sha256')
      .update(kept?.intent ?? '')
      .digest('hex'),
  ).toBe(kept?.intent_hash);
  expect(JSON.parse(kept?.intent ?? '')).toMatchObject({
    record: 'withdrawal',
    id: row.id,
    operator: reviewer.operatorId,
  });
  expect(await lastActs(server, 4)).toContainEqual(
    expect.objectContaining({
      action: 'approval.signed',
      detail: { intent_hash: kept?.intent_hash, passkey: 'Key ring' },
    }),
  );
  await expect(server.context.database.query('DELETE FROM signed_approvals')).rejects.toThrow();
});

test('rejecting takes no signature, nor does an operator without a passkey', async () => {
  const [first, other] = [await withdrawal(), await withdrawal()];
  const rejection = { decision: 'rejected', reason: 'a test of it' };
  expect((await decide(reviewer, first.id, rejection)).status).toBe(200);
  expect((await decide(await operator(server, 'reviewer'), other.id)).status).toBe(200);
});

test.each<[string, Otherwise]>([
  ['another key', { device: new SoftAuthenticator() }],
  ['another page', { wrong: { origin: 'https://fairlead.example' } }],
  ['another domain', { wrong: { rpId: 'fairlead.example' } }],
  ['a page in a frame', { wrong: { crossOrigin: true } }],
  ['an authenticator that does not know its person', { wrong: { isUnverified: true } }],
  ['another signature', { wrong: { key: new SoftAuthenticator().privateKey } }],
  ['another exchange', { deployment: 'elsewhere' }],
  ['another operator', { operator: 1_000_000 }],
])('C5: of %s passes nothing', async (_name, otherwise) => {
  const row = await withdrawal();
  const wrong = await signed(server, reviewer, withdrawalApproval(row), otherwise);
  expect((await decide(reviewer, row.id, wrong)).error).toBe('passkey_refused');
});

test('W12: of another record, another amount or another address passes nothing', async () => {
  const [row, other] = [await withdrawal('100'), await withdrawal('200')];
  for (const draft of [
    withdrawalApproval(other),
    withdrawalApproval({ ...row, receipt_amount: other.receipt_amount }),
    withdrawalApproval({ ...row, address: 'TQ9w44HTm9mY8Jy5yg8ksQ8AFBCowySsnT' }),
    { ...withdrawalApproval(row), record: 'deposit' } as const,
  ])
    expect((await decide(reviewer, row.id, await signed(server, reviewer, draft))).error).toBe(
      'passkey_refused',
    );
});

test('of somebody else, in their name or with their nonce, passes nothing', async () => {
  const row = await withdrawal();
  const draft = withdrawalApproval(row);
  const theirs = await signed(server, second, draft);
  expect((await decide(reviewer, row.id, theirs)).error).toBe('passkey_refused');
  const inMine = await signed(server, reviewer, draft, { device: second.device });
  expect((await decide(reviewer, row.id, inMine)).error).toBe('passkey_refused');
  const { nonce } = await server.data('operatorIntent', {}, second);
  const mine = await signed(server, reviewer, draft);
  expect((await decide(reviewer, row.id, { ...mine, nonce })).error).toBe('passkey_refused');
});

test('C5: after five minutes, of a login, or once used it passes nothing', async () => {
  const row = await withdrawal();
  const draft = withdrawalApproval(row);
  const late = await signed(server, reviewer, draft);
  server.clock.nowMs += 5 * MINUTE_MS;
  expect((await decide(reviewer, row.id, late)).error).toBe('passkey_refused');
  const { options } = await server.data('operatorPasskeyOptions');
  const login = {
    ...(await signed(server, reviewer, draft)),
    credential: reviewer.device.logIn(options),
  };
  expect((await decide(reviewer, row.id, login)).error).toBe('passkey_refused');
  // Nor does an approval log in.
  const { credential } = await signed(server, reviewer, draft);
  expect((await server.call('operatorPasskeyLogin', { credential })).error).toBe('passkey_refused');
  const good = await signed(server, reviewer, draft);
  const replies = await Promise.all([
    decide(reviewer, row.id, good),
    decide(reviewer, row.id, good),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a copy of its key is refused once the counter went on', async () => {
  const counting = await signer(server, 'reviewer', 1);
  const row = await withdrawal();
  const draft = withdrawalApproval(row);
  const stale = await signed(server, counting, draft, { wrong: { count: 1 } });
  expect((await decide(counting, row.id, stale)).error).toBe('passkey_refused');
  expect((await decide(counting, row.id, await signed(server, counting, draft))).status).toBe(200);
});

test('a claim is credited as it was signed: with this amount, under this reference', async () => {
  const user = nextUser();
  const id = await bankClaim(server, user);
  const { list } = await server.data('operatorDeposits', { user_id: user.userId }, reviewer);
  const row = list.find((each) => each.id === id);
  if (row === undefined) throw new Error('not in the queue');
  const given = { credited: '90', reference: 'BANK-7' };
  const pass = (more: object) =>
    server.call('decideDeposit', { id, decision: 'passed', ...given, ...more }, reviewer);
  expect((await pass({})).error).toBe('signature_required');
  for (const changed of [{ credited: '900' }, { reference: 'BANK-8' }]) {
    const other = await signed(server, reviewer, depositApproval(row, { ...given, ...changed }));
    expect((await pass(other)).error).toBe('passkey_refused');
  }
  const right = await signed(server, reviewer, depositApproval(row, given));
  expect((await pass(right)).message).toMatchObject({ status: 'passed' });
});

test('V8: a proposal is passed by another operator, who signs what it does', async () => {
  const manager = await signer(server, 'manager');
  const proposer = await signer(server, 'manager');
  const entry = {
    source: 'house:external',
    target: 'house:capital',
    currency_id: 3,
    amount: '5',
    reason: 'capital of the house',
  };
  const asked = await server.data('proposeEntry', entry, proposer);
  const { list } = await server.data('proposals', { status: 'open' }, manager);
  const row = list.find(({ id }) => id === asked.proposal_id);
  if (row === undefined) throw new Error('not proposed');
  const pass = (by: Signer, more: object) =>
    server.call('decideProposal', { id: row.id, decision: 'passed', ...more }, by);
  expect((await pass(manager, {})).error).toBe('signature_required');
  const payload = row.payload.replace('"5"', '"5000"');
  expect(payload).not.toBe(row.payload);
  const other = await signed(server, manager, proposalApproval({ ...row, payload }));
  expect((await pass(manager, other)).error).toBe('passkey_refused');
  const own = await signed(server, proposer, proposalApproval(row));
  expect((await pass(proposer, own)).error).toBe('four_eyes');
  const right = await signed(server, manager, proposalApproval(row));
  expect((await pass(manager, right)).message).toMatchObject({ status: 'passed' });
});

test('C5: an open session is no third person’s word on who came in: it is signed, for this person and link', async () => {
  const owner = await operator(server, 'owner');
  const request = { name: 'newcomer', role: 'reviewer' } as const;
  const { operator_id: id, link } = await server.data('createOperator', request, owner);
  await useLink(server, link);
  const confirm = (more: object = {}, by: TestOperator = reviewer) =>
    server.call('confirmOperator', { id, ...more }, by);
  expect((await confirm()).error).toBe('signature_required');
  const shown = { ...request, id, link_by: owner.name };
  for (const draft of [
    operatorApproval({ ...shown, id: id + 1 }),
    operatorApproval({ ...shown, name: 'somebody' }),
    operatorApproval({ ...shown, role: 'owner' }),
    operatorApproval({ ...shown, link_by: undefined }),
    { ...operatorApproval(shown), record: 'proposal' } as const,
  ])
    expect((await confirm(await signed(server, reviewer, draft))).error).toBe('passkey_refused');
  const theirs = await signed(server, second, operatorApproval(shown));
  expect((await confirm(theirs)).error).toBe('passkey_refused');
  const waiting = async () =>
    (await server.data('operators', {}, owner)).find((each) => each.id === id)?.needs_confirmation;
  expect(await waiting()).toBe(true);
  expect((await confirm(await signed(server, reviewer, operatorApproval(shown)))).status).toBe(200);
  expect(await waiting()).toBeUndefined();
  expect(await lastActs(server, 2)).toContainEqual(
    expect.objectContaining({ action: 'approval.signed', subject: `operator ${id}` }),
  );
  const again = await signed(server, second, operatorApproval(shown));
  expect((await confirm(again, second)).error).toBe('already_decided');
});

test('C5: an open session adds no operator: who has a passkey signs name, role and where the link goes', async () => {
  const owner = await signer(server, 'owner');
  const shown = { name: 'signed-newcomer', role: 'reviewer' } as const;
  const add = (more: object = {}) => server.call('createOperator', { ...shown, ...more }, owner);
  expect((await add()).error).toBe('signature_required');
  for (const draft of [
    newOperatorApproval({ ...shown, role: 'owner' }),
    newOperatorApproval({ ...shown, name: 'somebody' }),
    newOperatorApproval({ ...shown, email: 'thief@example.com' }),
    operatorApproval({ ...shown, id: 0 }),
  ])
    expect((await add(await signed(server, owner, draft))).error).toBe('passkey_refused');
  const theirs = await signed(server, reviewer, newOperatorApproval(shown));
  expect((await add(theirs)).error).toBe('passkey_refused');
  const right = await signed(server, owner, newOperatorApproval(shown));
  expect((await add(right)).status).toBe(200);
  // Used up: it adds nobody else.
  expect((await add({ ...right, name: 'another' })).error).toBe('passkey_refused');
});
