/**
 * Everything that can be asked of the engine. A command carries all it depends on: the sequencer stamps
 * sequence and time; prices and reasons come in. Amounts are already integers of the right scale.
 */
import type { CustodyCommand } from './custody/commands.ts';
import type { FuturesCommand } from './futures/commands.ts';
import type { HostingCommand } from './hosting/commands.ts';
import type { LedgerCommand } from './ledger/commands.ts';
import type { MarketCommand } from './market/commands.ts';
import type { OfferingCommand } from './offerings/commands.ts';
import type { OptionCommand } from './options/commands.ts';
import type { ReferralCommand } from './referral/commands.ts';
import type { SpotCommand } from './spot/commands.ts';
import type { TradingRow } from './terms.ts';

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

/** Does what is due by its time: interest, completions, releases, rebates of past days. In due order, at most `max` of them. */
export interface RunSchedules {
  readonly kind: 'run_schedules';
  readonly max: number;
}

export type Command =
  | LedgerCommand
  | MarketCommand
  | SpotCommand
  | CustodyCommand
  | FuturesCommand
  | OptionCommand
  | HostingCommand
  | OfferingCommand
  | ReferralCommand
  | SetTradingMode
  | RunSchedules
  | DeclareLoss
  | Refuse;

/** Last numbers given out; the tables keep them with each batch. */
export interface Counters {
  readonly sequence: number;
  readonly timeMs: number;
  readonly orderId: number;
  readonly tradeId: number;
  readonly entryId: number;
  /** The receipts' table holds it. */
  readonly receiptId: number;
}

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
  'withdrawals_held',
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
  'cancel_restricted',
  'order_in_list',
  'position_not_open',
  'hosting_not_open',
  'duplicate_client_order_id',
  'duplicate_reference',
  'same_account',
  'list_invalid',
  'expiry_out_of_range',
  'below_filled',
  'place_not_kept',
  'amount_not_positive',
  'quantity_out_of_range',
  'price_out_of_range',
  'below_minimum',
  'display_too_small',
  'fee_exceeds_amount',
  'price_stale',
  'price_out_of_band',
  'price_reached',
  'price_moved',
  'stops_invalid',
  'terms_changed',
  'too_many_orders',
  'market_full',
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
