/** One row for each position, and the words of its states. */

import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { FuturesTerms } from './terms.ts';

export type PositionSide = 'long' | 'short';

export type PositionType = 'market' | 'limit';

/** `waiting` for its limit; `holding`; `closed` with a result; `cancelled` without ever having opened. */
export type PositionStatus = 'waiting' | 'holding' | 'closed' | 'cancelled';

export const CLOSE_REASONS = [
  'user',
  'take_profit',
  'stop_loss',
  'liquidation',
  /** It had won as much as a position may. */
  'profit_cap',
  /** Of a waiting one that could not be opened at the better price it met: the account, or the house. */
  'insufficient_balance',
  'house_limit',
  /** Its market was closed while it waited. */
  'market_closed',
] as const;

export type CloseReason = (typeof CLOSE_REASONS)[number];

export type StopKind = 'take_profit' | 'stop_loss';

/** A take-profit or stop-loss of a part: closes so many lots when the index reaches its price. */
export interface StopLevel {
  /** The sequence of the command that set it; the part that it closes has it for its id. */
  readonly levelId: number;
  readonly stop: StopKind;
  readonly price: PriceE8;
  /** At most what is left when it fires. */
  readonly lots: number;
}

/** The state of one position after the batch. Its id is the sequence of the command that asked for it. */
export interface PositionRow {
  readonly positionId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  /** The market's quote currency. */
  readonly currencyId: number;
  readonly side: PositionSide;
  readonly type: PositionType;
  readonly clientOrderId?: string;
  /** Of a part that was closed: the position that it was a part of, which holds the rest. */
  readonly partOf?: number;
  /** What is held: less by each part that is closed. */
  readonly lots: number;
  /** These nine are the terms of its opening, whatever they become later. */
  readonly lotBaseMinor: AmountMinor;
  readonly multiple: number;
  readonly maintenanceRatePpm: RatePpm;
  readonly openFeePpm: RatePpm;
  readonly closeFeePpm: RatePpm;
  readonly insuranceSharePpm: RatePpm;
  readonly halfSpreadPpm: RatePpm;
  readonly priceStepE8: bigint;
  readonly profitCapMultiple: number;
  /** Of a limit order: the price it waits for. */
  readonly price?: PriceE8;
  readonly openPrice?: PriceE8;
  readonly closePrice?: PriceE8;
  readonly takeProfit?: PriceE8;
  readonly stopLoss?: PriceE8;
  /** Stops of parts, by id. Absent: none. */
  readonly levels?: readonly StopLevel[];
  /** At the open price; of a waiting one at its limit. Rounded up, with what was added. */
  readonly margin: AmountMinor;
  /** Of the margin, what its owner added while it was held. Absent: nothing. */
  readonly marginAdded?: AmountMinor;
  /** Opening notional × maintenance rate, rounded up; 0 until it holds. */
  readonly maintenance: AmountMinor;
  /** Paid at the opening; of a waiting one what it will be at its limit. */
  readonly openFee: AmountMinor;
  /** Paid at the close from what was left; 0 until then. */
  readonly closeFee: AmountMinor;
  /** What is frozen for it in the contract account: 0 once it is over. */
  readonly hold: AmountMinor;
  /** What the house keeps ready for it: the most that it may win. 0 while it waits, and once it is over. */
  readonly reserved: AmountMinor;
  /** Of the price alone, before fees: at most the cap, at least −margin. Closed ones only. */
  readonly realisedPnl?: AmountMinor;
  /** What the insurance fund paid of the loss beyond the margin; 0 if there was none. */
  readonly insurancePaid: AmountMinor;
  readonly status: PositionStatus;
  readonly closeReason?: CloseReason;
  readonly openReceiptId?: number;
  /** Of the last part that was closed or margin that was added. */
  readonly changeReceiptId?: number;
  readonly closeReceiptId?: number;
  readonly createdAtMs: number;
  readonly openedAtMs?: number;
  readonly closedAtMs?: number;
  readonly updatedAtMs: number;
}

/** What a batch did to futures. */
export interface FuturesChanges {
  readonly futuresTerms: readonly FuturesTerms[];
  /** Each once, as it last was. */
  readonly positions: readonly PositionRow[];
}

export interface FuturesSnapshot {
  readonly futuresTerms: readonly FuturesTerms[];
  /** Waiting and holding ones, by id. */
  readonly positions: readonly PositionRow[];
}
