/**
 * The price levels of one side in order of priority. A table finds the level of a price; a skip list
 * keeps the order, so a new price costs O(log n) wherever it lies and any two prices may be as far
 * apart as they like. The best level is the first, so taking it costs O(1).
 *
 * A level's rank is its price for asks and minus its price for bids: lower is better on both sides.
 * The arrays are replaced when the ladder grows, which only `add` does.
 */
import { assert } from '@fairlead/units';
import { NONE as NO_SLOT, SlotTable } from '../table/slot-table.ts';
import * as layout from './layout.ts';
import { SELL, type SideCode } from './side-code.ts';

const NONE = NO_SLOT;
const { NUMBERS, LINKS, LEVEL_RANK, LEVEL_LOTS, LEVEL_FIRST, LEVEL_LAST } = layout;
const { LEVEL_HEIGHT, LEVEL_ROUND, LEVEL_NEXT, LEVEL_HEAD: HEAD } = layout;

/** Lanes of the skip list; each holds a quarter of the levels of the one below. */
const LANES = LINKS - LEVEL_NEXT;
const LEVELS_MIN = 64;

export class PriceLadder {
  readonly side: SideCode;
  numbers = new Float64Array(LEVELS_MIN * NUMBERS);
  links = new Int32Array(this.numbers.buffer);
  readonly #sign: number;
  readonly #levels = new SlotTable();
  readonly #path = new Int32Array(LANES);
  #used = 1;
  #free: number = NONE;
  #lanes = 1;
  #born = 0;
  #totalLots = 0;
  #hiddenLots = 0;
  #round = 1;
  #touched = new Float64Array(LEVELS_MIN);
  #touchedCount = 0;

  constructor(side: SideCode) {
    this.side = side;
    this.#sign = side === SELL ? 1 : -1;
    this.numbers[LEVEL_RANK] = -Infinity;
  }

  /** How many levels there are. */
  get count(): number {
    return this.#levels.count;
  }

  /** Sum of all levels' quantities; kept below 2^53, with what is hidden, by whoever adds orders. */
  get totalLots(): number {
    return this.#totalLots;
  }

  /** Sum of what this side's orders do not show; no level has it. */
  get hiddenLots(): number {
    return this.#hiddenLots;
  }

  /** Adds to (or takes from) what is hidden. Nobody is told of it. */
  hideLots(lots: number): void {
    this.#hiddenLots += lots;
  }

  /** Turns a price of this side into its rank, and a rank into its price. */
  rankOf(priceTicks: number): number {
    return priceTicks * this.#sign;
  }

  /** The best level, or NONE. */
  best(): number {
    return this.after(HEAD);
  }

  /** The next level after `level`, or NONE. */
  after(level: number): number {
    const next = this.links[level * LINKS + LEVEL_NEXT] ?? HEAD;
    return next === HEAD ? NONE : next;
  }

  /** The level of a rank, or NONE. */
  find(rank: number): number {
    return this.#levels.get(rank);
  }

  rank(level: number): number {
    return this.numbers[level * NUMBERS + LEVEL_RANK] ?? 0;
  }

  price(level: number): number {
    return this.rankOf(this.rank(level));
  }

  /** Sum of what the level's orders show. */
  lots(level: number): number {
    return this.numbers[level * NUMBERS + LEVEL_LOTS] ?? 0;
  }

  /** The order that came first, or NONE. */
  first(level: number): number {
    return this.links[level * LINKS + LEVEL_FIRST] ?? NONE;
  }

  /** The order that came last, or NONE. */
  last(level: number): number {
    return this.links[level * LINKS + LEVEL_LAST] ?? NONE;
  }

  /** Adds to (or takes from) a level's quantity, and notes the level as touched. */
  addLots(level: number, lots: number): void {
    const at = level * NUMBERS + LEVEL_LOTS;
    this.numbers[at] = (this.numbers[at] ?? 0) + lots;
    this.#totalLots += lots;
    if (this.links[level * LINKS + LEVEL_ROUND] !== this.#round) this.#touch(level);
  }

  /**
   * Closes what matching took from the front of a level: `lots` are gone, and `first` is the first order
   * with a remainder. Without one the level goes too.
   */
  cutFront(level: number, lots: number, first: number): void {
    this.addLots(level, -lots);
    this.links[level * LINKS + LEVEL_FIRST] = first;
    if (first === NONE) this.remove(level);
  }

  /** Adds an empty level for a rank that has none. O(log n). */
  add(rank: number): number {
    const level = this.#takeSlot();
    const height = this.#newHeight();
    this.#findPath(rank);
    const links = this.links;
    const at = level * LINKS;
    for (let lane = 0; lane < height; lane += 1) {
      const before = (this.#path[lane] ?? HEAD) * LINKS;
      links[at + LEVEL_NEXT + lane] = links[before + LEVEL_NEXT + lane] ?? HEAD;
      links[before + LEVEL_NEXT + lane] = level;
    }
    this.numbers[level * NUMBERS + LEVEL_RANK] = rank;
    this.numbers[level * NUMBERS + LEVEL_LOTS] = 0;
    links[at + LEVEL_FIRST] = NONE;
    links[at + LEVEL_LAST] = NONE;
    links[at + LEVEL_HEIGHT] = height;
    links[at + LEVEL_ROUND] = 0;
    this.#levels.add(rank, level);
    return level;
  }

  /** Removes an empty level. O(1) for the best, else O(log n). */
  remove(level: number): void {
    const rank = this.rank(level);
    const links = this.links;
    const at = level * LINKS;
    const height = links[at + LEVEL_HEIGHT] ?? 0;
    assert(this.lots(level) === 0, 'a level that is removed must be empty');
    // Lanes are ordered, so the best level comes first in each lane it is in.
    const isBest = links[LEVEL_NEXT] === level;
    if (!isBest) this.#findPath(rank);
    for (let lane = 0; lane < height; lane += 1) {
      const before = isBest ? HEAD : (this.#path[lane] ?? HEAD) * LINKS;
      links[before + LEVEL_NEXT + lane] = links[at + LEVEL_NEXT + lane] ?? HEAD;
    }
    this.#levels.remove(rank);
    links[at + LEVEL_NEXT] = this.#free;
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
    this.#round = (this.#round + 1) | 0;
    return ranks.subarray(0, kept);
  }

  /**
   * Notes for each lane the last level that ranks before `rank`. It climbs from the best level only as
   * high as it must and then descends, so near the touch, where most happens, few levels are looked at.
   */
  #findPath(rank: number): void {
    const links = this.links;
    const numbers = this.numbers;
    const path = this.#path;
    let lane = 0;
    for (; lane + 1 < this.#lanes; lane += 1) {
      const ahead = links[LEVEL_NEXT + lane + 1] ?? HEAD;
      if (ahead === HEAD || (numbers[ahead * NUMBERS] ?? 0) >= rank) break;
    }
    for (let above = lane + 1; above < this.#lanes; above += 1) path[above] = HEAD;
    let level = HEAD;
    for (; lane >= 0; lane -= 1) {
      for (;;) {
        const ahead = links[level * LINKS + LEVEL_NEXT + lane] ?? HEAD;
        if (ahead === HEAD || (numbers[ahead * NUMBERS] ?? 0) >= rank) break;
        level = ahead;
      }
      path[lane] = level;
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
    this.links[level * LINKS + LEVEL_ROUND] = this.#round;
    if (this.#touchedCount === this.#touched.length) {
      const touched = new Float64Array(this.#touched.length * 2);
      touched.set(this.#touched);
      this.#touched = touched;
    }
    this.#touched[this.#touchedCount] = this.rank(level);
    this.#touchedCount += 1;
  }

  #takeSlot(): number {
    const level = this.#free;
    if (level !== NONE) {
      this.#free = this.links[level * LINKS + LEVEL_NEXT] ?? NONE;
      return level;
    }
    if (this.#used * NUMBERS === this.numbers.length) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.links = new Int32Array(numbers.buffer);
  }
}
