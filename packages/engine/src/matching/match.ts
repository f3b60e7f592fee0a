/**
 * Finds the trades of an incoming order in price-time priority, each at the maker's price. It changes
 * the book and the taker's remainder; it moves no money and knows of none. Nothing is allocated.
 */
import type { OrderBook } from '../book/order-book.ts';
import type { PriceLadder } from '../book/price-ladder.ts';
import type { SideCode } from '../book/side-code.ts';
import { NONE } from '../table/slot-table.ts';
import type { Fills } from './fills.ts';

/** An incoming order, reduced as it fills. */
export interface Taker {
  readonly orderId: number;
  readonly owner: number;
  readonly side: SideCode;
  /** The worst price it takes: its limit, or the edge of the band. */
  readonly priceTicks: number;
  /** Infinity for a market buy by amount. */
  remainingLots: number;
  /** Ticks × lots it may still spend; Infinity unless it is a market buy by amount. */
  budgetTickLots: number;
}

/**
 * Why matching ended: nothing more is wanted (or can be afforded), nothing more is offered at its
 * prices, or the next maker is an order of the taker's own owner.
 */
export type MatchEnd = 'filled' | 'exhausted' | 'self_trade';

export function match(book: OrderBook, taker: Taker, fills: Fills): MatchEnd {
  const pool = book.pool;
  const ladder = book.opposite(taker.side);
  const worstRank = ladder.rankOf(taker.priceTicks);
  const owner = taker.owner;
  const isByAmount = taker.remainingLots === Infinity;
  let wanted = taker.remainingLots;
  let end: MatchEnd = 'filled';
  fills.clear();
  while (wanted > 0) {
    const level = ladder.best();
    if (level === NONE || ladder.rank(level) > worstRank) {
      end = isSpent(taker, fills) ? 'filled' : 'exhausted';
      break;
    }
    const price = ladder.price(level);
    const maker = ladder.first(level);
    if (isByAmount) {
      wanted = affordable(taker.budgetTickLots, price);
      if (wanted === 0) break;
    }
    if (pool.owner(maker) === owner) {
      end = 'self_trade';
      break;
    }
    const lots = Math.min(wanted, pool.remaining(maker));
    book.take(maker, lots);
    fills.add(maker, price, lots);
    if (isByAmount) taker.budgetTickLots -= price * lots;
    else wanted -= lots;
  }
  if (!isByAmount) taker.remainingLots = wanted;
  return end;
}

/** Whether the best opposite price is one the taker would take. O(1). */
export function crosses(book: OrderBook, taker: Taker): boolean {
  const ladder = book.opposite(taker.side);
  const level = ladder.best();
  return level !== NONE && ladder.rank(level) <= ladder.rankOf(taker.priceTicks);
}

/** Whether at least one lot would be filled. O(1). */
export function wouldFillAny(book: OrderBook, taker: Taker): boolean {
  if (!crosses(book, taker)) return false;
  const ladder = book.opposite(taker.side);
  const level = ladder.best();
  if (affordable(taker.budgetTickLots, ladder.price(level)) === 0) return false;
  return book.pool.owner(ladder.first(level)) !== taker.owner;
}

/** Whether it would be filled whole. Looks at each maker it would take, and changes nothing. */
export function wouldFillAll(book: OrderBook, taker: Taker): boolean {
  const ladder = book.opposite(taker.side);
  const worstRank = ladder.rankOf(taker.priceTicks);
  const left = { lots: taker.remainingLots, budget: taker.budgetTickLots };
  let level = ladder.best();
  let lastPrice = 0;
  while (level !== NONE && ladder.rank(level) <= worstRank) {
    const end = walkLevel({ book, ladder, level, owner: taker.owner }, left);
    if (end !== 'exhausted') return end === 'filled';
    lastPrice = ladder.price(level);
    level = ladder.after(level);
  }
  return left.budget < lastPrice;
}

interface LevelWalk {
  readonly book: OrderBook;
  readonly ladder: PriceLadder;
  readonly level: number;
  readonly owner: number;
}

/** Takes what one level would give from `left`. */
function walkLevel(walk: LevelWalk, left: { lots: number; budget: number }): MatchEnd {
  const { book, ladder, level, owner } = walk;
  const price = ladder.price(level);
  for (let maker = ladder.first(level); maker !== NONE; maker = book.pool.next(maker)) {
    const wanted = Math.min(left.lots, affordable(left.budget, price));
    if (wanted === 0) return 'filled';
    if (book.pool.owner(maker) === owner) return 'self_trade';
    const lots = Math.min(wanted, book.pool.remaining(maker));
    left.lots -= lots;
    left.budget -= price * lots;
  }
  return left.lots === 0 ? 'filled' : 'exhausted';
}

/** Whole lots that a budget buys at a price; exact, since only an exact multiple is divided. */
function affordable(budgetTickLots: number, priceTicks: number): number {
  if (budgetTickLots === Infinity) return Infinity;
  return (budgetTickLots - (budgetTickLots % priceTicks)) / priceTicks;
}

/** Whether a budget is used up: it buys no further lot at the worst price paid so far. */
function isSpent(taker: Taker, fills: Fills): boolean {
  return fills.count > 0 && taker.budgetTickLots < fills.price(fills.count - 1);
}
