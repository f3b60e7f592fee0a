/** The console: watchers of chains. */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import { zInteger, zReason, zTime } from './wire/scalars.ts';

export const zWatcherStatus = z.object({
  chain: z.string(),
  is_open: z.boolean(),
  height: z.optional(z.number()),
  head: z.optional(z.number()),
  lag_blocks: z.optional(z.number()),
  lag_seconds: z.optional(z.number()),
  /** Why it stands still; absent while it runs. */
  paused: z.optional(z.string()),
  last_error: z.optional(z.string()),
  /** Seen and not credited for longer than an hour. */
  stuck_deposits: z.number(),
  confirmations: z.number(),
});

/** Confirmations and heights on the wire. */
export const zHeight = zInteger;

export const operatorChainRoutes = {
  rescanChain: route({
    method: 'POST',
    path: 'operator/watchers/rescan',
    tag: OPERATORS,
    summary: 'Reads a chain again from a height and resumes a paused watcher',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      chain: z.string().check(z.maxLength(20)),
      from_height: z.optional(z.pipe(zTime, z.number())),
      reason: zReason,
    }),
    response: z.string(),
    errors: ['chain_closed'],
  }),
} as const;
