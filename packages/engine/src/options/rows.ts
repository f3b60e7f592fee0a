/** One row for each option order, and the words of its states. */

import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { IndexRow } from '../market/rows.ts';
import type { OwnerId } from '../terms.ts';
import type { OptionCurrency, OptionTerms } from './terms.ts';

export type OptionDirection = 'rise' | 'fall';

export type OptionOutcome = 'rise' | 'fall' | 'even';

export type OptionResult = 'win' | 'lose' | 'flat' | 'refunded';

/** Whose doing it is that a window has too few samples. */
export type OptionShortfall = 'house' | 'market';

/** The state of one option order after the batch. Its id is the sequence of the command that bought it. */
export interface OptionRow {
  readonly optionId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly currencyId: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake: AmountMinor;
  readonly fee: AmountMinor;
  readonly feePpm: RatePpm;
  readonly payoutRatioPpm: RatePpm;
  /** What a right order wins beside its stake, rounded down. Reserved in the option house while it is open. */
  readonly payout: AmountMinor;
  readonly strike: PriceE8;
  readonly purchasedAtMs: number;
  readonly deliversAtMs: number;
  /** The mean is taken over the samples of [deliversAtMs − windowMs, deliversAtMs). */
  readonly windowMs: number;
  readonly status: 'open' | 'settled';
  /** Absent when it was refunded. */
  readonly outcome?: OptionOutcome;
  readonly result?: OptionResult;
  /** Absent when there were enough samples. A win in spite of one was the house's doing and is paid by it. */
  readonly shortfall?: OptionShortfall;
  /** With a shortfall: what the samples that are there say; absent where there are none. */
  readonly wouldBe?: Exclude<OptionResult, 'refunded'>;
  /** Mean of the window, rounded down to eight decimals: for display. Absent when it was refunded. */
  readonly deliveryPrice?: PriceE8;
  /** What came back to the owner: 0 when it was wrong. */
  readonly paid?: AmountMinor;
  /** paid − stake − fee. */
  readonly profit?: AmountMinor;
  readonly purchaseReceiptId: number;
  readonly deliveryReceiptId?: number;
  readonly settledAtMs?: number;
}

/** What a batch did to options. */
export interface OptionChanges {
  readonly optionTerms: readonly OptionTerms[];
  readonly optionCurrencies: readonly OptionCurrency[];
  readonly options: readonly OptionRow[];
}

export interface OptionSnapshot {
  readonly optionTerms: readonly OptionTerms[];
  readonly optionCurrencies: readonly OptionCurrency[];
  /** Open ones, by id. */
  readonly options: readonly OptionRow[];
  /** Samples that open options may yet be settled by, by market and time: of each market from the first window on. */
  readonly windowSamples: readonly IndexRow[];
}
