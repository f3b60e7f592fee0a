/**
 * The resting orders of one market: two ladders of price levels, each level a list of orders, first come
 * first served. Adding and removing an order costs O(1) at a price that has a level already.
 */
import { NONE as NO_SLOT } from '../table/slot-table.ts';
import * as layout from './layout.ts';
import type { OrderPool, RestingOrder } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';
import { BUY, SELL, type SideCode } from './side-code.ts';

const NONE = NO_SLOT;
const { LINKS, ORDER_LEVEL, ORDER_NEXT, ORDER_PREVIOUS, LEVEL_FIRST, LEVEL_LAST } = layout;

export class OrderBook {
  readonly pool: OrderPool;
  readonly bids = new PriceLadder(BUY);
  readonly asks = new PriceLadder(SELL);
  /** By side code: a look-up costs less than a guess at which side comes next. */
  readonly #ladders: readonly [PriceLadder, PriceLadder] = [this.bids, this.asks];
  readonly #opposites: readonly [PriceLadder, PriceLadder] = [this.asks, this.bids];
  /** Goes into each order, so that its book can be found from its slot. */
  readonly #market: number;

  constructor(pool: OrderPool, market: number) {
    this.pool = pool;
    this.#market = market;
  }

  /** The ladder on which orders of this side rest. */
  ladder(side: SideCode): PriceLadder {
    return this.#ladders[side];
  }

  /** The ladder whose orders an order of this side takes. */
  opposite(side: SideCode): PriceLadder {
    return this.#opposites[side];
  }

  /** Puts an order at the end of its price level and returns its slot. */
  rest(order: RestingOrder): number {
    const slot = this.pool.add(order, this.#market);
    this.#append(slot, order);
    return slot;
  }

  /** Puts an order that was taken out, and whose slot was not given back, at the end of another level. */
  restAgain(slot: number, order: RestingOrder): void {
    this.pool.change(slot, order);
    this.#append(slot, order);
  }

  /** Takes from an order's remainder, first what is hidden of it, or from what it shows. It stays where it is. */
  shrink(slot: number, remainingLots: number, displayLots?: number): void {
    const { pool } = this;
    const ladder = this.#ladders[pool.side(slot)];
    const [shownBefore, hiddenBefore] = [pool.shown(slot), pool.hidden(slot)];
    const shown = Math.min(shownBefore, remainingLots, displayLots ?? remainingLots);
    const hiddenLots = remainingLots - shown;
    pool.change(slot, { priceTicks: pool.price(slot), remainingLots, displayLots, hiddenLots });
    ladder.addLots(pool.links[slot * LINKS + ORDER_LEVEL] ?? NONE, shown - shownBefore);
    ladder.hideLots(hiddenLots - hiddenBefore);
  }

  /**
   * Shows the next part of an order whose shown one was just filled, behind all others of its level: its place is lost. Returns
   * whether there is a next one. The level keeps what was filled until matching cuts its front.
   */
  comeAgain(slot: number, ladder: PriceLadder): boolean {
    const shown = this.pool.showNext(slot);
    if (shown === 0) return false;
    const { links } = this.pool;
    const level = links[slot * LINKS + ORDER_LEVEL] ?? NONE;
    const last = ladder.last(level);
    if (last !== slot) {
      links[last * LINKS + ORDER_NEXT] = slot;
      links[slot * LINKS + ORDER_PREVIOUS] = last;
      links[slot * LINKS + ORDER_NEXT] = NONE;
      ladder.links[level * LINKS + LEVEL_LAST] = slot;
    }
    ladder.addLots(level, shown);
    ladder.hideLots(-shown);
    return true;
  }

  #append(slot: number, order: RestingOrder): void {
    const ladder = this.#ladders[order.side];
    const rank = ladder.rankOf(order.priceTicks);
    let level = ladder.find(rank);
    if (level === NONE) level = ladder.add(rank);
    const links = this.pool.links;
    const levelLinks = ladder.links;
    const at = slot * LINKS;
    const last = levelLinks[level * LINKS + LEVEL_LAST] ?? NONE;
    if (last === NONE) levelLinks[level * LINKS + LEVEL_FIRST] = slot;
    else links[last * LINKS + ORDER_NEXT] = slot;
    levelLinks[level * LINKS + LEVEL_LAST] = slot;
    links[at + ORDER_PREVIOUS] = last;
    links[at + ORDER_NEXT] = NONE;
    links[at + ORDER_LEVEL] = level;
    ladder.addLots(level, this.pool.shown(slot));
    const hidden = this.pool.hidden(slot);
    if (hidden > 0) ladder.hideLots(hidden);
  }

  /** Takes an order out; its slot keeps its values until the caller gives it back to the pool. */
  remove(slot: number): void {
    const pool = this.pool;
    const links = pool.links;
    const ladder = this.#ladders[pool.side(slot)];
    const levelLinks = ladder.links;
    const at = slot * LINKS;
    const level = links[at + ORDER_LEVEL] ?? NONE;
    const previous = links[at + ORDER_PREVIOUS] ?? NONE;
    const next = links[at + ORDER_NEXT] ?? NONE;
    ladder.addLots(level, -pool.shown(slot));
    const hidden = pool.hidden(slot);
    if (hidden > 0) ladder.hideLots(-hidden);
    if (previous === NONE) levelLinks[level * LINKS + LEVEL_FIRST] = next;
    else links[previous * LINKS + ORDER_NEXT] = next;
    if (next === NONE) levelLinks[level * LINKS + LEVEL_LAST] = previous;
    else links[next * LINKS + ORDER_PREVIOUS] = previous;
    if (previous === NONE && next === NONE) ladder.remove(level);
  }
}
