/** All that the engine knows, shared by its handlers. Only they change it, and only engine.ts calls them. */
import { type AmountMinor, assert } from '@fairlead/units';
import { OrderBook } from '../book/order-book.ts';
import { OrderPool } from '../book/order-pool.ts';
import type { Counters } from '../command.ts';
import { Deposits } from '../custody/deposits.ts';
import { LoneWords } from '../custody/lone-words.ts';
import { Vouches } from '../custody/vouches.ts';
import { Withdrawals } from '../custody/withdrawals.ts';
import { isSubAccount, mainOf } from '../family.ts';
import { Futures } from '../futures/state.ts';
import { Hostings } from '../hosting/state.ts';
import { feeAccounts } from '../ledger/coin-accounts.ts';
import { Ledger } from '../ledger/ledger.ts';
import { RecentReferences } from '../ledger/recent-references.ts';
import { SentTransfers } from '../ledger/sent-transfers.ts';
import { TRIGGER_FIRES_MAX, TRIGGER_RUN_FIRES_MAX } from '../limits.ts';
import { IndexPrice } from '../market/index-price.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { Fills } from '../matching/fills.ts';
import { Offerings } from '../offerings/state.ts';
import { Options } from '../options/state.ts';
import { Referrals } from '../referral/state.ts';
import { OrderLists } from '../spot/lists/order-lists.ts';
import { OpenOrders } from '../spot/open-orders.ts';
import { CancelTimers } from '../spot/timers/cancel-timers.ts';
import { TriggerBacklogs } from '../spot/triggers/trigger-backlogs.ts';
import { TriggerOrders } from '../spot/triggers/trigger-orders.ts';
import {
  type Currency,
  type Market,
  type OwnerId,
  type TradingRow,
  USER_ACCOUNTS,
  type UserAccount,
} from '../terms.ts';
import { ChangeLog } from './change-log.ts';
import { OrderOwner } from './order-owner.ts';

/** A fee that an owner pays in the running entry. */
export interface PaidFee {
  readonly currencyId: number;
  /** All that the owner pays. */
  readonly fee: AmountMinor;
  /** Of it, what the insurance fund gets. */
  readonly insuranceShare: AmountMinor;
}

/** What of a fee is posted to another account than that of fees. */
export interface FeeShare {
  readonly slot: number;
  readonly amount: AmountMinor;
}

/** What the ledger calls into from below: those who know are above it. */
interface Hooks {
  /** What others get of a fee, before the house has the rest; undefined where all of it is the house's. */
  readonly shareFee: (state: EngineState, payer: OrderOwner, paid: PaidFee) => FeeShare | undefined;
}

/** How much is done at once, and of which accounts. Whoever runs the same commands with other bounds comes to another state. */
export interface EngineBounds {
  /** Orders that a command places of those that waited for a price. */
  readonly triggerFiresMax: number;
  /** Of what it left, those that one run of the clock's places. */
  readonly triggerRunFiresMax: number;
  /** Users' accounts that are kept here, where engines of other products keep the others; otherwise all. */
  readonly accounts?: readonly UserAccount[];
}

const ENGINE_BOUNDS: EngineBounds = {
  triggerFiresMax: TRIGGER_FIRES_MAX,
  triggerRunFiresMax: TRIGGER_RUN_FIRES_MAX,
};

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
  readonly orderLists = new OrderLists();
  readonly orders = new OpenOrders(
    this.pool,
    (market) => this.marketNumbered(market).terms,
    this.orderLists,
  );
  readonly triggers = new TriggerOrders();
  readonly triggerBacklogs = new TriggerBacklogs();
  readonly cancelTimers = new CancelTimers();
  readonly references = new RecentReferences();
  readonly sentTransfers = new SentTransfers();
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
  bounds: EngineBounds = ENGINE_BOUNDS;
  /** Undefined while it was never stopped. */
  trading: TradingRow | undefined;
  readonly shareFee: Hooks['shareFee'];
  readonly #numbered: TradedMarket[] = [];

  constructor({ shareFee }: Hooks) {
    this.shareFee = shareFee;
  }

  get isCancelOnly(): boolean {
    return this.trading?.mode === 'cancel_only';
  }

  /** Whether an account is kept here; what is not a user's account is not. */
  keeps(account: string): boolean {
    return (this.bounds.accounts ?? USER_ACCOUNTS).some((each) => each === account);
  }

  addOwner(owner: OwnerId): void {
    const main = isSubAccount(owner) ? this.owner(mainOf(owner)) : undefined;
    const added = new OrderOwner(owner, this.owners.size, main);
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

  /** A market that something open is of. */
  market(marketId: number): TradedMarket {
    const market = this.markets.get(marketId);
    assert(market !== undefined, 'what is open has a market');
    return market;
  }

  /** The market whose orders carry this number in the pool. */
  marketNumbered(number: number): TradedMarket {
    const market = this.#numbered[number];
    assert(market !== undefined, 'an order has a market');
    return market;
  }
}
