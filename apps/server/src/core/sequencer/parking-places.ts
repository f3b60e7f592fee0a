/**
 * Who may wait for the next sample: so many of one owner, and an opening or a purchase only with the money for it and for
 * all else of its owner's that waits. Nothing is frozen by it: what is parked is not executed yet, and the engine looks
 * again when it is. So that neither one account nor many empty ones take the places of others.
 */
import type { Command, ParkingNeed, Reject } from '@fairlead/engine';
import { PARKED_OWNER_MAX } from './limits.ts';

/** What a parked command takes: given back when it goes on. */
export interface Place {
  readonly owner: number | undefined;
  readonly need: ParkingNeed | undefined;
}

export class ParkingPlaces {
  readonly #needOf: (command: Command) => ParkingNeed | undefined;
  readonly #counts = new Map<number, number>();
  /** What parked commands need, by account. */
  readonly #needs = new Map<number, bigint>();

  constructor(needOf: (command: Command) => ParkingNeed | undefined) {
    this.#needOf = needOf;
  }

  /** Takes a place, or says why there is none. */
  take(command: Command): Place | Reject {
    const owner = 'owner' in command ? command.owner : undefined;
    if (owner !== undefined && (this.#counts.get(owner) ?? 0) >= PARKED_OWNER_MAX) {
      return 'too_many_orders';
    }
    const need = this.#needOf(command);
    if (need !== undefined) {
      const parked = this.#needs.get(need.accountId) ?? 0n;
      if (parked + need.amount > need.available) return 'insufficient_balance';
    }
    const place = { owner, need };
    this.#count(place, 1);
    return place;
  }

  give(place: Place): void {
    this.#count(place, -1);
  }

  #count({ owner, need }: Place, change: 1 | -1): void {
    if (owner !== undefined) {
      const count = (this.#counts.get(owner) ?? 0) + change;
      if (count === 0) this.#counts.delete(owner);
      else this.#counts.set(owner, count);
    }
    if (need !== undefined) {
      const amount = change === 1 ? need.amount : -need.amount;
      const sum = (this.#needs.get(need.accountId) ?? 0n) + amount;
      if (sum === 0n) this.#needs.delete(need.accountId);
      else this.#needs.set(need.accountId, sum);
    }
  }
}
