/** What futures are sold under. Terms are data; what is open keeps the terms of its opening (F12). */
import type { AmountMinor, RatePpm } from '@fairlead/units';

/** One multiple that a market offers. */
export interface MultipleTerms {
  /** 2 or more; margin is the opening notional ÷ it. */
  readonly multiple: number;
  /** Of the opening notional. 1 ÷ multiple is at least twice it. */
  readonly maintenanceRatePpm: RatePpm;
  /** The greatest opening notional of one position, in the quote currency. */
  readonly notionalMaxMinor: AmountMinor;
}

export interface FuturesTerms {
  readonly marketId: number;
  /** Base minor units in one lot of a position; not the order book's lot. */
  readonly lotBaseMinor: AmountMinor;
  readonly lotsMin: number;
  readonly lotsMax: number;
  /** Ascending. */
  readonly multiples: readonly MultipleTerms[];
  readonly openFeePpm: RatePpm;
  readonly closeFeePpm: RatePpm;
  /** The part of each fee that goes to the insurance fund. */
  readonly insuranceSharePpm: RatePpm;
  /** Market openings are at the index ± this. Closes have no spread. */
  readonly halfSpreadPpm: RatePpm;
  /**
   * What opening prices are whole multiples of, as an integer of 10^-8 quote per base, and limits and stops with them.
   * At most a tenth of the half spread; the order book's tick has nothing to do with it.
   */
  readonly priceStepE8: bigint;
  /** A position closes by itself when it has won this many times its margin, and is never paid more. */
  readonly profitCapMultiple: number;
  /** The greatest sum of opening notionals of the market's holding positions; one owner may take a quarter, waiting ones included. */
  readonly openInterestMaxMinor: AmountMinor;
  /** Waiting and holding positions one owner may have in this market. */
  readonly positionsMax: number;
  /** While false nothing is opened; closes, triggers and liquidations go on. */
  readonly isOpen: boolean;
}
