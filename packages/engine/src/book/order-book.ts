/**
 * The resting orders of one market: two ladders of price levels, each level a list of orders, first come
 * first served. Adding, reducing and removing an order costs O(1) at a price that has a level already.
 */
import { assert } from '@fairlead/units';
import { NONE } from '../table/slot-table.ts';
import type { OrderPool, RestingOrder } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';
import { BUY, SELL, type SideCode } from './side-code.ts';

export class OrderBook {
  readonly pool: OrderPool;
  readonly bids = new PriceLadder(BUY);
  readonly asks = new PriceLadder(SELL);
  /** Goes into each order, so that its book can be found from its slot. */
  readonly #market: number;

  constructor(pool: OrderPool, market: number) {
    this.pool = pool;
    this.#market = market;
  }

  /** The ladder on which orders of this side rest. */
  ladder(side: SideCode): PriceLadder {
    return side === BUY ? this.bids : this.asks;
  }

  /** The ladder whose orders an order of this side takes. */
  opposite(side: SideCode): PriceLadder {
    return side === BUY ? this.asks : this.bids;
  }

  /** Puts an order at the end of its price level and returns its slot. */
  rest(order: RestingOrder): number {
    const pool = this.pool;
    const ladder = this.ladder(order.side);
    const rank = ladder.rankOf(order.priceTicks);
    let level = ladder.find(rank);
    if (level === NONE) level = ladder.add(rank);
    const slot = pool.add(order, this.#market);
    const last = ladder.last(level);
    if (last === NONE) ladder.setFirst(level, slot);
    else pool.setNext(last, slot);
    ladder.setLast(level, slot);
    pool.setPrevious(slot, last);
    pool.setNext(slot, NONE);
    pool.setLevel(slot, level);
    ladder.addLots(level, order.remainingLots);
    return slot;
  }

  /**
   * Takes lots from a resting order. An order without a remainder leaves its level, an empty level
   * its ladder; the slot stays readable until the caller gives it back to the pool.
   */
  take(slot: number, lots: number): void {
    const pool = this.pool;
    const remaining = pool.remaining(slot) - lots;
    assert(remaining >= 0, 'no more can be taken from an order than remains of it');
    const ladder = this.ladder(pool.side(slot));
    const level = pool.level(slot);
    pool.setRemaining(slot, remaining);
    ladder.addLots(level, -lots);
    if (remaining === 0) this.#unlink(slot, ladder, level);
  }

  /** Takes an order out; its slot keeps its values until the caller gives it back to the pool. */
  remove(slot: number): void {
    const pool = this.pool;
    const ladder = this.ladder(pool.side(slot));
    const level = pool.level(slot);
    ladder.addLots(level, -pool.remaining(slot));
    this.#unlink(slot, ladder, level);
  }

  #unlink(slot: number, ladder: PriceLadder, level: number): void {
    const pool = this.pool;
    const previous = pool.previous(slot);
    const next = pool.next(slot);
    if (previous === NONE) ladder.setFirst(level, next);
    else pool.setNext(previous, next);
    if (next === NONE) ladder.setLast(level, previous);
    else pool.setPrevious(next, previous);
    if (previous === NONE && next === NONE) ladder.remove(level);
  }
}
