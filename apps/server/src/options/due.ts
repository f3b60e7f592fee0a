/**
 * Settles options whose delivery time is over although no index tick came to do it. Ticks settle what is due; where
 * they do not come at all, an order would wait for ever, so what is overdue by the grace is settled by a command
 * of its own, unless nothing of its window was stored: that waits for the next price (Q6). Settling is the engine's and
 * happens once, however often it is asked for.
 */

import type { Changes, OptionRow } from '@fairlead/engine';
import { DELIVERY_GRACE_MS } from '@fairlead/engine';
import { SECOND_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import { Chore } from '../core/operations/chore.ts';
import type { Sequencer } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { readOpenOptions } from './queries.ts';

export interface DueOptionsParts {
  readonly books: Database;
  readonly sequencer: Pick<Sequencer, 'atRest' | 'onCommitted' | 'run'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Follows the commits, settles what is overdue now, and looks again each second. */
export async function startDueOptions(parts: DueOptionsParts): Promise<DueOptions> {
  const due = await parts.sequencer.atRest(async () => {
    const started = new DueOptions(parts, await readOpenOptions(parts.books));
    started.follow();
    return started;
  });
  due.start();
  return due;
}

export class DueOptions {
  readonly #parts: DueOptionsParts;
  /** Open orders by the second until which they are due: few seconds, however many orders. */
  readonly #counts = new Map<number, number>();
  readonly #chore: Chore;
  /** Until when all that was due was asked for: what is open of it waits for a price, which a tick brings. */
  #askedUntilMs = 0;
  #stopFollowing: () => void = () => {};

  constructor(parts: DueOptionsParts, open: readonly OptionRow[]) {
    this.#parts = parts;
    for (const row of open) this.#count(row, 1);
    this.#chore = new Chore(SECOND_MS, () => this.settle());
  }

  /** Open orders as committed. */
  get open(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  /** Open orders that should have been settled. */
  get overdue(): number {
    return this.#dueIn(0, this.#parts.clock.now() - DELIVERY_GRACE_MS);
  }

  follow(): void {
    this.#stopFollowing = this.#parts.sequencer.onCommitted(({ firstSequence, changes }) =>
      this.#take(changes, firstSequence),
    );
  }

  start(): void {
    const { log } = this.#parts;
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'overdue options wait to be settled');
    this.settle()
      .catch(onFailure)
      .finally(() => this.#chore.start(onFailure));
  }

  /** Settles what is overdue; does nothing where nothing is, or all that is was asked for and waits for a price. */
  async settle(): Promise<void> {
    const { sequencer, log, clock } = this.#parts;
    const untilMs = clock.now() - DELIVERY_GRACE_MS;
    // A clock that had run ahead is right again: what it asked for ahead of time was not of the orders that came since.
    if (untilMs < this.#askedUntilMs) this.#askedUntilMs = 0;
    const orders = this.#dueIn(this.#askedUntilMs, untilMs);
    if (orders === 0) return;
    log.info({ orders }, 'settling options that no index tick came for');
    await sequencer.run({ kind: 'settle_due' });
    this.#askedUntilMs = untilMs;
  }

  async stop(): Promise<void> {
    await this.#chore.stop();
    this.#stopFollowing();
  }

  /** Open orders that are due in (afterMs, untilMs]. */
  #dueIn(afterMs: number, untilMs: number): number {
    let sum = 0;
    for (const [second, count] of this.#counts) {
      const dueMs = second * SECOND_MS;
      if (dueMs > afterMs && dueMs <= untilMs) sum += count;
    }
    return sum;
  }

  #take({ options }: Pick<Changes, 'options'>, firstSequence: number): void {
    for (const row of options) {
      const isNew = row.optionId >= firstSequence;
      if (row.status === 'open') this.#count(row, 1);
      else if (!isNew) this.#count(row, -1);
    }
  }

  #count({ deliversAtMs }: OptionRow, change: 1 | -1): void {
    const second = Math.ceil(deliversAtMs / SECOND_MS);
    const count = (this.#counts.get(second) ?? 0) + change;
    if (count === 0) this.#counts.delete(second);
    else this.#counts.set(second, count);
  }
}
