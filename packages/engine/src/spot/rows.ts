/** One row for each order and each trade, and the words of their states. */

import type { AmountMinor, PriceE8, PriceTicks, QuantityLots, RatePpm } from '@fairlead/units';
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
  | 'expired'
  /** The other order of its list was filled, or reached its price. */
  | 'other_leg';

/** What few orders have beside. */
export interface OrderTerms {
  /** Its place in the queue of its price, where that is not its id: a number of the orders' ids, and never an order's. */
  readonly priority?: number;
  /** When what waits of it expires. */
  readonly expiresAtMs?: number;
  /** Absent where it is the one that comes. */
  readonly selfTrade?: Exclude<SelfTradeMode, 'expire_taker'>;
  /** The list that it is an order of. */
  readonly listId?: number;
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

/** A pending one waits for the working order of its list. */
export type TriggerStatus = 'pending' | 'waiting' | 'triggered' | 'cancelled';

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
  'other_leg',
  'working_ended',
  'account_frozen',
  'market_closed',
  'cancel_only',
  'expired',
] as const;

export type TriggerCancelReason = (typeof TRIGGER_CANCEL_REASONS)[number];

/** The state of one trigger order after the batch. Its id is one of the orders' ids, and never an order's. */
export interface TriggerRow extends Pick<OrderTerms, 'expiresAtMs' | 'selfTrade'> {
  readonly triggerId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly triggerKind: TriggerKind;
  readonly triggerBy: TriggerSource;
  /** The list that it is an order of. */
  readonly listId?: number;
  /** When its list put it up: a number of the orders' ids, and no order's. What came before it was not waiting for. */
  readonly sinceId?: number;
  /** What it waits for: of one that waits for a fill its limit, or where it has none the price of then; of a trailing stop as the best price has it now, or as its activation will. */
  readonly triggerPrice: PriceTicks;
  /** These four are of trailing stops: the distance from the best price, */
  readonly trailPpm?: RatePpm;
  /** where they begin to follow, */
  readonly activationPrice?: PriceTicks;
  /** the highest price since then of a sell, the lowest of a buy; absent until then; */
  readonly bestPrice?: PriceTicks;
  /** and the second of its sample, or the time of its trade. */
  readonly bestAtMs?: number;
  /** These six are the order that it becomes, with when it expires and who goes where it meets its owner's. */
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price?: PriceTicks;
  readonly quantity?: QuantityLots;
  readonly amount?: AmountMinor;
  readonly display?: QuantityLots;
  readonly clientOrderId?: string;
  /** Rates of its placing, which hold for the order too. */
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
  /** What is frozen for it: quote for a buy, base for a sell; 0 unless waiting. Of the second of a list what the first's lacks. */
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

export type ListKind = 'oco' | 'oto' | 'otoco';

/** A pending one waits for its working order; of an open one one order cancels the other; of one that is over none does. */
export type ListStatus = 'pending' | 'open' | 'done';

/** How a list was over: what one of its orders came to, or why they were cancelled. */
export type ListEnd =
  /** Its limit was filled, in part at least. */
  | 'filled'
  /** One of its trigger orders reached its price. */
  | 'triggered'
  /** All that was behind the working order and depends on nothing any more was placed. */
  | 'placed'
  /** Nothing of it could be. */
  | 'refused'
  | CancelReason;

/** Orders that depend on one another. Its id is one of the orders' ids, and never an order's. */
export interface OrderListRow {
  readonly listId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly kind: ListKind;
  readonly clientListId?: string;
  /** The order that the others are placed behind. */
  readonly workingId?: number;
  /** An order, or a trigger order; behind a working order a limit is a trigger order until that is filled. */
  readonly firstId: number;
  /** A trigger order. */
  readonly secondId?: number;
  readonly status: ListStatus;
  readonly endReason?: ListEnd;
  /** What a working order that bought received after its fee, once it is filled. */
  readonly received?: AmountMinor;
  /** Since when its orders are due to be placed, where one command had too many of them. */
  readonly settlesAtMs?: number;
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
  /** 0 to 15; one an owner of each. */
  readonly timer: number;
  /** The market whose orders it cancels; all markets' without it. */
  readonly marketId?: number;
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

/** One conversion: what was given and what came, with the order, the receipt and the index of each leg. */
export interface ConversionRow {
  /** The order of its first leg. */
  readonly conversionId: number;
  readonly owner: OwnerId;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  readonly spent: AmountMinor;
  /** After all fees. */
  readonly received: AmountMinor;
  /** What its quote said would be received, where its owner sent that along. */
  readonly quotedReceived?: AmountMinor;
  readonly saleOrderId?: number;
  readonly saleReceiptId?: number;
  readonly saleIndex?: PriceE8;
  readonly purchaseOrderId?: number;
  readonly purchaseReceiptId?: number;
  readonly purchaseIndex?: PriceE8;
  /** The recurring buy that it is a purchase of, and its due. */
  readonly planId?: number;
  readonly dueMs?: number;
  readonly timeMs: number;
}

/** What a batch did to orders. */
export interface SpotChanges {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly amendments: readonly AmendmentRow[];
  readonly conversions: readonly ConversionRow[];
  readonly triggers: readonly TriggerRow[];
  readonly orderLists: readonly OrderListRow[];
  readonly cancelTimers: readonly CancelTimerRow[];
  readonly triggerBacklogs: readonly TriggerBacklogRow[];
}

export interface SpotSnapshot {
  /** Waiting orders in ascending order id; their priority is that, or another number that they have. */
  readonly orders: readonly OrderRow[];
  /** Waiting and pending trigger orders by id. */
  readonly triggers: readonly TriggerRow[];
  /** Those that are not over, by id. */
  readonly orderLists: readonly OrderListRow[];
  /** Those that run, by owner. */
  readonly cancelTimers: readonly CancelTimerRow[];
  /** Those with something left, by market. */
  readonly triggerBacklogs: readonly TriggerBacklogRow[];
}
