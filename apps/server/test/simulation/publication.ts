/** What one process publishes after its commits: in order, without a gap, never before the commit, and books that connect. */
import type { LevelChange, StoredSnapshot } from '@fairlead/engine';
import type { CommittedBatch } from '../../src/core/sequencer/submission.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import { textOf } from './texts.ts';
import { must } from './violation.ts';

export class Publication {
  readonly #tables: MemoryTables;
  readonly #bookSequences = new Map<number, number>();
  /** Lots by "market side price", as a client of the socket keeps them. */
  readonly #levels = new Map<string, number>();
  #sequence: number;

  constructor(tables: MemoryTables, snapshot: StoredSnapshot) {
    this.#tables = tables;
    this.#sequence = snapshot.counters.sequence;
    for (const { marketId, side, price, quantity = 0, ...order } of snapshot.orders) {
      const name = `${marketId} ${side} ${price}`;
      const shown = quantity - order.filledQuantity - (order.hidden ?? 0);
      this.#levels.set(name, (this.#levels.get(name) ?? 0) + shown);
    }
  }

  /** A new engine counts the changes of its books from where it began; what they come to stays the same. */
  reloaded(): void {
    this.#bookSequences.clear();
  }

  take({ firstSequence, lastSequence, changes }: CommittedBatch): void {
    must(
      firstSequence === this.#sequence + 1,
      'what is published has no gap',
      () => `${firstSequence} after ${this.#sequence}`,
    );
    must(
      lastSequence <= this.#tables.leaderNumber('last_sequence'),
      'nothing is published before its commit',
      () => `${lastSequence} of ${this.#tables.leaderNumber('last_sequence')}`,
    );
    this.#sequence = lastSequence;
    for (const { marketId, previous, sequence, levels } of changes.depth) {
      const known = this.#bookSequences.get(marketId) ?? previous;
      must(previous === known && sequence > previous, 'changes of a book connect', () =>
        textOf({ marketId, previous, sequence, known }),
      );
      this.#bookSequences.set(marketId, sequence);
      for (const level of levels) this.#set(marketId, level);
    }
    // A batch that waits behind this one is committed already at times: only the last is like the tables.
    if (lastSequence === this.#tables.leaderNumber('last_sequence')) this.#compare();
  }

  #set(marketId: number, { side, price, quantity }: LevelChange): void {
    const name = `${marketId} ${side} ${price}`;
    if (quantity === 0) this.#levels.delete(name);
    else this.#levels.set(name, quantity);
  }

  /** The replica is the sum of what the waiting orders show. */
  #compare(): void {
    const levels = new Map<string, number>();
    for (const row of this.#tables.table('orders').rows()) {
      if (row['status'] !== 'waiting') continue;
      const name = `${row['market_id']} ${row['side']} ${row['price_ticks']}`;
      const left = Number(row['quantity_lots']) - Number(row['filled_quantity_lots']);
      const shown = left - Number(row['hidden_lots'] ?? 0);
      levels.set(name, (levels.get(name) ?? 0) + shown);
    }
    const isAlike =
      levels.size === this.#levels.size &&
      [...levels].every(([name, quantity]) => this.#levels.get(name) === quantity);
    must(isAlike, 'a replica of the book is the waiting orders', () =>
      textOf({ tables: [...levels], replica: [...this.#levels] }),
    );
  }
}
