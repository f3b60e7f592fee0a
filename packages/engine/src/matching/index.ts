/** The bare book and matching, without owners' money: for measuring and for tests. */
export { OrderBook } from '../book/order-book.ts';
export { OrderPool, type RestingOrder } from '../book/order-pool.ts';
export { PriceLadder } from '../book/price-ladder.ts';
export { BUY, SELL, type SideCode } from '../book/side-code.ts';
export { NONE } from '../table/slot-table.ts';
export { Fills } from './fills.ts';
export { type MatchEnd, match, type Taker, wouldFillAll, wouldFillAny } from './match.ts';
