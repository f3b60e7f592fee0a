/** What new currencies are sold under. Terms are data; what is bought keeps the terms of its purchase (Y3). */
import type { AmountMinor, PriceE8 } from '@fairlead/units';

/** A new currency sold before its market opens, first come, first served. */
export interface Offering {
  readonly offeringId: number;
  /** What is sold. */
  readonly currencyId: number;
  readonly paymentCurrencyId: number;
  /** One whole unit of the currency in the payment currency. */
  readonly issuePrice: PriceE8;
  /** All that is sold, in the currency. */
  readonly totalMinor: AmountMinor;
  /** The least that one subscription is for. */
  readonly minMinor: AmountMinor;
  /** The most that one owner may have of it in all subscriptions together. */
  readonly maxMinor: AmountMinor;
  /** Days between launch and release. */
  readonly lockupDays: number;
  readonly startsAtMs: number;
  readonly closesAtMs: number;
  /** Not before the closing. The currency's markets open no sooner. */
  readonly launchesAtMs: number;
  /** While false nobody subscribes. */
  readonly isOpen: boolean;
}
