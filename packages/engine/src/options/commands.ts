/** Commands of options. None carries a price to act at: those come with index ticks alone. */

import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { OptionDirection } from './rows.ts';
import type { OptionCurrency, OptionTerms } from './terms.ts';

/** Adds or changes a market's options. What is open keeps its terms. */
export interface ConfigureOptions {
  readonly kind: 'configure_options';
  readonly terms: OptionTerms;
}

export interface ConfigureOptionCurrency {
  readonly kind: 'configure_option_currency';
  readonly currency: OptionCurrency;
}

/** What a client showed of the terms that an option is bought under. */
export interface ShownOption {
  readonly payoutRatioPpm?: RatePpm;
  readonly feePpm?: RatePpm;
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

export type OptionCommand = ConfigureOptions | ConfigureOptionCurrency | BuyOption | SettleDue;
