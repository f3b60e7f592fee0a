/**
 * Deposits as users claim and see them (cases.md D1, D17, D19, V2, V4). Goal: nothing is credited by
 * claiming, one proof and one transaction are one claim however often and however parallel they are sent.
 */
import { LONE, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { addPicture, usdtOf } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let transactions = 0;
const newTxId = (): string => {
  transactions += 1;
  return transactions.toString(16).padStart(64, '0');
};

const bankClaim = async (user: TestUser, more = {}) => ({
  kind: 'bank',
  currency_id: 3,
  amount: '100',
  proof: await addPicture(server, user.userId),
  ...more,
});
const cryptoClaim = (user: TestUser, more = {}) =>
  bankClaim(user, { kind: 'crypto', chain: 'ERC20', tx_id: newTxId(), ...more });

const decide = (depositId: number, reference: string, credited?: bigint) =>
  server.run({
    kind: 'decide_deposit',
    depositId,
    operatorId: 1,
    decision: 'passed',
    reference,
    approvalsNeeded: 1,
    valueMinor: amountMinor(1n),
    lone: LONE,
    ...(credited !== undefined && { credited: amountMinor(credited) }),
  });

describe('wallet/charge_req', () => {
  test('puts a claim under review; the balance moves when it is passed, by what came in', async () => {
    const user = await server.register();
    const request = await cryptoClaim(user, { tx_id: `0X${'Ab'.repeat(32)}`.replace('X', 'x') });
    const { id } = await server.data('claimDeposit', request, user);
    const claimedAtMs = server.clock.now();
    expect((await server.data('deposits', {}, user)).list).toEqual([
      {
        id,
        currency_id: 3,
        kind: 'crypto',
        chain: 'ERC20',
        amount: '100.000000',
        fee: '0.000000',
        credited: '0.000000',
        status: 'under_review',
        tx_id: `0x${'ab'.repeat(32)}`,
        proof: request.proof,
        is_priority: false,
        time: claimedAtMs,
      },
    ]);
    expect(await usdtOf(server, user)).toEqual({ available: '0.000000', frozen: '0.000000' });
    await server.pass(5_000);
    await decide(id, 'statement 1', 99_000000n);
    const { list } = await server.data('deposits', { status: 'passed', currency_id: 3 }, user);
    expect(list).toMatchObject([
      { status: 'passed', credited: '99.000000', decided_at: claimedAtMs + 5_000 },
    ]);
    expect(await usdtOf(server, user)).toMatchObject({ available: '99.000000' });
    await server.notices.settled();
    const messages = (await server.data('messages', {}, user)).list;
    expect(messages.map(({ kind }) => kind)).toEqual(['deposit_passed']);
    expect(messages[0]?.body).toContain('99 USDT');
  });

  test('D19: 50 parallel claims with one picture are one claim', async () => {
    const user = await server.register();
    const request = await bankClaim(user);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.call('claimDeposit', request, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, error } of replies)
      if (status !== 200) expect(error).toBe('reference_used');
    expect((await server.data('deposits', {}, user)).total).toBe(1);
  });

  test('D1: one transaction is one claim of each user, however it is written, and is credited once', async () => {
    const users = [await server.register(), await server.register()];
    const tx = 'ef'.repeat(32);
    const requests = await Promise.all(
      users.flatMap((user) => [
        cryptoClaim(user, { tx_id: tx }),
        cryptoClaim(user, { tx_id: `0x${tx.toUpperCase()}` }),
      ]),
    );
    const replies = await Promise.all(
      requests.map((request, index) =>
        server.call('claimDeposit', request, users[Math.floor(index / 2)]),
      ),
    );
    const [first, second] = users;
    if (first === undefined || second === undefined) throw new Error('there are two');
    for (const own of [replies.slice(0, 2), replies.slice(2)])
      expect(own.map(({ error }) => error).sort()).toEqual(['reference_used', undefined]);
    const [one = 0, two = 0] = replies.flatMap(({ type, message }) =>
      type === 'ok' ? message.id : [],
    );
    const claim = {
      operatorId: 1,
      approvalsNeeded: 1,
      valueMinor: amountMinor(1n),
      lone: LONE,
      kind: 'decide_deposit',
    } as const;
    const reason = 'The picture cannot be read.';
    await server.run({ ...claim, depositId: one, decision: 'rejected', reason });
    // A stranger may be first with what all can read on the chain: the sender's claim is as good afterwards.
    const again = await cryptoClaim(first, { tx_id: tx });
    expect((await server.call('claimDeposit', again, first)).status).toBe(200);
    const reference = `ERC20:0x${tx}:0`;
    await server.run({ ...claim, depositId: two, decision: 'passed', reference });
    const third = await server.register();
    const late = await server.call('claimDeposit', await cryptoClaim(third, { tx_id: tx }), third);
    expect([late.error, Object.keys(late.fields ?? {})]).toEqual(['reference_used', ['tx_id']]);
  });

  test('D1: a transaction that a watcher brought in cannot be claimed', async () => {
    const user = await server.register();
    const tx = 'cd'.repeat(32);
    await server.run({
      kind: 'open_deposit',
      owner: user.userId,
      depositKind: 'chain',
      currencyId: USDT.currencyId,
      chain: 'TRC20',
      txId: tx,
      outputIndex: 0,
      amount: amountMinor(7_000000n),
      openMax: 0,
    });
    const request = await cryptoClaim(user, { chain: 'TRC20', tx_id: `0x${tx}` });
    const refused = await server.call('claimDeposit', request, user);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'reference_used',
      ['tx_id'],
    ]);
  });

  test('D1: where a watcher runs, a claim must name its transaction', async () => {
    const user = await server.register();
    const watched = vi.spyOn(server.context.chains, 'isWatched').mockReturnValue(true);
    try {
      const without = await cryptoClaim(user, { tx_id: undefined });
      const refused = await server.call('claimDeposit', without, user);
      expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
        'validation_failed',
        ['tx_id'],
      ]);
      expect((await server.call('claimDeposit', await cryptoClaim(user), user)).status).toBe(200);
    } finally {
      watched.mockRestore();
    }
  });

  test('a key is taken: a repeat is the first answer, another body a conflict', async () => {
    const user = await server.register();
    const request = await bankClaim(user);
    const headers = { 'idempotency-key': 'claim' };
    const first = await server.call('claimDeposit', request, { ...user, headers });
    const again = await server.call('claimDeposit', request, { ...user, headers });
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = { ...request, amount: '101' };
    expect((await server.call('claimDeposit', other, { ...user, headers })).error).toBe(
      'idempotency_conflict',
    );
    expect((await server.data('deposits', {}, user)).total).toBe(1);
  });

  test('five claims may be under review', async () => {
    const user = await server.register();
    const requests = await Promise.all(Array.from({ length: 7 }, () => bankClaim(user)));
    const replies = await Promise.all(
      requests.map((request) => server.call('claimDeposit', request, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ error }) => error === 'claim_limit')).toHaveLength(2);
  });

  test('D17: the minimum passes, one unit less does not', async () => {
    const user = await server.register();
    const below = await bankClaim(user, { amount: '19.999999' });
    expect((await server.call('claimDeposit', below, user)).error).toBe('below_minimum');
    expect((await server.call('claimDeposit', { ...below, amount: '20' }, user)).status).toBe(200);
  });

  test('V4: a stranger’s picture, one for another purpose and a missing one are alike', async () => {
    const user = await server.register();
    const stranger = await server.register();
    const proofs = [
      await addPicture(server, stranger.userId),
      await addPicture(server, user.userId, 'kyc'),
      999_999,
    ];
    const replies = await Promise.all(
      proofs.map(async (proof) =>
        server.call('claimDeposit', await bankClaim(user, { proof }), user),
      ),
    );
    expect(replies[0]?.error).toBe('not_found');
    for (const { text } of replies) expect(text).toBe(replies[0]?.text);
  });

  test('V2: what is no amount is refused', async () => {
    const user = await server.register();
    const request = await bankClaim(user);
    for (const amount of [
      '-1',
      '0',
      '1e3',
      '0x20',
      '１００',
      ' 100',
      '100.',
      '100.1234567',
      'NaN',
      '{}',
    ])
      expect((await server.call('claimDeposit', { ...request, amount }, user)).error, amount).toBe(
        'validation_failed',
      );
    const huge = { ...request, amount: `1${'0'.repeat(29)}` };
    expect((await server.call('claimDeposit', huge, user)).error).toBe('above_maximum');
    expect((await server.data('deposits', {}, user)).total).toBe(0);
  });

  test('needs a network and no transaction where that makes no sense', async () => {
    const user = await server.register();
    const claim = async (more: object) =>
      (await server.call('claimDeposit', await bankClaim(user, more), user)).error;
    expect(await claim({ kind: 'crypto', tx_id: newTxId() })).toBe('validation_failed');
    expect(await claim({ chain: 'ERC20' })).toBe('validation_failed');
    expect(await claim({ tx_id: newTxId() })).toBe('validation_failed');
    expect(await claim({ kind: 'crypto', chain: 'OMNI' })).toBe('chain_closed');
    expect(await claim({ currency_id: 1 })).toBe('currency_closed');
    expect(await claim({ currency_id: 999 })).toBe('not_found');
  });

  test('may leave the network to the reviewer where we watch none of the currency', async () => {
    const user = await server.register();
    await server.data('claimDeposit', await bankClaim(user, { kind: 'crypto' }), user);
    const { list } = await server.data('deposits', {}, user);
    expect(list).toMatchObject([{ kind: 'crypto', status: 'under_review' }]);
    expect(list[0]?.chain).toBeUndefined();
  });
});

describe('D17', () => {
  test('what is below the minimum is shown as waiting, and credited with what makes it up', async () => {
    const user = await server.register();
    const minimum = amountMinor(5_000000n);
    const arrive = async (amount: bigint) => {
      const txId = `0x${newTxId()}`;
      const opened = await server.sequencer.run({
        kind: 'open_deposit',
        owner: user.userId,
        depositKind: 'chain',
        currencyId: USDT.currencyId,
        chain: 'ERC20',
        txId,
        outputIndex: 1,
        amount: amountMinor(amount),
        openMax: 0,
      });
      if (!opened.ok || opened.value.kind !== 'deposit') throw new Error('opened');
      const { depositId } = opened.value.deposit;
      await server.run({
        kind: 'credit_deposit',
        depositId,
        minimum,
        reference: `ERC20:${txId}:1`,
      });
    };
    await arrive(4_999999n);
    const [waiting] = (await server.data('deposits', {}, user)).list;
    expect(waiting).toMatchObject({ status: 'under_review', credited: '0.000000' });
    expect(waiting?.reason).toMatch(/minimum/);
    const headers = { 'language-mark': 'zh' };
    const inChinese = (await server.data('deposits', {}, { ...user, headers })).list[0];
    expect(inChinese?.reason).not.toMatch(/minimum/);
    expect(await usdtOf(server, user)).toMatchObject({ available: '0.000000' });
    await arrive(1n);
    expect((await server.data('deposits', { status: 'passed' }, user)).total).toBe(2);
    expect(await usdtOf(server, user)).toMatchObject({ available: '5.000000' });
  });
});
