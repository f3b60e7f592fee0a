/**
 * A sequencer under drawn commands while batches are refused, answers lost and processes killed. What is drawn, and what
 * of the commits the drawing must know, is its heir's.
 */

import type { Changes, Command, StoredSnapshot } from '@fairlead/engine';
import { Engine } from '@fairlead/engine';
import { Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import type { TestDatabase } from '../../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { Reconciler } from '../../checks/reconciler.ts';
import type { Sequencer } from '../sequencer.ts';
import { SubmitError } from '../submit-error.ts';
import { FaultyDatabase, type WriteFault } from './faulty-database.ts';

const LIVES = 5;
const COMMANDS_PER_LIFE = 360;
const FAULTS: readonly WriteFault[] = ['refuse', 'lose_before', 'lose_after', 'lose_during'];

export interface Drawn {
  readonly command: Command;
  readonly timeMs: number;
}

export abstract class MortalStory {
  protected readonly random: Seeded;
  readonly #test: TestDatabase;
  readonly #clock = new FakeClock();
  #database: FaultyDatabase;
  #sequencer: Sequencer | undefined;
  unavailable = 0;

  constructor(seed: number, test: TestDatabase) {
    this.#test = test;
    this.random = new Seeded(seed);
    this.#database = new FaultyDatabase(test.database);
    this.#clock.nowMs = 0;
  }

  protected abstract draw(): Drawn;

  /** What is there when a process begins. */
  protected abstract restore(snapshot: StoredSnapshot): void;

  protected abstract take(changes: Changes): void;

  get sequencer(): Sequencer {
    if (this.#sequencer === undefined) throw new Error('not begun');
    return this.#sequencer;
  }

  /** All lives; each death and each beginning is looked through. */
  async liveAll(): Promise<void> {
    await this.#begin();
    // The beginning is not drawn: it has to be there.
    await this.#live(false);
    for (let life = 1; life < LIVES; life += 1) {
      await this.#live(true);
      await this.#expectSound();
      await this.#die();
      await this.#begin();
      await this.#expectSound();
    }
  }

  async #begin(): Promise<void> {
    this.#database = new FaultyDatabase(await this.#test.openAnother());
    const batchCommandsMax = 1 + this.random.below(8);
    this.#sequencer = await start(this.#database, {
      clock: this.#clock,
      limits: { batchCommandsMax },
    });
    this.restore(await this.sequencer.atRest(async (engine) => engine.holdSnapshot()));
    this.sequencer.onCommitted(({ changes }) => this.take(changes));
  }

  /** Runs commands a few at a time; some batches fail. */
  async #live(isFaulty: boolean): Promise<void> {
    this.#database.nextWriteFault = () =>
      isFaulty && this.random.chance(4) ? this.random.pick(FAULTS) : undefined;
    for (let done = 0; done < COMMANDS_PER_LIFE; done += 3)
      await Promise.all([this.#run(), this.#run(), this.#run()]);
    this.#database.nextWriteFault = () => undefined;
  }

  /** Dies with a batch on its way, which may or may not arrive. */
  async #die(): Promise<void> {
    await this.sequencer.atRest(async () => undefined);
    const fault = this.random.chance(50) ? 'hang_before' : 'hang_after';
    this.#database.nextWriteFault = () => fault;
    for (let sent = 0; sent < 5; sent += 1) void this.#run();
    await this.#database.writesWaiting(1);
    await this.#database.die();
  }

  async #expectSound(): Promise<void> {
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
    const { command, timeMs } = this.draw();
    this.#clock.nowMs = timeMs;
    try {
      await this.sequencer.run(command);
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error;
      this.unavailable += 1;
    }
  }
}
