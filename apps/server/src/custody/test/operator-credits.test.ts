/**
 * What one operator could take for a user or from the books (cases.md D19, L1, V5, V8). Goal: a
 * credit has one real payment behind it, and nobody makes money and lets it out alone.
 */
import { randomUUID } from 'node:crypto';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import type { Exchange } from '../../composition/services.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import { textsOf } from '../../core/texts/texts.ts';
import {
  bankClaim,
  loginAs,
  operator,
  proofOf,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { decideClaim } from '../deposits/operator-desk.ts';
import { type Holder, holder, usdtOf } from './fixture.ts';

const say = textsOf('en');
let server: TestServer;
let user: Holder;
let reviewer: TestOperator;
let reviewer2: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  [reviewer, reviewer2] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

/** The same exchange outside demo. */
const inEarnest = (): Exchange => ({
  ...server.context,
  config: { ...server.context.config, isDemo: false },
});
async function callerOf({ token }: TestOperator): Promise<OperatorCaller> {
  const caller = await server.context.operators.find(token);
  if (caller === undefined) throw new Error('no session');
  return caller;
}
const pass = (id: number, more: object = {}, by = reviewer) =>
  server.call('decideDeposit', { id, decision: 'passed', ...more }, by);

describe('A12: one payment is credited once', () => {
  test.each([['bank-778'], ['BANK-778 '], ['Bank-7 78']])(
    '"%s" is the line of the statement that was credited',
    async (reference) => {
      const [one, two] = [await server.register(), await server.register()];
      const line = `BANK-778 ${randomUUID()}`;
      const [first, second] = [await bankClaim(server, one), await bankClaim(server, two)];
      expect((await pass(first, { reference: line })).message.status).toBe('passed');
      const written = line.replace('BANK-778', reference);
      expect((await pass(second, { reference: written })).error).toBe('reference_used');
      expect((await usdtOf(server, two)).available).toBe('0.000000');
    },
  );

  test('many at once in many ways of writing are one', async () => {
    const claims: number[] = [];
    for (let count = 0; count < 4; count += 1)
      claims.push(await bankClaim(server, await server.register()));
    const line = `line ${randomUUID()}`;
    const ways = [line, line.toUpperCase(), ` ${line}`, `${line} `];
    const replies = await Promise.all(
      claims.map((id, index) =>
        pass(id, { reference: ways[index] }, index % 2 === 0 ? reviewer : reviewer2),
      ),
    );
    expect(replies.map(({ error }) => error ?? 'passed').sort()).toEqual([
      'passed',
      'reference_used',
      'reference_used',
      'reference_used',
    ]);
  });

  test('D1: a transaction is its own reference, whatever the operator writes', async () => {
    const txId = `0x${randomUUID().replaceAll('-', '').repeat(2)}`;
    const claim = { kind: 'crypto', currency_id: 3, chain: 'ERC20', amount: '100', tx_id: txId };
    const { id } = await server.data(
      'claimDeposit',
      { ...claim, proof: await proofOf(server, user) },
      user,
    );
    expect((await pass(id, { reference: 'my own word' })).message.reference).toBe(
      `ERC20:${txId}:0`,
    );
  });

  test('outside demo a bank claim is not passed without the line of the statement', async () => {
    const id = await bankClaim(server, await server.register());
    const input = { id, decision: 'passed' } as const;
    const caller = await callerOf(reviewer);
    await expect(decideClaim(inEarnest(), caller, { input, say, ip: '' })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { reference: 'Required' },
    });
    const stated = { ...input, reference: `line ${id}` };
    const passed = await decideClaim(inEarnest(), caller, { input: stated, say, ip: '' });
    expect(passed).toMatchObject({ status: 'passed', reference: `line ${id}` });
  });
});

test('A11: who passed a claim of a user alone never lets the money out alone', async () => {
  const earnest = await startTestServer({ environment: { CLAIM_HOLDING_HOURS: '168' } });
  await earnest.context.custodyTerms.seed({ isDemo: true });
  const person = await holder(earnest);
  const [one, two] = [await operator(earnest, 'reviewer'), await operator(earnest, 'reviewer')];
  const claimId = await bankClaim(earnest, person, { amount: '400' });
  await earnest.data('decideDeposit', { id: claimId, decision: 'passed' }, one);
  const letOut = async (by: TestOperator, id: number) => {
    const token = await loginAs(earnest, by.name);
    return earnest.data('decideWithdrawal', { id, decision: 'passed' }, { token });
  };
  const id = await withdrawalOf(earnest, person, '400');
  expect(await letOut(one, id)).toMatchObject({ status: 'under_review', held_for: 'own_word' });
  expect(await letOut(two, id)).toMatchObject({ status: 'passed' });
  // Nor ever after.
  const late = await withdrawalOf(earnest, person, '50');
  earnest.clock.nowMs += 400 * DAY_MS;
  expect(await letOut(one, late)).toMatchObject({ status: 'under_review', held_for: 'own_word' });
  await earnest.stop();
});

test('A19: why operators refund is theirs; the user reads that it was given back', async () => {
  const person = await holder(server);
  [reviewer, reviewer2] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
  await server.run({
    kind: 'post_entry',
    reason: 'deposit',
    reference: 'fees to pay back',
    currencyId: 3,
    amount: amountMinor(1_000_000n),
    source: { house: 'external' },
    target: { house: 'fees' },
  });
  const id = await withdrawalOf(server, person);
  await server.data('decideWithdrawal', { id, decision: 'passed' }, reviewer);
  const reason = 'the bank of this mule asked us to';
  const proposed = { id, act: 'refund', reason };
  const { proposal_id } = await server.data('proposeSend', proposed, reviewer);
  await server.data('decideProposal', { id: proposal_id, decision: 'passed' }, reviewer2);
  const { list } = await server.data('withdrawals', {}, person);
  expect(list[0]).toMatchObject({ id, reason: 'it could not be sent and was given back' });
  expect(JSON.stringify(list)).not.toContain(reason);
});

test('A10, V5: a file has what its reader may see on the screen, and nothing else', async () => {
  const people = {
    reviewer: await operator(server, 'reviewer'),
    manager: await operator(server, 'manager'),
    auditor: await operator(server, 'auditor'),
    owner: await operator(server, 'owner'),
  };
  const LISTS = {
    deposits: 'operatorDeposits',
    withdrawals: 'operatorWithdrawals',
    verifications: 'operatorVerifications',
    users: 'operatorUsers',
    audit: 'auditLog',
    postings: 'ledgerEntries',
    balance_sheet: 'balanceSheet',
  } as const;
  for (const person of Object.values(people))
    for (const [what, list] of Object.entries(LISTS)) {
      const shown = await server.call(list, {}, person);
      const exported = await server.call('exportRows', { what }, person);
      expect([person.name, what, exported.status]).toEqual([person.name, what, shown.status]);
    }
  expect((await server.call('exportRows', { what: 'audit' }, people.reviewer)).error).toBe(
    'forbidden',
  );
});
