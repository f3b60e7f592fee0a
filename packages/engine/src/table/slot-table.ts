/**
 * A hash table from safe integers to slots, by open addressing in one typed array: no object per entry,
 * no garbage, one cache line per look-up. Linear probing; a removal moves later entries back, so there
 * are no tombstones and a long life does not slow it down. At most a quarter full.
 */
import { assert } from '@fairlead/units';

/** Stands for "no slot" wherever slots link to each other. */
export const NONE = -1;

const CAPACITY_BITS_MIN = 4;
const CAPACITY_BITS_MAX = 28;
const TWO_POW_32 = 2 ** 32;

/** An entry is 16 bytes: its key as a number, then its slot plus one as a link; 0 is an empty entry. */
const NUMBERS = 2;
const LINKS = 4;
const SLOT = 2;

export class SlotTable {
  #keys: Float64Array;
  #slots: Int32Array;
  #mask: number;
  #shift: number;
  #count = 0;

  constructor(capacityBits = CAPACITY_BITS_MIN) {
    this.#keys = new Float64Array(2 ** capacityBits * NUMBERS);
    this.#slots = new Int32Array(this.#keys.buffer);
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
    const mask = this.#mask;
    let at = home(key, this.#shift);
    for (;;) {
      const entry = slots[at * LINKS + SLOT] ?? 0;
      if (entry === 0 || keys[at * NUMBERS] === key) return entry - 1;
      at = (at + 1) & mask;
    }
  }

  /** Adds a key that is not there yet. */
  add(key: number, slot: number): void {
    if (4 * this.#count > this.#mask) this.#grow();
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = this.#mask;
    let at = home(key, this.#shift);
    while (slots[at * LINKS + SLOT] !== 0) {
      assert(keys[at * NUMBERS] !== key, 'a key is added once');
      at = (at + 1) & mask;
    }
    keys[at * NUMBERS] = key;
    slots[at * LINKS + SLOT] = slot + 1;
    this.#count += 1;
  }

  /** Removes a key that is there. */
  remove(key: number): void {
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = this.#mask;
    const shift = this.#shift;
    let hole = home(key, shift);
    for (;;) {
      assert(slots[hole * LINKS + SLOT] !== 0, 'only a key that is there can be removed');
      if (keys[hole * NUMBERS] === key) break;
      hole = (hole + 1) & mask;
    }
    let at = hole;
    for (;;) {
      at = (at + 1) & mask;
      const entry = slots[at * LINKS + SLOT] ?? 0;
      if (entry === 0) break;
      const next = keys[at * NUMBERS] ?? 0;
      const belongs = home(next, shift);
      // An entry may fill the hole unless its home lies behind the hole, up to where it stands.
      if (((at - belongs) & mask) < ((at - hole) & mask)) continue;
      keys[hole * NUMBERS] = next;
      slots[hole * LINKS + SLOT] = entry;
      hole = at;
    }
    slots[hole * LINKS + SLOT] = 0;
    this.#count -= 1;
  }

  #grow(): void {
    const bits = 33 - this.#shift;
    assert(bits <= CAPACITY_BITS_MAX, 'a table holds at most 2^26 entries');
    const keys = this.#keys;
    const slots = this.#slots;
    const entries = this.#mask + 1;
    this.#keys = new Float64Array(2 ** bits * NUMBERS);
    this.#slots = new Int32Array(this.#keys.buffer);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
    this.#count = 0;
    for (let at = 0; at < entries; at += 1) {
      const entry = slots[at * LINKS + SLOT] ?? 0;
      if (entry !== 0) this.add(keys[at * NUMBERS] ?? 0, entry - 1);
    }
  }
}

/**
 * Where a key belongs. Four consecutive keys share a cache line, because those that come after each
 * other (ids, neighbouring prices) are also used after each other; lines are spread by Fibonacci hashing.
 */
function home(key: number, shift: number): number {
  const low = key | 0;
  const folded = low === key ? low : low ^ Math.imul((key / TWO_POW_32) | 0, 0x85ebca6b);
  const line = Math.imul(folded >>> 2, 0x9e3779b1) >>> shift;
  return (line & ~3) | (folded & 3);
}
