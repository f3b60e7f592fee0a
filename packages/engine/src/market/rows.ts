/** What markets leave as rows: samples of the index, grids, and the levels of books. */

import type { AmountMinor, PriceE8, PriceTicks, QuantityLots } from '@fairlead/units';
import type { Side } from '../book/side-code.ts';

export interface IndexRow {
  readonly marketId: number;
  readonly sampleTimeMs: number;
  readonly price?: PriceE8;
  /** True where there is no price by the market's own doing; left out everywhere else. */
  readonly isMarketStale?: boolean;
}

/**
 * What a tick and a lot of a market were worth from a moment on. Orders never outlive a change of grid, so an
 * order or trade is of the last grid of its market that began below its id.
 */
export interface GridRow {
  readonly marketId: number;
  /** Last order id given out before it, in any market. */
  readonly afterOrderId: number;
  /** Last trade id given out before it, in any market. */
  readonly afterTradeId: number;
  /** One tick in 10^-8 quote per base. */
  readonly tickSizeE8: bigint;
  /** One lot in base minor units. */
  readonly lotBaseMinor: AmountMinor;
  /** One lot at one tick in quote minor units. */
  readonly tickLotQuoteMinor: AmountMinor;
}

/** One level of a book after the batch; quantity 0 says it is gone. */
export interface LevelChange {
  readonly side: Side;
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}

export interface DepthChange {
  readonly marketId: number;
  /**
   * Sequence of the command before and at this change: consecutive changes of a market connect without
   * a gap. Book sequences are command sequences, so they go on rising after a reload.
   */
  readonly previous: number;
  readonly sequence: number;
  readonly levels: readonly LevelChange[];
}
