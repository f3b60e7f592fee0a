/** What the sequencer promises while nothing fails: order, time, bounds, one batch after the other. */
import { Engine } from '@fairlead/engine';
import { BTC_USDT } from '@fairlead/testkit';
import { priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import {
  FakeClock,
  hashes,
  limit,
  MAKER,
  render,
  seed,
  start,
  submitKeyed,
  TAKER,
} from '../../../../test/support/test-sequencer.ts';
import { sampleKey } from '../../store/batch/writer.ts';
import type { EnginePort } from '../ports.ts';
import type { CommittedBatch } from '../submission.ts';
import { SubmitError } from '../submit-error.ts';
import { FaultyDatabase } from './faulty-database.ts';

describeDatabases('sequencer', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
  });
  afterEach(() => test.remove());

  const lastSequence = async (): Promise<number> => {
    const [row] = await test.database.query<{ last_sequence: bigint }>('SELECT * FROM leader');
    return Number(row?.last_sequence);
  };

  it('answers after the commit, and a reload gives the hash of the running engine', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const made = await sequencer.run(limit(MAKER, 'sell', [10_000, 50]));
    expect(made.ok).toBe(true);
    const answer = await submitKeyed(sequencer, 'a-first-key', limit(TAKER, 'buy', [10_100, 20]));
    expect(answer).toMatchObject({ status: 200, isReplay: false });
    expect(await lastSequence()).toBe(sequencer.health().lastSequence);
    const { running, reloaded } = await hashes(sequencer, test.database);
    expect(reloaded).toEqual(running);
    await sequencer.stop();
  });

  it('repeats the first answer to the byte for the same key, also after a restart', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 50]);
    const first = await submitKeyed(sequencer, 'one', order);
    expect(await submitKeyed(sequencer, 'one', order)).toEqual({ ...first, isReplay: true });
    await sequencer.stop();
    const next = await start(test.database);
    expect(await submitKeyed(next, 'one', order)).toEqual({ ...first, isReplay: true });
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 1n }]);
    await next.stop();
  });

  it('writes nothing of what a full disk refuses, keeps its key free, and takes the rest', async () => {
    let isShort = false;
    const sequencer = await start(test.database, {
      refusal: ({ kind }) =>
        isShort && kind === 'place_order' ? new SubmitError('cancel_only') : undefined,
    });
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 50]);
    const placed = await sequencer.run(order);
    isShort = true;
    const before = await lastSequence();
    await expect(submitKeyed(sequencer, 'short', order)).rejects.toMatchObject({
      code: 'cancel_only',
    });
    expect(await lastSequence()).toBe(before);
    expect(placed.ok).toBe(true);
    const cancel = { kind: 'cancel_order', owner: MAKER, order: { orderId: 1 } } as const;
    expect((await sequencer.run(cancel)).ok).toBe(true);
    isShort = false;
    expect(await submitKeyed(sequencer, 'short', order)).toMatchObject({ isReplay: false });
    await sequencer.stop();
  });

  it('publishes committed batches without a gap, in order, and never before the tables have them', async () => {
    const sequencer = await start(test.database, { limits: { batchCommandsMax: 3 } });
    const published: CommittedBatch[] = [];
    const seenTooEarly: Promise<boolean>[] = [];
    sequencer.onCommitted((batch) => {
      published.push(batch);
      seenTooEarly.push(lastSequence().then((committed) => committed < batch.lastSequence));
    });
    await seed(sequencer);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => sequencer.run(limit(MAKER, 'sell', [10_000 + at, 1]))),
    );
    expect(published.length).toBeGreaterThan(10);
    let before = 0;
    for (const { firstSequence, lastSequence: last } of published) {
      expect(firstSequence).toBe(before + 1);
      before = last;
    }
    expect(before).toBe(sequencer.health().lastSequence);
    expect(await Promise.all(seenTooEarly)).not.toContain(true);
    await sequencer.stop();
  });

  it('answers one caller in the order of submission', async () => {
    const sequencer = await start(test.database, { limits: { batchCommandsMax: 2 } });
    await seed(sequencer);
    const answered: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        // Every third has a client order id and waits for a lookup; nobody overtakes it.
        sequencer
          .run(limit(MAKER, 'sell', [10_000, 1], at % 3 === 0 ? `id-${at}` : undefined))
          .then(() => answered.push(at)),
      ),
    );
    expect(answered).toEqual([...Array(20).keys()]);
    await sequencer.stop();
  });

  it('keeps the sources of an index sample with it', async () => {
    const clock = new FakeClock();
    const sequencer = await start(test.database, { clock });
    await seed(sequencer, clock);
    clock.nowMs += 1_000;
    let sources: string | undefined;
    sequencer.onCommitted((batch) => {
      sources = batch.sampleSources.get(sampleKey(BTC_USDT.marketId, clock.nowMs));
    });
    const tick = {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: clock.nowMs,
      price: priceE8(101_00000000n),
    } as const;
    await sequencer.run(tick, { sampleSources: '{"venues":["simulated"]}' });
    expect(sources).toBe('{"venues":["simulated"]}');
    const rows = await test.database.query(
      'SELECT price_e8, sources FROM index_samples WHERE sample_time_ms = $1',
      [clock.nowMs],
    );
    expect(rows).toEqual([{ price_e8: '10100000000', sources: { venues: ['simulated'] } }]);
    await sequencer.stop();
  });

  it('stands still in time while the clock goes back, and runs on from the tables after a restart', async () => {
    const clock = new FakeClock();
    const sequencer = await start(test.database, { clock });
    await seed(sequencer, clock);
    const timeOf = async (each: typeof sequencer): Promise<number> => {
      const result = await each.run(limit(MAKER, 'sell', [10_000, 1]));
      if (!result.ok || result.value.kind !== 'order') throw new Error('must be placed');
      return result.value.order.createdAtMs;
    };
    const atFirst = await timeOf(sequencer);
    clock.nowMs -= 3_600_000;
    // What meets it is turned away: samples of a time to come are taken out first (clock-return.ts).
    await expect(timeOf(sequencer)).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => sequencer.health().state).toBe('running');
    expect(await timeOf(sequencer)).toBe(atFirst);
    await sequencer.stop();
    const next = await start(test.database, { clock });
    expect(await timeOf(next)).toBe(atFirst);
    clock.nowMs += 7_200_000;
    expect(await timeOf(next)).toBe(atFirst + 3_600_000);
    await next.stop();
  });

  it('stop answers what was taken and takes nothing more', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const taken = Array.from({ length: 30 }, () =>
      sequencer.run(limit(MAKER, 'sell', [10_000, 1])),
    );
    const stopped = sequencer.stop();
    const late = sequencer.run(limit(MAKER, 'sell', [10_000, 1]));
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
    await stopped;
    expect(sequencer.health().state).toBe('stopped');
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 30n }]);
  });

  it('a listener that throws is reported and holds nobody up', async () => {
    const failures: unknown[] = [];
    const sequencer = await start(test.database, {
      reports: { listenerFailed: (cause) => failures.push(cause) },
    });
    let seen = 0;
    sequencer.onCommitted(() => {
      throw new Error('socket');
    });
    const unsubscribe = sequencer.onCommitted(() => {
      seen += 1;
    });
    await seed(sequencer);
    expect(failures).toHaveLength(seen);
    expect(seen).toBeGreaterThan(0);
    unsubscribe();
    const before = seen;
    await sequencer.run(limit(MAKER, 'sell', [10_000, 1]));
    expect(seen).toBe(before);
    await sequencer.stop();
  });
});

describe('bounds and pipelining', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase('pglite');
  });
  afterEach(() => test.remove());

  it('refuses with overloaded when the queue is full, and only then', async () => {
    const sequencer = await start(test.database, { limits: { queueCommandsMax: 8 } });
    await sequencer.run({ kind: 'open_account', owner: MAKER });
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, () => sequencer.run({ kind: 'open_account', owner: MAKER })),
    );
    const rejected = settled.filter((each) => each.status === 'rejected');
    expect(rejected.map(({ reason }) => reason.code)).toEqual(Array(4).fill('overloaded'));
    expect(sequencer.health().queuedCommands).toBe(0);
    await sequencer.stop();
  });

  it('executes the next batch while one commits, but answers none before its own commit', async () => {
    const faulty = new FaultyDatabase(test.database);
    const executed: number[] = [];
    const sequencer = await start(faulty, {
      limits: { batchCommandsMax: 1, batchesInFlightMax: 2 },
      createEngine: (snapshot): EnginePort => {
        const engine = new Engine(snapshot);
        return {
          execute(command, stamp) {
            executed.push(stamp.sequence);
            return engine.execute(command, stamp);
          },
          takeChanges: () => engine.takeChanges(),
          holdSnapshot: () => engine.holdSnapshot(),
          parkingNeed: (command) => engine.parkingNeed(command),
          awaitedFromMs: (marketId) => engine.awaitedFromMs(marketId),
          waitingOrderId: (target) => engine.waitingOrderId(target),
          sentTransfer: (transferId) => engine.sentTransfer(transferId),
        };
      },
    });
    const gate = Promise.withResolvers<void>();
    faulty.gate = gate.promise;
    const answered: number[] = [];
    const three = [1, 2, 3].map((owner) =>
      sequencer.run({ kind: 'open_account', owner }).then(() => answered.push(owner)),
    );
    await faulty.writesWaiting(2);
    expect(executed).toEqual([1, 2]);
    expect(answered).toEqual([]);
    gate.resolve();
    await Promise.all(three);
    expect(answered).toEqual([1, 2, 3]);
    await sequencer.stop();
  });

  it('shares a burst out over the batches in flight', async () => {
    const sizes: number[] = [];
    const sequencer = await start(test.database, {
      reports: { batchCommitted: ({ commands }) => sizes.push(commands) },
    });
    const burst = Array.from({ length: 200 }, () => ({ kind: 'open_account', owner: 1 }) as const);
    await Promise.all(burst.map((command) => sequencer.run(command)));
    expect(sizes).toEqual([100, 100]);
    await sequencer.stop();
  });

  it('a command without a key is executed as often as it is sent', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const submission = { command: limit(MAKER, 'sell', [10_000, 1]), render };
    const first = await sequencer.submit(submission);
    const second = await sequencer.submit(submission);
    expect(first.isReplay || second.isReplay).toBe(false);
    expect(first.body).not.toBe(second.body);
    await sequencer.stop();
  });
});
