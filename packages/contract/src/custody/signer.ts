/** The calls of a signer that pays withdrawals. */
import * as z from 'zod/mini';
import { route } from '../wire/route.ts';
import { zDecimal, zId } from '../wire/scalars.ts';
import { zChain, zTxId } from './records.ts';

/** What a passkey signed, base64url; with the job it is all of the intent that was signed. */
const zSigned = z.object({
  nonce: z.string(),
  credential_id: z.string(),
  authenticator_data: z.string(),
  client_data: z.string(),
  signature: z.string(),
});

export const zSignerJob = z.object({
  id: z.number(),
  chain: zChain,
  currency_id: z.number(),
  currency: z.string(),
  address: z.string(),
  /** What the receiver gets. */
  amount: zDecimal,
  send_state: z.enum(['idle', 'signed', 'unknown']),
  tx_id: z.optional(z.string()),
  approvals_needed: z.number(),
  approvals: z.array(
    z.object({
      operator_id: z.number(),
      intent_hash: z.string(),
      time: z.number(),
      /** What the operator's passkey signed; absent of one who had none. */
      signed: z.optional(zSigned),
    }),
  ),
  passed_at: z.number(),
  owner: z.number(),
  /** What the owner's passkey signed: the rest of the intent is this job's. Approvals are for its hash too. */
  signed: z.optional(z.extend(zSigned, { fee: zDecimal })),
});

export const zSignerPasskey = z.object({
  /** Rises with each entry. */
  id: z.number(),
  is_added: z.boolean(),
  owner: z.number(),
  credential_id: z.string(),
  /** COSE, base64url. */
  public_key: z.string(),
});

export type SignerJob = z.infer<typeof zSignerJob>;

export const signerRoutes = {
  signerPasskeys: route({
    method: 'GET',
    path: 'operator/signer/passkeys',
    tag: 'Signer',
    summary:
      "Users' passkeys as they were added and removed, the oldest first: what the signer pins",
    access: 'signer',
    request: z.strictObject({ after: z.optional(zId) }),
    response: z.object({ list: z.array(zSignerPasskey), has_more: z.boolean() }),
  }),
  signerJobs: route({
    method: 'GET',
    path: 'operator/signer/jobs',
    tag: 'Signer',
    summary: 'Passed withdrawals that have not left, the oldest first',
    access: 'signer',
    request: z.strictObject({ chain: z.optional(zChain) }),
    response: z.array(zSignerJob),
  }),
  signerReport: route({
    method: 'POST',
    path: 'operator/signer/report',
    tag: 'Signer',
    summary: 'What became of a job: signed before its broadcast, then sent, unknown or failed',
    access: 'signer',
    rate: 'write',
    request: z.strictObject({
      id: zId,
      state: z.enum(['signed', 'sent', 'unknown', 'failed']),
      tx_id: zTxId,
      /** Bitcoin only: its name so far, which this one replaces by spending the same coins. */
      replaces: z.optional(zTxId),
      /** Of a failure, what proves it: it opens the way to a refund. */
      reason: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    }),
    response: z.object({ id: z.number(), send_state: z.string() }),
    errors: ['not_sendable', 'account_frozen', 'held_for_loss'],
  }),
} as const;
