/**
 * Positions through the sequencer while batches are refused, answers lost and processes killed. Goal: what the tables
 * hold is a state of the engine at every death, no position is opened or paid twice or half, and all sums agree.
 * Method: the drawn commands of the testkit, with faults drawn from the same seed; out of scope: what the commands
 * mean, which the engine's own tests compare with an oracle.
 */
import { Engine } from '@fairlead/engine';
import { RandomFutures, Seeded } from '@fairlead/testkit';
import { expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import { Reconciler } from '../../core/checks/reconciler.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { SubmitError } from '../../core/sequencer/submit-error.ts';
import { FaultyDatabase, type WriteFault } from '../../core/sequencer/test/faulty-database.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';

const LIVES = 5;
const COMMANDS_PER_LIFE = 360;
const FAULTS: readonly WriteFault[] = ['refuse', 'lose_before', 'lose_after', 'lose_during'];

class Story {
  readonly #test: TestDatabase;
  readonly #random: Seeded;
  readonly #clock = new FakeClock();
  readonly #drawn: RandomFutures;
  /** Open positions as committed, by id. */
  readonly #open = new Map<number, { readonly positionId: number; readonly owner: number }>();
  #database: FaultyDatabase;
  #sequencer: Sequencer | undefined;
  unavailable = 0;

  constructor(seed: number, test: TestDatabase) {
    this.#test = test;
    this.#random = new Seeded(seed);
    this.#drawn = new RandomFutures(seed, () => [...this.#open.values()]);
    this.#database = new FaultyDatabase(test.database);
    this.#clock.nowMs = 0;
  }

  get sequencer(): Sequencer {
    if (this.#sequencer === undefined) throw new Error('not begun');
    return this.#sequencer;
  }

  async begin(): Promise<void> {
    this.#database = new FaultyDatabase(await this.#test.openAnother());
    const batchCommandsMax = 1 + this.#random.below(8);
    this.#sequencer = await start(this.#database, {
      clock: this.#clock,
      limits: { batchCommandsMax },
    });
    const { positions } = await this.sequencer.atRest(async (engine) => engine.takeSnapshot());
    this.#open.clear();
    for (const row of positions) this.#open.set(row.positionId, row);
    this.sequencer.onCommitted(({ changes }) => {
      for (const row of changes.positions) {
        const isOpen = row.status === 'waiting' || row.status === 'holding';
        if (isOpen) this.#open.set(row.positionId, row);
        else this.#open.delete(row.positionId);
      }
    });
  }

  /** Runs commands a few at a time; some batches fail. */
  async live(isFaulty: boolean): Promise<void> {
    this.#database.nextWriteFault = () =>
      isFaulty && this.#random.chance(4) ? this.#random.pick(FAULTS) : undefined;
    for (let done = 0; done < COMMANDS_PER_LIFE; done += 3)
      await Promise.all([this.#run(), this.#run(), this.#run()]);
    this.#database.nextWriteFault = () => undefined;
  }

  /** Dies with a batch on its way, which may or may not arrive. */
  async die(): Promise<void> {
    await this.sequencer.atRest(async () => undefined);
    const fault = this.#random.chance(50) ? 'hang_before' : 'hang_after';
    this.#database.nextWriteFault = () => fault;
    for (let sent = 0; sent < 5; sent += 1) void this.#run();
    await this.#database.writesWaiting(1);
    await this.#database.die();
  }

  async expectSound(): Promise<void> {
    const reconciler = new Reconciler({
      tables: EXCHANGE_TABLES,
      database: this.#test.database,
      sequencer: this.sequencer,
      createEngine: (snapshot) => new Engine(snapshot),
      clock: this.#clock,
    });
    for (const { drifts } of [
      await reconciler.checkQuick(),
      await reconciler.checkAll(),
      await reconciler.checkEngine(),
    ])
      expect(drifts).toEqual([]);
  }

  async #run(): Promise<void> {
    const { command, timeMs } = this.#drawn.next();
    this.#clock.nowMs = timeMs;
    try {
      await this.sequencer.run(command);
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error;
      this.unavailable += 1;
    }
  }
}

describeDatabases('futures through the sequencer', (kind) => {
  it.each([5, 11])('seed %i: what died and came back is whole', async (seed) => {
    const test = await openTestDatabase(kind);
    const story = new Story(seed, test);
    await story.begin();
    // The beginning is not drawn: it has to be there.
    await story.live(false);
    for (let life = 1; life < LIVES; life += 1) {
      await story.live(true);
      await story.expectSound();
      await story.die();
      await story.begin();
      await story.expectSound();
    }
    const rows = await test.database.query<{ reason: string; count: bigint }>(
      `SELECT coalesce(close_reason, status) AS reason, count(*) FROM positions GROUP BY 1`,
    );
    const counts = new Map(rows.map(({ reason, count }) => [reason, Number(count)]));
    for (const reason of ['user', 'liquidation'])
      expect([reason, (counts.get(reason) ?? 0) > 0]).toEqual([reason, true]);
    expect(story.unavailable).toBeGreaterThan(10);
    await story.sequencer.stop();
    await test.remove();
  });
});
