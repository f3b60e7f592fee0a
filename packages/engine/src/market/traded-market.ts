import type { OrderBook } from '../book/order-book.ts';
import type { CoinAccounts } from '../state/order-owner.ts';
import type { Market } from '../terms.ts';
import type { IndexPrice } from './index-price.ts';

/** A market with its book and index price. */
export interface TradedMarket {
  terms: Market;
  /** Names the market in the order pool and in the owners' counts. */
  readonly number: number;
  readonly book: OrderBook;
  readonly index: IndexPrice;
  /** Where its fees go. */
  readonly fees: CoinAccounts;
  /** Of the last command that changed the book. */
  bookSequence: number;
  /** Of the last depth change given out. */
  depthSequence: number;
}
