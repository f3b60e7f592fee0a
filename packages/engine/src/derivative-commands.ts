/** Commands of futures and options. None carries a price to act at: those come with index ticks alone. */
import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OptionDirection, PositionSide } from './derivative-rows.ts';
import type { FuturesTerms, OptionCurrency, OptionTerms } from './derivative-terms.ts';
import type { OwnerId } from './terms.ts';

/** Adds or changes a market's futures. What is open keeps its terms. */
export interface ConfigureFutures {
  readonly kind: 'configure_futures';
  readonly terms: FuturesTerms;
}

/** Adds or changes a market's options. What is open keeps its terms. */
export interface ConfigureOptions {
  readonly kind: 'configure_options';
  readonly terms: OptionTerms;
}

export interface ConfigureOptionCurrency {
  readonly kind: 'configure_option_currency';
  readonly currency: OptionCurrency;
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

/** What a client showed of the terms that an option is bought under. */
export interface ShownOption {
  readonly payoutRatioPpm?: RatePpm;
  readonly feePpm?: RatePpm;
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

/** Closes a holding position at the last index sample, which must be fresh. */
export interface ClosePosition {
  readonly kind: 'close_position';
  readonly owner: OwnerId;
  readonly positionId: number;
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

/** Buys an option at the last index sample, behind which the sequencer runs it. */
export interface BuyOption {
  readonly kind: 'buy_option';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly currencyId: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake: AmountMinor;
  readonly shownPrice?: PriceE8;
  readonly shownTerms?: ShownOption;
}

/** Settles orders that are overdue although no index tick came: they are refunded where their window was lost. */
export interface SettleDue {
  readonly kind: 'settle_due';
}

export type DerivativeCommand =
  | ConfigureFutures
  | ConfigureOptions
  | ConfigureOptionCurrency
  | OpenPosition
  | CancelPosition
  | ClosePosition
  | ClosePositions
  | SetStops
  | BuyOption
  | SettleDue;
