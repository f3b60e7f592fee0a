/** Sweeps: users' deposits moved to the operator's own wallets, by a signer that tells of them. */
import * as z from 'zod/mini';
import { zChain, zTxId } from './custody/records.ts';
import { OPERATORS, route } from './wire/route.ts';
import { pageOf, paging, zDecimal, zId, zInteger, zPositiveDecimal } from './wire/scalars.ts';

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const zSweepState = z.enum(['signed', 'sent', 'failed']);
export type SweepState = z.infer<typeof zSweepState>;

/** `gas` goes to a deposit address that holds tokens, to sweep them. */
export const zSweepTo = z.enum(['hot', 'cold', 'gas']);
export type SweepTo = z.infer<typeof zSweepTo>;

/** Whether the signer sweeps what is new, or why it does not. */
export const zSweepStanding = z.enum(['ready', 'fees_too_dear', 'fees_used_up', 'reserve_low']);
export type SweepStanding = z.infer<typeof zSweepStanding>;

export const zSweep = z.object({
  id: z.number(),
  chain: zChain,
  tx_id: z.string(),
  state: zSweepState,
  to: zSweepTo,
  currency: z.string(),
  address: z.string(),
  /** Whether the address is one of the house's, by this server's settings; of gas a deposit address. */
  is_own: z.boolean(),
  amount: zDecimal,
  /** In the chain's coin: the most that it can cost. */
  fee: zDecimal,
  sources: z.number(),
  reason: z.optional(z.string()),
  time: z.number(),
  changed_at: z.number(),
});
export type SweepView = z.infer<typeof zSweep>;

export const zSweeper = z.object({
  chain: zChain,
  standing: zSweepStanding,
  /** Since when it is so. */
  since: z.number(),
  /** When its last round ended. */
  time: z.number(),
});
export type SweeperView = z.infer<typeof zSweeper>;

export const sweepRoutes = {
  signerDeposits: route({
    method: 'GET',
    path: 'operator/signer/deposits',
    tag: 'Signer',
    summary: 'Deposit addresses that something was credited from, by user from the one after',
    access: 'sweeper',
    request: z.strictObject({ chain: zChain, after: z.optional(zId) }),
    response: z.object({
      list: z.array(z.object({ user_id: z.number(), address: z.string() })),
      has_more: z.boolean(),
    }),
  }),
  signerSweep: route({
    method: 'POST',
    path: 'operator/signer/sweep',
    tag: 'Signer',
    summary: 'What became of a sweep: signed before its broadcast, then sent or failed',
    access: 'sweeper',
    rate: 'sweep',
    request: z.strictObject({
      chain: zChain,
      tx_id: zTxId,
      state: zSweepState,
      to: zSweepTo,
      currency_id: zId,
      address: z.string().check(z.minLength(14), z.maxLength(100)),
      amount: zPositiveDecimal,
      fee: zDecimal,
      sources: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(1_000))),
      reason: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    }),
    response: z.object({ state: zSweepState }),
    errors: ['reference_used'],
  }),
  signerSweepStanding: route({
    method: 'POST',
    path: 'operator/signer/sweep_standing',
    tag: 'Signer',
    summary: 'How the sweeping signer stands after a round',
    access: 'sweeper',
    rate: 'sweep',
    request: z.strictObject({ chain: zChain, standing: zSweepStanding }),
    response: z.object({ standing: zSweepStanding }),
  }),
} as const;

export const operatorSweepRoutes = {
  operatorSweeps: route({
    method: 'GET',
    path: 'operator/sweeps',
    tag: OPERATORS,
    summary: 'Sweeps of deposits as their signer told of them, newest first',
    access: READERS,
    request: z.strictObject({ ...paging, state: z.optional(zSweepState) }),
    response: pageOf(zSweep),
  }),
  operatorSweepers: route({
    method: 'GET',
    path: 'operator/sweepers',
    tag: OPERATORS,
    summary: 'How each sweeping signer stands',
    access: READERS,
    request: z.strictObject({}),
    response: z.array(zSweeper),
  }),
} as const;
