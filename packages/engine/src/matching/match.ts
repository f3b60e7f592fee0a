/**
 * Finds the trades of an incoming order in price-time priority, each at the maker's price. It changes
 * the book and the taker's remainder; it moves no money and knows of none. Nothing is allocated.
 */

import * as layout from '../book/layout.ts';
import type { OrderBook } from '../book/order-book.ts';
import type { PriceLadder } from '../book/price-ladder.ts';
import type { SideCode } from '../book/side-code.ts';
import { mainOf } from '../family.ts';
import { NONE as NO_SLOT } from '../table/slot-table.ts';
import type { Fills } from './fills.ts';

const NONE = NO_SLOT;
const { NUMBERS, LINKS, ORDER_NEXT, ORDER_FAMILY, ORDER_PREVIOUS, ORDER_REMAINING } = layout;
const { ORDER_IS_ICEBERG } = layout;
const { LEVEL_FIRST, LEVEL_HEAD, LEVEL_NEXT, LEVEL_RANK } = layout;

/** An incoming order, reduced as it fills. */
export interface Taker {
  readonly orderId: number;
  readonly owner: number;
  readonly side: SideCode;
  /** The worst price it takes: its limit, or the edge of the band. */
  readonly priceTicks: number;
  /** Whether it spends a budget (a market buy by amount) rather than wanting lots. */
  readonly isByAmount: boolean;
  /** Whether its owner's own orders make way for it, and none of another account: who matches it takes them out. */
  readonly passesOwn?: boolean;
  /** Which makers are as though they were not there: who matches it takes them out. Absent for nearly all. */
  readonly isGone?: ((maker: number) => boolean) | undefined;
  /** What is still wanted; stays 0 for an order by amount. */
  remainingLots: number;
  /** Ticks × lots still to spend; stays 0 for an order by lots. */
  budgetTickLots: number;
}

/**
 * Why matching ended: nothing more is wanted (or can be afforded), nothing more is offered at its
 * prices, or the next maker is an order of the taker's own owner, or of another of the same family: those are one person.
 */
export type MatchEnd = 'filled' | 'exhausted' | 'self_trade';

export function match(book: OrderBook, taker: Taker, fills: Fills): MatchEnd {
  // Nothing grows while matching, so the arrays may be kept.
  const { numbers, links } = book.pool;
  const ladder = book.opposite(taker.side);
  const { numbers: levels, links: levelLinks } = ladder;
  const worstRank = ladder.rankOf(taker.priceTicks);
  const { isByAmount } = taker;
  const family = mainOf(taker.owner);
  let wanted = taker.remainingLots;
  let end: MatchEnd = 'exhausted';
  fills.clear();
  while (end === 'exhausted') {
    const level = levelLinks[LEVEL_NEXT] ?? LEVEL_HEAD;
    const rank = levels[level * NUMBERS + LEVEL_RANK] ?? 0;
    if (level === LEVEL_HEAD || rank > worstRank) break;
    const price = ladder.rankOf(rank);
    let maker = levelLinks[level * LINKS + LEVEL_FIRST] ?? NONE;
    let taken = 0;
    do {
      if (isByAmount) wanted = affordable(taker.budgetTickLots, price);
      if (wanted === 0) {
        end = 'filled';
        break;
      }
      const at = maker * NUMBERS;
      if (links[maker * LINKS + ORDER_FAMILY] === family) {
        end = 'self_trade';
        break;
      }
      const remaining = numbers[at + ORDER_REMAINING] ?? 0;
      const lots = Math.min(remaining, wanted);
      fills.add(maker, price, lots);
      numbers[at + ORDER_REMAINING] = remaining - lots;
      taken += lots;
      wanted -= lots;
      if (isByAmount) taker.budgetTickLots -= price * lots;
      if (lots === remaining) {
        const next = links[maker * LINKS + ORDER_NEXT] ?? NONE;
        if (links[maker * LINKS + ORDER_IS_ICEBERG] === 1 && book.comeAgain(maker, ladder)) {
          fills.markSlice();
          // One that stands alone is behind all others where it is.
          if (next !== NONE) maker = next;
        } else maker = next;
      }
    } while (maker !== NONE);
    if (taken > 0) {
      if (maker !== NONE) links[maker * LINKS + ORDER_PREVIOUS] = NONE;
      ladder.cutFront(level, taken, maker);
    }
    if (wanted === 0 && !isByAmount) end = 'filled';
  }
  if (!isByAmount) taker.remainingLots = wanted;
  else if (end === 'exhausted' && isSpent(taker, fills)) end = 'filled';
  return end;
}

/** Whether somebody waits at a price that the taker would take. O(1), but for those that are gone. */
export function crosses(book: OrderBook, taker: Taker): boolean {
  if (taker.isGone !== undefined) return nextMaker(book, taker, false) !== NONE;
  const ladder = book.opposite(taker.side);
  const level = ladder.best();
  return level !== NONE && ladder.rank(level) <= ladder.rankOf(taker.priceTicks);
}

/** Whether at least one lot would be filled. O(1), but for those that are gone and the own orders that it passes. */
export function wouldFillAny(book: OrderBook, taker: Taker): boolean {
  const maker = nextMaker(book, taker, taker.passesOwn === true);
  if (maker === NONE || book.pool.family(maker) === mainOf(taker.owner)) return false;
  return !taker.isByAmount || taker.budgetTickLots >= book.pool.price(maker);
}

/** The first maker at its prices that is not gone, nor its owner's where those are passed. */
function nextMaker(book: OrderBook, taker: Taker, passesOwn: boolean): number {
  const { pool } = book;
  const ladder = book.opposite(taker.side);
  const worstRank = ladder.rankOf(taker.priceTicks);
  let level = ladder.best();
  while (level !== NONE && ladder.rank(level) <= worstRank) {
    for (let maker = ladder.first(level); maker !== NONE; maker = pool.next(maker)) {
      const isPassed = passesOwn && pool.owner(maker) === taker.owner;
      if (!isPassed && taker.isGone?.(maker) !== true) return maker;
    }
    level = ladder.after(level);
  }
  return NONE;
}

/** Whether it would be filled whole. Looks at each maker it would take, and changes nothing. */
export const wouldFillAll = (book: OrderBook, taker: Taker): boolean =>
  walk(book, taker).end === 'filled';

/** How matching would end, and the ticks × lots that it would trade until then. Changes nothing. */
export function walk(
  book: OrderBook,
  taker: Taker,
): { readonly end: MatchEnd; readonly tickLots: number } {
  const ladder = book.opposite(taker.side);
  const worstRank = ladder.rankOf(taker.priceTicks);
  const left = { lots: taker.remainingLots, budget: taker.budgetTickLots, tickLots: 0 };
  let level = ladder.best();
  let lastPrice = 0;
  while (level !== NONE && ladder.rank(level) <= worstRank) {
    const { budget } = left;
    const end = walkLevel({ book, ladder, level, taker }, left);
    if (end !== 'exhausted') return { end, tickLots: left.tickLots };
    if (left.budget < budget) lastPrice = ladder.price(level);
    level = ladder.after(level);
  }
  const isSpentUp = taker.isByAmount && left.budget < lastPrice;
  return { end: isSpentUp ? 'filled' : 'exhausted', tickLots: left.tickLots };
}

interface LevelWalk {
  readonly book: OrderBook;
  readonly ladder: PriceLadder;
  readonly level: number;
  readonly taker: Taker;
}

/** Takes what one level would give from `left`: what is shown in turn, then what is hidden, which all stands behind it. */
function walkLevel(
  { book, ladder, level, taker }: LevelWalk,
  left: { lots: number; budget: number; tickLots: number },
): MatchEnd {
  const price = ladder.price(level);
  let hidden = 0;
  for (let maker = ladder.first(level); maker !== NONE; maker = book.pool.next(maker)) {
    if (!taker.isByAmount && left.lots === 0) return 'filled';
    if (taker.isGone?.(maker) === true) continue;
    const wanted = taker.isByAmount ? affordable(left.budget, price) : left.lots;
    if (wanted === 0) return 'filled';
    if (book.pool.family(maker) === mainOf(taker.owner)) {
      if (taker.passesOwn === true && book.pool.owner(maker) === taker.owner) continue;
      return 'self_trade';
    }
    const lots = Math.min(wanted, book.pool.shown(maker));
    left.lots -= lots;
    left.budget -= price * lots;
    left.tickLots += price * lots;
    hidden += book.pool.hidden(maker);
  }
  if (hidden > 0) {
    const wanted = taker.isByAmount ? affordable(left.budget, price) : left.lots;
    const lots = Math.min(wanted, hidden);
    left.lots -= lots;
    left.budget -= price * lots;
    left.tickLots += price * lots;
  }
  return !taker.isByAmount && left.lots === 0 ? 'filled' : 'exhausted';
}

/** Whole lots that a budget buys at a price; exact, since only an exact multiple is divided. */
function affordable(budgetTickLots: number, priceTicks: number): number {
  return (budgetTickLots - (budgetTickLots % priceTicks)) / priceTicks;
}

/** Whether a budget is used up: it buys no further lot at the worst price paid so far. */
function isSpent(taker: Taker, fills: Fills): boolean {
  return fills.count > 0 && taker.budgetTickLots < fills.price(fills.count - 1);
}
