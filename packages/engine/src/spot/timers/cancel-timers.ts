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
  /** Whose are of one time, the oldest account last, while they are all of it: many are due at once, and are sorted once. */
  #first: OwnerId[] = [];
  #firstAtMs: number | undefined;

  get nextDueAtMs(): number | undefined {
    return this.#due.nearest;
  }

  find({ number }: OrderOwner): CancelTimerRow | undefined {
    return this.#rows.get(number);
  }

  /** Takes an owner's timer; one without a time is off. */
  set({ number }: OrderOwner, row: CancelTimerRow): void {
    this.#drop(number);
    if (row.dueAtMs !== undefined) {
      this.#rows.set(number, row);
      this.#due.add(number, row.dueAtMs);
      if (row.dueAtMs === this.#firstAtMs) this.#firstAtMs = undefined;
    }
    this.#changed.set(row.owner, row);
  }

  /** Whose is due first; of one time whose account is the oldest. There must be one. */
  first(): OwnerId {
    const { nextDueAtMs } = this;
    if (nextDueAtMs !== undefined && this.#firstAtMs !== nextDueAtMs) {
      const slots: number[] = [];
      this.#due.collect(nextDueAtMs, slots);
      this.#firstAtMs = nextDueAtMs;
      this.#first = slots.flatMap((slot) => this.#rows.get(slot)?.owner ?? []);
      this.#first.sort((left, right) => right - left);
    }
    const first = nextDueAtMs === undefined ? undefined : this.#first.at(-1);
    assert(first !== undefined, 'a timer is due');
    return first;
  }

  #drop(number: number): void {
    const row = this.#rows.get(number);
    if (row === undefined) return;
    this.#rows.delete(number);
    this.#due.remove(number);
    if (row.dueAtMs !== this.#firstAtMs) return;
    if (this.#first.at(-1) === row.owner) this.#first.pop();
    else this.#firstAtMs = undefined;
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
