/** All that the engine knows, shared by its handlers. Only they change it, and only engine.ts calls them. */
import { assert } from '@fairlead/units';
import { OrderBook } from '../book/order-book.ts';
import { OrderPool } from '../book/order-pool.ts';
import type { Counters } from '../counters.ts';
import { Deposits } from '../custody/deposits.ts';
import { LoneWords } from '../custody/lone-words.ts';
import { Vouches } from '../custody/vouches.ts';
import { Withdrawals } from '../custody/withdrawals.ts';
import { Futures } from '../futures/futures.ts';
import { Hostings } from '../hosting/hostings.ts';
import { Ledger } from '../ledger/ledger.ts';
import { IndexPrice } from '../market/index-price.ts';
import { Fills } from '../matching/fills.ts';
import { Offerings } from '../offering/offerings.ts';
import { Options } from '../options/options.ts';
import { OpenOrders } from '../orders/open-orders.ts';
import { OrderOwner } from '../orders/order-owner.ts';
import { Referrals } from '../referral/referrals.ts';
import type { Currency, Market, OwnerId, TradingRow } from '../terms.ts';
import { ChangeLog } from './change-log.ts';
import { feeAccounts } from './coin-accounts.ts';
import { RecentReferences } from './recent-references.ts';
import type { TradedMarket } from './traded-market.ts';

export type WritableCounters = { -readonly [Key in keyof Counters]: Counters[Key] };

export class EngineState {
  readonly counters: WritableCounters = {
    sequence: 0,
    timeMs: 0,
    orderId: 0,
    tradeId: 0,
    entryId: 0,
    receiptId: 0,
  };
  readonly currencies = new Map<number, Currency>();
  readonly markets = new Map<number, TradedMarket>();
  readonly owners = new Map<OwnerId, OrderOwner>();
  readonly ledger = new Ledger();
  readonly pool = new OrderPool();
  readonly orders = new OpenOrders(this.pool, (market) => this.marketNumbered(market).terms);
  readonly references = new RecentReferences();
  readonly deposits = new Deposits();
  readonly withdrawals = new Withdrawals();
  readonly loneWords = new LoneWords();
  readonly vouches = new Vouches();
  readonly options = new Options();
  readonly futures = new Futures();
  readonly hostings = new Hostings();
  readonly offerings = new Offerings();
  readonly referrals = new Referrals();
  readonly log = new ChangeLog();
  /** Scratch of the order being placed. */
  readonly fills = new Fills();
  /** Undefined while it was never stopped. */
  trading: TradingRow | undefined;
  readonly #numbered: TradedMarket[] = [];

  get isCancelOnly(): boolean {
    return this.trading?.mode === 'cancel_only';
  }

  addOwner(owner: OwnerId): void {
    const added = new OrderOwner(owner, this.owners.size);
    this.owners.set(owner, added);
    this.orders.addOwner(added);
  }

  /** An owner who is known to have an account. */
  owner(id: OwnerId): OrderOwner {
    const owner = this.owners.get(id);
    assert(owner !== undefined, 'what is kept belongs to an owner');
    return owner;
  }

  addMarket(terms: Market): TradedMarket {
    const number = this.#numbered.length;
    const market: TradedMarket = {
      terms,
      number,
      book: new OrderBook(this.pool, number),
      index: new IndexPrice(),
      fees: feeAccounts(this.ledger, terms),
      bookSequence: this.counters.sequence,
      depthSequence: this.counters.sequence,
    };
    this.#numbered.push(market);
    this.markets.set(terms.marketId, market);
    return market;
  }

  /** The market whose orders carry this number in the pool. */
  marketNumbered(number: number): TradedMarket {
    const market = this.#numbered[number];
    assert(market !== undefined, 'an order has a market');
    return market;
  }
}
