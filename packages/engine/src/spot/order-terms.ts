/** What few waiting orders have beside, by their slots, and when those expire that do. */
import { assert } from '@fairlead/units';
import { SlotColumn } from '../table/slot-column.ts';
import { TriggerHeap } from '../table/trigger-heap.ts';
import type { PlaceOrder } from './commands.ts';
import type { OrderTerms } from './rows.ts';

type WithTerms = Pick<PlaceOrder, 'selfTrade'> & Pick<OrderTerms, 'expiresAtMs' | 'listId'>;

/** Of a new order; undefined for nearly all. */
export function termsOf({ selfTrade, expiresAtMs, listId }: WithTerms): OrderTerms | undefined {
  const isOther = selfTrade !== undefined && selfTrade !== 'expire_taker';
  if (!isOther && expiresAtMs === undefined && listId === undefined) return undefined;
  return {
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(isOther && { selfTrade }),
    ...(listId !== undefined && { listId }),
  };
}

/** Of a row; undefined where it has nothing of them. */
export function termsOfRow({ priority, expiresAtMs, selfTrade, listId }: OrderTerms) {
  const hasOwn = priority !== undefined || expiresAtMs !== undefined || selfTrade !== undefined;
  if (!hasOwn && listId === undefined) return undefined;
  return {
    ...(priority !== undefined && { priority }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(listId !== undefined && { listId }),
  };
}

export class SlotTerms {
  readonly #bySlot = new Map<number, OrderTerms>();
  /** Times in ms, by slot. */
  readonly #expiries = new TriggerHeap('at_or_above', new SlotColumn());
  /** The slots of one time, the last first, as long as they are all of it: many expire at once, and are sorted once. */
  #due: number[] = [];
  #dueAtMs: number | undefined;

  get nextDueAtMs(): number | undefined {
    return this.#expiries.nearest;
  }

  get(slot: number): OrderTerms | undefined {
    return this.#bySlot.get(slot);
  }

  set(slot: number, terms: OrderTerms): void {
    this.remove(slot);
    this.#bySlot.set(slot, terms);
    if (terms.expiresAtMs === undefined) return;
    this.#expiries.add(slot, terms.expiresAtMs);
    if (terms.expiresAtMs === this.#dueAtMs) this.#dueAtMs = undefined;
  }

  remove(slot: number): void {
    const expiresAtMs = this.#bySlot.get(slot)?.expiresAtMs;
    this.#bySlot.delete(slot);
    if (expiresAtMs === undefined) return;
    this.#expiries.remove(slot);
    if (expiresAtMs !== this.#dueAtMs) return;
    if (this.#due.at(-1) === slot) this.#due.pop();
    else this.#dueAtMs = undefined;
  }

  /** The slots of the orders that expire first, all of one moment, by the ids that `idOf` gives; at most `max` of them. */
  firstDue(max: number, idOf: (slot: number) => number): number[] {
    const { nextDueAtMs } = this;
    if (nextDueAtMs === undefined) return [];
    if (this.#dueAtMs !== nextDueAtMs) {
      this.#due = [];
      this.#dueAtMs = nextDueAtMs;
      this.#expiries.collect(nextDueAtMs, this.#due);
      this.#due.sort((left, right) => idOf(right) - idOf(left));
    }
    return this.#due.slice(-max).reverse();
  }

  /** Throws unless each order that expires is due once, at its time. O(n). */
  check(): void {
    this.#expiries.check();
    let expiring = 0;
    for (const [slot, { expiresAtMs }] of this.#bySlot) {
      if (expiresAtMs === undefined) continue;
      assert(this.#expiries.price(slot) === expiresAtMs, 'an order is due at its time');
      expiring += 1;
    }
    assert(expiring === this.#expiries.count, 'each order that expires is due once');
  }
}
