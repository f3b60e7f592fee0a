/**
 * What commands did, as rows: the sequencer hands them to the store in one transaction and, after its
 * commit, to the realtime publisher. All values are copies; the engine may run on.
 */
import type { AmountMinor, PriceE8, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
import type { OrderType, Side, TimeInForce } from './command.ts';
import type { Counters } from './counters.ts';
import type { DepositRow, LoneWordRow, VouchRow, WithdrawalRow } from './custody-rows.ts';
import type { OptionRow, PositionRow, ReceiptRow } from './derivative-rows.ts';
import type { FuturesTerms, OptionCurrency, OptionTerms } from './derivative-terms.ts';
import type {
  AccountKind,
  Currency,
  LedgerAccountId,
  Market,
  OwnerId,
  TradingRow,
  UserAccount,
} from './terms.ts';
import type {
  HostingRow,
  OfferingRow,
  RebateDayRow,
  RebateRow,
  ReferralRow,
  SubscriptionRow,
} from './wealth-rows.ts';
import type { HostingProduct, PartnerRow, ReferralTerms } from './wealth-terms.ts';

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
  /** Rates of its placing, which hold for all its fills. Absent of orders that were over before they were kept. */
  readonly makerFeePpm?: RatePpm;
  readonly takerFeePpm?: RatePpm;
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
  | 'trade'
  /** The fee of an opening; a waiting one moves nothing. Reference: the position's id. */
  | 'futures_open'
  | 'futures_close'
  /** Stake and fee into escrow. Reference: the order's id. */
  | 'option_purchase'
  | 'option_delivery'
  /** One day of one order. Reference: `hostingId:day`. */
  | 'hosting_interest'
  /** Damages and penalty of an early redemption. Reference: the order's id. */
  | 'hosting_redemption'
  /** Payment and what was bought, of a subscription that passed. Reference: its id. */
  | 'subscription'
  /** Rebates of one day. Reference: `inviter:currencyId:day`. */
  | 'rebate_payout';

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
  /** True where there is no price by the market's own doing; left out everywhere else. */
  readonly isMarketStale?: boolean;
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
  readonly loneWords: readonly LoneWordRow[];
  /** Each once, as it last was. */
  readonly vouches: readonly VouchRow[];
  readonly futuresTerms: readonly FuturesTerms[];
  readonly optionTerms: readonly OptionTerms[];
  readonly optionCurrencies: readonly OptionCurrency[];
  /** Each once, as it last was. */
  readonly positions: readonly PositionRow[];
  readonly options: readonly OptionRow[];
  /** In the order of their ids. */
  readonly receipts: readonly ReceiptRow[];
  readonly hostingProducts: readonly HostingProduct[];
  readonly hostings: readonly HostingRow[];
  readonly offerings: readonly OfferingRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  /** At most one. */
  readonly referralTerms: readonly ReferralTerms[];
  readonly partners: readonly PartnerRow[];
  readonly referrals: readonly ReferralRow[];
  readonly rebates: readonly RebateRow[];
  readonly rebateDays: readonly RebateDayRow[];
  /** Absent unless it changed. */
  readonly trading?: TradingRow;
  readonly counters: Counters;
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
  /**
   * Seconds of which the tables hold a sample that was made while a clock had run ahead: it counts for nothing, and no
   * other may take its place. May be left out when there are none.
   */
  readonly takenSamples?: readonly Pick<IndexRow, 'marketId' | 'sampleTimeMs'>[];
  readonly frozenOwners: readonly OwnerId[];
  /** Those under review, by id. */
  readonly deposits: readonly DepositRow[];
  /**
   * By id: those under review, those passed and neither sent nor refunded, and all that were asked for on
   * the UTC day of the latest, which its limits count.
   */
  readonly withdrawals: readonly WithdrawalRow[];
  /** Of the last 7 days, where the word was enough, oldest first. */
  readonly loneWords: readonly LoneWordRow[];
  /** Those that bind, by owner and operator. */
  readonly vouches: readonly VouchRow[];
  readonly futuresTerms: readonly FuturesTerms[];
  readonly optionTerms: readonly OptionTerms[];
  readonly optionCurrencies: readonly OptionCurrency[];
  /** Waiting and holding ones, by id. */
  readonly positions: readonly PositionRow[];
  /** Open ones, by id. */
  readonly options: readonly OptionRow[];
  /** Samples that open options may yet be settled by, by market and time: of each market from the first window on. */
  readonly windowSamples: readonly IndexRow[];
  readonly hostingProducts: readonly HostingProduct[];
  /** Those in hosting, by id. */
  readonly hostings: readonly HostingRow[];
  readonly offerings: readonly OfferingRow[];
  /** Under review, and passed ones that are not released, by id. */
  readonly subscriptions: readonly SubscriptionRow[];
  /** At most one. */
  readonly referralTerms: readonly ReferralTerms[];
  /** Those with a ratio, by owner. */
  readonly partners: readonly PartnerRow[];
  /** By owner. */
  readonly referrals: readonly ReferralRow[];
  /** Those that are not paid, by day, inviter and currency. */
  readonly rebateDays: readonly RebateDayRow[];
  /** Absent while it was never stopped. */
  readonly trading?: TradingRow;
  /**
   * "reason reference" of the latest posted entries, oldest first. May be left out: the tables' unique
   * index refuses a repetition of those committed, so the engine needs to know only what is in flight.
   */
  readonly references?: readonly string[];
  /** "chain:txId:outputIndex" of the latest chain deposits, oldest first. May be left out likewise. */
  readonly chainOutputs?: readonly string[];
}

/** What an engine is made of. */
export interface StoredSnapshot extends Snapshot {
  /**
   * Why it is taken although its balances do not add up: the engine then stands in cancel-only mode for a drift, so that
   * people can cancel.
   */
  readonly drift?: string;
}
