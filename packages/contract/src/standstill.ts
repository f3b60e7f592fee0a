/** Which products stand still now, and why: with an engine for each product one may while the others go on. */
import * as z from 'zod/mini';

/** Products as engines are named; where one engine is everything they stand and go together. */
export const ENGINE_PRODUCTS = ['spot', 'futures', 'options', 'wealth'] as const;

export type EngineProduct = (typeof ENGINE_PRODUCTS)[number];

/**
 * `away`: its process or its database cannot be reached, or does not commit. `held_for_loss`: its database lost commits.
 * `held_for_drift`: its books do not add up. `cancel_only`: operators stopped it. `disk_short`: its disk is nearly full. `away` and
 * `disk_short` end by themselves.
 */
export const STANDSTILL_REASONS = [
  'away',
  'held_for_loss',
  'held_for_drift',
  'cancel_only',
  'disk_short',
] as const;

export type StandstillReason = (typeof STANDSTILL_REASONS)[number];

export const zStandstill = z.object({
  product: z.enum(ENGINE_PRODUCTS),
  why: z.enum(STANDSTILL_REASONS),
  /** Nothing opens, but cancels and closes are taken; otherwise nothing is. */
  takes_cancels: z.boolean(),
});

export type Standstill = z.infer<typeof zStandstill>;
