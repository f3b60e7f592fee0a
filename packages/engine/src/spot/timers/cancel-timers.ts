/** Timers that cancel all that waits of their owners unless they are set again: one an owner, the nearest first. */
import { assert } from '@fairlead/units';
import type { OrderOwner } from '../../state/order-owner.ts';
import { ChangedRows } from '../../table/changed-rows.ts';
import { SlotColumn } from '../../table/slot-column.ts';
import { TriggerHeap } from '../../table/trigger-heap.ts';
import type { OwnerId } from '../../terms.ts';
import type { CancelTimerRow } from '../rows.ts';

export class CancelTimers {
  /** Times in ms, by the owner's number. */
  readonly #due = new TriggerHeap('at_or_above', new SlotColumn());
  readonly #rows = new Map<number, CancelTimerRow>();
  readonly #changed = new ChangedRows<CancelTimerRow>();

  get nextDueAtMs(): number | undefined {
    return this.#due.nearest;
  }

  find({ number }: OrderOwner): CancelTimerRow | undefined {
    return this.#rows.get(number);
  }

  /** Takes an owner's timer; one without a time is off. */
  set({ number }: OrderOwner, row: CancelTimerRow): void {
    if (this.#rows.delete(number)) this.#due.remove(number);
    if (row.dueAtMs !== undefined) {
      this.#rows.set(number, row);
      this.#due.add(number, row.dueAtMs);
    }
    this.#changed.set(row.owner, row);
  }

  /** Whose is due first; of one time whose account is the oldest. There must be one. */
  first(): OwnerId {
    const slots: number[] = [];
    this.#due.collect(this.nextDueAtMs ?? 0, slots);
    const owners = slots.map((slot) => this.#rows.get(slot)?.owner ?? Infinity);
    const first = owners.reduce((left, right) => Math.min(left, right), Infinity);
    assert(Number.isFinite(first), 'a timer is due');
    return first;
  }

  /** All that run, by owner. */
  rows(): CancelTimerRow[] {
    return [...this.#rows.values()].sort((left, right) => left.owner - right.owner);
  }

  takeChanged(): CancelTimerRow[] {
    return this.#changed.take();
  }

  check(): void {
    this.#due.check();
    assert(this.#due.count === this.#rows.size, 'each timer is due once');
    for (const [slot, { dueAtMs }] of this.#rows) {
      assert(this.#due.price(slot) === dueAtMs, 'a timer is due at its time');
    }
  }
}
