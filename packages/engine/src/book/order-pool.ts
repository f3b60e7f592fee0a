/**
 * The resting orders of all books, each in a slot of one typed array, and the table from order id to
 * slot. A slot is one cache line of 64 bytes seen as numbers and as links, so that an order costs one
 * miss however many there are. Slots are reused; who keeps one must drop it when the order is released.
 */
import { NONE, SlotTable } from '../table/slot-table.ts';
import type { SideCode } from './side-code.ts';

/** Eight numbers or sixteen links make a slot. */
const NUMBERS = 8;
const LINKS = 16;

const ORDER_ID = 0;
const REMAINING = 1;
const OWNER = 2;
const PRICE = 3;
/** Links begin behind the numbers. */
const PREVIOUS = 8;
const NEXT = 9;
const LEVEL = 10;
const SIDE = 11;
const MARKET = 12;

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
  readonly #ids = new SlotTable();
  #numbers = new Float64Array(SLOTS_MIN * NUMBERS);
  #links = new Int32Array(this.#numbers.buffer);
  #used = 0;
  #free = NONE;

  /** How many orders rest in all books. */
  get count(): number {
    return this.#ids.count;
  }

  /** One more than the highest slot ever used: what tables beside this one must hold. */
  get slots(): number {
    return this.#used;
  }

  /** The slot of a resting order, or NONE. */
  find(orderId: number): number {
    return this.#ids.get(orderId);
  }

  add(order: RestingOrder, market: number): number {
    const slot = this.#takeSlot();
    const numbers = this.#numbers;
    const links = this.#links;
    numbers[slot * NUMBERS + ORDER_ID] = order.orderId;
    numbers[slot * NUMBERS + REMAINING] = order.remainingLots;
    numbers[slot * NUMBERS + OWNER] = order.owner;
    numbers[slot * NUMBERS + PRICE] = order.priceTicks;
    links[slot * LINKS + SIDE] = order.side;
    links[slot * LINKS + MARKET] = market;
    this.#ids.add(order.orderId, slot);
    return slot;
  }

  /** Gives the slot of an order back that is in no level any more. */
  release(slot: number): void {
    this.#ids.remove(this.orderId(slot));
    this.#links[slot * LINKS + NEXT] = this.#free;
    this.#free = slot;
  }

  orderId(slot: number): number {
    return this.#numbers[slot * NUMBERS + ORDER_ID] ?? 0;
  }

  remaining(slot: number): number {
    return this.#numbers[slot * NUMBERS + REMAINING] ?? 0;
  }

  setRemaining(slot: number, lots: number): void {
    this.#numbers[slot * NUMBERS + REMAINING] = lots;
  }

  owner(slot: number): number {
    return this.#numbers[slot * NUMBERS + OWNER] ?? 0;
  }

  price(slot: number): number {
    return this.#numbers[slot * NUMBERS + PRICE] ?? 0;
  }

  side(slot: number): SideCode {
    return this.#links[slot * LINKS + SIDE] === 0 ? 0 : 1;
  }

  /** The number of the market's book, as given to `add`. */
  market(slot: number): number {
    return this.#links[slot * LINKS + MARKET] ?? 0;
  }

  level(slot: number): number {
    return this.#links[slot * LINKS + LEVEL] ?? NONE;
  }

  setLevel(slot: number, level: number): void {
    this.#links[slot * LINKS + LEVEL] = level;
  }

  previous(slot: number): number {
    return this.#links[slot * LINKS + PREVIOUS] ?? NONE;
  }

  setPrevious(slot: number, previous: number): void {
    this.#links[slot * LINKS + PREVIOUS] = previous;
  }

  next(slot: number): number {
    return this.#links[slot * LINKS + NEXT] ?? NONE;
  }

  setNext(slot: number, next: number): void {
    this.#links[slot * LINKS + NEXT] = next;
  }

  #takeSlot(): number {
    if (this.#free !== NONE) {
      const slot = this.#free;
      this.#free = this.next(slot);
      return slot;
    }
    if ((this.#used + 1) * NUMBERS > this.#numbers.length) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#links = new Int32Array(numbers.buffer);
  }
}
