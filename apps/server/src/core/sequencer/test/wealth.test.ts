/**
 * Locked funds, subscriptions and referral through the sequencer while batches are refused, answers lost and processes
 * killed. Goal: what the tables hold is a state of the engine at every death, no day, release or rebate is posted twice
 * or half, and all sums agree (Y1, N1, R1). Method: the drawn commands of the testkit, with faults drawn from the same
 * seed; out of scope: what the commands mean, which the engine's own tests compare with an oracle.
 */
import { type Command, Engine } from '@fairlead/engine';
import { RandomHosting, RandomOfferings, RandomReferral, Seeded } from '@fairlead/testkit';
import { expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { Reconciler } from '../../checks/reconciler.ts';
import type { Sequencer } from '../sequencer.ts';
import { SubmitError } from '../submit-error.ts';
import { FaultyDatabase, type WriteFault } from './faulty-database.ts';

const LIVES = 5;
const COMMANDS_PER_LIFE = 360;
const FAULTS: readonly WriteFault[] = ['refuse', 'lose_before', 'lose_after', 'lose_during'];

type Name = 'hosting' | 'offerings' | 'referral';

class Story {
  readonly #test: TestDatabase;
  readonly #random: Seeded;
  readonly #clock = new FakeClock();
  readonly #drawn: Pick<RandomHosting, 'next'>;
  /** Orders in hosting and subscriptions under review as committed: id and owner. */
  readonly #hosted = new Map<number, number>();
  readonly #asked = new Set<number>();
  #database: FaultyDatabase;
  #sequencer: Sequencer | undefined;
  unavailable = 0;

  constructor(name: Name, seed: number, test: TestDatabase) {
    this.#test = test;
    this.#random = new Seeded(seed);
    const make = {
      hosting: () => new RandomHosting(seed),
      offerings: () => new RandomOfferings(seed, () => [...this.#asked]),
      referral: () => new RandomReferral(seed),
    };
    this.#drawn = make[name]();
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
    const snapshot = await this.sequencer.atRest(async (engine) => engine.takeSnapshot());
    this.#hosted.clear();
    this.#asked.clear();
    this.#take(snapshot);
    this.sequencer.onCommitted(({ changes }) => this.#take(changes));
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

  #take({
    hostings,
    subscriptions,
  }: Pick<ReturnType<Engine['takeSnapshot']>, 'hostings' | 'subscriptions'>): void {
    for (const { hostingId, owner, status } of hostings) {
      if (status === 'hosting') this.#hosted.set(hostingId, owner);
      else this.#hosted.delete(hostingId);
    }
    for (const { subscriptionId, status } of subscriptions) {
      if (status === 'under_review') this.#asked.add(subscriptionId);
      else this.#asked.delete(subscriptionId);
    }
  }

  /** Ids are sequences, which a lost command has not: an end that was drawn is mostly of an order that is there. */
  #aimed(command: Command): Command {
    if (command.kind !== 'redeem_hosting' || this.#hosted.size === 0) return command;
    if (this.#random.chance(20)) return command;
    const [hostingId, owner] = this.#random.pick([...this.#hosted]);
    return { ...command, hostingId, owner };
  }

  async #run(): Promise<void> {
    const { command, timeMs } = this.#drawn.next();
    this.#clock.nowMs = timeMs;
    try {
      await this.sequencer.run(this.#aimed(command));
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error;
      this.unavailable += 1;
    }
  }
}

/** What must have happened for a story to be worth anything: each of these counts rows. */
const HAPPENED: Readonly<Record<Name, readonly string[]>> = {
  hosting: [
    "FROM hosting_orders WHERE status = 'completed'",
    "FROM hosting_orders WHERE status = 'redeemed'",
    'FROM hosting_orders WHERE earned_minor > 0',
  ],
  offerings: [
    "FROM subscriptions WHERE status = 'rejected'",
    "FROM subscriptions WHERE status = 'passed' AND NOT is_released",
    'FROM subscriptions WHERE is_released',
  ],
  referral: [
    'FROM referrals',
    'FROM rebates WHERE amount_minor > 0',
    'FROM rebate_days WHERE paid_at_ms IS NOT NULL',
  ],
};

describeDatabases('wealth through the sequencer', (kind) => {
  it.each([
    ['hosting', 5],
    ['hosting', 11],
    ['offerings', 5],
    ['offerings', 11],
    ['referral', 5],
    ['referral', 11],
  ] as const)('%s, seed %i: what died and came back is whole', async (name, seed) => {
    const test = await openTestDatabase(kind);
    const story = new Story(name, seed, test);
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
    for (const what of HAPPENED[name]) {
      const [row] = await test.database.query<{ count: bigint }>(`SELECT count(*) ${what}`);
      expect([what, Number(row?.count) > 0]).toEqual([what, true]);
    }
    expect(story.unavailable).toBeGreaterThan(10);
    await story.sequencer.stop();
    await test.remove();
  });
});
