/**
 * Everything that can be asked of the engine. A command carries all it depends on: the sequencer stamps
 * sequence and time; prices and reasons come in. Amounts are already integers of the right scale.
 */

import type { AmountMinor, PriceE8, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
import type { Counters } from './counters.ts';
import type { DepositKind, DepositRow, SendState, WithdrawalDestination } from './custody-rows.ts';
import type { DerivativeCommand } from './derivative-commands.ts';
import type {
  Currency,
  HouseAccount,
  Market,
  MarketState,
  OwnerId,
  TradingRow,
  UserAccount,
} from './terms.ts';
import type { WealthCommand } from './wealth-commands.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

/** Opens the four accounts of a user. Repeating it changes nothing and succeeds. */
export interface OpenAccount {
  readonly kind: 'open_account';
  readonly owner: OwnerId;
  /** Whose invite code it was. Holds from the first opening on; a repetition never changes it. */
  readonly inviter?: OwnerId;
}

export interface ConfigureCurrency {
  readonly kind: 'configure_currency';
  readonly currency: Currency;
}

/** Adds or changes a market. A change of tick or lot cancels the market's waiting orders first (B12). */
export interface ConfigureMarket {
  readonly kind: 'configure_market';
  readonly market: Market;
}

export interface SetMarketState {
  readonly kind: 'set_market_state';
  readonly marketId: number;
  readonly state: MarketState;
}

/** Stops every opening of the exchange at once, or lets them go on. */
export interface SetTradingMode extends Pick<TradingRow, 'mode' | 'cause' | 'reason'> {
  readonly kind: 'set_trading_mode';
  /** Of `open`: since when the stop holds that it ends. A stop that came after it stays. */
  readonly endsSinceMs?: number;
}

/**
 * The database lost its newest commits: numbers go on beyond all that anybody has seen, every opening stops, and the loss
 * gets a receipt. It leaves sequences out (`sequenceOfLoss`), which no other command may.
 */
export interface DeclareLoss {
  readonly kind: 'declare_loss';
  /** The highest numbers, and the latest time, that anybody of the deployment is known to have seen. */
  readonly seen: Counters;
}

/**
 * What the sequencer refuses by the tables, or for want of a sample or of money to wait for one: nothing is done, but it has a
 * number like every refusal, by which its answer is found missing should the database lose it.
 */
export interface Refuse {
  readonly kind: 'refuse';
  readonly reject: Reject;
}

/** One second's index sample of one market; without a price the index is stale from now on. */
export interface IndexTick {
  readonly kind: 'index_tick';
  readonly marketId: number;
  /** The sample's second, in ms. Not after the command's own time. */
  readonly sampleTimeMs: number;
  readonly price?: PriceE8;
  /** Time of the oldest quote the price was made of: openings need one of at most 2 s before the sample. */
  readonly quotedAtMs?: number;
  /** Without a price only: at least two venues were read in time and made none (formula's isMarketStale). */
  readonly isMarketStale?: boolean;
}

/** Moves money between a house account and a user's account, or between two house accounts (amount > 0). */
export interface PostEntry {
  readonly kind: 'post_entry';
  readonly reason: 'deposit' | 'faucet' | 'capital' | 'withdrawal' | 'correction';
  /** Natural key of the cause, unique for ever with the reason, e.g. "faucet:17" or "ERC20:0x…:4". */
  readonly reference: string;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  readonly source: PostingAccount;
  readonly target: PostingAccount;
}

export type PostingAccount =
  | { readonly owner: OwnerId; readonly account: UserAccount }
  | { readonly house: HouseAccount };

/** Moves available money between two accounts of one user. */
export interface Transfer {
  readonly kind: 'transfer';
  readonly owner: OwnerId;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
}

interface PlaceOrderBase {
  readonly kind: 'place_order';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId?: string;
  /** What the client showed as the most that a fill is charged. An order that could be charged more is refused. */
  readonly shownFeePpm?: RatePpm;
}
export interface PlaceLimitOrder extends PlaceOrderBase {
  readonly type: 'limit';
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}
/** A market order is immediate: gtc means ioc. Buy by quote amount, or buy and sell by quantity. */
export interface PlaceMarketOrder extends PlaceOrderBase {
  readonly type: 'market';
  readonly size:
    | { readonly by: 'quantity'; readonly quantity: QuantityLots }
    | { readonly by: 'amount'; readonly amount: AmountMinor };
}
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

export interface CancelOrder {
  readonly kind: 'cancel_order';
  readonly owner: OwnerId;
  readonly order: { readonly orderId: number } | { readonly clientOrderId: string };
}

/** Asks for money out of the coin account: the amount is held until an operator decides. */
export interface RequestWithdrawal {
  readonly kind: 'request_withdrawal';
  readonly owner: OwnerId;
  readonly currencyId: number;
  /** What is debited; what is sent is the amount less the fee, which is more than 0. */
  readonly amount: AmountMinor;
  /** Fixed now, whatever the terms become later (W11). */
  readonly fee: AmountMinor;
  readonly minimum: AmountMinor;
  readonly destination: WithdrawalDestination;
  readonly note?: string;
  /** How many operators must pass it. */
  readonly approvalsNeeded: 1 | 2;
  /** What the amount is worth at the index, in 10^-6 USDT. Counts towards the owner's day. */
  readonly valueMinor: AmountMinor;
  /** The most that an owner's withdrawals of one UTC day may be worth, this one included. */
  readonly dailyValueMax: AmountMinor;
  /** The most withdrawals that an owner may ask for in one UTC day, this one included. */
  readonly dailyCountMax: number;
}

/** Takes a withdrawal back while it is under review. What it used of its day is not given back (W9). */
export interface CancelWithdrawal {
  readonly kind: 'cancel_withdrawal';
  readonly owner: OwnerId;
  readonly withdrawalId: number;
}

/** What one operator may pass alone; from there on it takes a second (V8). */
export interface LoneRule {
  /** What one operator passes alone of a kind within 24 hours stays below, in 10^-6 USDT. */
  readonly operatorDayFrom: AmountMinor;
  /** What is passed of one owner by one operator each within 7 days stays below, in 10^-6 USDT. */
  readonly ownerWeekFrom: AmountMinor;
  /** For so long the bar on letting out what came by a claim follows the money. 0 puts no bar: demo only. */
  readonly holdingMs: number;
  /** Whether this operator counts as one of two. */
  readonly countsAsTwo: boolean;
}

/** One operator's decision. A rejection needs one operator, passing as many as the row and the rule say. */
export interface DecideWithdrawal {
  readonly kind: 'decide_withdrawal';
  readonly withdrawalId: number;
  readonly operatorId: number;
  /** Digest of what the operator was shown; approvals of one withdrawal must agree on it (W12). */
  readonly intentHash: string;
  readonly decision: 'passed' | 'rejected';
  readonly reason?: string;
  /** Absent: one operator's word is not enough, whatever the amount. */
  readonly lone?: LoneRule;
}

/** Moves the sending of an approved withdrawal on. Asking for the present state again changes nothing. */
export interface MarkWithdrawal {
  readonly kind: 'mark_withdrawal';
  readonly withdrawalId: number;
  readonly to: SendState;
  /** The chain's or the bank's name of the payment. Another one than the row's is refused (W14). */
  readonly txId?: string;
  readonly reason?: string;
}

/** Takes note of money that is said or seen to come in. No balance changes before it is credited (D8). */
export interface OpenDeposit {
  readonly kind: 'open_deposit';
  readonly owner: OwnerId;
  readonly depositKind: DepositKind;
  readonly currencyId: number;
  /** Chain deposits have chain, transaction and output; one output is one deposit (D1). */
  readonly chain?: string;
  readonly txId?: string;
  readonly outputIndex?: number;
  readonly amount: AmountMinor;
  readonly proofFileId?: number;
  readonly isPriority?: boolean;
  /** Claims that one owner may have under review, this one included. Chain deposits are not counted. */
  readonly openMax: number;
}

/** Credits a chain deposit that is final. Below the minimum it waits in suspense for more of its kind (D17). */
export interface CreditDeposit {
  readonly kind: 'credit_deposit';
  readonly depositId: number;
  readonly minimum: AmountMinor;
  /** `chain:txId:outputIndex`; unique for ever among deposits of all kinds. */
  readonly reference: string;
}

/** One operator's decision on a claim. */
export interface DecideDeposit {
  readonly kind: 'decide_deposit';
  readonly depositId: number;
  readonly operatorId: number;
  readonly decision: 'passed' | 'rejected';
  /** What really came in; the claimed amount unless given. */
  readonly credited?: AmountMinor;
  /** The bank statement's or the chain's reference, which passing needs (D19). */
  readonly reference?: string;
  readonly reason?: string;
  /** How many operators must pass it as it is passed here. */
  readonly approvalsNeeded: 1 | 2;
  /** What is credited is worth, in 10^-6 USDT; absent without an index: then it takes two. */
  readonly valueMinor?: AmountMinor;
  /** Absent: one operator's word is not enough, whatever the amount. */
  readonly lone?: LoneRule;
}

/** Gives up a chain deposit that is not credited: its block was orphaned, or its transaction failed. */
export interface DropDeposit {
  readonly kind: 'drop_deposit';
  readonly depositId: number;
  readonly reason: 'orphaned' | 'failed';
}

/**
 * Takes a credited deposit back whose block was orphaned (D10): what is available, the rest becomes
 * receivable and the owner is frozen. The engine forgets credited deposits, so the row comes along.
 */
export interface ReverseDeposit {
  readonly kind: 'reverse_deposit';
  readonly deposit: DepositRow;
}

/**
 * A frozen owner places no orders, transfers nothing and withdraws nothing: what is under review cannot be
 * passed. Cancels, rejections and credits work.
 */
export interface SetOwnerState {
  readonly kind: 'set_owner_state';
  readonly owner: OwnerId;
  readonly isFrozen: boolean;
}

export type CustodyCommand =
  | RequestWithdrawal
  | CancelWithdrawal
  | DecideWithdrawal
  | MarkWithdrawal
  | OpenDeposit
  | CreditDeposit
  | DecideDeposit
  | DropDeposit
  | ReverseDeposit
  | SetOwnerState;

export type Command =
  | OpenAccount
  | ConfigureCurrency
  | ConfigureMarket
  | SetMarketState
  | SetTradingMode
  | DeclareLoss
  | Refuse
  | IndexTick
  | PostEntry
  | Transfer
  | PlaceOrder
  | CancelOrder
  | CustodyCommand
  | DerivativeCommand
  | WealthCommand;

/** What the sequencer adds: `sequence` is gapless but at a declared loss, `timeMs` never goes back. */
export interface Stamp {
  readonly sequence: number;
  readonly timeMs: number;
  /**
   * The time at the index, ms: what samples are as old as. There only while `timeMs` stands still because a clock had
   * run ahead, so that nothing at the index stands still with it.
   */
  readonly indexTimeMs?: number;
}

/** When something at the index happens. */
export const indexTimeMs = (stamp: Stamp): number => stamp.indexTimeMs ?? stamp.timeMs;

/** In order of precedence within each command: the first that applies is the one returned. */
export const REJECTS = [
  'cancel_only',
  'account_not_found',
  'currency_not_found',
  'market_not_found',
  'withdrawal_not_found',
  'deposit_not_found',
  'position_not_found',
  'product_not_found',
  'hosting_not_found',
  'offering_not_found',
  'subscription_not_found',
  'account_frozen',
  'already_decided',
  'same_operator',
  'terms_invalid',
  'market_closed',
  'market_in_use',
  'not_offered',
  'product_closed',
  'not_launched',
  'not_subscribing',
  'order_not_found',
  'order_not_open',
  'position_not_open',
  'hosting_not_open',
  'duplicate_client_order_id',
  'duplicate_reference',
  'same_account',
  'amount_not_positive',
  'quantity_out_of_range',
  'price_out_of_range',
  'below_minimum',
  'fee_exceeds_amount',
  'price_stale',
  'price_out_of_band',
  'price_moved',
  'stops_invalid',
  'terms_changed',
  'too_many_orders',
  'too_many_claims',
  'not_sendable',
  'per_user_limit',
  'sold_out',
  'insufficient_balance',
  'daily_limit',
  'house_limit',
  'would_not_fill',
  'operator_not_counted',
] as const;
export type Reject = (typeof REJECTS)[number];
