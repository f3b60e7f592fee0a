/** Which products stand still now, and why: with an engine for each product one may while the others go on. */
import * as z from 'zod/mini';
import { ENGINE_PRODUCTS, STANDSTILL_REASONS } from './wire/constants.ts';

export const zStandstill = z.object({
  product: z.enum(ENGINE_PRODUCTS),
  why: z.enum(STANDSTILL_REASONS),
  /** Nothing opens, but cancels and closes are taken; otherwise nothing is. */
  takes_cancels: z.boolean(),
});

export type Standstill = z.infer<typeof zStandstill>;
