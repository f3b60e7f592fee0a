/**
 * Timers that cancel what waits of their owners unless they are set again, the nearest first: a few an owner, by number. Each
 * is of all markets or of one.
 */
import { assert } from '@fairlead/units';
import { CANCEL_TIMERS_MAX } from '../../limits.ts';
import type { OrderOwner } from '../../state/order-owner.ts';
import { ChangedRows } from '../../table/changed-rows.ts';
import { SlotColumn } from '../../table/slot-column.ts';
import { TriggerHeap } from '../../table/trigger-heap.ts';
import type { CancelTimerRow } from '../rows.ts';

export class CancelTimers {
  /** Times in ms, by slot. */
  readonly #due = new TriggerHeap('at_or_above', new SlotColumn());
  readonly #rows: (CancelTimerRow | undefined)[] = [];
  /** Of those that run, by owner and number; slots of those that are over are given out again. */
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  readonly #changed = new ChangedRows<CancelTimerRow>();
  /** Those of one time, the first one last, while they are all of it: many are due at once, and are sorted once. */
  #first: CancelTimerRow[] = [];
  #firstAtMs: number | undefined;

  get nextDueAtMs(): number | undefined {
    return this.#due.nearest;
  }

  find({ owner }: OrderOwner, timer: number): CancelTimerRow | undefined {
    const slot = this.#slots.get(keyOf({ owner, timer }));
    return slot === undefined ? undefined : this.#rows[slot];
  }

  /** Takes a timer; one without a time is off. */
  set(row: CancelTimerRow): void {
    const key = keyOf(row);
    this.#remove(key);
    if (row.dueAtMs !== undefined) {
      const slot = this.#free.pop() ?? this.#rows.length;
      this.#rows[slot] = row;
      this.#slots.set(key, slot);
      this.#due.add(slot, row.dueAtMs);
      if (row.dueAtMs === this.#firstAtMs) this.#firstAtMs = undefined;
    }
    this.#changed.set(key, row);
  }

  /** Which is due first; of one time whose account is the oldest, then by number. There must be one. */
  first(): CancelTimerRow {
    const { nextDueAtMs } = this;
    if (nextDueAtMs !== undefined && this.#firstAtMs !== nextDueAtMs) {
      const slots: number[] = [];
      this.#due.collect(nextDueAtMs, slots);
      this.#firstAtMs = nextDueAtMs;
      this.#first = slots
        .flatMap((slot) => this.#rows[slot] ?? [])
        .sort(byKey)
        .reverse();
    }
    const first = nextDueAtMs === undefined ? undefined : this.#first.at(-1);
    assert(first !== undefined, 'a timer is due');
    return first;
  }

  /** All that run, by owner and number. */
  rows(): CancelTimerRow[] {
    return this.#rows.filter((row) => row !== undefined).sort(byKey);
  }

  takeChanged(): CancelTimerRow[] {
    return this.#changed.take();
  }

  check(): void {
    this.#due.check();
    assert(this.#due.count === this.#slots.size, 'each timer is due once');
    for (const [key, slot] of this.#slots) {
      const row = this.#rows[slot];
      assert(row !== undefined && keyOf(row) === key, 'a timer is found by its owner and number');
      assert(this.#due.price(slot) === row.dueAtMs, 'a timer is due at its time');
    }
  }

  #remove(key: number): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    const row = this.#rows[slot];
    this.#due.remove(slot);
    this.#rows[slot] = undefined;
    this.#slots.delete(key);
    this.#free.push(slot);
    if (row?.dueAtMs !== this.#firstAtMs) return;
    if (this.#first.at(-1) === row) this.#first.pop();
    else this.#firstAtMs = undefined;
  }
}

const keyOf = ({ owner, timer }: Pick<CancelTimerRow, 'owner' | 'timer'>): number =>
  owner * CANCEL_TIMERS_MAX + timer;

const byKey = (left: CancelTimerRow, right: CancelTimerRow): number => keyOf(left) - keyOf(right);
