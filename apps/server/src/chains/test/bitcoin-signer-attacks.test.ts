/**
 * What a copy of the Bitcoin signer's journal, strangers' dust, one payment's trouble, a hold, and approvals that somebody forged
 * can do to payments of others, and what they cannot.
 */
import type { Desk, Job, Report } from '@fairlead/signer/desk';
import { intentHash } from '@fairlead/signer/policy';
import { describe, expect, test } from 'vitest';
import {
  type BitcoinWorld,
  COIN,
  FINAL,
  MINUTE_MS,
  type TestBitcoinSigner,
  useBitcoin,
} from './bitcoin-signer-fixture.ts';

let world: BitcoinWorld;
let signer: TestBitcoinSigner;
useBitcoin((parts) => {
  ({ world, signer } = parts);
});

function wait(rate = 20): void {
  world.net.rate = rate;
  signer.clock.nowMs += 61 * MINUTE_MS;
}

const count = (event: string): number => signer.events().filter((each) => each === event).length;

describe('W15: a journal that was restored from a copy', () => {
  /** A payment and its replacement, of which the journal knows the first alone; the second is paid. */
  async function copied() {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    const copy = signer.copy();
    wait();
    await signer.round();
    const [first, second] = signer.versions(withdrawalId).map(({ txId }) => txId);
    return { copy, to, withdrawalId, first: first ?? '', second: second ?? '' };
  }

  test('says that it does not know the name, and calls nothing failed that was paid', async () => {
    const { copy, to, withdrawalId, second } = await copied();
    signer.again({}, copy);
    await signer.round();
    await signer.finish();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'signed', txId: second });
    expect(count('unknown_version')).toBe(1);
    expect(signer.versions(withdrawalId)).toHaveLength(1);
  });

  test('calls it unknown where the exchange is a copy too: another transaction paid the very same', async () => {
    const { copy, to, withdrawalId, first } = await copied();
    world.net.mine(FINAL);
    const desk = world.desk();
    const told: Report[] = [];
    signer.again(
      {
        desk: {
          jobs: async () => (await desk.jobs()).map((job) => ({ ...job, tx_id: first })),
          report: async (report) => void told.push(report),
        },
      },
      copy,
    );
    await signer.round();
    await signer.round();
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect(told[0]).toMatchObject({ id: withdrawalId, txId: first });
    expect(count('unknown')).toBe(1);
    expect(signer.versions(withdrawalId)[0]?.final).toBeUndefined();
  });
});

test('a name that the exchange has, though the journal did not hear so, fails there when its coin is gone', async () => {
  const { withdrawalId } = await world.passed(world.stranger().address, COIN);
  signer.again({
    desk: world.endingDesk(),
  });
  await expect(signer.round()).rejects.toThrow('the process ends');
  const [version] = signer.versions(withdrawalId);
  const other = await signer.wallet.sign(
    version?.coins ?? [],
    { payee: Buffer.from(world.stranger().script, 'hex'), units: COIN },
    { fee: 5_000n, limits: { maxFee: 10_000n, maxFeeRate: 100n } },
  );
  world.net.mineRaw(other.raw);
  world.net.mine(FINAL);
  signer.again();
  await signer.round();
  expect(await world.row(withdrawalId)).toMatchObject({
    sendState: 'failed',
    txId: version?.txId,
  });
});

describe('what is one payment’s trouble alone', () => {
  test('501 outputs of dust: what is signed goes on to its end, and it is said once', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    await signer.round();
    world.net.dust(signer.wallet.address, signer.script, 501);
    wait();
    await signer.round();
    expect(signer.versions(withdrawalId)).toHaveLength(2);
    await world.passed(world.stranger().address, COIN);
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(signer.said.filter(({ event }) => event === 'unread')).toEqual([
      { event: 'unread', fields: { what: 'coins', why: 'the node answers 400' } },
    ]);
  });

  test('a higher fee that would leave no change and is too dear then: stuck, and others are paid', async () => {
    signer = world.signer([90_000_000n + 14_100n, 6n * COIN]);
    signer.again({ policy: { payment_cap: '4.9' } });
    // The second coin goes first.
    const before = await world.passed(world.stranger().address, 2n * COIN);
    const tight = await world.passed(world.stranger().address, COIN);
    await signer.round();
    expect(signer.versions(tight.withdrawalId)).toHaveLength(1);
    wait(100);
    const next = world.stranger();
    await world.passed(next.address, COIN / 2n);
    await signer.round();
    expect(signer.versions(tight.withdrawalId)).toHaveLength(1);
    expect(signer.versions(before.withdrawalId)).toHaveLength(2);
    expect(signer.said).toContainEqual({
      event: 'stuck',
      fields: { id: tight.withdrawalId, why: 'its fee is more than the policy allows' },
    });
    world.net.rate = 2.1;
    await signer.finish();
    expect(world.net.paid(next.script)).toBe(40_000_000n);
  });

  test('an error at one is said, and the others go on', async () => {
    const [one, other] = [world.stranger(), world.stranger()];
    const first = await world.passed(one.address, COIN);
    await world.passed(other.address, COIN);
    const desk = world.desk();
    signer.again({
      desk: {
        jobs: () => desk.jobs(),
        report: async (report) => {
          if (report.id === first.withdrawalId && report.state === 'sent')
            throw new Error('not this one');
          await desk.report(report);
        },
      },
    });
    await signer.round();
    world.net.mine(FINAL);
    await expect(signer.round()).rejects.toThrow('not this one');
    expect(signer.said).toContainEqual({
      event: 'follow_failed',
      fields: { id: first.withdrawalId, reason: 'not this one' },
    });
    expect(count('sent')).toBe(1);
    signer.again();
    await signer.round();
    expect(count('sent')).toBe(2);
  });

  test('a hold before it was sent: it stays signed, and leaves when the hold has ended', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to.address, COIN);
    signer.again({
      desk: world.endingDesk(),
    });
    await expect(signer.round()).rejects.toThrow('the process ends');
    const { trading, reconciler } = world.server.context;
    const stop = { kind: 'set_trading_mode', reason: 'a test' } as const;
    await world.server.run({ ...stop, mode: 'cancel_only', cause: 'drift' });
    expect(trading.isHeldForDrift).toBe(true);
    signer.again();
    await signer.round();
    expect(world.net.mempool).toEqual([]);
    expect(signer.said.at(-1)).toMatchObject({
      event: 'not_wanted',
      fields: { code: 'held_for_loss' },
    });
    const { since: endsSinceMs = 0 } = trading.view(reconciler);
    await world.server.run({ ...stop, mode: 'open', cause: 'operator', endsSinceMs });
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.paid(to.script)).toBe(90_000_000n);
    expect(signer.versions(withdrawalId)).toHaveLength(1);
  });
});

describe('W12: who changes a passed withdrawal and forges what operators approved', () => {
  /** Approvals are rows like any other: whoever writes the one writes the other, with a hash that fits. */
  async function forge(withdrawalId: number, address: string, amount: string): Promise<void> {
    const job = (await world.desk().jobs()).find(({ id }) => id === withdrawalId) as Job;
    const hash = intentHash({ ...job, address, amount });
    const approvals = [1, 2].map((operatorId) => ({ operatorId, intentHash: hash, timeMs: 1 }));
    await world.server.context.database.query(
      'UPDATE withdrawals SET address = $2, approvals = $3::json WHERE withdrawal_id = $1',
      [withdrawalId, address, JSON.stringify(approvals)],
    );
  }

  test('gets it where its user has no passkey that the signer knows, within the caps: a limit', async () => {
    const thief = world.stranger();
    const { withdrawalId } = await world.passed(world.stranger().address, COIN);
    await forge(withdrawalId, thief.address, '0.90000000');
    await signer.finish();
    expect(world.net.paid(thief.script)).toBe(90_000_000n);
  });

  test('gets no more than the caps of a payment and of a day allow, fees counted', async () => {
    const thief = world.stranger();
    const amounts = [420_000_000n, 260_000_000n, 260_000_000n] as const;
    const ids: number[] = [];
    for (const amount of amounts) {
      const row = await world.passed(world.stranger().address, amount);
      ids.push(row.withdrawalId);
      const sats = amount - 10_000_000n;
      const text = `${sats / COIN}.${String(sats % COIN).padStart(8, '0')}`;
      await forge(row.withdrawalId, thief.address, text);
    }
    await signer.finish();
    // Twice 2.5 would be the day's 5 but for the fees.
    expect(world.net.paid(thief.script)).toBe(250_000_000n);
    expect(signer.why()).toEqual(['it is more than one payment may be', 'the daily cap']);
  });

  test('gets nothing of a user whose passkey the signer has known for long', async () => {
    const thief = world.stranger();
    const { withdrawalId, owner } = await world.passed(world.stranger().address, COIN);
    await forge(withdrawalId, thief.address, '0.90000000');
    const passkeys = {
      deployment: 'this one',
      rp_id: 'localhost',
      origins: ['http://localhost:8080'],
      ripe_after_hours: 24,
    };
    const real = world.desk();
    const desk: Desk = {
      jobs: async () => [],
      report: (report) => real.report(report),
      passkeys: async () => ({
        list: [{ id: 1, is_added: true, owner, credential_id: 'AAAA', public_key: 'AAAA' }],
        has_more: false,
      }),
    };
    const seen = { jobs: desk.jobs };
    signer.again({ policy: { passkeys }, desk: { ...desk, jobs: () => seen.jobs() } });
    await signer.round();
    signer.clock.nowMs += 24 * 60 * MINUTE_MS;
    seen.jobs = () => real.jobs();
    await signer.round();
    expect(signer.journal.versions()).toEqual([]);
    expect(signer.why()).toEqual(['its owner has a passkey and did not sign it']);
  });
});
