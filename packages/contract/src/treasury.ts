/** Where the money of users lies, what the hot wallets may hold, and where they stand. Amounts are decimals of the currency. */
import * as z from 'zod/mini';
import { zChain } from './custody/records.ts';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, pageOf, paging, zDecimal, zId, zReason, zSignedDecimal } from './wire/scalars.ts';

const READERS = ['reviewer', 'manager', 'auditor'] as const;

const limits = {
  /** Below it the hot wallet is to be filled. */
  minimum: zDecimal,
  /** Filled up to it. */
  target: zDecimal,
  /** Above it too much lies under one key. */
  maximum: zDecimal,
};
const zLimits = z.object(limits);
export type TreasuryLimitsView = z.infer<typeof zLimits>;

export const TREASURY_STATES = ['fresh', 'stale', 'unasked', 'unwatched'] as const;

/** A currency on a chain. */
export const zTreasuryLine = z.object({
  currency_id: z.number(),
  currency: z.string(),
  chain: zChain,
  /**
   * `fresh`: as nodes said at the last asking. `stale`: they did not answer then, and figures are of before. `unasked`: they never
   * answered since the start. `unwatched`: no node is set that knows it.
   */
  state: z.enum(TREASURY_STATES),
  /** Of the figures of nodes. */
  measured_at: z.optional(z.number()),
  /** All of them together; absent while a node never answered. */
  hot: z.optional(zDecimal),
  wallets: z.array(z.object({ address: z.string(), balance: z.optional(zDecimal) })),
  /** In force; absent where two operators set none. */
  limits: z.optional(zLimits),
  standing: z.optional(z.enum(['below', 'within', 'above'])),
  /** From what is there to the target; absent at and above it. */
  missing: z.optional(zDecimal),
  /** From the target to what is there; absent up to the maximum. */
  excess: z.optional(zDecimal),
  /** Passed withdrawals that no signer has begun, after fees. */
  waiting: z.object({ count: z.number(), amount: zDecimal }),
  /** Of it, what the hot wallet has not; absent where it is enough, or not known. */
  short: z.optional(zDecimal),
  /** Signed or sent, and not final. */
  on_its_way: zDecimal,
  /** Nobody knows whether it left. */
  unknown: zDecimal,
  /** On deposit addresses, as far as they were asked: those that got most of the newest payments. */
  deposits: z.optional(
    z.object({ balance: zDecimal, addresses: z.number(), measured_at: z.number() }),
  ),
});
export type TreasuryLine = z.infer<typeof zTreasuryLine>;

export const zTreasuryCurrency = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** To users: their balances, and what was taken off them and has not left for good. */
  owed: zSignedDecimal,
  hot: z.optional(zDecimal),
  /** Of the cold wallets that this server knows; absent where it knows none, or no node has answered. */
  cold: z.optional(zDecimal),
  deposits: z.optional(zDecimal),
  on_its_way: zDecimal,
  unknown: zDecimal,
  /** What of hot, cold and deposit addresses is known. */
  held: zDecimal,
  /** `held` of `owed` in percent, rounded down; absent where nothing is owed. */
  coverage: z.optional(zDecimal),
  /** Whether every part of `held` is known, and of now. */
  is_whole: z.boolean(),
});
export type TreasuryCurrency = z.infer<typeof zTreasuryCurrency>;

export const zTreasuryView = z.object({
  time: z.number(),
  currencies: z.array(zTreasuryCurrency),
  lines: z.array(zTreasuryLine),
  /** Of the cold wallet in bitcoin, with what they pay to hot wallets; absent where none is set. */
  cold_payments: z.optional(
    z.object({
      currency_id: z.number(),
      signing: z.object({ count: z.number(), amount: zDecimal }),
      sent: z.object({ count: z.number(), amount: zDecimal }),
    }),
  ),
});
export type TreasuryView = z.infer<typeof zTreasuryView>;

export const zTreasuryLimits = z.object({
  id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  chain: zChain,
  ...limits,
  proposal_id: z.number(),
  proposed_by: z.string(),
  decided_by: z.string(),
  reason: z.string(),
  time: z.number(),
});
export type TreasuryLimitsRecord = z.infer<typeof zTreasuryLimits>;

export const operatorTreasuryRoutes = {
  operatorTreasury: route({
    method: 'GET',
    path: 'operator/treasury',
    tag: OPERATORS,
    summary: 'What is owed, where it lies as nodes said last, and where the hot wallets stand',
    access: READERS,
    request: nothing,
    response: zTreasuryView,
  }),
  operatorTreasuryLimits: route({
    method: 'GET',
    path: 'operator/treasury/limits',
    tag: OPERATORS,
    summary: 'Limits of the hot wallets as they were set, newest first',
    access: READERS,
    request: z.strictObject({
      chain: z.optional(zChain),
      currency_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zTreasuryLimits),
  }),
  proposeTreasuryLimits: route({
    method: 'POST',
    path: 'operator/treasury/limits/propose',
    tag: OPERATORS,
    summary:
      'Proposes limits of the hot wallets in a currency on a chain; another operator decides',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ chain: zChain, currency_id: zId, ...limits, reason: zReason }),
    response: z.object({ proposal_id: z.number() }),
  }),
} as const;
