/** What locked funds are sold under. Terms are data; what is bought keeps the terms of its purchase (Y3). */
import type { AmountMinor, RatePpm } from '@fairlead/units';

/** Funds of one currency, locked for a number of days at a daily yield. */
export interface HostingProduct {
  readonly productId: number;
  readonly currencyId: number;
  readonly days: number;
  /** Bounds of one order. */
  readonly minMinor: AmountMinor;
  readonly maxMinor: AmountMinor;
  /** The most that may be in hosting at once. */
  readonly capacityMinor: AmountMinor;
  /** Of the principal, each day. */
  readonly dailyYieldPpm: RatePpm;
  /** Of the principal, for each day that an early redemption leaves out. */
  readonly damagesRatePpm: RatePpm;
  /** While false nothing is bought; what is in hosting goes on. */
  readonly isOpen: boolean;
}
