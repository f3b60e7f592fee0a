import * as z from 'zod/mini';
import { zChain } from './custody/records.ts';
import { route } from './wire/route.ts';
import { pageOf, paging, zDecimal, zId, zReason, zText } from './wire/scalars.ts';

const tag = 'Liabilities';

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const zLiabilityTree = z.object({
  currency: z.string(),
  /** Decimals of its amounts. */
  scale: z.number(),
  /** Users who have something. */
  leaves: z.number(),
  total: zDecimal,
  root: zHash,
});

export type LiabilityTreeView = z.infer<typeof zLiabilityTree>;

export const zLiabilitySnapshot = z.object({
  id: z.number(),
  time: z.number(),
  /** The last command that is in it. */
  sequence: z.number(),
  /** Every currency, by name. */
  trees: z.array(zLiabilityTree),
  /** The head of the chain of receipts then; absent while there was none. */
  receipts: z.optional(z.object({ count: z.number(), hash: zHash })),
  previous_hash: zHash,
  /** SHA-256 of the RFC 8785 JSON of all of the above. */
  hash: zHash,
});

export type LiabilitySnapshotView = z.infer<typeof zLiabilitySnapshot>;

/** That one balance is in one tree. */
export const zLiabilityPath = z.object({
  currency: z.string(),
  amount: zDecimal,
  index: z.number(),
  nonce: zHash,
  /** Lowest first, padding left out. */
  siblings: z.array(z.object({ hash: zHash, sum: zDecimal })),
});

export type LiabilityPathView = z.infer<typeof zLiabilityPath>;

export const zLiabilityProof = z.object({
  format: z.string(),
  /** The user's number, which is in the leaf. */
  owner: z.number(),
  snapshot: zLiabilitySnapshot,
  /** Of each currency that the user had something of; empty where that was none. */
  paths: z.array(zLiabilityPath),
});

export type LiabilityProofView = z.infer<typeof zLiabilityProof>;

export const zReserve = z.object({
  id: z.number(),
  chain: zChain,
  address: z.string(),
  currency: z.string(),
  /** What the address's key signed, and the signature as wallets write it. */
  message: z.string(),
  signature: z.string(),
  time: z.number(),
  /** When it was given up. */
  ended_at: z.optional(z.number()),
  /** The last that is known; absent where nobody said. */
  balance: z.optional(zDecimal),
  /** `node`: asked of the chain. `operator`: entered, not checked. */
  balance_source: z.optional(z.enum(['node', 'operator'])),
  balance_at: z.optional(z.number()),
});

export type ReserveView = z.infer<typeof zReserve>;

export const zReserves = z.object({
  list: z.array(zReserve),
  /** The snapshot that is compared with; absent before the first. */
  snapshot_id: z.optional(z.number()),
  compared: z.array(
    z.object({
      currency: z.string(),
      liabilities: zDecimal,
      /** Of all addresses that are not given up. */
      reserves: zDecimal,
      /** The part of it that was asked of the chain. */
      checked: zDecimal,
      is_covered: z.boolean(),
    }),
  ),
});

export type ReservesView = z.infer<typeof zReserves>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const liabilityRoutes = {
  liabilities: route({
    method: 'GET',
    path: 'settlement/liabilities',
    tag,
    summary: 'What the house owes its users: published roots and totals, newest first',
    request: z.strictObject({ ...paging }),
    response: z.object({
      ...pageOf(zLiabilitySnapshot).shape,
      /** Users can fetch their proofs from this snapshot on; absent before the first. */
      proofs_from: z.optional(z.number()),
      /** How long they can. */
      proofs_days: z.number(),
      /** When the next is taken by itself; absent where none is. */
      next_at: z.optional(z.number()),
    }),
  }),
  liabilitySnapshot: route({
    method: 'GET',
    path: 'settlement/liabilities/snapshot',
    tag,
    summary: 'One publication of what the house owes its users',
    request: z.strictObject({ id: zId }),
    response: zLiabilitySnapshot,
  }),
  liabilityProof: route({
    method: 'GET',
    path: 'settlement/liabilities/proof',
    tag,
    summary:
      'That the balances of the one who asks are in a publication, the last one unless named',
    access: 'user',
    // Each hashes some hundred leaves anew, and an answer of a publication is always the same.
    rate: 'write',
    request: z.strictObject({ snapshot_id: z.optional(zId) }),
    response: zLiabilityProof,
    errors: ['proof_expired'],
  }),
  reserves: route({
    method: 'GET',
    path: 'settlement/reserves',
    tag,
    summary: 'Addresses of the house with signed messages, against what it owes. Not an audit',
    request: z.strictObject({}),
    response: zReserves,
  }),
} as const;

export const operatorLiabilityRoutes = {
  operatorLiabilities: route({
    method: 'GET',
    path: 'operator/liabilities',
    tag: 'Operators',
    summary: 'Publications of liabilities with who had them taken, newest first',
    access: READERS,
    request: z.strictObject({ ...paging }),
    response: z.object({
      ...pageOf(z.object({ ...zLiabilitySnapshot.shape, taken_by: z.optional(z.string()) })).shape,
      is_running: z.boolean(),
      failed_at: z.optional(z.number()),
      next_at: z.optional(z.number()),
      proofs_from: z.optional(z.number()),
      proofs_days: z.number(),
    }),
  }),
  takeLiabilities: route({
    method: 'POST',
    path: 'operator/liabilities/take',
    tag: 'Operators',
    summary: 'Begins to take and publish what the house owes its users',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ reason: zReason }),
    response: zText,
    errors: ['held_for_loss', 'recount_needed'],
  }),
  operatorReserves: route({
    method: 'GET',
    path: 'operator/reserves',
    tag: 'Operators',
    summary: 'Addresses of the house, and what a new message has to name',
    access: READERS,
    request: z.strictObject({}),
    response: z.object({ ...zReserves.shape, platform: z.string() }),
  }),
  proposeReserve: route({
    method: 'POST',
    path: 'operator/reserves/propose',
    tag: 'Operators',
    summary: 'Proposes an address of the house, by a message that its key signed',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      chain: zChain,
      address: z.string().check(z.minLength(1), z.maxLength(100)),
      currency_id: zId,
      /** Names the platform and a date of these days. */
      message: z.string().check(z.minLength(10), z.maxLength(500)),
      /** 65 bytes in hex on Ethereum and Tron; base64 on Bitcoin (BIP-137, or BIP-322 simple). */
      signature: z.string().check(z.minLength(10), z.maxLength(500)),
      /** What it holds, where no node is asked. */
      balance: z.optional(zDecimal),
      reason: zReason,
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['signature_wrong', 'already_listed', 'above_maximum'],
  }),
  proposeReserveEnd: route({
    method: 'POST',
    path: 'operator/reserves/end',
    tag: 'Operators',
    summary: 'Proposes that an address of the house counts no more; it stays in the list',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.object({ proposal_id: z.number() }),
  }),
} as const;
