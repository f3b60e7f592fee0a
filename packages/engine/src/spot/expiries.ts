/** When what waits expires, by its slot. */
import { assert } from '@fairlead/units';
import { SlotColumn } from '../table/slot-column.ts';
import { TriggerHeap } from '../table/trigger-heap.ts';

export class Expiries {
  /** Times in ms, by slot. */
  readonly #times = new TriggerHeap('at_or_above', new SlotColumn());
  /** The slots of one time, the last first, as long as they are all of it: many expire at once, and are sorted once. */
  #due: number[] = [];
  #dueAtMs: number | undefined;

  get nextDueAtMs(): number | undefined {
    return this.#times.nearest;
  }

  add(slot: number, expiresAtMs: number): void {
    this.#times.add(slot, expiresAtMs);
    if (expiresAtMs === this.#dueAtMs) this.#dueAtMs = undefined;
  }

  remove(slot: number, expiresAtMs: number): void {
    this.#times.remove(slot);
    if (expiresAtMs !== this.#dueAtMs) return;
    if (this.#due.at(-1) === slot) this.#due.pop();
    else this.#dueAtMs = undefined;
  }

  /** The slots of what expires first, all of one moment, by the ids that `idOf` gives; at most `max` of them. */
  firstDue(max: number, idOf: (slot: number) => number): number[] {
    const { nextDueAtMs } = this;
    if (nextDueAtMs === undefined) return [];
    if (this.#dueAtMs !== nextDueAtMs) {
      this.#due = [];
      this.#dueAtMs = nextDueAtMs;
      this.#times.collect(nextDueAtMs, this.#due);
      this.#due.sort((left, right) => idOf(right) - idOf(left));
    }
    return this.#due.slice(-max).reverse();
  }

  /** Throws unless these are all that expire, each once and at its time. O(n). */
  check(times: readonly (readonly [slot: number, expiresAtMs: number])[]): void {
    this.#times.check();
    for (const [slot, expiresAtMs] of times)
      assert(this.#times.price(slot) === expiresAtMs, 'what expires is due at its time');
    assert(times.length === this.#times.count, 'each that expires is due once');
  }
}
