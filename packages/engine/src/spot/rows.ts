/** One row for each order and each trade, and the words of their states. */

import type { AmountMinor, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
import type { Side } from '../book/side-code.ts';
import type { OwnerId } from '../terms.ts';
import type {
  OrderType,
  SelfTradeMode,
  TimeInForce,
  TriggerKind,
  TriggerSource,
} from './commands.ts';

export type OrderStatus = 'waiting' | 'completed' | 'cancelled';

export type CancelReason =
  | 'user'
  | 'remainder'
  | 'self_trade'
  | 'market_terms'
  | 'operator'
  /** Its owner's timer was not set again in time. */
  | 'timer'
  /** The time that it was good till. */
  | 'expired';

/** What few orders have beside. */
export interface OrderTerms {
  /** Its place in the queue of its price, where that is not its id: a number of the orders' ids, and never an order's. */
  readonly priority?: number;
  /** When what waits of it expires. */
  readonly expiresAtMs?: number;
  /** Absent where it is the one that comes. */
  readonly selfTrade?: Exclude<SelfTradeMode, 'expire_taker'>;
}

/** The state of one order after the batch. */
export interface OrderRow extends OrderTerms {
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
  /** The most that the book shows of it at a time; absent where that is all. */
  readonly display?: QuantityLots;
  /** What the book does not show of it now. Only of one that waits and has a display. */
  readonly hidden?: QuantityLots;
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

/** One change of an order that waited: what it said before, and what it says since. */
export interface AmendmentRow {
  /** Of the command. */
  readonly sequence: number;
  readonly orderId: number;
  readonly owner: OwnerId;
  readonly priceBefore: PriceTicks;
  readonly quantityBefore: QuantityLots;
  /** Absent where all of it was shown. */
  readonly displayBefore?: QuantityLots;
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
  readonly display?: QuantityLots;
  /** Whether it kept its place in the queue. */
  readonly isInPlace: boolean;
  readonly timeMs: number;
}

export type TriggerStatus = 'waiting' | 'triggered' | 'cancelled';

/** Why a trigger order ended without an order: its owner, its market, or what stood in the order's way when it was due. */
export const TRIGGER_CANCEL_REASONS = [
  'user',
  'market_terms',
  'operator',
  'timer',
  'quantity_out_of_range',
  'below_minimum',
  'price_stale',
  'price_out_of_band',
  'insufficient_balance',
  'would_not_fill',
] as const;

export type TriggerCancelReason = (typeof TRIGGER_CANCEL_REASONS)[number];

/** The state of one trigger order after the batch. Its id is one of the orders' ids, and never an order's. */
export interface TriggerRow {
  readonly triggerId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly triggerKind: TriggerKind;
  readonly triggerBy: TriggerSource;
  /** What it waits for: of a trailing stop as the best price has it now, or as its activation will. */
  readonly triggerPrice: PriceTicks;
  /** These four are of trailing stops: the distance from the best price, */
  readonly trailPpm?: RatePpm;
  /** where they begin to follow, */
  readonly activationPrice?: PriceTicks;
  /** the highest price since then of a sell, the lowest of a buy; absent until then; */
  readonly bestPrice?: PriceTicks;
  /** and the second of its sample, or the time of its trade. */
  readonly bestAtMs?: number;
  /** These five are the order that it becomes. */
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price?: PriceTicks;
  readonly quantity?: QuantityLots;
  readonly amount?: AmountMinor;
  readonly clientOrderId?: string;
  /** Rates of its placing, which hold for the order too. */
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
  /** What is frozen for it: quote for a buy, base for a sell; 0 unless waiting. */
  readonly hold: AmountMinor;
  readonly status: TriggerStatus;
  readonly cancelReason?: TriggerCancelReason;
  /** The order that it became. */
  readonly orderId?: number;
  /** Once its price was reached, whatever became of it. */
  readonly receiptId?: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A price that made more due than one command fires: what waits for it yet goes on, with the facts of that moment. */
export interface TriggerMove {
  readonly by: TriggerSource;
  /** When it came to be. */
  readonly timeMs: number;
  /** What was waiting by then has an id up to this. */
  readonly idMax: number;
  /** In ticks: all its prices lie from the lowest to the highest. */
  readonly lowest: number;
  readonly highest: number;
  /** The sample's second; only by the index. */
  readonly sampleTimeMs?: number;
  /** Those trades that went farther than all before them, up or down; only by the last trade. */
  readonly trades?: readonly (readonly [tradeId: number, price: number])[];
}

/** What is left to fire in a market, in turn; none when everything is done. */
export interface TriggerBacklogRow {
  readonly marketId: number;
  readonly moves: readonly TriggerMove[];
  /** The first sample that a receipt of it will name. */
  readonly sampleTimeMs?: number;
}

/** An owner's timer as it was last set; without a time it is off, or has run out. */
export interface CancelTimerRow {
  readonly owner: OwnerId;
  readonly dueAtMs?: number;
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

/** What a batch did to orders. */
export interface SpotChanges {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly amendments: readonly AmendmentRow[];
  readonly triggers: readonly TriggerRow[];
  readonly cancelTimers: readonly CancelTimerRow[];
  readonly triggerBacklogs: readonly TriggerBacklogRow[];
}

export interface SpotSnapshot {
  /** Waiting orders in ascending order id; their priority is that, or another number that they have. */
  readonly orders: readonly OrderRow[];
  /** Waiting trigger orders by id. */
  readonly triggers: readonly TriggerRow[];
  /** Those that run, by owner. */
  readonly cancelTimers: readonly CancelTimerRow[];
  /** Those with something left, by market. */
  readonly triggerBacklogs: readonly TriggerBacklogRow[];
}
