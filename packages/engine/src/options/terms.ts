/** What options are sold under. Terms are data; what is open keeps the terms of its purchase (F12). */
import type { AmountMinor, RatePpm } from '@fairlead/units';

/** One delivery time that a market offers. */
export interface OptionTime {
  readonly seconds: number;
  /** What a right order is paid beside its stake, of the stake. */
  readonly payoutRatioPpm: RatePpm;
  /** Bounds of the stake, in the market's quote currency, in which options are paid. */
  readonly minMinor: AmountMinor;
  readonly maxMinor: AmountMinor;
}

export interface OptionTerms {
  readonly marketId: number;
  /** Ascending by seconds. */
  readonly times: readonly OptionTime[];
  /** The greatest sum of pay-outs that the market's open orders may come to. */
  readonly exposureMaxMinor: AmountMinor;
  /** Open orders one owner may have in this market. */
  readonly ordersMax: number;
  readonly isOpen: boolean;
}

/** A currency in which options are paid. */
export interface OptionCurrency {
  readonly currencyId: number;
  /** Of the stake, on top of it. */
  readonly feePpm: RatePpm;
  /** Stakes the app offers, ascending. */
  readonly presets: readonly AmountMinor[];
  readonly isOpen: boolean;
}
