/** The console: the whole exchange in cancel-only mode, and back. */
import * as z from 'zod/mini';
import { route } from './route.ts';
import { nothing } from './scalars.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));

export const zTrading = z.object({
  mode: z.enum(['open', 'cancel_only']),
  /**
   * `drift`: the books did not add up. `loss`: the database lost commits. Absent, as the two below, while it was never
   * stopped.
   */
  cause: z.optional(z.enum(['operator', 'drift', 'loss'])),
  reason: z.optional(z.string()),
  since: z.optional(z.number()),
  /** A recount that was asked for is under way. */
  is_recounting: z.boolean(),
  /** Stopped, and nothing stands against resuming: after a drift, all checks ran since then and found none. */
  is_resumable: z.boolean(),
});
export type Trading = z.infer<typeof zTrading>;

export const operatorTradingRoutes = {
  stopTrading: route({
    method: 'POST',
    path: 'operator/trading/stop',
    tag,
    summary:
      'Puts the whole exchange into cancel-only mode at once: nothing opens, what is open ends as ever',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ reason }),
    response: zTrading,
  }),
  resumeTrading: route({
    method: 'POST',
    path: 'operator/trading/resume',
    tag,
    summary:
      'Proposes to take orders again; another manager passes it. In a demo with one operator it is done at once',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ reason }),
    /** Without a proposal it is done. */
    response: z.object({ proposal_id: z.optional(z.number()), trading: zTrading }),
    errors: ['already_decided', 'recount_needed'],
  }),
  recountBooks: route({
    method: 'POST',
    path: 'operator/trading/recount',
    tag,
    summary:
      'Runs every check of the books in the background; the system call shows what they find',
    access: ['manager'],
    rate: 'write',
    request: nothing,
    response: zTrading,
  }),
} as const;
