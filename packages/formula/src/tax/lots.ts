/**
 * Lots of one currency: what was acquired when and for how much, and which of them a disposal takes. Quantities add up to
 * what was put in less what was taken, to the unit. A part of a lot costs its share rounded down, the rest keeps the
 * remainder: so costs add up to the unit too.
 */
import { assert, divFloor, minimum, placeOf } from '@fairlead/units';

export const TAX_METHODS = ['fifo', 'lifo', 'hifo', 'average'] as const;

/** Which lots go first: the oldest, the newest, those that cost most by unit; or all share one cost. */
export type TaxMethod = (typeof TAX_METHODS)[number];

export interface Lot {
  /** The entry that brought it. */
  readonly entryId: number;
  readonly acquiredMs: number;
  readonly quantity: bigint;
  /** In minor units of the account's currency; undefined is not known, never nothing. */
  readonly cost: bigint | undefined;
  /** Its cost, or of an average a part of it, is what its owner said. */
  readonly isStated?: true;
}

/** A lot, and how much of it is left. */
class OpenLot {
  readonly lot: Lot;
  quantity: bigint;
  cost: bigint | undefined;

  constructor(lot: Lot) {
    this.lot = lot;
    this.quantity = lot.quantity;
    this.cost = lot.cost;
  }

  take(quantity: bigint): Lot {
    const { lot, cost } = this;
    const taken = cost === undefined ? undefined : divFloor(cost * quantity, this.quantity);
    this.quantity -= quantity;
    if (cost !== undefined && taken !== undefined) this.cost = cost - taken;
    return { ...lot, quantity, cost: taken };
  }

  get rest(): Lot {
    return { ...this.lot, quantity: this.quantity, cost: this.cost };
  }
}

/** What an acquisition changed: the lot that is there now, and of an average the one that it took the place of. */
export interface Added {
  readonly lot: Lot;
  readonly replaced: Lot | undefined;
}

export class Lots {
  readonly #method: TaxMethod;
  /** Ascending by the method's order; those before `#first` are used up. */
  #lots: OpenLot[] = [];
  #first = 0;
  #total = 0n;

  constructor(method: TaxMethod) {
    this.#method = method;
  }

  get total(): bigint {
    return this.#total;
  }

  /** What is left, in the order in which it would be taken. */
  open(): Lot[] {
    const rest = this.#lots.slice(this.#first).map((lot) => lot.rest);
    return this.#method === 'fifo' ? rest : rest.reverse();
  }

  add(lot: Lot): Added {
    assert(lot.quantity > 0n, 'a lot has something in it');
    this.#total += lot.quantity;
    const pool = this.#method === 'average' ? this.#lots[this.#first] : undefined;
    if (pool === undefined) {
      this.#insert(new OpenLot(lot));
      return { lot, replaced: undefined };
    }
    const replaced = pool.rest;
    // One unit of unknown cost makes the average unknown.
    const isKnown = replaced.cost !== undefined && lot.cost !== undefined;
    const together: Lot = {
      entryId: lot.entryId,
      acquiredMs: replaced.acquiredMs,
      quantity: replaced.quantity + lot.quantity,
      cost: isKnown ? (replaced.cost ?? 0n) + (lot.cost ?? 0n) : undefined,
      ...((replaced.isStated ?? lot.isStated) && { isStated: true }),
    };
    this.#lots = [new OpenLot(together)];
    this.#first = 0;
    return { lot: together, replaced };
  }

  /** Takes a quantity that is there; those parts come back in the order in which they were taken. */
  take(quantity: bigint): Lot[] {
    assert(quantity > 0n && quantity <= this.#total, 'only what is there is taken');
    this.#total -= quantity;
    const taken: Lot[] = [];
    let missing = quantity;
    while (missing > 0n) {
      const next = this.#next();
      const part = minimum(missing, next.quantity);
      taken.push(next.take(part));
      missing -= part;
      if (next.quantity === 0n) this.#drop();
    }
    return taken;
  }

  #next(): OpenLot {
    const lot = this.#method === 'fifo' ? this.#lots[this.#first] : this.#lots.at(-1);
    assert(lot !== undefined, 'lots add up to the total');
    return lot;
  }

  #drop(): void {
    if (this.#method !== 'fifo') {
      this.#lots.pop();
      return;
    }
    this.#first += 1;
    // Used ones are let go of once they are the most.
    if (this.#first * 2 < this.#lots.length) return;
    this.#lots = this.#lots.slice(this.#first);
    this.#first = 0;
  }

  /** Behind all that come before it or are its equals. Mostly that is the end. */
  #insert(lot: OpenLot): void {
    const isBefore = (other: OpenLot | undefined) =>
      other !== undefined && this.#compare(other.lot, lot.lot) <= 0;
    this.#lots.splice(placeOf(this.#lots, isBefore, this.#first), 0, lot);
  }

  #compare(left: Lot, right: Lot): number {
    if (this.#method !== 'hifo') return left.acquiredMs - right.acquiredMs;
    return compareUnitCosts(left, right) || right.acquiredMs - left.acquiredMs;
  }
}

/** By what a unit cost when it came, exactly; unknown ones are below all, so they go last. */
function compareUnitCosts(left: Lot, right: Lot): number {
  if (left.cost === undefined || right.cost === undefined)
    return Number(left.cost !== undefined) - Number(right.cost !== undefined);
  const difference = left.cost * right.quantity - right.cost * left.quantity;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
