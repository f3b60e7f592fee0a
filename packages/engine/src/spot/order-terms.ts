/** What few waiting orders have beside, by their slots, and when those expire that do. */
import type { PlaceOrder } from './commands.ts';
import { Expiries } from './expiries.ts';
import type { OrderTerms } from './rows.ts';

interface WithTerms {
  readonly selfTrade?: PlaceOrder['selfTrade'] | undefined;
  readonly expiresAtMs?: OrderTerms['expiresAtMs'] | undefined;
  readonly listId?: OrderTerms['listId'] | undefined;
}

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
  readonly #expiries = new Expiries();

  get nextDueAtMs(): number | undefined {
    return this.#expiries.nextDueAtMs;
  }

  get(slot: number): OrderTerms | undefined {
    return this.#bySlot.get(slot);
  }

  set(slot: number, terms: OrderTerms): void {
    this.remove(slot);
    this.#bySlot.set(slot, terms);
    if (terms.expiresAtMs !== undefined) this.#expiries.add(slot, terms.expiresAtMs);
  }

  remove(slot: number): void {
    const expiresAtMs = this.#bySlot.get(slot)?.expiresAtMs;
    this.#bySlot.delete(slot);
    if (expiresAtMs !== undefined) this.#expiries.remove(slot, expiresAtMs);
  }

  /** The slots of the orders that expire first, all of one moment, by the ids that `idOf` gives; at most `max` of them. */
  firstDue(max: number, idOf: (slot: number) => number): number[] {
    return this.#expiries.firstDue(max, idOf);
  }

  /** Throws unless each order that expires is due once, at its time. O(n). */
  check(): void {
    const times = [...this.#bySlot].flatMap(([slot, { expiresAtMs }]) =>
      expiresAtMs === undefined ? [] : [[slot, expiresAtMs] as const],
    );
    this.#expiries.check(times);
  }
}
