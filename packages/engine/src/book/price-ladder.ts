/**
 * The price levels of one side in order of priority. A table finds the level of a price; a skip list
 * keeps the order, so a new price costs O(log n) wherever it lies and any two prices may be as far
 * apart as they like. The best level is the first, so taking it costs O(1).
 *
 * A level's rank is its price for asks and minus its price for bids: lower is better on both sides.
 */
import { assert } from '@fairlead/units';
import { NONE, SlotTable } from '../table/slot-table.ts';
import { SELL, type SideCode } from './side-code.ts';

/** Lanes of the skip list; each holds a quarter of the levels of the one below. */
const LANES = 10;
/** The list's head is a level before all others, and its slot also ends each lane. */
const HEAD = 0;
const LEVELS_MIN = 64;

export class PriceLadder {
  readonly side: SideCode;
  readonly #ranks = new SlotTable();
  readonly #path = new Int32Array(LANES);
  #rank = new Float64Array(LEVELS_MIN);
  #lots = new Float64Array(LEVELS_MIN);
  #first = new Int32Array(LEVELS_MIN);
  #last = new Int32Array(LEVELS_MIN);
  #height = new Int32Array(LEVELS_MIN);
  #touchedIn = new Int32Array(LEVELS_MIN);
  #next = new Int32Array(LEVELS_MIN * LANES);
  #used = 1;
  #free: number = NONE;
  #lanes = 1;
  #born = 0;
  #totalLots = 0;
  #round = 1;
  #touched = new Float64Array(LEVELS_MIN);
  #touchedCount = 0;

  constructor(side: SideCode) {
    this.side = side;
    this.#rank[HEAD] = -Infinity;
  }

  /** How many levels there are. */
  get count(): number {
    return this.#ranks.count;
  }

  /** Sum of all levels' quantities; kept below 2^53 by whoever adds orders. */
  get totalLots(): number {
    return this.#totalLots;
  }

  /** The rank a price has on this side. */
  rankOf(priceTicks: number): number {
    return this.side === SELL ? priceTicks : -priceTicks;
  }

  /** The best level, or NONE. */
  best(): number {
    return this.#nextOf(HEAD);
  }

  /** The next level after `level`, or NONE. */
  after(level: number): number {
    return this.#nextOf(level);
  }

  /** The level of a rank, or NONE. */
  find(rank: number): number {
    return this.#ranks.get(rank);
  }

  rank(level: number): number {
    return this.#rank[level] ?? 0;
  }

  price(level: number): number {
    return Math.abs(this.#rank[level] ?? 0);
  }

  /** Sum of the remaining quantities of the level's orders. */
  lots(level: number): number {
    return this.#lots[level] ?? 0;
  }

  /** Adds to (or takes from) a level's quantity, and notes the level as touched. */
  addLots(level: number, lots: number): void {
    this.#lots[level] = (this.#lots[level] ?? 0) + lots;
    this.#totalLots += lots;
    if (this.#touchedIn[level] !== this.#round) this.#touch(level);
  }

  /** The order that came first, or NONE. */
  first(level: number): number {
    return this.#first[level] ?? NONE;
  }

  setFirst(level: number, order: number): void {
    this.#first[level] = order;
  }

  /** The order that came last, or NONE. */
  last(level: number): number {
    return this.#last[level] ?? NONE;
  }

  setLast(level: number, order: number): void {
    this.#last[level] = order;
  }

  /** Adds an empty level for a rank that has none. O(log n). */
  add(rank: number): number {
    const level = this.#takeSlot();
    const height = this.#newHeight();
    this.#findPath(rank);
    const next = this.#next;
    for (let lane = 0; lane < height; lane += 1) {
      const before = this.#path[lane] ?? HEAD;
      next[level * LANES + lane] = next[before * LANES + lane] ?? HEAD;
      next[before * LANES + lane] = level;
    }
    this.#rank[level] = rank;
    this.#lots[level] = 0;
    this.#first[level] = NONE;
    this.#last[level] = NONE;
    this.#height[level] = height;
    this.#touchedIn[level] = 0;
    this.#ranks.add(rank, level);
    return level;
  }

  /** Removes an empty level. O(1) for the best, else O(log n). */
  remove(level: number): void {
    assert(this.#lots[level] === 0, 'a level that is removed must be empty');
    const rank = this.rank(level);
    const next = this.#next;
    const height = this.#height[level] ?? 0;
    // Lanes are ordered, so the best level comes first in each lane it is in.
    const isBest = next[HEAD * LANES] === level;
    if (!isBest) this.#findPath(rank);
    for (let lane = 0; lane < height; lane += 1) {
      const before = isBest ? HEAD : (this.#path[lane] ?? HEAD);
      next[before * LANES + lane] = next[level * LANES + lane] ?? HEAD;
    }
    this.#ranks.remove(rank);
    next[level * LANES] = this.#free;
    this.#free = level;
  }

  /** Whether a level changed since the last call of `takeTouched`. */
  get isTouched(): boolean {
    return this.#touchedCount > 0;
  }

  /** The ranks of the levels that changed since the last call, best first, each once. */
  takeTouched(): Float64Array {
    const ranks = this.#touched.slice(0, this.#touchedCount).sort();
    let kept = 0;
    for (let at = 0; at < ranks.length; at += 1) {
      // A level that went and came again was noted twice.
      if (at > 0 && ranks[at] === ranks[at - 1]) continue;
      ranks[kept] = ranks[at] ?? 0;
      kept += 1;
    }
    this.#touchedCount = 0;
    this.#round += 1;
    return ranks.subarray(0, kept);
  }

  #nextOf(level: number): number {
    const next = this.#next[level * LANES] ?? HEAD;
    return next === HEAD ? NONE : next;
  }

  /** Notes for each lane the last level that ranks before `rank`. */
  #findPath(rank: number): void {
    const next = this.#next;
    let level = HEAD;
    for (let lane = this.#lanes - 1; lane >= 0; lane -= 1) {
      for (;;) {
        const ahead = next[level * LANES + lane] ?? HEAD;
        if (ahead === HEAD || (this.#rank[ahead] ?? 0) >= rank) break;
        level = ahead;
      }
      this.#path[lane] = level;
    }
  }

  /** One lane for three quarters of the levels, and so on: told by a mixed counter, not by chance. */
  #newHeight(): number {
    this.#born = (this.#born + 1) | 0;
    let mixed = Math.imul(this.#born ^ (this.#born >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    mixed ^= mixed >>> 15;
    let height = 1;
    while (height < LANES && (mixed & 3) === 0) {
      height += 1;
      mixed >>>= 2;
    }
    if (height > this.#lanes) this.#lanes = height;
    return height;
  }

  #touch(level: number): void {
    this.#touchedIn[level] = this.#round;
    if (this.#touchedCount === this.#touched.length) {
      const touched = new Float64Array(this.#touched.length * 2);
      touched.set(this.#touched);
      this.#touched = touched;
    }
    this.#touched[this.#touchedCount] = this.rank(level);
    this.#touchedCount += 1;
  }

  #takeSlot(): number {
    if (this.#free !== NONE) {
      const level = this.#free;
      this.#free = this.#next[level * LANES] ?? NONE;
      return level;
    }
    if (this.#used === this.#rank.length) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const size = this.#rank.length * 2;
    this.#rank = copyOf(this.#rank, new Float64Array(size));
    this.#lots = copyOf(this.#lots, new Float64Array(size));
    this.#first = copyOf(this.#first, new Int32Array(size));
    this.#last = copyOf(this.#last, new Int32Array(size));
    this.#height = copyOf(this.#height, new Int32Array(size));
    this.#touchedIn = copyOf(this.#touchedIn, new Int32Array(size));
    this.#next = copyOf(this.#next, new Int32Array(size * LANES));
  }
}

function copyOf<Values extends Float64Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
