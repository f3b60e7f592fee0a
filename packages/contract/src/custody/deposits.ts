import * as z from 'zod/mini';
import { zDecision, zOpenBy, zReviewChecks } from '../operators/queues.ts';
import { OPERATORS, route } from '../wire/route.ts';
import {
  approvalSignature,
  pageOf,
  paging,
  zDecimal,
  zId,
  zPositiveDecimal,
  zReason,
} from '../wire/scalars.ts';
import { filters, zApproval, zChain, zHeldFor, zRecordStatus } from './records.ts';
import { zDepositOrigin, zOperatorOrigin } from './travel-rule.ts';

const tag = 'Assets';

export const zDepositRecord = z.object({
  id: z.number(),
  currency_id: z.number(),
  /** chain: seen by our watcher; crypto and bank: claimed with a proof. */
  kind: z.enum(['chain', 'crypto', 'bank']),
  chain: z.optional(z.string()),
  amount: zDecimal,
  fee: zDecimal,
  /** What was added to the balance; "0" until passed. */
  credited: zDecimal,
  status: zRecordStatus,
  /** A known word (below_minimum, orphaned, …) in the caller's language, or the reviewer's sentence. */
  reason: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  /** Of a chain deposit under way: how many of `confirmations_needed` it has. */
  confirmations: z.optional(z.number()),
  confirmations_needed: z.optional(z.number()),
  proof: z.optional(z.number()),
  is_priority: z.boolean(),
  /** An operator holds it; until then at the latest. */
  held_until: z.optional(z.number()),
  /** It is credited, and usable once its origin is known (travel rule). */
  origin: z.optional(zDepositOrigin),
  time: z.number(),
  decided_at: z.optional(z.number()),
});

export type DepositRecord = z.infer<typeof zDepositRecord>;

export const zBankAccount = z.object({
  currency_id: z.number(),
  account_name: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  swift_code: z.string(),
  /** What the sender writes as the transfer's purpose, so that it is found: names the user. */
  reference: z.string(),
  min_deposit: zDecimal,
  /** What money the account takes, by ISO 4217, and what one of it is credited as. */
  fiat_currency: z.optional(z.string()),
  fiat_rate: z.optional(zDecimal),
});

export type BankAccount = z.infer<typeof zBankAccount>;

const REVIEW = ['reviewer', 'auditor'] as const;

export const zOperatorDeposit = z.object({
  id: z.number(),
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  kind: z.enum(['chain', 'crypto', 'bank']),
  currency_id: z.number(),
  currency: z.string(),
  chain: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  amount: zDecimal,
  credited: zDecimal,
  status: zRecordStatus,
  reason: z.optional(z.string()),
  reference: z.optional(z.string()),
  /** Of a bank transfer: what its sender was told to write. */
  bank_reference: z.optional(z.string()),
  proof: z.optional(z.number()),
  /** The same picture, by content, stands under another claim: two operators (U8). */
  is_proof_repeated: z.boolean(),
  /** Those claims, at most five. */
  repeated_in: z.array(z.object({ id: z.number(), user_id: z.number() })),
  is_priority: z.boolean(),
  is_suspended: z.boolean(),
  receivable: zDecimal,
  approvals_needed: z.number(),
  held_for: z.optional(zHeldFor),
  approvals: z.array(zApproval),
  checks: zReviewChecks,
  open_by: z.optional(zOpenBy),
  /** It is held: nobody passes it. Until then at the latest. */
  held_until: z.optional(z.number()),
  /** Absent where the travel rule does not concern it. */
  travel_rule: z.optional(zOperatorOrigin),
  time: z.number(),
  decided_at: z.optional(z.number()),
});

export type OperatorDeposit = z.infer<typeof zOperatorDeposit>;

export const depositRoutes = {
  depositAddress: route({
    method: 'POST',
    path: 'wallet/get_in_address',
    tag,
    summary: 'The own deposit address on a network',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ currency_id: zId, chain: zChain }),
    response: z.object({
      chain: zChain,
      address: z.string(),
      min_deposit: zDecimal,
      confirmations: z.number(),
      memo: z.optional(z.string()),
    }),
    errors: ['chain_closed', 'currency_closed'],
  }),
  claimDeposit: route({
    method: 'POST',
    path: 'wallet/charge_req',
    tag,
    summary: 'Claims a deposit with its proof; credited after review',
    access: 'user',
    takesKey: true,
    rate: 'money',
    request: z.strictObject({
      kind: z.enum(['crypto', 'bank']),
      currency_id: zId,
      /** Needed with a tx_id, and where a currency's chain is watched. */
      chain: z.optional(zChain),
      /** 64 hexadecimal digits where the chain is watched; elsewhere as the sender's wallet shows it. */
      tx_id: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{6,100}$/))),
      amount: zPositiveDecimal,
      proof: zId,
    }),
    response: z.object({ id: z.number() }),
    errors: ['below_minimum', 'chain_closed', 'currency_closed', 'claim_limit', 'reference_used'],
  }),
  bankInfo: route({
    method: 'POST',
    path: 'wallet/bank_info',
    tag,
    summary: "The operator's bank account for transfers",
    access: 'user',
    request: z.strictObject({ currency_id: zId }),
    response: zBankAccount,
    errors: ['currency_closed'],
  }),
  deposits: route({
    method: 'GET',
    path: 'charge_mention/log2',
    tag,
    summary: 'Deposits of the user, newest first',
    access: 'user',
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      currency_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zDepositRecord),
  }),
} as const;

export const operatorDepositRoutes = {
  operatorDeposits: route({
    method: 'GET',
    path: 'operator/deposits',
    tag: OPERATORS,
    summary: 'Deposits; those under review with priority and the oldest first',
    access: REVIEW,
    request: z.strictObject({ kind: z.optional(z.enum(['chain', 'crypto', 'bank'])), ...filters }),
    response: pageOf(zOperatorDeposit),
  }),
  decideDeposit: route({
    method: 'POST',
    path: 'operator/deposits/decide',
    tag: OPERATORS,
    summary:
      'Passes a claim with what is credited and its unique reference, or rejects it with a reason',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: zDecision,
      credited: z.optional(zPositiveDecimal),
      reference: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{3,100}$/))),
      reason: z.optional(zReason),
      ...approvalSignature,
    }),
    response: zOperatorDeposit,
    errors: [
      'already_decided',
      'four_eyes',
      'intent_changed',
      'record_held',
      'screening_waits',
      'reference_used',
      'not_found_on_chain',
      'signature_required',
      'passkey_refused',
    ],
  }),
} as const;
