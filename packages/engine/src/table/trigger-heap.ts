/**
 * Prices of one market at which something is done, the nearest first: a binary heap of slots in typed arrays,
 * 16 bytes each. What is due at a price is found in time proportional to what is due, however many others wait.
 */
import { assert } from '@fairlead/units';
import type { SlotColumn } from './slot-column.ts';
import { NONE } from './slot-table.ts';

/** Due at its price and below it, or at it and above. */
export type TriggerEdge = 'at_or_below' | 'at_or_above';

const ENTRIES_MIN = 64;

export class TriggerHeap {
  /** Turns prices into ranks, of which the lowest is due first. */
  readonly #sign: 1 | -1;
  /** Where each slot stands. Heaps that never hold a slot at the same time may share it. */
  readonly #places: SlotColumn;
  #ranks = new Float64Array(ENTRIES_MIN);
  #slots = new Int32Array(ENTRIES_MIN);
  #count = 0;

  constructor(edge: TriggerEdge, places: SlotColumn) {
    this.#sign = edge === 'at_or_below' ? -1 : 1;
    this.#places = places;
  }

  get count(): number {
    return this.#count;
  }

  /** The price that is due first; undefined while nothing waits. O(1). */
  get nearest(): number | undefined {
    return this.#count === 0 ? undefined : this.#sign * (this.#ranks[0] ?? 0);
  }

  /** Takes a slot up that is in no heap of this column. Prices are safe integers. */
  add(slot: number, price: number): void {
    assert(this.#places.get(slot) === NONE, 'a slot has one trigger of an edge');
    if (this.#count === this.#slots.length) this.#grow();
    this.#count += 1;
    this.#rise(this.#count - 1, slot, this.#sign * price);
  }

  /** Takes out a slot that is here. */
  remove(slot: number): void {
    const place = this.#places.get(slot);
    assert(this.#slots[place] === slot, 'a trigger is found where it stands');
    this.#places.set(slot, NONE);
    this.#count -= 1;
    if (place === this.#count) return;
    const last = this.#slots[this.#count] ?? 0;
    const rank = this.#ranks[this.#count] ?? 0;
    const above = (place - 1) >> 1;
    if (place > 0 && rank < (this.#ranks[above] ?? 0)) this.#rise(place, last, rank);
    else this.#sink(place, last, rank);
  }

  /** Adds all slots that are due at a price to `due`, in no order, and keeps them. */
  collect(price: number, due: number[]): void {
    const bound = this.#sign * price;
    const begin = due.length;
    const open = [0];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (place >= this.#count || (this.#ranks[place] ?? 0) > bound) continue;
      due.push(this.#slots[place] ?? 0);
      open.push(2 * place + 1, 2 * place + 2);
    }
    assert(due.length - begin <= this.#count, 'each is due once');
  }

  /** All slots, in no order. */
  slots(): number[] {
    return [...this.#slots.subarray(0, this.#count)];
  }

  /** The price of a slot that is here. */
  price(slot: number): number {
    const place = this.#places.get(slot);
    assert(place < this.#count && this.#slots[place] === slot, 'the slot has a trigger here');
    return this.#sign * (this.#ranks[place] ?? 0);
  }

  /** Throws unless each entry stands where it must. O(n). */
  check(): void {
    for (let place = 0; place < this.#count; place += 1) {
      const above = place === 0 ? 0 : (place - 1) >> 1;
      const isInOrder = (this.#ranks[above] ?? 0) <= (this.#ranks[place] ?? 0);
      assert(isInOrder, 'what is above is due no later');
      const slot = this.#slots[place] ?? 0;
      assert(this.#places.get(slot) === place, 'a trigger is found where it stands');
    }
  }

  #rise(from: number, slot: number, rank: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if ((this.#ranks[above] ?? 0) <= rank) break;
      this.#put(place, this.#slots[above] ?? 0, this.#ranks[above] ?? 0);
      place = above;
    }
    this.#put(place, slot, rank);
  }

  #sink(from: number, slot: number, rank: number): void {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#count) break;
      const other = below + 1;
      if (other < this.#count && (this.#ranks[other] ?? 0) < (this.#ranks[below] ?? 0)) {
        below = other;
      }
      if ((this.#ranks[below] ?? 0) >= rank) break;
      this.#put(place, this.#slots[below] ?? 0, this.#ranks[below] ?? 0);
      place = below;
    }
    this.#put(place, slot, rank);
  }

  #put(place: number, slot: number, rank: number): void {
    this.#slots[place] = slot;
    this.#ranks[place] = rank;
    this.#places.set(slot, place);
  }

  #grow(): void {
    const ranks = new Float64Array(this.#ranks.length * 2);
    const slots = new Int32Array(this.#slots.length * 2);
    ranks.set(this.#ranks);
    slots.set(this.#slots);
    this.#ranks = ranks;
    this.#slots = slots;
  }
}
