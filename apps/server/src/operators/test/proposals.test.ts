/**
 * What takes two operators (cases.md L1, L3, W3, V6, V8). Goal: no one person weakens a safeguard or
 * moves the house's money, what two decided happens once whatever ends in between, and all of it can be read later.
 */
import type { ProposalKind } from '@fairlead/contract';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { decideProposal as decideInTable } from '../../core/acts/proposal-queries.ts';
import { type Holder, holder, usdtOf } from '../../custody/test/fixture.ts';
import {
  coolOff,
  lastActs,
  loginAs,
  operator,
  type TestOperator,
  withdrawalOf,
} from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let reviewer: TestOperator;
let reviewer2: TestOperator;
let user: Holder;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  [manager, manager2] = [await operator(server, 'manager'), await operator(server, 'manager')];
  [reviewer, reviewer2] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

const CAPITAL = {
  currency_id: 3,
  amount: '250.5',
  source: 'house:external',
  target: 'house:capital',
  reason: 'capital of the house for the quarter',
};
const propose = async (change = {}): Promise<number> =>
  (await server.data('proposeEntry', { ...CAPITAL, ...change }, manager)).proposal_id;
const decide = (by: { readonly token: string }, id: number, change = {}) =>
  server.call('decideProposal', { id, decision: 'passed', ...change }, { token: by.token });
const entriesOf = async (proposalId: number) =>
  (await server.data('ledgerEntries', { reference: `proposal:${proposalId}` }, manager)).list;

describe('journal entries', () => {
  test('capital comes in by one who proposes and another who passes, and is in the ledger with its reason', async () => {
    const id = await propose();
    expect(await entriesOf(id)).toEqual([]);
    const reply = await decide(manager2, id, { reason: 'agreed with the bank statement' });
    expect(reply.message).toMatchObject({
      kind: 'journal_entry',
      status: 'passed',
      proposed_by: manager.name,
      decided_by: manager2.name,
      decision_reason: 'agreed with the bank statement',
    });
    expect(reply.message.failure).toBeUndefined();
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({ reason: 'correction', reference: `proposal:${id}` });
    expect(entry?.postings.map(({ account, amount }) => [account, amount])).toEqual(
      expect.arrayContaining([
        ['house:external', '-250.500000'],
        ['house:capital', '250.500000'],
      ]),
    );
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'proposal.passed',
      'proposal.carried_out',
    ]);
  });

  test('V8: maker and checker are two people: not in another role, not in another session', async () => {
    const id = await propose();
    expect(await decide(manager, id)).toMatchObject({ status: 403, error: 'four_eyes' });
    const owner = await server.ownerToken();
    const promoted = { id: manager.operatorId, role: 'owner', reason: 'a promotion' };
    await server.data('changeOperator', promoted, { token: owner });
    manager = { ...manager, token: await loginAs(server, manager.name) };
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const other = { token: await loginAs(server, manager.name) };
    expect((await decide(other, id)).error).toBe('four_eyes');
    // The table refuses it too, whoever asks.
    const forged = {
      proposalId: id,
      decision: 'passed',
      reason: undefined,
      nowMs: 1,
      openSinceMs: 0,
    } as const;
    const { database } = server.context;
    expect(await decideInTable(database, { ...forged, decidedBy: manager.operatorId })).toBe(false);
    await expect(
      database.query(
        "UPDATE proposals SET status = 'passed', decided_by = proposed_by, decided_at_ms = 1 WHERE proposal_id = $1",
        [id],
      ),
    ).rejects.toThrow(/four_eyes/);
    expect(await entriesOf(id)).toEqual([]);
    const auditor = await operator(server, 'auditor');
    expect((await decide(auditor, id)).error).toBe('forbidden');
    // Another role makes another person of nobody, for others' decisions neither.
    expect((await decide(reviewer, id)).error).toBe('four_eyes');
    await coolOff(server);
    expect((await decide(reviewer, id)).status).toBe(200);
  });

  test('fifty decisions at once are one entry', async () => {
    const id = await propose();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => decide(index % 2 === 0 ? reviewer : reviewer2, id)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, error } of replies)
      if (status !== 200) expect(error).toBe('already_decided');
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('the same asked for twice is one proposal', async () => {
    const change = { amount: '77' };
    const ids = await Promise.all(Array.from({ length: 5 }, () => propose(change)));
    expect(new Set(ids).size).toBe(1);
    const [id = 0] = ids;
    const rejection = { decision: 'rejected' };
    expect((await decide(reviewer, id, rejection)).fields).toEqual({ reason: 'Required' });
    const reply = await decide(reviewer, id, { ...rejection, reason: 'no statement shows it' });
    expect(reply.message).toMatchObject({ status: 'rejected' });
    expect((await decide(reviewer2, id)).error).toBe('already_decided');
    expect(await entriesOf(id)).toEqual([]);
    expect(await propose(change)).not.toBe(id);
  });

  test('what cannot be paid fails with its reason and moves nothing', async () => {
    const id = await propose({ source: 'house:insurance_fund', amount: '1' });
    const reply = await decide(reviewer, id);
    expect(reply.message).toMatchObject({ status: 'passed', failure: 'insufficient_balance' });
    expect(await entriesOf(id)).toEqual([]);
    await server.context.proposals.finishAll();
    expect(await entriesOf(id)).toEqual([]);
  });

  test.each([
    [{ target: 'house:external' }, 'same_account'],
    [{ target: 'house:nobody' }, 'validation_failed'],
    [{ target: 'house:withdrawals_in_transit' }, 'validation_failed'],
    [{ target: 'user:999999:coin' }, 'validation_failed'],
    [{ target: 'user:1:savings' }, 'validation_failed'],
    [{ amount: '0' }, 'validation_failed'],
    [{ amount: '1.0000001' }, 'validation_failed'],
    [{ amount: '-1' }, 'validation_failed'],
    [{ currency_id: 99 }, 'validation_failed'],
    [{ reason: 'x' }, 'validation_failed'],
  ])('%j is refused: %s', async (change, error) => {
    const reply = await server.call('proposeEntry', { ...CAPITAL, ...change }, manager);
    expect(reply.error).toBe(error);
  });

  test('G4: while the books do not add up nothing is posted', async () => {
    const id = await propose();
    const { database, reconciler } = server.context;
    const drift = (by: number) =>
      database.query(
        "UPDATE balances SET total_minor = total_minor + $1 WHERE account = 'demo_faucet' AND currency_id = 2",
        [by],
      );
    await drift(1);
    await reconciler.checkQuick();
    expect((await decide(reviewer, id)).error).toBe('unavailable');
    await drift(-1);
    await server.settleBooks();
    expect((await decide(reviewer, id)).status).toBe(200);
  });
});

describe('a process that ends between decision and effect', () => {
  /** Decides in the table only, as if the process ended right after. */
  const decidedOnly = async (id: number) => {
    const { database, clock } = server.context;
    const decision = {
      proposalId: id,
      decision: 'passed',
      reason: undefined,
      openSinceMs: 0,
    } as const;
    const by = { decidedBy: reviewer.operatorId, nowMs: clock.now() };
    expect(await decideInTable(database, { ...decision, ...by })).toBe(true);
  };

  test('carries out at the next start what was passed, once', async () => {
    const id = await propose();
    await decidedOnly(id);
    await server.restart();
    expect(await entriesOf(id)).toEqual([]);
    const { proposals } = server.context;
    await Promise.all([proposals.finishAll(), proposals.finishAll(), proposals.finishAll()]);
    expect(await entriesOf(id)).toHaveLength(1);
    await proposals.finishAll();
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('posts no second entry when it ended after the first', async () => {
    const id = await propose();
    await decidedOnly(id);
    const { database, proposals } = server.context;
    await proposals.finishAll();
    // As if the note that it was carried out was never written.
    await database.query('ALTER TABLE proposals DISABLE TRIGGER decided_once');
    await database.query('UPDATE proposals SET finished_at_ms = NULL WHERE proposal_id = $1', [id]);
    await database.query('ALTER TABLE proposals ENABLE TRIGGER decided_once');
    await proposals.finishAll();
    expect(await entriesOf(id)).toHaveLength(1);
    const { list } = await server.data('proposals', { status: 'passed' }, manager);
    expect(list.find((each) => each.id === id)?.failure).toBeUndefined();
  });

  test('what was decided stays decided in the table', async () => {
    const id = await propose();
    await decide(reviewer, id);
    const { database } = server.context;
    for (const change of [
      "status = 'open'",
      "payload = '{}'",
      'proposed_by = 1',
      'reason = reason || 1',
    ])
      await expect(
        database.query(`UPDATE proposals SET ${change} WHERE proposal_id = $1`, [id]),
      ).rejects.toThrow();
    await expect(database.query('DELETE FROM proposals')).rejects.toThrow(/append-only/);
  });
});

describe('terms (L3)', () => {
  const termsOf = async () => {
    const list = await server.data('chainTerms', {}, manager);
    const found = list.find(({ currency_id, chain }) => currency_id === 3 && chain === 'ERC20');
    if (found === undefined) throw new Error('no terms');
    return found;
  };
  const save = (change: object) => async () =>
    server.call('saveChainTerms', { ...(await termsOf()), ...change }, manager);
  const openProposals = async (kind: ProposalKind) =>
    (await server.data('proposals', { status: 'open', limit: 100 }, manager)).list.filter(
      (each) => each.kind === kind,
    );

  test('what strengthens holds at once, with its version and author', async () => {
    const before = await termsOf();
    const change = { confirmations: before.confirmations + 5, withdraw_fee: '0.500000' };
    expect((await save(change)()).message).toEqual({ is_effective: true });
    expect(await termsOf()).toEqual({ ...before, ...change });
    const { list } = await server.data('termsHistory', { subject: 'chain USDT/ERC20' }, manager);
    expect(list[0]).toMatchObject({ operator: manager.name, subject: 'chain USDT/ERC20' });
    expect(JSON.parse(list[0]?.before ?? '')).toMatchObject({
      confirmations: before.confirmations,
    });
    expect(JSON.parse(list[0]?.after ?? '')).toMatchObject({ confirmations: change.confirmations });
  });

  test.each([
    ['fewer confirmations', { confirmations: 1 }],
    ['a higher threshold of two', { two_approvals_from: '9999999.000000' }],
    ['A9: a higher fee', { withdraw_fee: '4.000000' }],
  ])('%s wait for a second manager', async (_what, change) => {
    const before = await termsOf();
    const reply = await save(change)();
    expect(reply.message).toMatchObject({ is_effective: false });
    expect(await termsOf()).toEqual(before);
    const id = reply.message.proposal_id ?? 0;
    expect((await decide(manager, id)).error).toBe('four_eyes');
    expect((await decide(reviewer, id)).error).toBe('forbidden');
    const [proposal] = (await openProposals('chain_terms')).filter((each) => each.id === id);
    expect(JSON.parse(proposal?.payload ?? '')).toMatchObject({ before, after: change });
    expect((await decide(manager2, id)).message).toMatchObject({ status: 'passed' });
    expect(await termsOf()).toEqual({ ...before, ...change });
  });

  test('a proposal does not undo what was changed meanwhile', async () => {
    const { message } = await save({ two_approvals_from: '99999999.000000' })();
    await save({ withdraw_fee: '0.300000' })();
    const before = await termsOf();
    const reply = await decide(manager2, message.proposal_id ?? 0);
    expect(reply.message).toMatchObject({ failure: 'intent_changed' });
    expect(await termsOf()).toEqual(before);
  });

  test('A9: closing a way is at once, opening it takes two', async () => {
    for (const way of ['is_deposit_open', 'is_withdraw_open']) {
      expect((await save({ [way]: 'false' })()).message.is_effective).toBe(true);
      const { is_effective, proposal_id } = (await save({ [way]: 'true' })()).message;
      expect(is_effective).toBe(false);
      await decide(manager2, proposal_id ?? 0);
      expect(await termsOf()).toMatchObject({ [way]: true });
    }
  });

  test.each([
    [{ min_withdraw: '1', withdraw_fee: '1' }, ['min_withdraw', 'withdraw_fee']],
    [{ confirmations: 0 }, ['chain', 'confirmations']],
  ])('a refusal of %j names both fields', async (change, fields) => {
    const reply = await server.call('saveChainTerms', { ...(await termsOf()), ...change }, manager);
    expect(reply.error).toBe('terms_invalid');
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual(fields);
  });

  test('a way that was not there before takes two as well', async () => {
    const change = { currency_id: 2, chain: 'BANK', confirmations: 0 };
    const terms = { ...(await termsOf()), ...change };
    const reply = await server.call('saveChainTerms', terms, manager);
    expect(reply.message).toMatchObject({ is_effective: false });
  });

  test.each([
    [{ confirmations: 0 }, 'terms_invalid'],
    [{ min_withdraw: '1', withdraw_fee: '1' }, 'terms_invalid'],
    [{ min_deposit: '0' }, 'terms_invalid'],
    [{ two_approvals_from: '0' }, 'validation_failed'],
    [{ withdraw_fee: '0.0000001' }, 'validation_failed'],
    [{ currency_id: 99 }, 'validation_failed'],
    [{ chain: 'DOGE' }, 'validation_failed'],
    [{ confirmations: 10_001 }, 'validation_failed'],
  ])('floors are in the code: %j is refused: %s', async (change, error) => {
    expect((await save(change)()).error).toBe(error);
  });

  test('raised limits and bank accounts wait, lowered limits hold at once', async () => {
    const { bank_accounts: _accounts, ...limits } = await server.data(
      'custodySettings',
      {},
      manager,
    );
    const saveLimits = (change: object) =>
      server.call('saveCustodySettings', { ...limits, ...change }, manager);
    expect((await saveLimits({ daily_count: 2 })).message).toEqual({ is_effective: true });
    expect((await saveLimits({ daily_count: 50 })).message.is_effective).toBe(false);
    const raised = await saveLimits({ daily_count: 2, daily_value_advanced: '99999999' });
    expect(raised.message.is_effective).toBe(false);
    expect((await server.data('custodySettings', {}, manager)).daily_count).toBe(2);
    await decide(manager2, raised.message.proposal_id ?? 0);
    expect(await server.data('custodySettings', {}, manager)).toMatchObject({
      daily_count: 2,
      daily_value_advanced: '99999999.000000',
    });
    const account = {
      currency_id: 3,
      account_name: 'Fairlead',
      account_number: 'DE00 1234 5678',
      bank_name: 'A Bank',
      bank_address: 'A Street 1',
      swift_code: 'ABCDEFGH',
      fiat_currency: 'EUR',
      fiat_rate: '1.085',
    };
    const half = { ...account, fiat_rate: '' };
    expect((await server.call('saveBankAccount', half, manager)).error).toBe('validation_failed');
    const { proposal_id: id } = await server.data('saveBankAccount', account, manager);
    const accounts = async () => (await server.data('custodySettings', {}, manager)).bank_accounts;
    expect(await accounts()).not.toContainEqual(account);
    await decide(manager2, id);
    expect(await accounts()).toContainEqual(account);
    const told = await server.data('bankInfo', { currency_id: 3 }, user);
    expect(told).toMatchObject({ fiat_currency: 'EUR', fiat_rate: '1.085' });
  });
});

describe('accounts and sends', () => {
  test('freezing is at once, unfreezing takes two', async () => {
    const frozen = { id: user.userId, is_frozen: 'true', reason: 'a stolen telephone' };
    expect(await server.data('freezeUser', frozen, reviewer)).toEqual({ is_effective: true });
    const transfer = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    expect((await server.call('transfer', transfer, user)).error).toBe('account_frozen');
    const thaw = { ...frozen, is_frozen: 'false' };
    const { is_effective, proposal_id } = await server.data('freezeUser', thaw, reviewer);
    expect(is_effective).toBe(false);
    expect((await server.call('transfer', transfer, user)).error).toBe('account_frozen');
    expect((await decide(reviewer, proposal_id ?? 0)).error).toBe('four_eyes');
    await decide(reviewer2, proposal_id ?? 0);
    expect((await server.call('transfer', transfer, user)).status).toBe(200);
  });

  test('W3: what is unknown goes nowhere by one word; by two it is refunded whole, once', async () => {
    await server.run({
      kind: 'post_entry',
      reason: 'deposit',
      reference: 'fees to pay back',
      currencyId: 3,
      amount: amountMinor(1_000_000n),
      source: { house: 'external' },
      target: { house: 'fees' },
    });
    const before = await usdtOf(server, user);
    const id = await withdrawalOf(server, user);
    const send = (act: string, change = {}) =>
      server.call('proposeSend', { id, act, reason: 'never left', ...change }, reviewer);
    expect((await send('refund')).error).toBe('not_sendable');
    await server.data('decideWithdrawal', { id, decision: 'passed' }, reviewer);
    expect((await send('resend')).error).toBe('not_sendable');
    const mark = {
      kind: 'mark_withdrawal',
      withdrawalId: id,
      txId: `0x${'1'.repeat(64)}`,
    } as const;
    await server.run({ ...mark, to: 'signed' });
    expect((await send('refund')).error).toBe('not_sendable');
    await server.run({ ...mark, to: 'unknown' });
    expect((await send('refund')).fields).toEqual({ proof: 'Required' });
    const proposed = await send('refund', { proof: 'its number paid another transaction' });
    expect(proposed.status).toBe(200);
    const proposalId = proposed.message.proposal_id;
    expect((await decide(reviewer, proposalId)).error).toBe('four_eyes');
    expect((await decide(reviewer2, proposalId)).message).toMatchObject({ status: 'passed' });
    expect(await usdtOf(server, user)).toEqual(before);
    const { list } = await server.data('operatorWithdrawals', { send_state: 'refunded' }, reviewer);
    expect(list).toMatchObject([{ id, status: 'rejected' }]);
    expect((await send('refund')).error).toBe('not_sendable');
    const sent = { id, tx_id: `0x${'1'.repeat(64)}` };
    expect((await server.call('withdrawalSent', sent, reviewer)).error).toBe('not_sendable');
  });

  test('W15: a failed one is sent anew by two', async () => {
    const id = await withdrawalOf(server, user);
    await server.data('decideWithdrawal', { id, decision: 'passed' }, reviewer);
    const mark = {
      kind: 'mark_withdrawal',
      withdrawalId: id,
      txId: `0x${'2'.repeat(64)}`,
    } as const;
    await server.run({ ...mark, to: 'signed' });
    await server.run({ ...mark, to: 'failed', reason: 'reverted' });
    const request = { id, act: 'resend', reason: 'failed on its chain' };
    const { proposal_id } = await server.data('proposeSend', request, reviewer);
    await decide(reviewer2, proposal_id);
    const { list } = await server.data('operatorWithdrawals', { send_state: 'idle' }, reviewer);
    expect(list.find((each) => each.id === id)).toMatchObject({
      status: 'passed',
      send_state: 'idle',
    });
  });
});
