/** A payment in bitcoin that waits too long is replaced by itself for a higher fee, and is paid once whatever happens. */
import type { Report } from '@fairlead/signer/desk';
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

/** Blocks become dearer, and what waits has waited long enough. */
function wait(rate = 20): void {
  world.net.rate = rate;
  signer.clock.nowMs += 61 * MINUTE_MS;
}

/** Whether all that was ever signed for a withdrawal spends the very same coins. */
function expectOneOnly(withdrawalId: number): void {
  const spent = signer.versions(withdrawalId).map(({ raw }) =>
    readTx(raw)
      .inputs.map(({ txId, index }) => `${txId}:${index}`)
      .join(),
  );
  expect(new Set(spent).size).toBe(1);
}

describe('a payment that waits', () => {
  test('is replaced by the same for a higher fee, and sent under the name that pays', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    const [first] = signer.versions(withdrawalId);
    wait();
    await signer.round();
    const [, second] = signer.versions(withdrawalId);
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'signed',
      txId: second?.txId,
    });
    expect(world.net.mempool.map(({ txId }) => txId)).toEqual([second?.txId]);
    const [one, other] = [readTx(first?.raw ?? ''), readTx(second?.raw ?? '')];
    expect(other.outputs[0]).toEqual(one.outputs[0]);
    expect(other.outputs[1]?.script).toBe(one.outputs[1]?.script);
    expect(second?.fee).toBe(20n * 141n);
    expectOneOnly(withdrawalId);
    await signer.finish();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', txId: second?.txId });
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    const log = await world.server.context.database.query<{ detail: string }>(
      `SELECT detail::text AS detail FROM audit_log WHERE action = 'signer_report' AND subject = $1`,
      [`withdrawal ${withdrawalId}`],
    );
    expect(log.map(({ detail }) => JSON.parse(detail))).toContainEqual(
      expect.objectContaining({ tx_id: second?.txId, replaces: first?.txId }),
    );
  });

  test('of which a block holds the first version is sent under that name', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    wait();
    await signer.round();
    const [first] = signer.versions(withdrawalId);
    world.net.mineRaw(first?.raw ?? '');
    await signer.finish();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'sent', txId: first?.txId });
    expect(world.net.paid(to.script)).toBe(90_000_000n);
  });

  test('is left alone while blocks are no dearer, or while it is young', async () => {
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    await signer.round();
    wait(2.5);
    await signer.round();
    world.net.rate = 20;
    signer.clock.nowMs -= 30 * MINUTE_MS;
    await signer.round();
    expect(signer.versions(withdrawalId)).toHaveLength(1);
    await signer.finish();
  });

  test('is replaced within the policy only: its rate, its fee, and never more than the coins hold', async () => {
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    await signer.round();
    wait(5_000);
    await signer.round();
    expect(signer.versions(withdrawalId).at(-1)?.fee).toBe(100n * 141n);
    // A hundred and one is more than the policy's hundred: it stays as it is.
    wait(6_000);
    await signer.round();
    expect(signer.versions(withdrawalId)).toHaveLength(2);
    await signer.finish();
    const tight = await world.passed(world.stranger().address, COIN);
    world.net.rate = 2;
    signer.again({ policy: { max_fee: '0.00001' } });
    await signer.round();
    wait(20);
    await signer.round();
    await signer.round();
    expect(signer.versions(tight.withdrawalId)).toHaveLength(1);
    expect(signer.events().filter((event) => event === 'stuck')).toHaveLength(1);
    await signer.finish();
  });

  test('is counted against the cap of the day with the most that it may cost, before it is replaced', async () => {
    // A payment of one coin and two outputs may cost 100 satoshis for each of its 141 bytes.
    const most = 100n * 141n;
    const policyOf = (sats: bigint) => ({
      policy: { payment_cap: '1', daily_cap: `1.8${String(sats).padStart(7, '0')}` },
    });
    const [one, other] = [world.stranger(), world.stranger()];
    const { withdrawalId: first } = await world.passed(one.address, COIN);
    const { withdrawalId: second } = await world.passed(other.address, COIN);
    signer.again(policyOf(2n * most - 1n));
    await signer.round();
    expect(signer.versions(second)).toEqual([]);
    expect(signer.why()).toEqual(['the daily cap']);
    signer.again(policyOf(2n * most));
    await signer.round();
    expect(signer.versions(second)).toHaveLength(1);
    // Both may become as dear as the policy allows, and the day's cap is kept to the satoshi.
    wait(5_000);
    await signer.round();
    const signed = [first, second].map((id) => signer.versions(id).at(-1));
    expect(signed.map((version) => version?.fee)).toEqual([most, most]);
    const sum = signed.reduce((total, version) => total + (version?.units ?? 0n) + most, 0n);
    expect(sum).toBe(180_000_000n + 2n * most);
    await signer.finish();
  });

  test('goes over the cap of its day by no policy that allows dearer ones since', async () => {
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    const { withdrawalId: other } = await world.passed(world.stranger().address, COIN);
    const policy = { payment_cap: '0.9', daily_cap: '1.80002000', max_fee: '0.00001' };
    signer.again({ policy });
    await signer.round();
    signer.again({ policy: { ...policy, max_fee: '0.0002' } });
    wait(20);
    await signer.round();
    for (const id of [withdrawalId, other]) expect(signer.versions(id)).toHaveLength(1);
    expect(signer.events()).toContain('stuck');
    await signer.finish();
  });

  test('with nothing left to come back takes the fee from what came back before', async () => {
    const to = world.stranger();
    signer = world.signer([90_000_000n + 3_000n]);
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    wait();
    await signer.round();
    const [first, second] = signer.versions(withdrawalId);
    expect(readTx(first?.raw ?? '').outputs).toHaveLength(2);
    expect(readTx(second?.raw ?? '').outputs).toHaveLength(1);
    expect(second?.fee).toBe(3_000n);
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
  });

  test('is told of as failed under its present name when its coin went elsewhere', async () => {
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    await signer.round();
    wait();
    await signer.round();
    const [first, second] = signer.versions(withdrawalId);
    const other = await signer.wallet.sign(
      first?.coins ?? [],
      { payee: Buffer.from(world.stranger().script, 'hex'), units: COIN },
      { fee: 9_000n, limits: { maxFee: 10_000n, maxFeeRate: 100n } },
    );
    world.net.mineRaw(other.raw);
    world.net.mine(FINAL);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'failed',
      txId: second?.txId,
    });
  });
});

describe('the exchange', () => {
  const report = (given: Report) => world.desk().report(given);

  test('takes another name from the one it has alone, on Bitcoin alone, and of what is on its way', async () => {
    const { withdrawalId: id } = await world.passed(world.stranger().address, COIN);
    const [one, two, three] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32)) as [
      string,
      string,
      string,
    ];
    await report({ id, state: 'signed', txId: one });
    const wrong: readonly Report[] = [
      { id, state: 'signed', txId: two },
      { id, state: 'signed', txId: two, replaces: three },
      { id, state: 'sent', txId: two, replaces: one },
      { id, state: 'failed', txId: two, replaces: one, reason: 'lost' },
    ];
    for (const each of wrong) await expect(report(each)).rejects.toThrow('not_sendable');
    await report({ id, state: 'signed', txId: two, replaces: one });
    await report({ id, state: 'signed', txId: two, replaces: one });
    await report({ id, state: 'unknown', txId: three, replaces: two });
    await expect(report({ id, state: 'sent', txId: two })).rejects.toThrow('not_sendable');
    await report({ id, state: 'sent', txId: three });
    await expect(report({ id, state: 'signed', txId: two, replaces: three })).rejects.toThrow(
      'not_sendable',
    );
  });

  test('gives no name of one withdrawal to another', async () => {
    const [one, other] = [
      await world.passed(world.stranger().address, COIN),
      await world.passed(world.stranger().address, COIN),
    ];
    const [first, second] = ['dd'.repeat(32), 'ef'.repeat(32)] as const;
    await report({ id: one.withdrawalId, state: 'signed', txId: first });
    await report({ id: other.withdrawalId, state: 'signed', txId: second });
    await expect(
      report({ id: other.withdrawalId, state: 'signed', txId: first, replaces: second }),
    ).rejects.toThrow('not_sendable');
    await report({ id: one.withdrawalId, state: 'sent', txId: first });
    await report({ id: other.withdrawalId, state: 'sent', txId: second });
  });
});

describe('W2: wherever the process ends between a payment and its replacement', () => {
  const ENDS = [0, 1, 2, 3].flatMap((nth) =>
    (['before a report', 'after a report', 'after something was said'] as const).flatMap((when) =>
      (['the first', 'the last'] as const).map((mined) => [nth, when, mined] as const),
    ),
  );

  /** A round; where it ends the process, another begins on its files. */
  async function lived(): Promise<void> {
    try {
      await signer.round();
    } catch (error) {
      expect(error).toMatchObject({ message: 'the process ends' });
      signer.again();
      await signer.round();
    }
  }

  test.each(ENDS)(
    'end %i, %s, and a block holds %s version: paid once',
    async (nth, when, mined) => {
      const to = world.stranger();
      const { withdrawalId } = await world.passed(to.address, COIN);
      let left = nth;
      const cut = (): void => {
        left -= 1;
        if (left === -1) throw new Error('the process ends');
      };
      const desk = world.desk();
      signer.again({
        desk: {
          jobs: () => desk.jobs(),
          report: async (given) => {
            if (when === 'before a report') cut();
            await desk.report(given);
            if (when === 'after a report') cut();
          },
        },
        onSay: () => {
          if (when === 'after something was said') cut();
        },
      });
      await lived();
      await lived();
      wait();
      await lived();
      await lived();
      const versions = signer.versions(withdrawalId);
      const sent = versions.filter(({ isBroadcast }) => isBroadcast);
      const paying = mined === 'the first' ? sent[0] : sent.at(-1);
      world.net.mineRaw(paying?.raw ?? '');
      for (let times = 0; times < 4; times += 1) {
        await lived();
        world.net.mine();
      }
      expect(world.net.paid(to.script)).toBe(90_000_000n);
      expect(await world.row(withdrawalId)).toMatchObject({
        sendState: 'sent',
        txId: paying?.txId,
      });
      expect(signer.events()).not.toContain('not_taken');
      expectOneOnly(withdrawalId);
      expect(versions.length).toBeLessThanOrEqual(2);
    },
  );
});
