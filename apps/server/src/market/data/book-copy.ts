/** One market's depth as last committed: whole ticks and lots, best first. */

import type { LevelChange, OrderRow } from '@fairlead/engine';
import { placeOf } from '@fairlead/units';

/** Ticks and lots. */
export type CopyLevel = readonly [priceTicks: number, quantityLots: number];

class CopySide {
  readonly #lots = new Map<number, number>();
  /** Prices best first. */
  #prices: number[] = [];
  /** 1 for asks (lowest first), -1 for bids. */
  readonly #direction: 1 | -1;

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  lotsAt(priceTicks: number): number {
    return this.#lots.get(priceTicks) ?? 0;
  }

  set(priceTicks: number, quantityLots: number): void {
    const isKnown = this.#lots.has(priceTicks);
    if (quantityLots > 0) this.#lots.set(priceTicks, quantityLots);
    else this.#lots.delete(priceTicks);
    if (isKnown === quantityLots > 0) return;
    const at = this.#placeOf(priceTicks);
    if (quantityLots > 0) this.#prices.splice(at, 0, priceTicks);
    else this.#prices.splice(at, 1);
  }

  best(count: number): CopyLevel[] {
    return this.#prices.slice(0, count).map((price) => [price, this.lotsAt(price)]);
  }

  clear(): void {
    this.#lots.clear();
    this.#prices = [];
  }

  #placeOf(priceTicks: number): number {
    return placeOf(this.#prices, (price) => (price - priceTicks) * this.#direction < 0);
  }
}

/** What waits at a price: one order, or all of a level. */
export type WaitingQuantity = Pick<
  OrderRow,
  'marketId' | 'side' | 'price' | 'quantity' | 'filledQuantity' | 'hidden'
>;

export class BookCopy {
  readonly #bids = new CopySide(-1);
  readonly #asks = new CopySide(1);
  #sequence: number;

  /** Empty as of the command of this sequence. */
  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** Counts a waiting order of the start's snapshot. */
  /** What is hidden of it is in no copy. */
  addWaiting({ side, price, quantity, filledQuantity, hidden }: WaitingQuantity): void {
    if (price === undefined || quantity === undefined) return;
    const copy = side === 'buy' ? this.#bids : this.#asks;
    copy.set(price, copy.lotsAt(price) + quantity - filledQuantity - (hidden ?? 0));
  }

  apply(levels: readonly LevelChange[], sequence: number): void {
    for (const { side, price, quantity } of levels) {
      (side === 'buy' ? this.#bids : this.#asks).set(price, quantity);
    }
    this.#sequence = sequence;
  }

  /** A new tick or lot has emptied the book: what follows is in other units. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
  }

  bids(count: number): CopyLevel[] {
    return this.#bids.best(count);
  }

  asks(count: number): CopyLevel[] {
    return this.#asks.best(count);
  }
}
