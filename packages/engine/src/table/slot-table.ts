/**
 * A hash table from safe integers to slots, by open addressing on typed arrays: no object per entry and
 * no garbage. Linear probing; a removal moves later entries back, so there are no tombstones and a long
 * life does not slow it down. At most half full.
 */
import { assert } from '@fairlead/units';

/** Stands for "no slot" wherever slots link to each other. */
export const NONE = -1;

const CAPACITY_BITS_MIN = 4;
const CAPACITY_BITS_MAX = 30;
const TWO_POW_32 = 2 ** 32;

export class SlotTable {
  #keys: Float64Array;
  #slots: Int32Array;
  #mask: number;
  #shift: number;
  #count = 0;

  constructor(capacityBits = CAPACITY_BITS_MIN) {
    this.#keys = new Float64Array(2 ** capacityBits);
    this.#slots = new Int32Array(2 ** capacityBits).fill(NONE);
    this.#mask = 2 ** capacityBits - 1;
    this.#shift = 32 - capacityBits;
  }

  get count(): number {
    return this.#count;
  }

  /** The key's slot, or NONE. O(1). */
  get(key: number): number {
    const keys = this.#keys;
    const slots = this.#slots;
    let at = hash(key) >>> this.#shift;
    for (;;) {
      const slot = slots[at] ?? NONE;
      if (slot === NONE || keys[at] === key) return slot;
      at = (at + 1) & this.#mask;
    }
  }

  /** Adds a key that is not there yet. */
  add(key: number, slot: number): void {
    if (2 * (this.#count + 1) > this.#keys.length) this.#grow();
    const slots = this.#slots;
    let at = hash(key) >>> this.#shift;
    while (slots[at] !== NONE) {
      assert(this.#keys[at] !== key, 'a key is added once');
      at = (at + 1) & this.#mask;
    }
    this.#keys[at] = key;
    slots[at] = slot;
    this.#count += 1;
  }

  /** Removes a key that is there. */
  remove(key: number): void {
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = hash(key) >>> this.#shift;
    while (keys[hole] !== key || slots[hole] === NONE) {
      assert(slots[hole] !== NONE, 'only a key that is there can be removed');
      hole = (hole + 1) & mask;
    }
    let at = hole;
    for (;;) {
      at = (at + 1) & mask;
      const slot = slots[at] ?? NONE;
      if (slot === NONE) break;
      const next = keys[at] ?? 0;
      const home = hash(next) >>> this.#shift;
      // An entry may fill the hole unless its home lies behind the hole, up to where it stands.
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      keys[hole] = next;
      slots[hole] = slot;
      hole = at;
    }
    slots[hole] = NONE;
    this.#count -= 1;
  }

  #grow(): void {
    const bits = 33 - this.#shift;
    assert(bits <= CAPACITY_BITS_MAX, 'a table holds at most 2^29 entries');
    const keys = this.#keys;
    const slots = this.#slots;
    this.#keys = new Float64Array(2 ** bits);
    this.#slots = new Int32Array(2 ** bits).fill(NONE);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
    this.#count = 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? NONE;
      if (slot !== NONE) this.add(keys[at] ?? 0, slot);
    }
  }
}

/** Spreads a safe integer over 32 bits; the upper ones are the best. */
function hash(key: number): number {
  let mixed = (key | 0) ^ Math.imul((key / TWO_POW_32) | 0, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
}
