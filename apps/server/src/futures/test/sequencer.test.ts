/**
 * Positions through the sequencer while batches are refused, answers lost and processes killed. Goal: what the tables
 * hold is a state of the engine at every death, no position is opened or paid twice or half, and all sums agree.
 * Method: the drawn commands of the testkit, with faults drawn from the same seed; out of scope: what the commands
 * mean, which the engine's own tests compare with an oracle.
 */
import type { Changes, Snapshot } from '@fairlead/engine';
import { RandomFutures } from '@fairlead/testkit';
import { expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { type Drawn, MortalStory } from '../../core/sequencer/test/mortal-story.ts';

class Story extends MortalStory {
  readonly #drawn: RandomFutures;
  /** Open positions as committed, by id. */
  readonly #open = new Map<number, { readonly positionId: number; readonly owner: number }>();

  constructor(seed: number, test: TestDatabase) {
    super(seed, test);
    this.#drawn = new RandomFutures(seed, () => [...this.#open.values()]);
  }

  protected override draw(): Drawn {
    return this.#drawn.next();
  }

  protected override restore({ positions }: Snapshot): void {
    this.#open.clear();
    for (const row of positions) this.#open.set(row.positionId, row);
  }

  protected override take({ positions }: Changes): void {
    for (const row of positions) {
      const isOpen = row.status === 'waiting' || row.status === 'holding';
      if (isOpen) this.#open.set(row.positionId, row);
      else this.#open.delete(row.positionId);
    }
  }
}

describeDatabases('futures through the sequencer', (kind) => {
  it.each([5, 11])('seed %i: what died and came back is whole', async (seed) => {
    const test = await openTestDatabase(kind);
    const story = new Story(seed, test);
    await story.liveAll();
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
