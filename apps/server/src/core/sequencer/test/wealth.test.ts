/**
 * Locked funds, subscriptions and referral through the sequencer while batches are refused, answers lost and processes
 * killed. Goal: what the tables hold is a state of the engine at every death, no day, release or rebate is posted twice
 * or half, and all sums agree (Y1, N1, R1). Method: the drawn commands of the testkit, with faults drawn from the same
 * seed; out of scope: what the commands mean, which the engine's own tests compare with an oracle.
 */
import type { Changes, Command, Snapshot } from '@fairlead/engine';
import { RandomHosting, RandomOfferings, RandomReferral } from '@fairlead/testkit';
import { expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { type Drawn, MortalStory } from './mortal-story.ts';

type Name = 'hosting' | 'offerings' | 'referral';

class Story extends MortalStory {
  readonly #drawn: Pick<RandomHosting, 'next'>;
  /** Orders in hosting and subscriptions under review as committed: id and owner. */
  readonly #hosted = new Map<number, number>();
  readonly #asked = new Set<number>();

  constructor(name: Name, seed: number, test: TestDatabase) {
    super(seed, test);
    const make = {
      hosting: () => new RandomHosting(seed),
      offerings: () => new RandomOfferings(seed, () => [...this.#asked]),
      referral: () => new RandomReferral(seed),
    };
    this.#drawn = make[name]();
  }

  protected override draw(): Drawn {
    const { command, timeMs } = this.#drawn.next();
    return { command: this.#aimed(command), timeMs };
  }

  protected override restore(snapshot: Snapshot): void {
    this.#hosted.clear();
    this.#asked.clear();
    this.take(snapshot);
  }

  protected override take({
    hostings,
    subscriptions,
  }: Pick<Changes, 'hostings' | 'subscriptions'>): void {
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
    if (this.random.chance(20)) return command;
    const [hostingId, owner] = this.random.pick([...this.#hosted]);
    return { ...command, hostingId, owner };
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
    await story.liveAll();
    for (const what of HAPPENED[name]) {
      const [row] = await test.database.query<{ count: bigint }>(`SELECT count(*) ${what}`);
      expect([what, Number(row?.count) > 0]).toEqual([what, true]);
    }
    expect(story.unavailable).toBeGreaterThan(10);
    await story.sequencer.stop();
    await test.remove();
  });
});
