/**
 * The resting orders of all books, each in a slot of one typed array, and the table from order id to
 * slot. A slot is one cache line of 64 bytes, so an order costs one miss however many there are. Slots
 * are reused; who keeps one must drop it when the order is released.
 *
 * The table has four bytes a place and no ids: those are in the slots, which whoever looks one up needs anyway.
 * Orders of one place are linked through their slots. Against a table with keys of its own this doubles what
 * matching does over a deep book, because it stays in the cache.
 *
 * The arrays are replaced when the pool grows, which only `add` does, so nobody keeps them over an `add`.
 */
import { assert } from '@fairlead/units';
import { mainOf } from '../family.ts';
import { NONE as NO_SLOT } from '../table/slot-table.ts';
import * as layout from './layout.ts';
import type { SideCode } from './side-code.ts';

const NONE = NO_SLOT;
const { NUMBERS, LINKS, ORDER_ID, ORDER_REMAINING, ORDER_OWNER, ORDER_PRICE } = layout;
const { ORDER_PREVIOUS, ORDER_NEXT, ORDER_SIDE, ORDER_MARKET, ORDER_SAME_PLACE } = layout;
const { ORDER_IS_ICEBERG, ORDER_FAMILY } = layout;

const SLOTS_BITS_MIN = 8;
const SLOTS_MIN = 2 ** SLOTS_BITS_MIN;
/** Places of the table for each slot, as a power of two. */
const PLACES_BITS = 2;
const TWO_POW_32 = 2 ** 32;

/** What the book keeps of an order. */
export interface RestingOrder {
  readonly orderId: number;
  readonly owner: number;
  readonly side: SideCode;
  readonly priceTicks: number;
  /** What is still to be filled, shown or not. */
  readonly remainingLots: number;
  /** The most of it that is shown at a time. Absent of nearly all: they show all of it. */
  readonly displayLots?: number | undefined;
  /** What of it is not shown now, where that is known; else it shows as much as it may. */
  readonly hiddenLots?: number | undefined;
}

type Remainder = Pick<RestingOrder, 'priceTicks' | 'remainingLots' | 'displayLots' | 'hiddenLots'>;

/** What an order shows at most, and what of it is not shown yet. */
interface Iceberg {
  readonly displayLots: number;
  hiddenLots: number;
}

export class OrderPool {
  numbers = new Float64Array(SLOTS_MIN * NUMBERS);
  links = new Int32Array(this.numbers.buffer);
  /** The slot plus one of the first order of each place; 0 where there is none. */
  #places = new Int32Array(SLOTS_MIN << PLACES_BITS);
  #shift = 32 - SLOTS_BITS_MIN - PLACES_BITS;
  #count = 0;
  #used = 0;
  #free = NONE;
  /** By slot: few have a part that is not shown. */
  readonly #icebergs = new Map<number, Iceberg>();

  /** How many orders rest in all books. */
  get count(): number {
    return this.#count;
  }

  /** The slot of a resting order, or NONE. */
  find(orderId: number): number {
    const numbers = this.numbers;
    const links = this.links;
    let slot = (this.#places[placeOf(orderId, this.#shift)] ?? 0) - 1;
    while (slot !== NONE && numbers[slot * NUMBERS + ORDER_ID] !== orderId)
      slot = links[slot * LINKS + ORDER_SAME_PLACE] ?? NONE;
    return slot;
  }

  /** Takes an order up; the book that rests it links it. */
  add(order: RestingOrder, market: number): number {
    const slot = this.#takeSlot();
    const numbers = this.numbers;
    const links = this.links;
    const at = slot * NUMBERS;
    numbers[at + ORDER_ID] = order.orderId;
    numbers[at + ORDER_REMAINING] = order.remainingLots;
    numbers[at + ORDER_OWNER] = order.owner;
    numbers[at + ORDER_PRICE] = order.priceTicks;
    links[slot * LINKS + ORDER_FAMILY] = mainOf(order.owner);
    links[slot * LINKS + ORDER_IS_ICEBERG] = 0;
    if (order.displayLots !== undefined) this.#hide(slot, order);
    links[slot * LINKS + ORDER_SIDE] = order.side;
    links[slot * LINKS + ORDER_MARKET] = market;
    const place = placeOf(order.orderId, this.#shift);
    links[slot * LINKS + ORDER_SAME_PLACE] = (this.#places[place] ?? 0) - 1;
    this.#places[place] = slot + 1;
    this.#count += 1;
    return slot;
  }

  /** Gives an order another price and remainder; the book links it anew where it must. */
  change(slot: number, order: Remainder): void {
    this.numbers[slot * NUMBERS + ORDER_PRICE] = order.priceTicks;
    this.numbers[slot * NUMBERS + ORDER_REMAINING] = order.remainingLots;
    if (order.displayLots !== undefined) this.#hide(slot, order);
    else if (this.#isIceberg(slot)) this.#showAll(slot);
  }

  /** Shows the next part of an order whose shown one is filled, and returns how much that is; 0 when there is none. */
  showNext(slot: number): number {
    const iceberg = this.#icebergs.get(slot);
    if (iceberg === undefined) return 0;
    const shown = Math.min(iceberg.displayLots, iceberg.hiddenLots);
    iceberg.hiddenLots -= shown;
    this.numbers[slot * NUMBERS + ORDER_REMAINING] = shown;
    return shown;
  }

  /** Gives the slot of an order back that is in no level any more. */
  release(slot: number): void {
    const links = this.links;
    if (this.#isIceberg(slot)) this.#showAll(slot);
    const place = placeOf(this.orderId(slot), this.#shift);
    const after = links[slot * LINKS + ORDER_SAME_PLACE] ?? NONE;
    let before = (this.#places[place] ?? 0) - 1;
    if (before === slot) this.#places[place] = after + 1;
    else {
      while (links[before * LINKS + ORDER_SAME_PLACE] !== slot) {
        assert(before !== NONE, 'only an order that rests is released');
        before = links[before * LINKS + ORDER_SAME_PLACE] ?? NONE;
      }
      links[before * LINKS + ORDER_SAME_PLACE] = after;
    }
    links[slot * LINKS + ORDER_NEXT] = this.#free;
    this.#free = slot;
    this.#count -= 1;
  }

  orderId(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_ID] ?? 0;
  }

  /** What is still to be filled, shown or not. */
  remaining(slot: number): number {
    return this.shown(slot) + this.hidden(slot);
  }

  /** What the book shows of it. */
  shown(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_REMAINING] ?? 0;
  }

  /** What of it the book does not show yet. */
  hidden(slot: number): number {
    return this.#isIceberg(slot) ? (this.#icebergs.get(slot)?.hiddenLots ?? 0) : 0;
  }

  /** The most of it that is shown at a time; undefined where that is all. */
  display(slot: number): number | undefined {
    return this.#isIceberg(slot) ? this.#icebergs.get(slot)?.displayLots : undefined;
  }

  owner(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_OWNER] ?? 0;
  }

  /** The main account of its owner: what two orders have in common that one person gave. */
  family(slot: number): number {
    return this.links[slot * LINKS + ORDER_FAMILY] ?? 0;
  }

  price(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_PRICE] ?? 0;
  }

  side(slot: number): SideCode {
    return (this.links[slot * LINKS + ORDER_SIDE] ?? 0) as SideCode;
  }

  /** The number of the market's book, as given to `add`. */
  market(slot: number): number {
    return this.links[slot * LINKS + ORDER_MARKET] ?? 0;
  }

  /** The order before this one in its level, or NONE. */
  previous(slot: number): number {
    return this.links[slot * LINKS + ORDER_PREVIOUS] ?? NONE;
  }

  /** The order after this one in its level, or NONE. */
  next(slot: number): number {
    return this.links[slot * LINKS + ORDER_NEXT] ?? NONE;
  }

  #isIceberg(slot: number): boolean {
    return this.links[slot * LINKS + ORDER_IS_ICEBERG] === 1;
  }

  #hide(slot: number, { remainingLots, displayLots = remainingLots, hiddenLots }: Remainder): void {
    const hidden = hiddenLots ?? Math.max(0, remainingLots - displayLots);
    this.numbers[slot * NUMBERS + ORDER_REMAINING] = remainingLots - hidden;
    this.#icebergs.set(slot, { displayLots, hiddenLots: hidden });
    this.links[slot * LINKS + ORDER_IS_ICEBERG] = 1;
  }

  #showAll(slot: number): void {
    this.#icebergs.delete(slot);
    this.links[slot * LINKS + ORDER_IS_ICEBERG] = 0;
  }

  #takeSlot(): number {
    const slot = this.#free;
    if (slot !== NONE) {
      this.#free = this.next(slot);
      return slot;
    }
    if ((this.#used + 1) * NUMBERS > this.numbers.length) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.links = new Int32Array(numbers.buffer);
    this.#shift -= 1;
    this.#places = new Int32Array(this.#places.length * 2);
    // Each slot holds an order whenever the pool grows, which it does for want of a free one.
    for (let slot = 0; slot < this.#used; slot += 1) {
      const place = placeOf(this.orderId(slot), this.#shift);
      this.links[slot * LINKS + ORDER_SAME_PLACE] = (this.#places[place] ?? 0) - 1;
      this.#places[place] = slot + 1;
    }
  }
}

/**
 * Where an id belongs. Sixteen ids that follow one another share a cache line, because orders that come together are
 * also found together; lines are spread by Fibonacci hashing.
 */
function placeOf(orderId: number, shift: number): number {
  const low = orderId | 0;
  const folded = low === orderId ? low : low ^ Math.imul((orderId / TWO_POW_32) | 0, 0x85ebca6b);
  return (Math.imul(folded >>> 4, 0x9e3779b1) >>> shift) ^ (folded & 15);
}
