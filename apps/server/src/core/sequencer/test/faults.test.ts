/** Case I7 and every way in which a batch, the engine or the leadership can fail. */
import { Engine } from '@fairlead/engine';
import { InvariantError } from '@fairlead/units';
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
  seed,
  start,
  submitKeyed,
  TAKER,
} from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { Reconciler } from '../../checks/reconciler.ts';
import { beginEpoch } from '../../store/leader-queries.ts';
import type { EnginePort } from '../ports.ts';
import type { Sequencer } from '../sequencer.ts';
import { FaultyDatabase, faultsInTurn, type WriteFault } from './faulty-database.ts';

/** Waits for the sequencer's next recovery, from which reports tell. */
class Recoveries {
  count = 0;
  #next = Promise.withResolvers<void>();
  readonly reports = {
    recovered: () => {
      this.count += 1;
      this.#next.resolve();
      this.#next = Promise.withResolvers<void>();
    },
  };
  next(): Promise<void> {
    return this.#next.promise;
  }
}

async function expectSound(sequencer: Sequencer, test: TestDatabase): Promise<void> {
  const { running, reloaded } = await hashes(sequencer, test.database);
  expect(reloaded).toEqual(running);
  const reconciler = new Reconciler({
    tables: EXCHANGE_TABLES,
    database: test.database,
    sequencer,
    createEngine: (snapshot) => new Engine(snapshot),
    clock: new FakeClock(),
  });
  expect((await reconciler.checkQuick()).drifts).toEqual([]);
  expect((await reconciler.checkAll()).drifts).toEqual([]);
}

describeDatabases('I7: a commit whose answer is lost', (kind) => {
  let test: TestDatabase;
  let faulty: FaultyDatabase;
  let recoveries: Recoveries;
  let sequencer: Sequencer;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    faulty = new FaultyDatabase(test.database);
    recoveries = new Recoveries();
    sequencer = await start(faulty, { reports: recoveries.reports });
    await seed(sequencer);
  });
  afterEach(async () => {
    await sequencer.stop();
    await test.remove();
  });

  const countOrders = async (): Promise<bigint | undefined> => {
    const [row] = await test.database.query<{ count: bigint }>('SELECT count(*) FROM orders');
    return row?.count;
  };
  const order = limit(MAKER, 'sell', [10_000, 5]);

  it('committed: the caller gets the real answer, and it is published once', async () => {
    const published: number[] = [];
    sequencer.onCommitted((batch) => published.push(batch.lastSequence));
    faulty.nextWriteFault = faultsInTurn('lose_after');
    const recovered = recoveries.next();
    const answer = await submitKeyed(sequencer, 'k', order);
    expect(answer).toMatchObject({ status: 200, isReplay: false });
    expect(published).toEqual([sequencer.health().lastSequence]);
    await recovered;
    expect(await submitKeyed(sequencer, 'k', order)).toEqual({ ...answer, isReplay: true });
    expect(await countOrders()).toBe(1n);
    await expectSound(sequencer, test);
  });

  it.each<WriteFault>(['lose_before', 'refuse'])(
    'not committed (%s): unavailable, nothing published, and a retry executes once',
    async (fault) => {
      const published: number[] = [];
      sequencer.onCommitted((batch) => published.push(batch.lastSequence));
      const before = sequencer.health().lastSequence;
      faulty.nextWriteFault = faultsInTurn(fault);
      const recovered = recoveries.next();
      const first = submitKeyed(sequencer, 'k', order);
      await expect(first).rejects.toMatchObject({ code: 'unavailable' });
      await recovered;
      expect(published).toEqual([]);
      expect(sequencer.health()).toMatchObject({ state: 'running', lastSequence: before });
      expect(await countOrders()).toBe(0n);
      expect(await submitKeyed(sequencer, 'k', order)).toMatchObject({
        status: 200,
        isReplay: false,
      });
      expect(await countOrders()).toBe(1n);
      await expectSound(sequencer, test);
    },
  );

  it('still running: the outcome is awaited, whatever it is', async () => {
    faulty.nextWriteFault = faultsInTurn('lose_during');
    const recovered = recoveries.next();
    const outcome = await submitKeyed(sequencer, 'k', order).catch(() => undefined);
    const inTables = await countOrders();
    // Answered if and only if the tables have it.
    expect(inTables).toBe(outcome === undefined ? 0n : 1n);
    await recovered;
    const again = await submitKeyed(sequencer, 'k', order);
    expect(again.isReplay).toBe(outcome !== undefined);
    expect(await countOrders()).toBe(1n);
    await expectSound(sequencer, test);
  });

  it('the database is gone for a while: refused meanwhile, then as if nothing had been', async () => {
    faulty.nextWriteFault = faultsInTurn('lose_before');
    faulty.failingOpens = 7;
    const recovered = recoveries.next();
    const first = submitKeyed(sequencer, 'k', order);
    const behind = submitKeyed(sequencer, 'behind', order);
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await expect(behind).rejects.toMatchObject({ code: 'unavailable' });
    await recovered;
    expect(faulty.failingOpens).toBe(0);
    expect((await submitKeyed(sequencer, 'k', order)).status).toBe(200);
    expect(await countOrders()).toBe(1n);
    await expectSound(sequencer, test);
  });

  it('with two batches in flight each is judged by itself', async () => {
    await sequencer.stop();
    sequencer = await start(faulty, {
      reports: recoveries.reports,
      limits: { batchCommandsMax: 1 },
    });
    faulty.nextWriteFault = faultsInTurn('lose_after');
    const recovered = recoveries.next();
    const settled = await Promise.allSettled(
      ['a', 'b', 'c'].map((key) => submitKeyed(sequencer, key, order)),
    );
    await recovered;
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await countOrders()).toBe(1n);
    await expectSound(sequencer, test);
  });

  it('a batch of nothing but refusals is like any other: without it the one behind it is not written', async () => {
    await sequencer.run(limit(MAKER, 'sell', [10_000, 5], 'named'));
    await sequencer.stop();
    const halted: Error[] = [];
    sequencer = await start(faulty, {
      reports: { ...recoveries.reports, halted: (cause) => halted.push(cause) },
      limits: { batchCommandsMax: 1 },
    });
    const gate = Promise.withResolvers<void>();
    faulty.gate = gate.promise;
    faulty.nextWriteFault = faultsInTurn('refuse');
    const recovered = recoveries.next();
    // The tables refuse the name, which has its number all the same.
    const again = submitKeyed(sequencer, 'a', limit(MAKER, 'sell', [10_000, 5], 'named'));
    const other = submitKeyed(sequencer, 'b', order);
    const settled = Promise.allSettled([again, other]);
    await faulty.writesWaiting(2);
    gate.resolve();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await recovered;
    expect(halted).toEqual([]);
    expect((await submitKeyed(sequencer, 'b', order)).status).toBe(200);
    const repeated = await submitKeyed(sequencer, 'a', limit(MAKER, 'sell', [10_000, 5], 'named'));
    expect(repeated.body).toContain('duplicate_client_order_id');
    await expectSound(sequencer, test);
  });

  it('a lookup that fails refuses its commands and nothing else', async () => {
    faulty.failingQueries = 1;
    const named = sequencer.run(limit(MAKER, 'sell', [10_000, 5], 'named'));
    await expect(named).rejects.toMatchObject({ code: 'unavailable' });
    expect(recoveries.count).toBe(0);
    expect((await sequencer.run(limit(MAKER, 'sell', [10_000, 5], 'named'))).ok).toBe(true);
  });

  it('a reload that fails is tried again', async () => {
    faulty.nextWriteFault = faultsInTurn('refuse');
    const recovered = recoveries.next();
    const first = submitKeyed(sequencer, 'k', order);
    faulty.failingQueries = 2;
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await recovered;
    expect((await submitKeyed(sequencer, 'k', order)).status).toBe(200);
    await expectSound(sequencer, test);
  });
});

/** An engine that breaks an invariant at the commands it is told to. */
function breakable(breaksAt: (price: number) => boolean): {
  createEngine: (snapshot: ConstructorParameters<typeof Engine>[0]) => EnginePort;
} {
  return {
    createEngine(snapshot) {
      const engine = new Engine(snapshot);
      return {
        execute(command, stamp) {
          const result = engine.execute(command, stamp);
          const isBreaking =
            command.kind === 'place_order' && command.type === 'limit' && breaksAt(command.price);
          // After the change: what is left of the engine must not be used.
          if (isBreaking) throw new InvariantError('postings do not sum to zero');
          return result;
        },
        takeChanges: () => engine.takeChanges(),
        holdSnapshot: () => engine.holdSnapshot(),
        parkingNeed: (command) => engine.parkingNeed(command),
        awaitedFromMs: (marketId) => engine.awaitedFromMs(marketId),
        waitingOrderId: (target) => engine.waitingOrderId(target),
        sentTransfer: (transferId) => engine.sentTransfer(transferId),
      };
    },
  };
}

describe('a fault of the engine', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase('pglite');
  });
  afterEach(() => test.remove());
  const good = limit(MAKER, 'sell', [10_000, 1]);
  const bad = limit(MAKER, 'sell', [11_111, 1]);

  it('undoes its batch, is taken from the tables again, and goes on', async () => {
    const recoveries = new Recoveries();
    const sequencer = await start(test.database, {
      reports: recoveries.reports,
      ...breakable((price) => price === 11_111),
    });
    await seed(sequencer);
    const recovered = recoveries.next();
    const settled = await Promise.allSettled([
      submitKeyed(sequencer, 'with it', good),
      submitKeyed(sequencer, 'bad', bad),
      submitKeyed(sequencer, 'behind', good),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await recovered;
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 0n }]);
    expect((await submitKeyed(sequencer, 'with it', good)).isReplay).toBe(false);
    await expectSound(sequencer, test);
    await sequencer.stop();
  });

  it('a batch already on its way is committed and answered before the reload', async () => {
    const faulty = new FaultyDatabase(test.database);
    const recoveries = new Recoveries();
    const sequencer = await start(faulty, {
      reports: recoveries.reports,
      limits: { batchCommandsMax: 1 },
      ...breakable((price) => price === 11_111),
    });
    await seed(sequencer);
    const gate = Promise.withResolvers<void>();
    faulty.gate = gate.promise;
    const recovered = recoveries.next();
    const onItsWay = submitKeyed(sequencer, 'good', good);
    const breaking = submitKeyed(sequencer, 'bad', bad);
    await expect(breaking).rejects.toMatchObject({ code: 'unavailable' });
    gate.resolve();
    expect((await onItsWay).status).toBe(200);
    await recovered;
    await expectSound(sequencer, test);
    await sequencer.stop();
  });

  it('three in a row halt; one in between with a commit after it does not', async () => {
    const halts: Error[] = [];
    const recoveries = new Recoveries();
    const sequencer = await start(test.database, {
      reports: { ...recoveries.reports, halted: (cause) => halts.push(cause) },
      ...breakable((price) => price === 11_111),
    });
    await seed(sequencer);
    const breakOnce = async (): Promise<void> => {
      const recovered = recoveries.next();
      await expect(sequencer.run(bad)).rejects.toMatchObject({ code: 'unavailable' });
      await recovered;
    };
    await breakOnce();
    await breakOnce();
    await sequencer.run(good);
    await breakOnce();
    await breakOnce();
    expect(sequencer.health().state).toBe('running');
    await expect(sequencer.run(bad)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(sequencer.atRest(async () => 1)).rejects.toMatchObject({ code: 'unavailable' });
    expect(sequencer.health().state).toBe('halted');
    expect(halts.map(({ message }) => message)).toEqual(['postings do not sum to zero']);
    await expect(sequencer.run(good)).rejects.toMatchObject({ code: 'unavailable' });
    await sequencer.stop();
    expect(sequencer.health().state).toBe('halted');
  });

  it('a render that fails counts as one: the effect is undone', async () => {
    const recoveries = new Recoveries();
    const sequencer = await start(test.database, { reports: recoveries.reports });
    await seed(sequencer);
    const recovered = recoveries.next();
    const submission = {
      command: good,
      idempotency: { owner: MAKER, key: 'k', fingerprint: 'f', route: 'r' },
      render: () => ({ status: 500, body: '{}' }),
    };
    await expect(sequencer.submit(submission)).rejects.toMatchObject({ code: 'unavailable' });
    await recovered;
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 0n }]);
    expect(await test.database.query('SELECT FROM first_answers')).toEqual([]);
    await sequencer.stop();
  });
});

describeDatabases('a writer that was overtaken', (kind) => {
  it('I8: its next commit changes nothing, it says so and takes no more', async () => {
    const test = await openTestDatabase(kind);
    const fences: Error[] = [];
    const sequencer = await start(test.database, {
      reports: { fenced: (cause) => fences.push(cause) },
    });
    await seed(sequencer);
    await sequencer.run(limit(MAKER, 'sell', [10_000, 5]));
    // Another leader acts without the lock, as after a failover that lost it.
    await beginEpoch(test.database, { nonce: 'other' });
    const first = sequencer.run(limit(TAKER, 'buy', [10_000, 5]));
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    expect(fences.map(({ name }) => name)).toEqual(['FencedError']);
    expect(sequencer.health().state).toBe('halted');
    const late = sequencer.run(limit(TAKER, 'buy', [10_000, 5]));
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await test.database.query('SELECT count(*) FROM trades')).toEqual([{ count: 0n }]);
    await sequencer.stop();
    await test.remove();
  });
});
