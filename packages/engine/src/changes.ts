/**
 * What commands did, as rows: the sequencer hands them to the store in one transaction and, after its
 * commit, to the realtime publisher. All values are copies; the engine may run on.
 */
import type { AmountMinor, PriceE8, PriceTicks, QuantityLots } from '@fairlead/units';
import type { OrderType, Side, TimeInForce } from './command.ts';
import type { DepositRow, WithdrawalRow } from './custody-rows.ts';
import type {
  AccountKind,
  Currency,
  LedgerAccountId,
  Market,
  OwnerId,
  UserAccount,
} from './terms.ts';

export type OrderStatus = 'waiting' | 'completed' | 'cancelled';
export type CancelReason = 'user' | 'remainder' | 'self_trade' | 'market_terms' | 'operator';

/** The state of one order after the batch. */
export interface OrderRow {
  readonly orderId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId?: string;
  /** Limit orders only. */
  readonly price?: PriceTicks;
  /** Absent for a market buy by amount. */
  readonly quantity?: QuantityLots;
  /** Quote budget of a market buy by amount. */
  readonly amount?: AmountMinor;
  readonly filledQuantity: QuantityLots;
  readonly filledAmount: AmountMinor;
  /** In the currency received: base for a buy, quote for a sell. */
  readonly fee: AmountMinor;
  /** What is frozen for it now: quote for a buy, base for a sell; 0 unless waiting. */
  readonly hold: AmountMinor;
  readonly status: OrderStatus;
  readonly cancelReason?: CancelReason;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface TradeRow {
  readonly tradeId: number;
  readonly marketId: number;
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
  readonly notional: AmountMinor;
  /** The taker's side. */
  readonly side: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerOwner: OwnerId;
  readonly takerOwner: OwnerId;
  readonly makerFee: AmountMinor;
  readonly takerFee: AmountMinor;
  readonly timeMs: number;
}

export type EntryReason =
  | 'deposit'
  | 'faucet'
  | 'capital'
  | 'withdrawal'
  | 'correction'
  | 'transfer'
  | 'trade';

/** One atomic, balanced set of postings. */
export interface EntryRow {
  readonly entryId: number;
  readonly sequence: number;
  readonly reason: EntryReason;
  /** Natural key of the cause: trade id, reference, transfer's own entry id. Unique with the reason. */
  readonly reference: string;
  readonly timeMs: number;
}

/** One signed change to one ledger account. */
export interface PostingRow {
  readonly entryId: number;
  readonly accountId: LedgerAccountId;
  readonly owner: OwnerId;
  readonly account: AccountKind;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  /** The account's total after this posting. */
  readonly balance: AmountMinor;
}

/** An account's balance after the batch; available = total − frozen. */
export interface BalanceRow {
  readonly accountId: LedgerAccountId;
  readonly owner: OwnerId;
  readonly account: AccountKind;
  readonly currencyId: number;
  readonly total: AmountMinor;
  readonly frozen: AmountMinor;
}

export interface TransferRow {
  readonly transferId: number;
  readonly owner: OwnerId;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  readonly timeMs: number;
}

/** One level of a book after the batch; quantity 0 says it is gone. */
export interface LevelChange {
  readonly side: Side;
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}

export interface DepthChange {
  readonly marketId: number;
  /**
   * Sequence of the command before and at this change: consecutive changes of a market connect without
   * a gap. Book sequences are command sequences, so they go on rising after a reload.
   */
  readonly previous: number;
  readonly sequence: number;
  readonly levels: readonly LevelChange[];
}

/**
 * What a tick and a lot of a market were worth from a moment on. Orders never outlive a change of grid, so an
 * order or trade is of the last grid of its market that began below its id.
 */
export interface GridRow {
  readonly marketId: number;
  /** Last order id given out before it, in any market. */
  readonly afterOrderId: number;
  /** Last trade id given out before it, in any market. */
  readonly afterTradeId: number;
  /** One tick in 10^-8 quote per base. */
  readonly tickSizeE8: bigint;
  /** One lot in base minor units. */
  readonly lotBaseMinor: AmountMinor;
  /** One lot at one tick in quote minor units. */
  readonly tickLotQuoteMinor: AmountMinor;
}

export interface IndexRow {
  readonly marketId: number;
  readonly sampleTimeMs: number;
  readonly price?: PriceE8;
}

export interface OwnerStateRow {
  readonly owner: OwnerId;
  readonly isFrozen: boolean;
}

/** Everything a batch of commands did. Rows are in the order in which they came to be. */
export interface Changes {
  readonly owners: readonly OwnerId[];
  readonly currencies: readonly Currency[];
  readonly markets: readonly Market[];
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly entries: readonly EntryRow[];
  readonly postings: readonly PostingRow[];
  readonly balances: readonly BalanceRow[];
  readonly transfers: readonly TransferRow[];
  readonly depth: readonly DepthChange[];
  readonly index: readonly IndexRow[];
  /**
   * Grids of new markets and new ones of others. One that nothing was numbered under is replaced by the next:
   * the same market and ids are given out again, in another batch too.
   */
  readonly grids: readonly GridRow[];
  readonly deposits: readonly DepositRow[];
  readonly withdrawals: readonly WithdrawalRow[];
  readonly ownerStates: readonly OwnerStateRow[];
  readonly counters: Counters;
}

/** Last numbers given out; the tables keep them with each batch. */
export interface Counters {
  readonly sequence: number;
  readonly timeMs: number;
  readonly orderId: number;
  readonly tradeId: number;
  readonly entryId: number;
}

/** What a reload reads from the tables: terms, open orders (by id), balances, last index samples. */
export interface Snapshot {
  readonly counters: Counters;
  readonly owners: readonly OwnerId[];
  readonly currencies: readonly Currency[];
  readonly markets: readonly Market[];
  /** Waiting orders in ascending order id, which is their time priority. */
  readonly orders: readonly OrderRow[];
  readonly balances: readonly BalanceRow[];
  /** Last sample of each market. */
  readonly index: readonly IndexRow[];
  readonly frozenOwners: readonly OwnerId[];
  /** Those under review, by id. */
  readonly deposits: readonly DepositRow[];
  /**
   * By id: those under review, those passed and neither sent nor refunded, and all that were asked for on
   * the UTC day of the latest, which its limits count.
   */
  readonly withdrawals: readonly WithdrawalRow[];
  /**
   * "reason reference" of the latest posted entries, oldest first. May be left out: the tables' unique
   * index refuses a repetition of those committed, so the engine needs to know only what is in flight.
   */
  readonly references?: readonly string[];
  /** "chain:txId:outputIndex" of the latest chain deposits, oldest first. May be left out likewise. */
  readonly chainOutputs?: readonly string[];
}
