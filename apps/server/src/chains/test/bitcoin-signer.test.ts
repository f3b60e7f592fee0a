/** Withdrawals in bitcoin: each paid once, or known not to be, whatever fails on the way. */
import type { Job } from '@fairlead/signer/desk';
import { describe, expect, test } from 'vitest';
import {
  type BitcoinWorld,
  COIN,
  FINAL,
  MINUTE_MS,
  type TestBitcoinSigner,
  useBitcoin,
} from './bitcoin-signer-fixture.ts';
import { readTx } from './bitcoin-wire.ts';

let world: BitcoinWorld;
let signer: TestBitcoinSigner;
useBitcoin((parts) => {
  ({ world, signer } = parts);
});

describe('a passed withdrawal', () => {
  test('is paid less its fee, told signed before it is sent, and sent once it is final', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, 150_000_000n);
    await signer.round();
    const signed = await world.row(withdrawalId);
    expect(signed).toMatchObject({ status: 'passed', sendState: 'signed' });
    const [waiting] = world.net.mempool;
    expect(waiting).toMatchObject({ txId: signed.txId });
    // 2.1 satoshis a virtual byte, rounded up.
    const [version] = signer.versions(withdrawalId);
    expect(version?.fee).toBe(3n * BigInt(141));
    world.net.mine(1);
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    world.net.mine(1);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', txId: signed.txId });
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(140_000_000n);
    expect(world.net.sent.filter((raw) => raw === version?.raw)).toHaveLength(1);
  });

  test('of a frozen owner waits until the account is open again', async () => {
    const to = world.stranger();
    const { owner } = await world.passed(to.address, COIN);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: true });
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(0n);
    await world.server.run({ kind: 'set_owner_state', owner, isFrozen: false });
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
  });

  test('W2: thirty rounds of it, also after the process ended, pay once', async () => {
    const to = world.stranger();
    await world.passed(to.address, COIN);
    for (let round = 0; round < 30; round += 1) {
      if (round % 7 === 0) signer.again();
      await signer.round();
      if (round % 10 === 0) world.net.mine();
    }
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(signer.journal.versions()).toHaveLength(1);
  });

  test('coins of one payment are not another’s, and change is spent once it is final', async () => {
    const all = [world.stranger(), world.stranger(), world.stranger()] as const;
    for (const { address } of all) await world.passed(address, COIN);
    await signer.round();
    // Two coins carry two payments; the third waits for their change, whole.
    expect(world.net.mempool).toHaveLength(2);
    expect(signer.why()).toEqual(['the wallet has not enough']);
    await signer.finish();
    for (const { script } of all) expect(world.net.paid(script)).toBe(90_000_000n);
  });

  test.each([
    ['a legacy address', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['a script’s', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['a witness script’s', 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'],
    ['taproot', 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'],
  ])('goes to %s', async (_what, address) => {
    await world.passed(address, COIN);
    await signer.finish();
    expect(world.net.paid(world.scriptOf(address))).toBe(90_000_000n);
  });
});

describe('W12: what was approved is what is signed', () => {
  test.each<[string, (job: Job) => Job]>([
    ['another address', (job) => ({ ...job, address: world.stranger().address })],
    ['another amount', (job) => ({ ...job, amount: '0.95000000' })],
    ['the same amount in other words', (job) => ({ ...job, amount: '0.9' })],
    ['another currency', (job) => ({ ...job, currency_id: 2 })],
    ['another withdrawal’s approvals', (job) => ({ ...job, id: job.id + 1 })],
    ['no approvals', (job) => ({ ...job, approvals: [] })],
    [
      'an address of another network',
      (job) => ({ ...job, address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }),
    ],
    ['the wallet’s own', (job) => ({ ...job, address: signer.wallet.address })],
  ])('%s is not signed', async (_what, change) => {
    await world.passed(world.stranger().address, COIN);
    signer.again({ desk: world.lying(change) });
    await signer.round();
    expect(signer.journal.versions()).toEqual([]);
    expect(signer.events()).toEqual(['refused']);
  });

  test('a row that is changed without what operators approved pays nobody', async () => {
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    const thief = world.stranger();
    await world.server.context.database.query(
      'UPDATE withdrawals SET address = $2 WHERE withdrawal_id = $1',
      [withdrawalId, thief.address],
    );
    expect(await world.desk().jobs()).toMatchObject([{ address: thief.address }]);
    await signer.finish();
    expect(signer.why()).toEqual(['an approval is for something else']);
    expect(world.net.paid(thief.script)).toBe(0n);
  });

  test('its caps hold, of one payment and of a UTC day; from its own threshold on it needs two', async () => {
    const big = await world.passed(world.stranger().address, 420_000_000n, {
      operators: [1, 2],
      approvalsNeeded: 2,
    });
    const alone = await world.passed(world.stranger().address, 320_000_000n);
    const [one, two] = [world.stranger(), world.stranger()];
    await world.passed(one.address, 260_000_000n);
    await world.passed(two.address, 270_000_000n);
    await signer.finish();
    expect(signer.said).toMatchObject([
      {
        event: 'refused',
        fields: { id: big.withdrawalId, why: 'it is more than one payment may be' },
      },
      { event: 'refused', fields: { id: alone.withdrawalId, why: '2 operators must approve' } },
      { event: 'broadcast' },
      { event: 'waiting', fields: { why: 'the daily cap' } },
      { event: 'sent' },
    ]);
    expect(world.net.paid(two.script)).toBe(0n);
    signer.clock.nowMs += 24 * 60 * MINUTE_MS;
    await signer.finish();
    expect(world.net.paid(two.script)).toBe(260_000_000n);
  });

  test('a node that lies about what a coin is worth gets no signature', async () => {
    const to = world.stranger();
    await world.passed(to.address, COIN);
    const worth = (units: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(units);
      return bytes.toString('hex');
    };
    world.net.lie = (raw) => raw.replace(worth(6n * COIN), worth(2n * COIN));
    await signer.round();
    expect(signer.journal.versions()).toEqual([]);
    expect(signer.why()).toEqual(['a coin is not what its transaction made']);
  });

  test('a node of another network is not listened to', async () => {
    world.net.genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
    await expect(signer.round()).rejects.toThrow('another network');
    world.net.genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
  });

  test('fees above the policy’s wait; a wallet that is short says so once', async () => {
    await world.passed(world.stranger().address, COIN);
    world.net.rate = 100.5;
    await signer.round();
    await signer.round();
    expect(signer.why()).toEqual(['fees are too dear']);
    const poor = world.signer([COIN / 2n]);
    await poor.round();
    await poor.round();
    expect(poor.events().filter((event) => event === 'low')).toHaveLength(1);
  });
});

describe('W3: whatever fails on the way', () => {
  test('the node takes it and the line drops: nothing is refunded or sent anew, then it is sent', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    world.net.losesAnswers = true;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    world.net.losesAnswers = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.paid(to.script)).toBe(90_000_000n);
  });

  test('the node never gets it: unknown, and the same bytes are sent again and no others', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    const before = world.net.sent.length;
    world.net.losesCalls = true;
    await signer.round();
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    for (const to of ['idle', 'refunded', 'signed'] as const)
      expect(
        await world.server.sequencer.run({ kind: 'mark_withdrawal', withdrawalId, to }),
      ).toEqual({ ok: false, reject: 'not_sendable' });
    world.net.losesCalls = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    const raws = world.net.sent.slice(before);
    expect(raws.length).toBeGreaterThan(2);
    expect(new Set(raws).size).toBe(1);
    expect(world.net.paid(to.script)).toBe(90_000_000n);
  });

  test('a node that forgets it gets it again; a branch that loses its block keeps it waiting', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    world.net.forget();
    await signer.round();
    expect(world.net.mempool).toHaveLength(1);
    world.net.mine(1);
    world.net.orphan(1);
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(signer.versions(withdrawalId)).toHaveLength(1);
  });

  test('W15: its coin went elsewhere for good: failed, refundable, and never before that', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    const [version] = signer.versions(withdrawalId);
    // Whoever has a copy of the key spends the coin to itself.
    const other = await signer.wallet.sign(
      version?.coins ?? [],
      { payee: Buffer.from(world.stranger().script, 'hex'), units: COIN },
      { fee: 5_000n, limits: { maxFee: 10_000n, maxFeeRate: 100n } },
    );
    world.net.mineRaw(other.raw);
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    world.net.mine(FINAL);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'failed',
      reason: 'coin_spent_otherwise',
    });
    await world.server.run({ kind: 'mark_withdrawal', withdrawalId, to: 'idle' });
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(readTx(signer.versions(withdrawalId)[1]?.raw ?? '').txId).not.toBe(version?.txId);
  });
});
