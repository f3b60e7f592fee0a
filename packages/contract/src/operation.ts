/** What a client must know before login; the console: how the exchange runs, cancel-only and back. */
import * as z from 'zod/mini';
import { zWatcherStatus } from './chains.ts';
import { zHeadTarget } from './receipts.ts';
import { zStandstill } from './standstill.ts';
import { OPERATOR_ROLES, OPERATORS, route } from './wire/route.ts';
import { nothing, zLanguage, zReason } from './wire/scalars.ts';

const tag = 'Operation, development';

/** What a receipt of kind `loss` says: these commands were answered, and are not in the books any more. */
const zProduct = z.enum(['futures', 'options', 'wealth']);

export const zLoss = z.object({
  /** When it was declared. */
  time: z.number(),
  /** Whose engine's database it was, where products have their own; absent of the home's, and where one engine is everything. */
  product: z.optional(zProduct),
  /** Of the chain (settlement/receipt). */
  receipt_id: z.number(),
  /** The first command that is missing, and the last that is known to have been answered; below the first if none is. */
  sequence_from: z.number(),
  sequence_seen: z.number(),
  /** Numbers up to here were left out: the exchange went on beyond. */
  sequence_to: z.number(),
  /** Between when those commands ran. */
  time_from: z.number(),
  time_to: z.number(),
});

export type Loss = z.infer<typeof zLoss>;

export const zConfig = z.object({
  /** What the exchange is called (docs/operating/brand.md), in full and under an icon, and its colour, "#rrggbb". */
  name: z.string(),
  short_name: z.string(),
  accent: z.string(),
  version: z.string(),
  demo: z.boolean(),
  /** A demo on real or recorded prices, for paper trading. */
  sandbox: z.boolean(),
  feed: z.enum(['simulated', 'replay', 'live']),
  /** Where the prices of the last samples were read from: the hosts as the connections have them. */
  feed_hosts: z.array(z.object({ venue: z.string(), host: z.string() })),
  /** Server time, ms, to set clocks by. */
  time: z.number(),
  languages: z.array(zLanguage),
  /** How long a new withdrawal address or card waits for its first use; absent from older servers. */
  cooling_off_hours: z.optional(z.number()),
  /** Ways to register that are open. */
  channels: z.array(z.enum(['phone', 'email'])),
  company_name: z.optional(z.string()),
  company_licence: z.optional(z.string()),
  /** Under which domain passkeys are made and asked for; absent where the address admits none. */
  passkeys: z.optional(z.object({ rp_id: z.string() })),
  /** What operators' console calls the provider by which they may log in; absent where there is none. */
  operator_sso: z.optional(z.string()),
  /** Whether this deployment sells options at all. */
  options: z.boolean(),
  /** Who else keeps the heads of the chain of receipts; absent where nobody does. */
  heads_published_at: z.optional(z.array(zHeadTarget)),
  /** The whole exchange takes cancels and closes only, until further notice; absent otherwise. */
  cancel_only: z.optional(z.boolean()),
  /** Products that stand still now; absent while all go on. Quotations say it as well, and say it live. */
  standstill: z.optional(z.array(zStandstill)),
  /** Times at which a database lost commits that had been answered, of every engine, newest first; absent where none did. */
  losses: z.optional(z.array(zLoss)),
});

export type Config = z.infer<typeof zConfig>;

export const zTrading = z.object({
  mode: z.enum(['open', 'cancel_only']),
  /**
   * `drift`: the books did not add up. `loss`: the database lost commits. `disk`: it is nearly full, and goes on by itself
   * when there is room. Absent, as the two below, while it was never
   * stopped.
   */
  cause: z.optional(z.enum(['operator', 'drift', 'loss', 'disk'])),
  reason: z.optional(z.string()),
  since: z.optional(z.number()),
  /** A recount that was asked for is under way. */
  is_recounting: z.boolean(),
  /** Stopped, and nothing stands against resuming: after a drift, all checks ran since then and found none. */
  is_resumable: z.boolean(),
});

export type Trading = z.infer<typeof zTrading>;

/** A product that has an engine of its own, in an exchange of several. */
const zCheck = z.object({
  name: z.string(),
  checked_at: z.optional(z.number()),
  is_sound: z.boolean(),
  drifts: z.array(z.object({ check: z.string(), subject: z.string(), difference: z.string() })),
});

export const operationRoutes = {
  config: route({
    method: 'GET',
    path: 'config',
    tag,
    summary: 'What a client must know before login',
    request: nothing,
    response: zConfig,
  }),
} as const;

export const operatorOperationRoutes = {
  system: route({
    method: 'GET',
    path: 'operator/system',
    tag: OPERATORS,
    summary: 'How the exchange is running',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.object({
      time: z.number(),
      started_at: z.number(),
      version: z.string(),
      demo: z.boolean(),
      is_sound: z.boolean(),
      trading: zTrading,
      /** Of each product that has an engine of its own; absent where one engine is everything. */
      products: z.optional(
        z.array(z.extend(zTrading, { product: zProduct, is_sound: z.boolean() })),
      ),
      durability: z.string(),
      /** Machines that hold a commit before it is answered, and replicas that are connected; absent without a server. */
      commit_machines: z.optional(z.number()),
      replicas: z.optional(z.number()),
      /** Losses of commits that were declared, of every engine, newest first; absent where there was none. */
      losses: z.optional(z.array(zLoss)),
      database: z.string(),
      sequencer: z.object({
        state: z.string(),
        queued: z.number(),
        in_flight: z.number(),
        sequence: z.number(),
        epoch: z.number(),
        /** How long the oldest batch has waited for its commit; absent without one. */
        commit_wait_ms: z.optional(z.number()),
        commit_p50_ms: z.optional(z.number()),
        commit_p99_ms: z.optional(z.number()),
      }),
      feed: z.object({
        kind: z.string(),
        markets: z.array(
          z.object({
            symbol: z.string(),
            state: z.string(),
            index_price: z.optional(z.string()),
            index_time: z.optional(z.number()),
            is_stale: z.boolean(),
            sources: z.array(
              z.object({
                venue: z.string(),
                host: z.optional(z.string()),
                price: z.string(),
                time: z.number(),
              }),
            ),
          }),
        ),
      }),
      watchers: z.array(zWatcherStatus),
      checks: z.array(zCheck),
      outbox_unsent: z.number(),
      /** Endpoints of users' webhooks; whose and where they lead is shown to nobody. */
      webhooks: z.object({
        active: z.number(),
        failing: z.number(),
        paused: z.number(),
        disabled: z.number(),
      }),
      /** Legal texts that no operator has written yet, in any language. */
      legal_placeholders: z.number(),
      sockets: z.number(),
    }),
  }),
  stopTrading: route({
    method: 'POST',
    path: 'operator/trading/stop',
    tag: OPERATORS,
    summary:
      'Puts the whole exchange into cancel-only mode at once: nothing opens, what is open ends as ever',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ reason: zReason }),
    response: zTrading,
  }),
  resumeTrading: route({
    method: 'POST',
    path: 'operator/trading/resume',
    tag: OPERATORS,
    summary:
      'Proposes to take orders again; another manager passes it. In a demo with one operator it is done at once',
    access: ['manager'],
    rate: 'write',
    /** `product`: what its own engine was stopped for, where it has one. */
    request: z.strictObject({ reason: zReason, product: z.optional(zProduct) }),
    /** Without a proposal it is done. */
    response: z.object({ proposal_id: z.optional(z.number()), trading: zTrading }),
    errors: ['already_decided', 'recount_needed'],
  }),
  recountBooks: route({
    method: 'POST',
    path: 'operator/trading/recount',
    tag: OPERATORS,
    summary:
      'Runs every check of the books in the background; the system call shows what they find',
    access: ['manager'],
    rate: 'write',
    /** `product`: of its own engine's books, where it has one. */
    request: z.strictObject({ product: z.optional(zProduct) }),
    response: zTrading,
  }),
} as const;
