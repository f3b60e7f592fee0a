/** What is traded, whether it is, and the samples of the index. */

import type { PriceE8 } from '@fairlead/units';
import type { Currency, Market, MarketState } from '../terms.ts';

export interface ConfigureCurrency {
  readonly kind: 'configure_currency';
  readonly currency: Currency;
}

/** Adds or changes a market. A change of tick or lot cancels the market's waiting orders first (B12). */
export interface ConfigureMarket {
  readonly kind: 'configure_market';
  readonly market: Market;
}

export interface SetMarketState {
  readonly kind: 'set_market_state';
  readonly marketId: number;
  readonly state: MarketState;
}

/** One second's index sample of one market; without a price the index is stale from now on. */
export interface IndexTick {
  readonly kind: 'index_tick';
  readonly marketId: number;
  /** The sample's second, in ms. Not after the command's own time. */
  readonly sampleTimeMs: number;
  readonly price?: PriceE8;
  /** Time of the oldest quote the price was made of: openings need one of at most 2 s before the sample. */
  readonly quotedAtMs?: number;
  /** Without a price only: at least two venues were read in time and made none (formula's isMarketStale). */
  readonly isMarketStale?: boolean;
}

export type MarketCommand = ConfigureCurrency | ConfigureMarket | SetMarketState | IndexTick;
