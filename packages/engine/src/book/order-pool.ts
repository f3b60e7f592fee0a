/**
 * The resting orders of all books, each in a slot of one typed array, and the table from order id to
 * slot. A slot is one cache line of 64 bytes, so an order costs one miss however many there are. Slots
 * are reused; who keeps one must drop it when the order is released.
 *
 * The arrays are replaced when the pool grows, which only `add` does, so nobody keeps them over an `add`.
 */
import { NONE as NO_SLOT, SlotTable } from '../table/slot-table.ts';
import * as layout from './layout.ts';
import type { SideCode } from './side-code.ts';

const NONE = NO_SLOT;
const { NUMBERS, LINKS, ORDER_ID, ORDER_REMAINING, ORDER_OWNER, ORDER_PRICE } = layout;
const { ORDER_PREVIOUS, ORDER_NEXT, ORDER_SIDE, ORDER_MARKET } = layout;

const SLOTS_MIN = 256;

/** What the book keeps of an order. */
export interface RestingOrder {
  readonly orderId: number;
  readonly owner: number;
  readonly side: SideCode;
  readonly priceTicks: number;
  readonly remainingLots: number;
}

export class OrderPool {
  numbers = new Float64Array(SLOTS_MIN * NUMBERS);
  links = new Int32Array(this.numbers.buffer);
  readonly #ids = new SlotTable();
  #used = 0;
  #free = NONE;

  /** How many orders rest in all books. */
  get count(): number {
    return this.#ids.count;
  }

  /** The slot of a resting order, or NONE. */
  find(orderId: number): number {
    return this.#ids.get(orderId);
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
    links[slot * LINKS + ORDER_SIDE] = order.side;
    links[slot * LINKS + ORDER_MARKET] = market;
    this.#ids.add(order.orderId, slot);
    return slot;
  }

  /** Gives the slot of an order back that is in no level any more. */
  release(slot: number): void {
    this.#ids.remove(this.orderId(slot));
    this.links[slot * LINKS + ORDER_NEXT] = this.#free;
    this.#free = slot;
  }

  orderId(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_ID] ?? 0;
  }

  remaining(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_REMAINING] ?? 0;
  }

  owner(slot: number): number {
    return this.numbers[slot * NUMBERS + ORDER_OWNER] ?? 0;
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
  }
}
