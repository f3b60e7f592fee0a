/** Withdrawals on Tron: each paid once, or known not to be, whatever fails on the way. */
import type { Job } from '@fairlead/signer/desk';
import { parseTronPolicy } from '@fairlead/signer/tron/policy';
import { BTC } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { TOKEN, TRON } from './tron-server.ts';
import { MINUTE_MS, type TestTronSigner, type TronWorld, useTron } from './tron-signer-fixture.ts';
import { readTron } from './tron-wire.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

let world: TronWorld;
let signer: TestTronSigner;
useTron((parts) => {
  ({ world, signer } = parts);
});

/** Until it has expired for every node, and is proved to. */
async function expire({ forgets = true } = {}): Promise<void> {
  world.net.pass(80 * MINUTE_MS, { forgets });
  await signer.round();
}

const resend = (withdrawalId: number) =>
  world.server.run({ kind: 'mark_withdrawal', withdrawalId, to: 'idle' });

describe('a passed withdrawal', () => {
  test('of USDT is paid less its fee, told signed before it is sent, and sent once it is solid', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    await signer.round();
    const signed = await world.row(withdrawalId);
    expect(signed).toMatchObject({ status: 'passed', sendState: 'signed' });
    const [raw = ''] = world.net.sent;
    expect(readTron(raw)).toMatchObject({
      ...{
        txId: signed.txId,
        to,
        contract: TOKEN,
        units: 19_900_000n,
        type: 'TriggerSmartContract',
      },
      // 64285 energy and a fifth more at 100 sun.
      feeLimit: 7_714_200n,
    });
    world.net.mine();
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    world.net.settle();
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', txId: signed.txId });
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
    // What it cost, not what it could have: 64285 energy, and a byte more than it was measured.
    const [entry] = signer.journal.entries();
    expect(entry?.fee).toBeLessThan(entry?.feeMax ?? 0n);
    expect(entry?.fee).toBeGreaterThan(6_428_500n);
  });

  test('of TRX is a transfer of it, and pays for the account that it makes', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 150_000_000n, { currency: BTC });
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.trx.get(to)).toBe(1_400_000n);
    expect(signer.journal.entries()[0]).toMatchObject({ contract: undefined, fee: 1_100_000n });
    expect(readTron(world.net.sent[0] ?? '')).toMatchObject({
      type: 'TransferContract',
      feeLimit: 0n,
    });
  });

  test('of a frozen owner waits until the account is open again', async () => {
    const to = world.stranger();
    const { owner } = await world.passed(to, 20_000_000n);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: true });
    await signer.finish();
    expect(world.paid(to)).toBe(0n);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: false });
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('W2: thirty rounds of it, also after the process ended, pay once', async () => {
    const to = world.stranger();
    await world.passed(to, 20_000_000n);
    for (let round = 0; round < 30; round += 1) {
      if (round % 7 === 0) signer.again();
      await signer.round();
      if (round % 3 === 0) world.net.mine();
    }
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
    expect(signer.journal.entries()).toHaveLength(1);
  });

  test('the same to the same twice is two payments of two names', async () => {
    const to = world.stranger();
    await world.passed(to, 20_000_000n);
    await world.passed(to, 20_000_000n);
    await signer.finish();
    expect(world.paid(to)).toBe(39_800_000n);
    expect(new Set(signer.journal.entries().map(({ txId }) => txId)).size).toBe(2);
  });
});

describe('W12: what was approved is what is signed', () => {
  test.each<[string, (job: Job) => Job]>([
    ['another address', (job) => ({ ...job, address: world.stranger() })],
    ['another amount', (job) => ({ ...job, amount: '29.900000' })],
    ['the same amount in other words', (job) => ({ ...job, amount: '19.9' })],
    ['another currency', (job) => ({ ...job, currency_id: BTC.currencyId })],
    ['another withdrawal’s approvals', (job) => ({ ...job, id: job.id + 1 })],
    ['no approvals', (job) => ({ ...job, approvals: [] })],
    ['a currency that the policy has not', (job) => ({ ...job, currency_id: 9 })],
    [
      'an address with a wrong checksum',
      (job) => ({ ...job, address: `${job.address.slice(0, -2)}11` }),
    ],
    ['an address of Ethereum', (job) => ({ ...job, address: `0x${'ab'.repeat(20)}` })],
    ['nobody’s address', (job) => ({ ...job, address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' })],
    ['the wallet’s own', (job) => ({ ...job, address: signer.wallet.address })],
    ['the token’s contract', (job) => ({ ...job, address: TOKEN })],
  ])('%s is not signed', async (_what, change) => {
    await world.passed(world.stranger(), 20_000_000n);
    signer.again({ desk: world.lying(change) });
    await signer.round();
    expect(signer.journal.entries()).toEqual([]);
    expect(signer.events()).toEqual(['refused']);
  });

  test('from its own threshold on it needs two; its cap holds by UTC day, what is over it waits', async () => {
    const [alone, two, over] = [world.stranger(), world.stranger(), world.stranger()];
    await world.passed(alone, 510_000_000n);
    await world.passed(two, 610_000_000n, { operators: [1, 2], approvalsNeeded: 2 });
    await world.passed(over, 410_000_000n);
    signer = world.signer({ tokens: 10_000_000_000n });
    await signer.finish();
    expect([alone, two, over].map((each) => world.paid(each))).toEqual([0n, 609_900_000n, 0n]);
    expect(signer.why()).toEqual(['2 operators must approve', 'the daily cap']);
    world.net.pass(DAY_MS);
    await signer.finish();
    expect(world.paid(over)).toBe(409_900_000n);
  });

  test('a policy is read whole or not at all', () => {
    const good = world.policyJson();
    expect(parseTronPolicy(good).maxFee).toBe(20_000_000n);
    const [token, trx] = good.currencies;
    for (const wrong of [
      {},
      { ...good, network: 'ropsten' },
      { ...good, expires_after_minutes: 1 },
      { ...good, expires_after_minutes: 1_440 },
      { ...good, max_fee: '61' },
      { ...good, max_fee: '0.0000001' },
      { ...good, currencies: [token, token] },
      { ...good, currencies: [{ ...token, contract: `0x${'ab'.repeat(20)}` }] },
      { ...good, currencies: [{ ...trx, decimals: 8 }] },
      { ...good, more: true },
    ])
      expect(() => parseTronPolicy(wrong)).toThrow(/policy|decimals|max_fee/);
  });
});

describe('W3: whatever fails on the way', () => {
  test('the nodes take it and the lines drop: nothing is refunded or sent anew, then it is sent', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    for (const peer of world.peers) peer.losesAnswers = true;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    for (const peer of world.peers) peer.losesAnswers = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('no node gets it: unknown, and the same bytes are sent again and no others', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    for (const peer of world.peers) peer.losesCalls = true;
    await signer.round();
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    for (const state of ['idle', 'refunded', 'signed'] as const)
      expect(
        await world.server.sequencer.run({ kind: 'mark_withdrawal', withdrawalId, to: state }),
      ).toEqual({ ok: false, reject: 'not_sendable' });
    for (const peer of world.peers) peer.losesCalls = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(new Set(world.net.sent).size).toBe(1);
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('nodes that forget it get it again until it expires', async () => {
    const to = world.stranger();
    await world.passed(to, 20_000_000n);
    await signer.round();
    world.net.pool.clear();
    await signer.round();
    expect(world.net.pool.size).toBe(1);
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
    expect(new Set(world.net.sent).size).toBe(1);
  });

  test('W15: it expired and two nodes prove that it is nowhere: failed, and only then is there another', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    for (const peer of world.peers) peer.losesCalls = true;
    await signer.round();
    // It has expired, but a node that lags could still be before that.
    world.net.pass(61 * MINUTE_MS);
    const calls = world.net.sent.length;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    expect(world.net.sent).toHaveLength(calls);
    await expire();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'failed', reason: 'expired' });
    for (const peer of world.peers) peer.losesCalls = false;
    await signer.finish();
    expect(world.paid(to)).toBe(0n);
    await resend(withdrawalId);
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
    expect(signer.journal.entries()).toMatchObject([
      { final: 'failed', reason: 'expired', fee: 0n },
      { final: 'sent' },
    ]);
    // The first bytes, whoever has them, are worth nothing.
    const [first] = signer.journal.entries();
    expect(world.net.take(first?.raw ?? '').code).toBe('TRANSACTION_EXPIRATION_ERROR');
  });

  test('an expired one that a block took in its last moment is sent', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    await signer.round();
    await expire({ forgets: false });
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('signed and never announced: expired, it is signed anew by itself, as it never left', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    const desk = world.desk();
    signer.again({
      desk: { jobs: () => desk.jobs(), report: () => Promise.reject(new Error('out of reach')) },
    });
    await expect(signer.round()).rejects.toThrow('out of reach');
    world.net.pass(80 * MINUTE_MS);
    signer.again();
    await signer.finish();
    expect(signer.journal.of(withdrawalId)).toMatchObject([
      { final: 'refused', reason: 'expired', isBroadcast: false },
      { final: 'sent' },
    ]);
    expect(world.paid(to)).toBe(19_900_000n);
  });
});

describe('W15: an included payment that moved nothing', () => {
  test.each<[string, string, () => void]>([
    ['reverted', 'revert', () => (world.net.token = 'reverts')],
    ['ran out of energy', 'out_of_energy', () => (world.net.energyInBlocks = 200_000n)],
    ['moved nothing', 'no_transfer', () => (world.net.token = 'moves nothing')],
  ])('as it %s has failed, and its fee counts', async (_what, reason, change) => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    await signer.round();
    change();
    world.net.settle();
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'failed', reason });
    const [entry] = signer.journal.entries();
    expect(entry?.fee).toBe(1_000_000_000n - (world.net.trx.get(signer.wallet.address) ?? 0n));
    await signer.finish();
    expect(signer.journal.entries()).toHaveLength(1);
  });

  test('of a token that moves less is no failure: nothing is refunded, people look at it', async () => {
    const { withdrawalId } = await world.passed(world.stranger(), 20_000_000n);
    world.net.token = 'takes a fee';
    await signer.finish();
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'unknown',
      reason: 'moved_otherwise',
    });
    expect(signer.events().filter((event) => event === 'unknown')).toHaveLength(1);
  });

  test('what the token would refuse is not signed', async () => {
    await world.passed(world.stranger(), 20_000_000n);
    world.net.token = 'reverts';
    await signer.round();
    expect(signer.said).toMatchObject([
      { event: 'refused', fields: { why: 'the payment would fail' } },
    ]);
    expect(signer.journal.entries()).toEqual([]);
  });
});

describe('W16: a wallet that is short', () => {
  test('of tokens waits, in order, without a part of anything; other currencies go on', async () => {
    signer = world.signer({ tokens: 50_000_000n });
    const [large, small, trx] = [world.stranger(), world.stranger(), world.stranger()];
    await world.passed(large, 100_000_000n);
    await world.passed(small, 20_000_000n);
    await world.passed(trx, 150_000_000n, { currency: BTC });
    await signer.finish();
    expect([world.paid(large), world.paid(small)]).toEqual([0n, 0n]);
    expect(world.net.trx.get(trx)).toBe(1_400_000n);
    expect(signer.why()).toEqual(['the wallet has not enough']);
    world.net.tokens.set(signer.wallet.address, 500_000_000n);
    await signer.finish();
    expect([world.paid(large), world.paid(small)]).toEqual([99_900_000n, 19_900_000n]);
  });

  test('what is signed and in no block is not spent again', async () => {
    signer = world.signer({ tokens: 30_000_000n });
    const [one, two] = [world.stranger(), world.stranger()];
    await world.passed(one, 20_000_000n);
    await world.passed(two, 20_000_000n);
    await signer.finish();
    expect([world.paid(one), world.paid(two)]).toEqual([19_900_000n, 0n]);
    expect(signer.why()).toEqual(['the wallet has not enough']);
  });

  test('of energy waits with its reason; energy of stakes is enough', async () => {
    signer = world.signer({ trx: 1_000_000n });
    const to = world.stranger();
    await world.passed(to, 20_000_000n);
    await signer.finish();
    expect(signer.why()).toEqual(['the wallet has not enough for energy and bandwidth']);
    world.net.staked.set(signer.wallet.address, 100_000n);
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('energy of stakes is one payment’s at a time', async () => {
    signer = world.signer({ trx: 5_000_000n });
    world.net.staked.set(signer.wallet.address, 100_000n);
    const [one, two] = [world.stranger(), world.stranger()];
    await world.passed(one, 20_000_000n);
    await world.passed(two, 20_000_000n);
    await signer.round();
    expect(new Set(world.net.sent).size).toBe(1);
    expect(signer.why()).toEqual(['the wallet has not enough for energy and bandwidth']);
    world.net.settle();
    await signer.finish();
    expect([world.paid(one), world.paid(two)]).toEqual([19_900_000n, 19_900_000n]);
  });

  test('energy that is dearer than the policy allows is waited out; a day’s fees have a cap', async () => {
    const to = world.stranger();
    await world.passed(to, 20_000_000n);
    world.net.energyPrice = 420n;
    await signer.round();
    expect(signer.why()).toEqual(['fees are too dear']);
    world.net.energyPrice = 100n;
    signer.again({ policy: { daily_fee_cap: '20' } });
    const others = [world.stranger(), world.stranger(), world.stranger()];
    for (const each of others) await world.passed(each, 20_000_000n);
    await signer.finish(4);
    // Each may cost about 8 TRX and costs about 6.8: two fit into 20, three do not.
    expect([to, ...others].map((each) => world.paid(each) > 0n)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(signer.why().at(-1)).toBe('the daily cap of fees');
  });
});

test('TRX’s own cap counts fees too, of every currency', async () => {
  signer.again({ policy: { currencies: trxCapped('12') } });
  await world.passed(world.stranger(), 20_000_000n);
  await signer.finish();
  await world.passed(world.stranger(), 510_000_000n, { currency: BTC });
  await signer.round();
  // 5 TRX and its fee, after a fee of about 6.8.
  expect(signer.why().at(-1)).toBe('the daily cap');
});

function trxCapped(cap: string) {
  return world
    .policyJson()
    .currencies.map((each) =>
      each.currency_id === BTC.currencyId ? { ...each, daily_cap: cap } : each,
    );
}

describe('nodes', () => {
  test('of another network are not listened to', async () => {
    const [, peer] = world.peers;
    if (peer !== undefined) peer.genesis = TRON;
    await expect(signer.round()).rejects.toThrow('another network');
  });

  test('whose blocks are of another time than the clock get nothing signed', async () => {
    await world.passed(world.stranger(), 20_000_000n);
    signer.clock.skewMs = 10 * MINUTE_MS;
    await signer.round();
    expect(signer.why()).toEqual(['the chain stands still, or a clock is wrong']);
    expect(signer.journal.entries()).toEqual([]);
  });

  test('that give different blocks get nothing signed', async () => {
    await world.passed(world.stranger(), 20_000_000n);
    const [, peer] = world.peers;
    if (peer !== undefined) peer.aheadMs = 1_000;
    await expect(signer.round()).rejects.toThrow('do not agree on block');
    expect(signer.journal.entries()).toEqual([]);
  });
});

test('a journal that says something else is refused', async () => {
  await world.passed(world.stranger(), 20_000_000n);
  await signer.round();
  const text = signer.copy().toString();
  signer.again({}, Buffer.from(text));
  expect(() => signer.again({}, Buffer.from(text.replaceAll('"reference"', '"nonce"')))).toThrow(
    /cannot be read/,
  );
  signer.again({}, Buffer.from(text));
  expect(signer.journal.entries()).toHaveLength(1);
});
