/** The console: queues of deposits and withdrawals, terms of chains, the signer's two calls. */
import * as z from 'zod/mini';
import { zChain, zRecordStatus, zTxId } from './custody.ts';
import { OPERATOR_ROLES, route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zTime,
} from './scalars.ts';
import { zTermsSaved } from './terms-change.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));
const REVIEW = ['reviewer', 'auditor'] as const;

export const QUEUES = ['deposits', 'withdrawals', 'verifications', 'subscriptions'] as const;
export type Queue = (typeof QUEUES)[number];
export const zDecision = z.enum(['passed', 'rejected']);

const zApproval = z.object({ operator_id: z.number(), operator: z.string(), time: z.number() });
/** Who has a record open right now, that two do not work on one. */
export const zOpenBy = z.object({
  operator_id: z.number(),
  operator: z.string(),
  since: z.number(),
});

const filters = {
  status: z.optional(zRecordStatus),
  currency_id: z.optional(zId),
  user_id: z.optional(zId),
  from: z.optional(zTime),
  to: z.optional(zTime),
  ...paging,
};

/**
 * Why one operator's word was not enough where otherwise it is: what that operator passed alone within a day, or of that
 * user within a week, reached its sum; there is no index to say what it is worth; or the operator passed alone what may
 * be the user's money.
 */
const zHeldFor = z.enum(['operator_day', 'owner_week', 'no_value', 'own_word']);

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
  proof: z.optional(z.number()),
  /** The same picture, by content, stands under another claim: two operators (U8). */
  is_proof_repeated: z.boolean(),
  is_priority: z.boolean(),
  is_suspended: z.boolean(),
  receivable: zDecimal,
  approvals_needed: z.number(),
  held_for: z.optional(zHeldFor),
  approvals: z.array(zApproval),
  open_by: z.optional(zOpenBy),
  time: z.number(),
  decided_at: z.optional(z.number()),
});
export type OperatorDeposit = z.infer<typeof zOperatorDeposit>;

export const zOperatorWithdrawal = z.object({
  id: z.number(),
  user_id: z.number(),
  user: z.string(),
  kind: z.enum(['crypto', 'bank']),
  currency_id: z.number(),
  currency: z.string(),
  chain: z.string(),
  address: z.string(),
  amount: zDecimal,
  fee: zDecimal,
  receipt_amount: zDecimal,
  /** Worth in USDT when it was asked for. */
  value: zDecimal,
  note: z.optional(z.string()),
  status: zRecordStatus,
  send_state: z.enum(['idle', 'signed', 'unknown', 'failed', 'sent', 'refunded']),
  reason: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  approvals_needed: z.number(),
  held_for: z.optional(zHeldFor),
  approvals: z.array(zApproval),
  /**
   * SHA-256 of the canonical intent {id, chain, address, amount, currency_id} and, of a bank transfer, the digest
   * of its card: what approvers approve (W12).
   */
  intent_hash: z.string(),
  basic_verification: z.string(),
  advanced_verification: z.string(),
  open_by: z.optional(zOpenBy),
  time: z.number(),
  /** 12 hours after the request; the console alarms from 10 hours on. */
  due_at: z.number(),
  decided_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
});
export type OperatorWithdrawal = z.infer<typeof zOperatorWithdrawal>;

export const zChainTerms = z.strictObject({
  currency_id: zId,
  /** BANK: bank transfers and cards. */
  chain: z.enum(['TRC20', 'ERC20', 'OMNI', 'BANK']),
  min_deposit: zDecimal,
  min_withdraw: zDecimal,
  withdraw_fee: zDecimal,
  confirmations: z.pipe(zInteger, z.number().check(z.lte(10_000))),
  is_deposit_open: zBoolean,
  is_withdraw_open: zBoolean,
  /** Withdrawals and claims of at least this much need two operators. */
  two_approvals_from: zPositiveDecimal,
});
export type ChainTerms = z.infer<typeof zChainTerms>;

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
    z.object({ operator_id: z.number(), intent_hash: z.string(), time: z.number() }),
  ),
  passed_at: z.number(),
});
export type SignerJob = z.infer<typeof zSignerJob>;

export const operatorCustodyRoutes = {
  queueCounts: route({
    method: 'GET',
    path: 'operator/counts',
    tag,
    summary: 'What waits in each queue',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.object({
      deposits: z.number(),
      priority_deposits: z.number(),
      withdrawals: z.number(),
      /** Waiting longer than 10 hours. */
      late_withdrawals: z.number(),
      to_send: z.number(),
      unknown_sends: z.number(),
      verifications: z.number(),
      subscriptions: z.number(),
      proposals: z.number(),
      /** Conversations that nobody has taken, and own ones in which the user waits for an answer. */
      chats: z.number(),
      is_sound: z.boolean(),
    }),
  }),
  openRecord: route({
    method: 'POST',
    path: 'operator/queue/open',
    tag,
    summary: 'Says that this operator is looking at a record, for two minutes or until closed',
    access: ['reviewer'],
    request: z.strictObject({
      queue: z.enum(QUEUES),
      id: zId,
      is_open: z._default(zBoolean, true),
    }),
    response: z.object({ open_by: z.optional(zOpenBy) }),
  }),
  operatorDeposits: route({
    method: 'GET',
    path: 'operator/deposits',
    tag,
    summary: 'Deposits; those under review with priority and the oldest first',
    access: REVIEW,
    request: z.strictObject({ kind: z.optional(z.enum(['chain', 'crypto', 'bank'])), ...filters }),
    response: pageOf(zOperatorDeposit),
  }),
  decideDeposit: route({
    method: 'POST',
    path: 'operator/deposits/decide',
    tag,
    summary:
      'Passes a claim with what is credited and its unique reference, or rejects it with a reason',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: zDecision,
      credited: z.optional(zPositiveDecimal),
      reference: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{3,100}$/))),
      reason: z.optional(reason),
    }),
    response: zOperatorDeposit,
    errors: [
      'already_decided',
      'four_eyes',
      'intent_changed',
      'reference_used',
      'not_found_on_chain',
    ],
  }),
  operatorWithdrawals: route({
    method: 'GET',
    path: 'operator/withdrawals',
    tag,
    summary: 'Withdrawals; those under review by time left',
    access: REVIEW,
    request: z.strictObject({
      send_state: z.optional(z.enum(['idle', 'signed', 'unknown', 'failed', 'sent', 'refunded'])),
      ...filters,
    }),
    response: pageOf(zOperatorWithdrawal),
  }),
  decideWithdrawal: route({
    method: 'POST',
    path: 'operator/withdrawals/decide',
    tag,
    summary: 'Approves or rejects; over the threshold two different operators must approve',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: zDecision,
      reason: z.optional(reason),
      /** What the operator saw: refused when it is not what would be approved (W6, W12). */
      intent_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
    response: zOperatorWithdrawal,
    errors: ['already_decided', 'four_eyes', 'intent_changed', 'held_for_loss'],
  }),
  withdrawalSent: route({
    method: 'POST',
    path: 'operator/withdrawals/sent',
    tag,
    summary:
      'Marks a passed withdrawal as sent with its transaction; one that took two, or that the signer has begun, becomes a proposal (four_eyes)',
    access: ['reviewer'],
    rate: 'write',
    /** A bank transfer's tx_id is the bank's reference. */
    request: z.strictObject({ id: zId, tx_id: z.string().check(z.regex(/^[\x21-\x7e]{6,100}$/)) }),
    response: zOperatorWithdrawal,
    errors: ['not_sendable', 'account_frozen', 'reference_used', 'four_eyes'],
  }),
  chainTerms: route({
    method: 'GET',
    path: 'operator/chains',
    tag,
    summary: 'Fees, minimums, confirmations and thresholds by currency and network',
    access: ['manager', 'reviewer', 'auditor'],
    request: nothing,
    response: z.array(zChainTerms),
  }),
  saveChainTerms: route({
    method: 'POST',
    path: 'operator/chains/save',
    tag,
    summary:
      'Changes terms at once; what weakens a safeguard becomes a proposal for a second operator',
    access: ['manager'],
    rate: 'write',
    request: zChainTerms,
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  termsHistory: route({
    method: 'GET',
    path: 'operator/terms/history',
    tag,
    summary: 'Versions of terms: who changed what and when',
    access: ['manager', 'auditor'],
    request: z.strictObject({ subject: z.optional(z.string().check(z.maxLength(60))), ...paging }),
    response: pageOf(
      z.object({
        id: z.number(),
        subject: z.string(),
        /** JSON text. */
        before: z.optional(z.string()),
        after: z.string(),
        operator: z.optional(z.string()),
        time: z.number(),
      }),
    ),
  }),
  custodySettings: route({
    method: 'GET',
    path: 'operator/settings',
    tag,
    summary: 'Limits of withdrawals, the priority volume, bank accounts',
    access: ['manager', 'reviewer', 'auditor'],
    request: nothing,
    response: z.object({
      /** Worth in USDT a day by verification. */
      daily_value_basic: zDecimal,
      daily_value_advanced: zDecimal,
      daily_count: z.number(),
      vip_volume: zDecimal,
      bank_accounts: z.array(
        z.object({
          currency_id: z.number(),
          account_name: z.string(),
          account_number: z.string(),
          bank_name: z.string(),
          bank_address: z.string(),
          swift_code: z.string(),
        }),
      ),
    }),
  }),
  saveCustodySettings: route({
    method: 'POST',
    path: 'operator/settings/save',
    tag,
    summary: 'Changes limits; raising one needs a second operator',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      daily_value_basic: zPositiveDecimal,
      daily_value_advanced: zPositiveDecimal,
      daily_count: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(100))),
      vip_volume: zPositiveDecimal,
    }),
    response: zTermsSaved,
  }),
  saveBankAccount: route({
    method: 'POST',
    path: 'operator/bank_accounts/save',
    tag,
    summary: 'Proposes the bank account users pay into; a second operator puts it in force',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      currency_id: zId,
      account_name: z.string().check(z.minLength(2), z.maxLength(80)),
      account_number: z.string().check(z.regex(/^[0-9A-Za-z -]{5,42}$/)),
      bank_name: z.string().check(z.minLength(2), z.maxLength(80)),
      bank_address: z.string().check(z.minLength(2), z.maxLength(160)),
      swift_code: z.string().check(z.regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/)),
    }),
    response: z.object({ proposal_id: z.number() }),
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
      /** Of a failure, what proves it: it opens the way to a refund. */
      reason: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    }),
    response: z.object({ id: z.number(), send_state: z.string() }),
    errors: ['not_sendable', 'account_frozen'],
  }),
} as const;
