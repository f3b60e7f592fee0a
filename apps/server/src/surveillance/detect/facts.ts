/**
 * What surveillance looks at: one market's orders, trades and depth as the exchange recorded them, and which accounts may be one
 * person's. Ticks and lots are the market's; times are milliseconds since 1970 UTC.
 */
import type { SurveillanceRule } from '@fairlead/contract';

export type Side = 'buy' | 'sell';

/** What is said of an order that its owner took back. */
export const TAKEN_BACK: ReadonlySet<string> = new Set(['user', 'timer', 'expired']);

export interface RecordedOrder {
  readonly orderId: number;
  readonly ownerId: number;
  readonly side: Side;
  /** Absent of an order at the market. */
  readonly priceTicks: number | undefined;
  /** Absent of one that was given by its amount. */
  readonly quantityLots: number | undefined;
  readonly filledLots: number;
  /** Its owner took it back, by a call, by a timer of theirs or by the time that they gave it. */
  readonly isTakenBack: boolean;
  readonly createdAtMs: number;
  /** Absent while it waits. */
  readonly endedAtMs: number | undefined;
}

export interface RecordedTrade {
  readonly tradeId: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** The taker's. */
  readonly side: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerOwnerId: number;
  readonly takerOwnerId: number;
}

/** What waited within 1 % of the middle at a moment. */
export interface DepthSample {
  readonly timeMs: number;
  readonly bidLots: number;
  readonly askLots: number;
}

/** Two accounts that may be one person's, and by what. */
export interface OwnerLink {
  readonly one: number;
  readonly other: number;
  readonly by: 'device' | 'address' | 'payee' | 'funding' | 'invitation';
}

/** When an option of this owner on the market is delivered. */
export interface Settlement {
  readonly ownerId: number;
  readonly optionId: number;
  readonly timeMs: number;
}

export interface MarketFacts {
  readonly marketId: number;
  /** Of the window and of what the rules look at before and after it; by id. */
  readonly orders: readonly RecordedOrder[];
  readonly trades: readonly RecordedTrade[];
  /** By time; empty where none was taken. */
  readonly depths: readonly DepthSample[];
  readonly links: readonly OwnerLink[];
  readonly settlements: readonly Settlement[];
}

/** From, and up to but not with. What began in it is found in it. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Finding {
  readonly rule: SurveillanceRule;
  readonly marketId: number;
  /** Names it: whoever looks again finds the same. */
  readonly key: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Lowest first, as are the next two. */
  readonly owners: readonly number[];
  readonly orderIds: readonly number[];
  readonly tradeIds: readonly number[];
  /** What was measured, whole numbers with their units in the names. */
  readonly figures: Readonly<Record<string, number>>;
}

export const ascending = (values: Iterable<number>): number[] =>
  [...new Set(values)].sort((left, right) => left - right);

export const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** `part` of `whole` in hundredths of a percent, rounded down; nothing of nothing. */
export const bps = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part * 10_000) / whole);
