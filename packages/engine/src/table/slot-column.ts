/** A column of 32-bit numbers by slot that grows as it is written; NONE where nothing was. */
import { NONE } from './slot-table.ts';

const SLOTS_MIN = 64;

export class SlotColumn {
  #values = new Int32Array(SLOTS_MIN).fill(NONE);

  get(slot: number): number {
    return this.#values[slot] ?? NONE;
  }

  set(slot: number, value: number): void {
    if (slot >= this.#values.length) this.#grow(slot);
    this.#values[slot] = value;
  }

  #grow(slot: number): void {
    let size = this.#values.length;
    while (size <= slot) size *= 2;
    const values = new Int32Array(size).fill(NONE);
    values.set(this.#values);
    this.#values = values;
  }
}
