/** Commands of futures. None carries a price to act at: those come with index ticks alone. */

import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { PositionSide, StopKind } from './rows.ts';
import type { FuturesTerms } from './terms.ts';

/** Adds or changes a market's futures. What is open keeps its terms. */
export interface ConfigureFutures {
  readonly kind: 'configure_futures';
  readonly terms: FuturesTerms;
}

/** What a client showed of the terms that a position opens under. Worse ones are refused, better ones taken. */
export interface ShownFutures {
  readonly openFeePpm?: RatePpm;
  readonly closeFeePpm?: RatePpm;
  readonly halfSpreadPpm?: RatePpm;
  readonly maintenanceRatePpm?: RatePpm;
  readonly profitCapMultiple?: number;
  /** Lots of another size are another order. */
  readonly lotBaseMinor?: AmountMinor;
}

/**
 * Opens a position at the last index sample, or has it wait for a limit. The sequencer runs market openings right
 * behind the first sample that came after they were asked for.
 */
export interface OpenPosition {
  readonly kind: 'open_position';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly type: 'market' | 'limit';
  /** Limit orders only, and all of them. */
  readonly price?: PriceE8;
  /** Market orders: what the client saw. An opening more than 0.05 % worse is refused. */
  readonly shownPrice?: PriceE8;
  readonly lots: number;
  readonly multiple: number;
  readonly takeProfit?: PriceE8;
  readonly stopLoss?: PriceE8;
  readonly clientOrderId?: string;
  readonly shownTerms?: ShownFutures;
}

/** Takes a waiting position back. */
export interface CancelPosition {
  readonly kind: 'cancel_position';
  readonly owner: OwnerId;
  readonly positionId: number;
}

/** Closes a holding position, or a part of it, at the last index sample, which must be fresh. */
export interface ClosePosition {
  readonly kind: 'close_position';
  readonly owner: OwnerId;
  readonly positionId: number;
  /** Closes so many; all of them without it. The part becomes a position of its own, whose id is the command's sequence. */
  readonly lots?: number;
}

/** Freezes more of what is available for a holding position: it is liquidated later, and its cap stays. */
export interface AddMargin {
  readonly kind: 'add_margin';
  readonly owner: OwnerId;
  readonly positionId: number;
  readonly amount: AmountMinor;
}

/**
 * Closes a holding position and opens as many lots the other way, both at the last index sample, or does neither. The new
 * one is under the terms of now.
 */
export interface ReversePosition
  extends Pick<
    OpenPosition,
    'owner' | 'shownPrice' | 'takeProfit' | 'stopLoss' | 'clientOrderId' | 'shownTerms'
  > {
  readonly kind: 'reverse_position';
  readonly positionId: number;
  /** That of the position without it. */
  readonly multiple?: number;
}

/** Closes an owner's holding positions, each at its market's last sample; those of a stale market stay. */
export interface ClosePositions {
  readonly kind: 'close_positions';
  readonly owner: OwnerId;
  /** Only in these markets; in all without it. */
  readonly marketIds?: readonly number[];
  readonly side?: PositionSide;
}

/** Replaces both stops of a waiting or holding position; a missing one is cleared. */
export interface SetStops {
  readonly kind: 'set_stops';
  readonly owner: OwnerId;
  readonly positionId: number;
  readonly takeProfit?: PriceE8;
  readonly stopLoss?: PriceE8;
}

/** Sets a stop of a part of a waiting or holding position, or replaces one that is there. */
export interface SetLevel {
  readonly kind: 'set_level';
  readonly owner: OwnerId;
  readonly positionId: number;
  /** Of one that is there, which stays of its kind. */
  readonly levelId?: number;
  readonly stop: StopKind;
  readonly price: PriceE8;
  readonly lots: number;
}

/** Takes a stop of a part back. */
export interface RemoveLevel {
  readonly kind: 'remove_level';
  readonly owner: OwnerId;
  readonly positionId: number;
  readonly levelId: number;
}

/** Changes a waiting position under the terms that it was asked for under; what is left out stays. */
export interface AmendPosition {
  readonly kind: 'amend_position';
  readonly owner: OwnerId;
  readonly positionId: number;
  readonly price?: PriceE8;
  readonly lots?: number;
  readonly takeProfit?: PriceE8 | 'none';
  readonly stopLoss?: PriceE8 | 'none';
}

export type FuturesCommand =
  | ConfigureFutures
  | OpenPosition
  | CancelPosition
  | ClosePosition
  | ClosePositions
  | AddMargin
  | ReversePosition
  | AmendPosition
  | SetLevel
  | RemoveLevel
  | SetStops;
