import type { Applied, Holding, UnrealisedHolding } from '@fairlead/formula/tax';

/** What was worked out of one year of one owner. */
export interface TaxYear {
  readonly fromMs: number;
  /** Exclusive: the year's end. */
  readonly toMs: number;
  readonly asOfMs: number;
  /** Deposits until its end whose cost is what the owner stated. */
  readonly statedCount: number;
  /** What was there when it began. */
  readonly opening: readonly Holding[];
  readonly applied: readonly Applied[];
  readonly closing: readonly Holding[];
  readonly holdings: readonly UnrealisedHolding[];
}
