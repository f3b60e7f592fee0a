/** Never both paid and refunded (W15), and nothing that is about to leave a frozen account (D10), on a real chain. */
import type { Job, Report } from '@fairlead/signer/desk';
import { intentHash } from '@fairlead/signer/policy';
import { ETH, USDT } from '@fairlead/testkit';
import { type Hex, parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { sendPayload } from '../../core/acts/payloads.ts';
import { insertProposal } from '../../core/acts/proposal-queries.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { passWithdrawal, rowOf } from './passed-withdrawal.ts';
import { CuttingProxy, FINAL, SignerWorld, type TestSigner } from './signer-fixture.ts';
import { type SaidDesk, SIGNER_TOKEN } from './signer-world.ts';

const PROOF = 'two explorers show nothing of it';

let world: SignerWorld;
let reviewer: TestOperator;
let reviewer2: TestOperator;
let signer: TestSigner;
let proxy: CuttingProxy;
let proxyUrl: string;

beforeAll(async () => {
  world = await SignerWorld.start();
  reviewer = await operator(world.server, 'reviewer');
  reviewer2 = await operator(world.server, 'reviewer');
});
afterAll(() => world.stop());

beforeEach(async () => {
  signer = await world.signer();
  proxy = new CuttingProxy(world.anvil.url);
  proxyUrl = await proxy.listen();
  signer.again({ rpcUrl: proxyUrl });
});
afterEach(async () => {
  await world.anvil.setMining(true);
  await proxy.close();
  await world.endJobs(() => `0x${'ee'.repeat(32)}`);
});

/** Rounds until a payment is final. */
async function finish(times = 2): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await signer.round();
    await world.anvil.mine(FINAL);
  }
  await signer.round();
}

async function coinOf(owner: number): Promise<bigint> {
  const [row] = await world.server.context.database.query<{ total: bigint }>(
    `SELECT total_minor AS total FROM balances
     WHERE owner_id = $1 AND account = 'coin' AND currency_id = $2`,
    [owner, ETH.currencyId],
  );
  return row?.total ?? 0n;
}

const propose = (id: number, act: 'refund' | 'resend') =>
  world.server.call('proposeSend', { id, act, reason: 'never left', proof: PROOF }, reviewer);

const freeze = (owner: number, isFrozen = true) =>
  world.server.run({ kind: 'set_owner_state', owner, isFrozen });

/** Signed and told, and the node never gets it. */
async function lost(amount = 1_00000000n) {
  const to = world.stranger();
  const row = await world.passed(to, amount);
  proxy.loseCalls.add('eth_sendRawTransaction');
  await signer.round();
  expect((await world.row(row.withdrawalId)).sendState).toBe('unknown');
  return { ...row, to, entry: signer.journal.entries()[0] };
}

/** The books as they would be if two people had been believed. */
async function refundedByMistake(withdrawalId: number): Promise<void> {
  const command = { kind: 'mark_withdrawal', withdrawalId } as const;
  await world.server.run({ ...command, to: 'failed', reason: PROOF });
  await world.server.run({ ...command, to: 'refunded' });
}

/** Another transaction of the wallet takes the number. */
async function useNonce(nonce: number | undefined): Promise<void> {
  const { address } = signer.wallet;
  await world.anvil.rpc('anvil_impersonateAccount', [address]);
  const transaction = { from: address, to: address, nonce: `0x${(nonce ?? -1).toString(16)}` };
  await world.anvil.rpc('eth_sendTransaction', [transaction]);
}

test('a hold before it was sent: it stays signed, and leaves when the hold has ended', async () => {
  const to = world.stranger();
  const { withdrawalId } = await world.passed(to, 1_00000000n);
  signer.again({ desk: world.endingDesk() });
  await expect(signer.round()).rejects.toThrow('the process ends');
  const { trading, reconciler } = world.server.context;
  const stop = { kind: 'set_trading_mode', reason: 'a test' } as const;
  await world.server.run({ ...stop, mode: 'cancel_only', cause: 'drift' });
  signer.again();
  await signer.round();
  expect(signer.said.at(-1)).toMatchObject({
    event: 'not_wanted',
    fields: { code: 'held_for_loss' },
  });
  const { since: endsSinceMs = 0 } = trading.view(reconciler);
  await world.server.run({ ...stop, mode: 'open', cause: 'operator', endsSinceMs });
  await finish();
  expect((await world.row(withdrawalId)).sendState).toBe('sent');
  expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
});

describe('W15: a broadcast that was lost', () => {
  test('is refunded by nobody’s word, and is paid once when the node is back', async () => {
    const { withdrawalId, owner, to } = await lost();
    for (const act of ['refund', 'resend'] as const)
      expect((await propose(withdrawalId, act)).error).toBe('not_sendable');
    // One from before a signer was set up does nothing either.
    const { server } = world;
    const proposal = {
      kind: 'refund_withdrawal',
      payload: JSON.stringify({ ...sendPayload(await world.row(withdrawalId)), proof: PROOF }),
      reason: 'never left',
      proposedBy: reviewer.operatorId,
      createdAtMs: server.clock.now(),
    } as const;
    const proposalId = await insertProposal(server.context.database, proposal, 0);
    const decision = { id: proposalId, decision: 'passed' };
    const decided = await server.call('decideProposal', decision, reviewer2);
    expect(decided.message).toMatchObject({ status: 'passed', failure: 'not_sendable' });
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    proxy.loseCalls.clear();
    await finish(3);
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    expect(await coinOf(owner)).toBe(0n);
    expect(new Set(proxy.raws).size).toBe(1);
    expect((await propose(withdrawalId, 'refund')).error).toBe('not_sendable');
  });

  test('whose number went otherwise has failed, is refunded by two and never sent again', async () => {
    const { withdrawalId, owner, to, entry } = await lost();
    await useNonce(entry?.nonce);
    await world.anvil.mine(FINAL + 1);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'failed',
      reason: 'nonce_used_otherwise',
    });
    const { proposal_id: id } = (await propose(withdrawalId, 'refund')).message;
    const decided = await world.server.call(
      'decideProposal',
      { id, decision: 'passed' },
      reviewer2,
    );
    expect(decided.message.failure).toBeUndefined();
    expect(await coinOf(owner)).toBe(1_00000000n);
    const sentBefore = proxy.raws.length;
    proxy.loseCalls.clear();
    await finish();
    signer.again({ rpcUrl: proxyUrl });
    await finish();
    expect(proxy.raws).toHaveLength(sentBefore);
    expect(await world.coinsOf(to)).toBe(0n);
    expect(await coinOf(owner)).toBe(1_00000000n);
  });

  test('that was refunded all the same is never sent again, and its number ends it for good', async () => {
    const { withdrawalId, to, entry } = await lost();
    await refundedByMistake(withdrawalId);
    const sentBefore = proxy.raws.length;
    proxy.loseCalls.clear();
    await signer.round();
    expect(signer.said).toContainEqual({
      event: 'not_wanted',
      fields: { id: withdrawalId, tx_id: entry?.txId, code: 'not_sendable' },
    });
    signer.again({ rpcUrl: proxyUrl });
    await finish();
    expect(signer.journal.entries()).toMatchObject([{ isStopped: true, final: undefined }]);
    expect(proxy.raws).toHaveLength(sentBefore);
    const next = world.stranger();
    await world.passed(next, 1_00000000n);
    await finish();
    expect(await world.coinsOf(next)).toBe(parseEther('0.9'));
    expect(await world.coinsOf(to)).toBe(0n);
    const [stopped, paid] = signer.journal.entries();
    expect(stopped).toMatchObject({ final: 'failed', reason: 'nonce_used_otherwise' });
    expect(paid).toMatchObject({ final: 'sent', nonce: stopped?.nonce });
  });

  test('that was refunded and stopped leaves no gap before payments that are under way', async () => {
    await world.anvil.setMining(false);
    const [first, second] = [world.stranger(), world.stranger()];
    const { withdrawalId } = await world.passed(first, 1_00000000n);
    await world.passed(second, 1_00000000n);
    await signer.round();
    const [dropped, later] = signer.journal.entries();
    expect(later?.nonce).toBe((dropped?.nonce ?? 0) + 1);
    await world.anvil.rpc('anvil_dropTransaction', [dropped?.txId]);
    await refundedByMistake(withdrawalId);
    await signer.round();
    const third = world.stranger();
    await world.passed(third, 1_00000000n);
    await signer.round();
    expect(signer.journal.entries().map(({ nonce }) => nonce - (dropped?.nonce ?? 0))).toEqual([
      0, 1, 0,
    ]);
    await world.anvil.setMining(true);
    await finish();
    const paid = await Promise.all([first, second, third].map((each) => world.coinsOf(each)));
    expect(paid).toEqual([0n, parseEther('0.9'), parseEther('0.9')]);
  });

  test('that another had sent already is told of, and not sent again', async () => {
    const { withdrawalId, to, entry } = await lost();
    // The answer was wrong: the node had it, and a block takes it after the refund.
    await refundedByMistake(withdrawalId);
    await signer.round();
    await world.anvil.rpc('eth_sendRawTransaction', [entry?.raw]);
    await world.anvil.mine(FINAL);
    await signer.round();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    expect(signer.said.at(-1)).toMatchObject({
      event: 'not_taken',
      fields: { id: withdrawalId, state: 'sent', code: 'not_sendable' },
    });
    const lines = signer.said.length;
    await finish();
    expect(signer.said).toHaveLength(lines);
  });

  test('is told as failed with its proof only', async () => {
    const { withdrawalId: id, entry } = await lost();
    const report = { id, state: 'failed', tx_id: entry?.txId };
    const reply = await world.server.call('signerReport', report, { token: SIGNER_TOKEN });
    expect(reply).toMatchObject({ error: 'validation_failed', fields: { reason: 'Required' } });
    expect((await world.row(id)).sendState).toBe('unknown');
  });
});

describe('W15: a token that does not do what it was asked for', () => {
  /** Pays by the token as it is, which its owner changes before the payment has its block. */
  async function paidBy(name: string) {
    const { anvil, token } = world;
    const codeAt = (address: Hex) => anvil.client.getCode({ address });
    const honest = await codeAt(token);
    const changed = await codeAt(await anvil.deploy(name, []));
    const { withdrawalId } = await world.passed(world.stranger(), 20_000_000n, { currency: USDT });
    await anvil.setMining(false);
    await signer.round();
    await anvil.rpc('anvil_setCode', [token, changed]);
    await anvil.mine(FINAL);
    await anvil.rpc('anvil_setCode', [token, honest]);
    await signer.round();
    await signer.round();
    return world.row(withdrawalId);
  }

  test('and moves less is no failure: nothing is refunded, people look at it', async () => {
    const row = await paidBy('FeeToken');
    expect(row).toMatchObject({ sendState: 'unknown', reason: 'moved_otherwise' });
    expect((await propose(row.withdrawalId, 'refund')).error).toBe('not_sendable');
    expect(signer.said.filter(({ event }) => event === 'unknown')).toHaveLength(1);
    expect(proxy.raws).toHaveLength(1);
  });

  test('D3: and moves nothing has failed', async () => {
    expect(await paidBy('FalseToken')).toMatchObject({
      sendState: 'failed',
      reason: 'no_transfer',
    });
  });
});

describe('W15: of unknown outcome', () => {
  /** One on Tron that may have left. */
  async function unknown(server: TestServer) {
    const asked = { address: 'T-hand', amount: 1_00000000n, currency: ETH, chain: 'TRC20' };
    const row = await passWithdrawal(server, { ...asked, operators: [1], approvalsNeeded: 1 });
    const { withdrawalId } = row;
    const mark = { kind: 'mark_withdrawal', withdrawalId, txId: 'a'.repeat(64) } as const;
    await server.run({ ...mark, to: 'signed' });
    await server.run({ ...mark, to: 'unknown' });
    return row;
  }

  test('without a signer two operators judge a stated proof, as of a bank’s payment', async () => {
    const server = await startTestServer();
    try {
      const [one, two] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
      const { withdrawalId } = await unknown(server);
      const bare = { id: withdrawalId, act: 'refund', reason: 'never left' };
      expect((await server.call('proposeSend', bare, one)).fields).toEqual({ proof: 'Required' });
      const asked = { ...bare, proof: PROOF };
      const { proposal_id: id } = (await server.call('proposeSend', asked, one)).message;
      const { list } = await server.data('proposals', { status: 'open' }, two);
      const shown = list.find((each) => each.id === id);
      expect(JSON.parse(shown?.payload ?? '')).toMatchObject({ id: withdrawalId, proof: PROOF });
      await server.data('decideProposal', { id, decision: 'passed' }, two);
      expect((await rowOf(server, withdrawalId)).sendState).toBe('refunded');
    } finally {
      await server.stop();
    }
  });

  test('with one they do not, on Tron either: what is signed there is good until its time is over', async () => {
    const { withdrawalId } = await unknown(world.server);
    for (const act of ['refund', 'resend'] as const)
      expect((await propose(withdrawalId, act)).error).toBe('not_sendable');
  });
});

describe('D10: a frozen owner', () => {
  test('has no jobs but what has begun to leave, which is told of to its end', async () => {
    const { withdrawalId, owner } = await world.passed(world.stranger(), 1_00000000n);
    await freeze(owner);
    const listed = async () => (await world.desk().jobs()).map(({ id }) => id);
    expect(await listed()).not.toContain(withdrawalId);
    const txId = `0x${'ab'.repeat(32)}`;
    const report = (state: 'signed' | 'sent') =>
      world.desk().report({ id: withdrawalId, state, txId });
    await expect(report('signed')).rejects.toMatchObject({ code: 'account_frozen' });
    await expect(report('sent')).rejects.toMatchObject({ code: 'account_frozen' });
    const byHand = { id: withdrawalId, tx_id: txId };
    const reply = await world.server.call('withdrawalSent', byHand, reviewer);
    expect(reply.error).toBe('account_frozen');
    await freeze(owner, false);
    await report('signed');
    await freeze(owner);
    expect(await listed()).toContain(withdrawalId);
    await report('signed');
    await report('sent');
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
  });

  test('is frozen while the signer signs: nothing leaves, others go on, and later it is paid once', async () => {
    const [to, next] = [world.stranger(), world.stranger()];
    const { withdrawalId, owner } = await world.passed(to, 1_00000000n);
    await world.passed(next, 1_00000000n);
    const desk = world.desk();
    signer.again({
      rpcUrl: proxyUrl,
      desk: {
        jobs: () => desk.jobs(),
        report: async (report) => {
          if (report.id === withdrawalId) await freeze(owner);
          await desk.report(report);
        },
      },
    });
    await finish();
    expect(signer.journal.of(withdrawalId)).toMatchObject([
      { final: 'refused', reason: 'account_frozen', isBroadcast: false },
    ]);
    expect([await world.coinsOf(to), await world.coinsOf(next)]).toEqual([0n, parseEther('0.9')]);
    await freeze(owner, false);
    signer.again({ rpcUrl: proxyUrl });
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
  });

  test('can be refunded', async () => {
    const { withdrawalId, owner } = await world.passed(world.stranger(), 1_00000000n);
    await freeze(owner);
    const { proposal_id: id } = (await propose(withdrawalId, 'refund')).message;
    await world.server.data('decideProposal', { id, decision: 'passed' }, reviewer2);
    expect(await coinOf(owner)).toBe(1_00000000n);
  });
});

test('W2: a restored exchange that gives a number again neither pays nor closes by the old payment', async () => {
  const { withdrawalId } = await world.passed(world.stranger(), 1_00000000n);
  const [old] = await world.desk().jobs();
  await finish();
  expect(signer.journal.of(withdrawalId)).toMatchObject([{ final: 'sent' }]);
  const other: Job = { ...(old as Job), address: world.stranger() };
  const approvals = [{ operator_id: 1, intent_hash: intentHash(other) }];
  const reports: Report[] = [];
  const restored: SaidDesk = {
    jobs: async () => [{ ...other, approvals }],
    report: async (report) => void reports.push(report),
  };
  signer.again({ rpcUrl: proxyUrl, desk: restored });
  await finish();
  expect(reports).toEqual([]);
  expect(signer.journal.entries()).toHaveLength(1);
  expect(signer.said.at(-1)).toMatchObject({
    event: 'refused',
    fields: { why: 'another withdrawal was signed under this number' },
  });
});
