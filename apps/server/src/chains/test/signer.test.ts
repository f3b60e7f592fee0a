/** Withdrawals on a real local chain: each paid once, or known not to be, whatever fails on the way. */
import fs from 'node:fs';
import { HttpDesk, type Job } from '@fairlead/signer/desk';
import { Journal } from '@fairlead/signer/journal';
import { parsePolicy, toUnits } from '@fairlead/signer/policy';
import { ETH, USDT } from '@fairlead/testkit';
import { encodeAbiParameters, type Hex, keccak256, parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CuttingProxy,
  FINAL,
  SignerWorld,
  START_COINS,
  type TestSigner,
} from './signer-fixture.ts';
import { SIGNER_TOKEN } from './signer-world.ts';

let world: SignerWorld;
let signer: TestSigner;
let proxy: CuttingProxy;
let proxyUrl: string;

beforeAll(async () => {
  world = await SignerWorld.start();
});
afterAll(() => world.stop());

beforeEach(async () => {
  signer = await world.signer();
  proxy = new CuttingProxy(world.anvil.url);
  proxyUrl = await proxy.listen();
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

describe('a passed withdrawal', () => {
  test('is paid less its fee, told signed before it is sent and sent once it is final', async () => {
    const to = world.stranger();
    const [external, transit] = [
      await world.house('external'),
      await world.house('withdrawals_in_transit'),
    ];
    const { withdrawalId } = await world.passed(to, 1_50000000n);
    await signer.round();
    const signed = await world.row(withdrawalId);
    expect(signed).toMatchObject({ status: 'passed', sendState: 'signed' });
    expect(await world.coinsOf(to)).toBe(parseEther('1.4'));
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    await world.anvil.mine(FINAL);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', txId: signed.txId });
    expect(await world.house('withdrawals_in_transit')).toBe(transit);
    // 1.5 came in from outside for the user, 1.4 went out again.
    expect(await world.house('external')).toBe(external - 1_50000000n + 1_40000000n);
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('1.4'));
  });

  test('of a token is a transfer of its contract', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n, { currency: USDT });
    await finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    const [entry] = signer.journal.entries();
    const receipt = await world.anvil.client.getTransactionReceipt({ hash: entry?.txId ?? '0x' });
    expect(receipt.logs).toHaveLength(1);
    expect(BigInt(receipt.logs[0]?.data ?? 0)).toBe(19_900_000n);
  });

  test('of a frozen owner waits until the account is open again', async () => {
    const to = world.stranger();
    const { owner } = await world.passed(to, 1_00000000n);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: true });
    await finish();
    expect(await world.coinsOf(to)).toBe(0n);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: false });
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
  });

  test('W2: fifty rounds of it at once, also after the process ended, pay once', async () => {
    const to = world.stranger();
    await world.passed(to, 1_00000000n);
    for (let round = 0; round < 50; round += 1) {
      if (round % 10 === 0) signer.again();
      await signer.round();
    }
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    expect(signer.journal.entries()).toHaveLength(1);
  });
});

describe('W12: what was approved is what is signed', () => {
  /** With one letter in the other case. */
  const miswritten = (address: string) =>
    address.replace(/(?<=^0x.*)[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );

  test.each<[string, (job: Job) => Job]>([
    ['another address', (job) => ({ ...job, address: world.stranger() })],
    ['another amount', (job) => ({ ...job, amount: '1.90000000' })],
    ['the same amount in other words', (job) => ({ ...job, amount: '0.9' })],
    ['another currency', (job) => ({ ...job, currency_id: USDT.currencyId })],
    ['another withdrawal’s approvals', (job) => ({ ...job, id: job.id + 1 })],
    ['no approvals', (job) => ({ ...job, approvals: [] })],
    ['a currency that the policy has not', (job) => ({ ...job, currency_id: 9 })],
    ['an address with a wrong checksum', (job) => ({ ...job, address: miswritten(job.address) })],
    ['the zero address', (job) => ({ ...job, address: `0x${'0'.repeat(40)}` })],
    ['the token’s contract', (job) => ({ ...job, address: world.token })],
  ])('%s is not signed', async (_what, change) => {
    await world.passed(world.stranger(), 1_00000000n);
    signer.again({ desk: world.lying(change) });
    await signer.round();
    expect(signer.journal.entries()).toEqual([]);
    expect(signer.events()).toEqual(['refused']);
  });

  test('two operators are two people', async () => {
    await world.passed(world.stranger(), 1_00000000n);
    const twice = (job: Job) => ({
      ...job,
      approvals_needed: 2,
      approvals: [...job.approvals, ...job.approvals],
    });
    signer.again({ desk: world.lying(twice) });
    await signer.round();
    expect(signer.said).toMatchObject([{ fields: { why: '2 operators must approve' } }]);
  });

  test('from its own threshold on it needs two, whatever the exchange says', async () => {
    const [alone, two] = [world.stranger(), world.stranger()];
    await world.passed(alone, 3_10000000n);
    await world.passed(two, 3_10000000n, { operators: [1, 2], approvalsNeeded: 2 });
    await finish();
    expect(await world.coinsOf(alone)).toBe(0n);
    expect(await world.coinsOf(two)).toBe(parseEther('3'));
  });

  test('its daily cap holds by UTC day; what is over it waits', async () => {
    const addresses = [world.stranger(), world.stranger(), world.stranger()] as const;
    for (const address of addresses) await world.passed(address, 2_60000000n);
    await finish();
    expect(await Promise.all(addresses.map((one) => world.coinsOf(one)))).toEqual([
      parseEther('2.5'),
      parseEther('2.5'),
      0n,
    ]);
    expect(signer.said).toContainEqual({
      event: 'waiting',
      fields: expect.objectContaining({ why: 'the daily cap' }),
    });
    signer.clock.nowMs += 24 * 60 * 60_000;
    await finish();
    expect(await world.coinsOf(addresses[2])).toBe(parseEther('2.5'));
  });
});

describe('W3: whatever fails on the way', () => {
  test('the node takes it and the line drops: unknown, nothing refunded, nothing sent anew, then sent', async () => {
    const to = world.stranger();
    const transit = await world.house('withdrawals_in_transit');
    const { withdrawalId, owner } = await world.passed(to, 1_00000000n);
    signer.again({ rpcUrl: proxyUrl });
    proxy.loseAnswers.add('eth_sendRawTransaction').add('eth_getTransactionByHash');
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    expect(await world.house('withdrawals_in_transit')).toBe(transit + 90000000n);
    const before = await world.server.ledger();
    // Nobody gets out of it without the chain's word: not to another transaction, not back to the user.
    for (const to of ['idle', 'refunded', 'signed'] as const)
      expect(
        await world.server.sequencer.run({ kind: 'mark_withdrawal', withdrawalId, to }),
      ).toEqual({ ok: false, reject: 'not_sendable' });
    expect(await world.server.ledger()).toBe(before);
    proxy.loseAnswers.clear();
    await finish();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', owner });
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    expect(proxy.raws).toHaveLength(1);
  });

  test('the node never gets it: the same bytes are sent again, and no others', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 1_00000000n);
    signer.again({ rpcUrl: proxyUrl });
    proxy.loseCalls.add('eth_sendRawTransaction');
    await signer.round();
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    proxy.loseCalls.clear();
    await finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(proxy.raws.length).toBeGreaterThan(2);
    expect(new Set(proxy.raws).size).toBe(1);
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
  });

  test.each([
    ['before the exchange knows of it', 'signed', false],
    ['before the exchange’s answer arrives', 'signed', true],
  ] as const)(
    'an end after signing, %s: the same transaction goes out',
    async (_when, state, isTold) => {
      const to = world.stranger();
      const { withdrawalId } = await world.passed(to, 1_00000000n);
      const desk = world.desk();
      signer.again({
        desk: {
          jobs: () => desk.jobs(),
          report: async (report) => {
            if (isTold) await desk.report(report);
            if (report.state === state) throw new Error('the process ends');
          },
        },
      });
      await expect(signer.round()).rejects.toThrow('the process ends');
      const [signed] = signer.journal.entries();
      expect(signed).toMatchObject({ isAnnounced: false, isBroadcast: false });
      expect(await world.coinsOf(to)).toBe(0n);
      signer.again();
      await finish();
      expect(await world.row(withdrawalId)).toMatchObject({
        sendState: 'sent',
        txId: signed?.txId,
      });
      expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
      expect(signer.journal.entries()).toHaveLength(1);
    },
  );

  test('an end between announcing and sending, with the bytes on disk: they go out', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 1_00000000n);
    // What SIGKILL leaves: the journal says that it may be on its way, and it is not.
    signer.wallet.broadcast = () => {
      throw new Error('the process ends');
    };
    signer.wallet.knows = () => new Promise(() => undefined);
    void signer.round();
    await expect.poll(() => signer.journal.entries()[0]?.isBroadcast).toBe(true);
    signer.again();
    await finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    expect(signer.journal.entries()).toHaveLength(1);
  });

  test('an exchange whose answer to "sent" is lost is told again', async () => {
    const { withdrawalId } = await world.passed(world.stranger(), 1_00000000n);
    const desk = world.desk();
    let isLost = false;
    signer.again({
      desk: {
        jobs: () => desk.jobs(),
        report: async (report) => {
          await desk.report(report);
          if (report.state === 'sent' && !isLost) {
            isLost = true;
            throw new Error('the line drops');
          }
        },
      },
    });
    await signer.round();
    await world.anvil.mine(FINAL);
    await expect(signer.round()).rejects.toThrow('the line drops');
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(signer.journal.entries()).toMatchObject([{ final: 'sent' }]);
  });
});

describe('W14: one payment, whoever works on it', () => {
  test('two signers take one job: one is refused and never sends', async () => {
    const to = world.stranger();
    const other = await world.signer();
    await world.passed(to, 1_00000000n);
    await Promise.allSettled([signer.round(), other.round()]);
    await finish();
    await other.round();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    const finals = [...signer.journal.entries(), ...other.journal.entries()].map(
      ({ final, isBroadcast }) => `${final} ${isBroadcast}`,
    );
    expect(finals.filter((final) => final === 'sent true')).toHaveLength(1);
    expect(
      finals.filter((final) => final !== 'sent true').every((final) => final === 'refused false'),
    ).toBe(true);
  });

  test('what an operator sent by hand while it was signed is not sent', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 1_00000000n);
    const desk = world.desk();
    signer.again({
      desk: {
        jobs: () => desk.jobs(),
        report: async (report) => {
          const txId = `0x${'ab'.repeat(32)}`;
          await world.server.run({ kind: 'mark_withdrawal', withdrawalId, to: 'sent', txId });
          await desk.report(report);
        },
      },
    });
    await signer.round();
    expect(signer.journal.entries()).toMatchObject([{ final: 'refused', isBroadcast: false }]);
    expect(await world.coinsOf(to)).toBe(0n);
    // Its number is free for the next one.
    signer.again();
    const next = world.stranger();
    await world.passed(next, 1_00000000n);
    await finish();
    expect(await world.coinsOf(next)).toBe(parseEther('0.9'));
  });

  test('W14: a user cannot cancel, nor an operator reject, what is on its way', async () => {
    const { withdrawalId, owner } = await world.passed(world.stranger(), 1_00000000n);
    await signer.round();
    for (const command of [
      { kind: 'cancel_withdrawal', owner, withdrawalId },
      {
        kind: 'decide_withdrawal',
        withdrawalId,
        operatorId: 3,
        intentHash: '00',
        decision: 'rejected',
      },
    ] as const)
      expect((await world.server.sequencer.run(command)).ok).toBe(false);
    expect((await world.row(withdrawalId)).status).toBe('passed');
  });
});

describe('W15: what became of it', () => {
  test('a payment that the chain reverted has failed; nothing is refunded or sent again by itself', async () => {
    const { withdrawalId } = await world.passed(world.stranger(), 20_000_000n, { currency: USDT });
    await world.anvil.setMining(false);
    await signer.round();
    // The tokens go elsewhere before it has its block.
    const [pending] = signer.journal.entries();
    await world.anvil.rpc('anvil_dropTransaction', [pending?.txId]);
    await emptyTokens(signer.wallet.address);
    await world.anvil.rpc('eth_sendRawTransaction', [pending?.raw]);
    await world.anvil.mine(FINAL + 1);
    await world.anvil.setMining(true);
    const ledger = await world.server.ledger();
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'failed',
      reason: 'reverted',
    });
    expect(await world.server.ledger()).toBe(ledger);
    // Two persons decide to send it again: then there is a new transaction.
    await world.sendTokens(signer.wallet.address, 10n ** 9n);
    await world.server.run({ kind: 'mark_withdrawal', withdrawalId, to: 'idle' });
    await finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(signer.journal.of(withdrawalId).map(({ final }) => final)).toEqual(['failed', 'sent']);
  });

  /** Writes a token balance of 0 into the contract's storage. */
  async function emptyTokens(address: Hex): Promise<void> {
    const key = keccak256(
      encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, 1n]),
    );
    await world.anvil.rpc('anvil_setStorageAt', [world.token, key, `0x${'0'.repeat(64)}`]);
  }

  test('a payment that the nodes forgot is sent again, the same bytes', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 1_00000000n);
    signer.again({ rpcUrl: proxyUrl });
    await world.anvil.setMining(false);
    await signer.round();
    const [entry] = signer.journal.entries();
    await world.anvil.rpc('anvil_dropTransaction', [entry?.txId]);
    await signer.round();
    await world.anvil.setMining(true);
    await finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(proxy.raws).toEqual([entry?.raw, entry?.raw]);
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
  });

  test('a payment whose number went to another transaction has failed once that is final, not before', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 1_00000000n);
    await world.anvil.setMining(false);
    await signer.round();
    const [entry] = signer.journal.entries();
    await world.anvil.rpc('anvil_dropTransaction', [entry?.txId]);
    await world.anvil.rpc('anvil_impersonateAccount', [signer.wallet.address]);
    await world.anvil.rpc('eth_sendTransaction', [
      {
        from: signer.wallet.address,
        to: signer.wallet.address,
        nonce: `0x${entry?.nonce.toString(16)}`,
      },
    ]);
    await world.anvil.mine(1);
    await signer.round();
    expect(['signed', 'unknown']).toContain((await world.row(withdrawalId)).sendState);
    await world.anvil.mine(FINAL);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'failed',
      reason: 'nonce_used_otherwise',
    });
    expect(await world.coinsOf(to)).toBe(0n);
  });
});

describe('W16: a wallet that is short', () => {
  test('waits, in order, without a part of anything; other currencies go on', async () => {
    const poor = await world.signer({ coins: START_COINS });
    signer = poor;
    const [large, small] = [world.stranger(), world.stranger()];
    const tokens = world.stranger();
    const first = await world.passed(large, 2_10000000n);
    const second = await world.passed(small, 60000000n);
    const third = await world.passed(tokens, 20_000_000n, { currency: USDT });
    await finish();
    expect([await world.coinsOf(large), await world.coinsOf(small)]).toEqual([0n, 0n]);
    expect((await world.row(first.withdrawalId)).sendState).toBe('idle');
    expect((await world.row(second.withdrawalId)).sendState).toBe('idle');
    expect((await world.row(third.withdrawalId)).sendState).toBe('sent');
    expect(signer.said.filter(({ event }) => event === 'waiting')).toHaveLength(1);
    await world.anvil.pay(signer.wallet.address, parseEther('5'));
    await finish();
    expect([await world.coinsOf(large), await world.coinsOf(small)]).toEqual([
      parseEther('2'),
      parseEther('0.5'),
    ]);
    const order = signer.journal
      .entries()
      .filter(({ currencyId }) => currencyId === ETH.currencyId);
    expect(order.map(({ id }) => id)).toEqual([first.withdrawalId, second.withdrawalId]);
  });

  test('gas that is dearer than the policy allows is waited out', async () => {
    const to = world.stranger();
    await world.passed(to, 1_00000000n);
    await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', [
      `0x${(200n * 10n ** 9n).toString(16)}`,
    ]);
    await world.anvil.mine(1);
    await signer.round();
    expect(signer.said).toMatchObject([{ event: 'waiting', fields: { why: 'gas is too dear' } }]);
    await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    await world.anvil.mine(1);
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
  });
});

describe('the two calls', () => {
  const token = SIGNER_TOKEN;

  test('open with the credential only, and it opens nothing else', async () => {
    const { server } = world;
    for (const wrong of [
      undefined,
      '',
      'wrong',
      `${token}x`,
      token.slice(0, -1),
      await server.ownerToken(),
    ]) {
      const options = wrong === undefined ? {} : { token: wrong };
      expect((await server.call('signerJobs', {}, options)).code).toBe(999);
      expect((await server.call('signerReport', {}, options)).code).toBe(999);
    }
    for (const name of ['operatorWithdrawals', 'auditLog', 'balanceSheet', 'center'] as const)
      expect((await server.call(name, {}, { token })).code).toBe(999);
    expect((await server.call('signerJobs', {}, { token })).type).toBe('ok');
  });

  test('a report of another transaction is refused, of the same one repeated for ever', async () => {
    const { server } = world;
    const { withdrawalId: id } = await world.passed(world.stranger(), 1_00000000n);
    const report = (state: string, tx: string) => {
      const body = { id, state, tx_id: `0x${tx.repeat(32)}`, reason: 'reverted' };
      return server.call('signerReport', body, { token });
    };
    expect((await report('unknown', 'aa')).error).toBe('not_sendable');
    expect((await report('signed', 'aa')).type).toBe('ok');
    expect((await report('signed', 'AA')).type).toBe('ok');
    expect((await report('signed', 'bb')).error).toBe('not_sendable');
    expect((await report('sent', 'bb')).error).toBe('not_sendable');
    for (const _time of [1, 2]) expect((await report('sent', 'aa')).type).toBe('ok');
    expect((await report('failed', 'aa')).error).toBe('not_sendable');
    expect((await report('signed', 'aa')).error).toBe('not_sendable');
  });

  test('a withdrawal that is not there, not passed or goes to a bank cannot be reported', async () => {
    const tx = { tx_id: `0x${'aa'.repeat(32)}`, state: 'signed' };
    const { error } = await world.server.call('signerReport', { id: 999_999, ...tx }, { token });
    expect(error).toBe('not_found');
    const open = await world.passed(world.stranger(), 1_00000000n, {
      operators: [1],
      approvalsNeeded: 2,
    });
    expect(open.status).toBe('under_review');
    const id = open.withdrawalId;
    expect((await world.server.call('signerReport', { id, ...tx }, { token })).error).toBe(
      'not_sendable',
    );
    expect((await world.desk().jobs()).map((job) => job.id)).not.toContain(id);
  });

  test('fifty reports at once have one effect and one entry', async () => {
    const { withdrawalId: id } = await world.passed(world.stranger(), 1_00000000n);
    const desk = new HttpDesk(world.url, token);
    const txId = `0x${'cd'.repeat(32)}`;
    await Promise.all(Array.from({ length: 50 }, () => desk.report({ id, state: 'signed', txId })));
    await Promise.all(Array.from({ length: 50 }, () => desk.report({ id, state: 'sent', txId })));
    const rows = await world.server.context.database.query(
      'SELECT 1 AS one FROM journal_entries WHERE reference = $1',
      [`withdrawal:${id}:sent`],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('what is on disk', () => {
  test('a line that was cut off is as if it was never written; one in the middle refuses the start', async () => {
    const to = world.stranger();
    await world.passed(to, 1_00000000n);
    await finish();
    const whole = fs.readFileSync(signer.journalFile, 'utf8');
    const lines = whole.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
      'signed',
      'announced',
      'broadcast',
      'final',
    ]);
    fs.appendFileSync(signer.journalFile, lines[0]?.slice(0, 100) ?? '');
    signer.again();
    expect(fs.readFileSync(signer.journalFile, 'utf8')).toBe(whole);
    await finish();
    expect(await world.coinsOf(to)).toBe(parseEther('0.9'));
    const broken = `${signer.journalFile}-broken`;
    fs.writeFileSync(broken, `${lines[0]}\nnonsense\n${lines[1]}\n`);
    expect(() => new Journal(broken)).toThrow(/cannot be read/);
    fs.writeFileSync(broken, `${lines[0]}\n${lines[0]}\n`);
    expect(() => new Journal(broken)).toThrow(/twice/);
  });

  test('a node of another chain is refused before anything is signed', async () => {
    await world.passed(world.stranger(), 1_00000000n);
    signer.wallet.chainId = () => Promise.resolve(1);
    await expect(signer.round()).rejects.toThrow(/serves chain 1/);
    expect(signer.journal.entries()).toEqual([]);
  });

  test('a policy is read whole or not at all', () => {
    const good = world.policyJson();
    expect(parsePolicy(good).currencies.size).toBe(2);
    const [coin] = good.currencies;
    for (const wrong of [
      {},
      { ...good, confirmations: 0 },
      { ...good, chain_id: 0 },
      { ...good, currencies: [] },
      { ...good, currencies: [coin, coin] },
      { ...good, currencies: [{ ...coin, daily_cap: '-1' }] },
      { ...good, currencies: [{ ...coin, daily_cap: undefined }] },
      { ...good, currencies: [{ ...coin, daily_cap: `0.${'0'.repeat(18)}1` }] },
      { ...good, more: true },
    ])
      expect(() => parsePolicy(wrong)).toThrow(/policy|decimals/);
  });

  test('amounts are read exactly', () => {
    expect(toUnits('1.5', 18)).toBe(1_500000000000000000n);
    expect(toUnits('0.00000001', 8)).toBe(1n);
    expect(toUnits('10.500000', 6)).toBe(10_500000n);
    expect(toUnits('1.0000000', 6)).toBe(1_000000n);
    for (const wrong of ['', '.5', '1.', '01', '-1', '1e3', '1,0', ' 1', '0.0000001'])
      expect(toUnits(wrong, 6)).toBeUndefined();
  });
});
