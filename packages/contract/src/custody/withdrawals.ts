import * as z from 'zod/mini';
import { zDecision, zOpenBy, zReviewChecks } from '../operators/queues.ts';
import { HOLD_KINDS } from '../wire/constants.ts';
import { OPERATORS, route } from '../wire/route.ts';
import {
  approvalSignature,
  nothing,
  pageOf,
  paging,
  zCredential,
  zDecimal,
  zFactor,
  zId,
  zNonce,
  zPositiveDecimal,
  zRealName,
  zReason,
} from '../wire/scalars.ts';
import { zBankCard } from './payees.ts';
import {
  filters,
  zApproval,
  zChain,
  zFundPassword,
  zHeldFor,
  zNote,
  zRecipient,
  zRecipientWallet,
  zRecordStatus,
} from './records.ts';

const tag = 'Assets';

export const zWithdrawalRecord = z.object({
  id: z.number(),
  currency_id: z.number(),
  kind: z.enum(['crypto', 'bank']),
  /** "BANK" for a bank transfer. */
  chain: z.string(),
  /** The address, or the masked card. */
  address: z.string(),
  amount: zDecimal,
  fee: zDecimal,
  receipt_amount: zDecimal,
  status: zRecordStatus,
  reason: z.optional(z.string()),
  note: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  can_cancel: z.boolean(),
  /** An operator holds it; until then at the latest. */
  held_until: z.optional(z.number()),
  /** It goes to an own wallet and waits until that is proven by a signature (travel rule). */
  asks_proof: z.optional(z.boolean()),
  /** What has happened so far, in order; sent needs a tx_id. */
  timeline: z.array(
    z.object({
      state: z.enum(['requested', 'approved', 'passed', 'sending', 'sent', 'rejected']),
      time: z.number(),
    }),
  ),
  /** When it will have been decided at the latest: the deployment's hours of review after the request. */
  due_at: z.number(),
  time: z.number(),
});

export type WithdrawalRecord = z.infer<typeof zWithdrawalRecord>;

export const WITHDRAWAL_NEEDS = ['kyc', 'fund_password', 'address', 'otp'] as const;

const REVIEW = ['reviewer', 'auditor'] as const;

export const zUserSignature = z.object({
  /** The signature is right, by a passkey that was the user's then, for exactly this withdrawal. */
  is_right: z.boolean(),
  /** Of the passkey, as the user named it. */
  passkey: z.string(),
  time: z.number(),
  /** Of the intent, with which the rest of it can be written from the withdrawal. */
  deployment: z.string(),
  nonce: z.string(),
  /** Of a bank transfer: of the intent too. */
  card: z.optional(z.string()),
  /** What was signed, base64url: it names the challenge. */
  client_data: z.string(),
  /** Whether the address or card was signed when it was saved. */
  is_payee_signed: z.boolean(),
});

export type UserSignature = z.infer<typeof zUserSignature>;

/** What the travel rule asks of a withdrawal, and what the recipient's provider said. */
export const zTravelRule = z.object({
  /** Absent where the user has not said whose wallet it is. */
  recipient: z.optional(zRecipient),
  answer: z.optional(z.enum(['accepted', 'rejected', 'unknown_provider'])),
  /** In the provider's words. */
  reason: z.optional(z.string()),
  /** As the provider names its case. */
  reference: z.optional(z.string()),
});

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
  /** When the address or card was saved. */
  destination_saved_at: z.optional(z.number()),
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
  /** What the user's passkey signed; absent where nothing is named. */
  signed: z.optional(zUserSignature),
  /** Nothing is named, and the user had a passkey that had to sign: it was taken out since, and nobody passes it. */
  is_signature_missing: z.optional(z.boolean()),
  basic_verification: z.string(),
  advanced_verification: z.string(),
  checks: zReviewChecks,
  open_by: z.optional(zOpenBy),
  /** Absent where the travel rule does not concern it. */
  travel_rule: z.optional(zTravelRule),
  /** It is held: nobody passes it. Until then at the latest. */
  held_until: z.optional(z.number()),
  time: z.number(),
  /** The deployment's hours of review after the request; the console alarms when a sixth of them is left. */
  due_at: z.number(),
  decided_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
});

export type OperatorWithdrawal = z.infer<typeof zOperatorWithdrawal>;

export const withdrawalRoutes = {
  withdrawalInfo: route({
    method: 'POST',
    path: 'wallet/get_info',
    tag,
    summary: 'What a withdrawal needs and costs',
    access: 'user',
    /** Without a chain: to a bank card. */
    request: z.strictObject({ currency_id: zId, chain: z.optional(zChain) }),
    response: z.object({
      available: zDecimal,
      min_withdraw: zDecimal,
      fee: zDecimal,
      /** Withdrawals left today (UTC), and how many a day has. */
      remaining_today: z.number(),
      daily_count: z.number(),
      /** Worth in USDT left today, and the day's limit at the user's verification. */
      remaining_value: zDecimal,
      daily_value: zDecimal,
      needs: z.array(z.enum(WITHDRAWAL_NEEDS)),
      /** Withdrawals are cooling off after a change of security until then. */
      usable_at: z.optional(z.number()),
      /** Why an operator holds all withdrawals of the user, in the caller's language. */
      held_for: z.optional(z.string()),
      /** The account or all that leaves it is held; until then at the latest. */
      held_kind: z.optional(z.enum(HOLD_KINDS)),
      held_until: z.optional(z.number()),
      has_otp: z.boolean(),
      /** Within how many hours people decide on it. */
      review_hours: z.number(),
      /** Whether whose wallet the address is must be said; absent where it need not. */
      asks_recipient: z.optional(z.boolean()),
    }),
    errors: ['chain_closed', 'currency_closed'],
  }),
  withdraw: route({
    method: 'POST',
    path: 'wallet/out',
    tag,
    summary: 'Asks for a withdrawal to a saved address or card; freezes the amount',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({
      currency_id: zId,
      chain: z.optional(zChain),
      address_id: z.optional(zId),
      card_id: z.optional(zId),
      amount: zPositiveDecimal,
      note: z.optional(zNote),
      /** Whose wallet the address is, where that is asked; without it what was said of it last. */
      recipient_wallet: z.optional(zRecipientWallet),
      /** With `provider`: its name, and of whom it knows by the address. */
      recipient_provider: z.optional(zRealName),
      beneficiary: z.optional(zRealName),
      /** The fee that the user saw: refused when it is higher by now (W11). */
      shown_fee: z.optional(zDecimal),
      fund_password: zFundPassword,
      otp: z.optional(zFactor),
      /** In place of otp: the withdrawal, signed by a passkey (UserIntent), wherever the user has one. */
      nonce: z.optional(zNonce),
      credential: z.optional(zCredential),
    }),
    response: z.object({ id: z.number(), fee: zDecimal, receipt_amount: zDecimal }),
    errors: [
      'terms_changed',
      'kyc_required',
      'fund_password_not_set',
      'fund_password_wrong',
      'fund_password_locked',
      'mfa_required',
      'signature_required',
      'passkey_refused',
      'code_wrong',
      'address_not_set',
      'address_cooling_off',
      'payee_held',
      'withdrawals_cooling_off',
      'held_for_loss',
      'below_minimum',
      'daily_limit',
      'insufficient_balance',
      'chain_closed',
      'currency_closed',
      'account_frozen',
      'withdrawals_held',
      'price_stale',
    ],
  }),
  cancelWithdrawal: route({
    method: 'POST',
    path: 'wallet/cancel_out',
    tag,
    summary: 'Cancels a withdrawal while it is under review',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({ id: zId }),
    response: z.object({ id: z.number() }),
    errors: ['already_decided'],
  }),
  withdrawals: route({
    method: 'GET',
    path: 'charge_mention/log3',
    tag,
    summary: 'Withdrawals of the user, newest first',
    access: 'user',
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      currency_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zWithdrawalRecord),
  }),
  vip: route({
    method: 'GET',
    path: 'wallet/vip',
    tag,
    summary:
      'Whether deposit claims go into the priority queue: by traded volume, at the same price',
    access: 'user',
    request: nothing,
    response: z.object({
      is_vip: z.boolean(),
      /** Traded in the last 30 days and needed, in USDT. */
      volume_30d: zDecimal,
      volume_needed: zDecimal,
    }),
  }),
} as const;

export const operatorWithdrawalRoutes = {
  operatorWithdrawals: route({
    method: 'GET',
    path: 'operator/withdrawals',
    tag: OPERATORS,
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
    tag: OPERATORS,
    summary: 'Approves or rejects; over the threshold two different operators must approve',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: zDecision,
      reason: z.optional(zReason),
      /** What the operator saw: refused when it is not what would be approved (W6, W12). */
      intent_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
      ...approvalSignature,
    }),
    response: zOperatorWithdrawal,
    errors: [
      'already_decided',
      'four_eyes',
      'intent_changed',
      'record_held',
      'screening_waits',
      'travel_rule_waits',
      'held_for_loss',
      'account_frozen',
      'withdrawals_held',
      'signature_required',
      'passkey_refused',
    ],
  }),
  withdrawalSent: route({
    method: 'POST',
    path: 'operator/withdrawals/sent',
    tag: OPERATORS,
    summary:
      'Marks a passed withdrawal as sent with its transaction; one that took two, or that the signer has begun, becomes a proposal (four_eyes)',
    access: ['reviewer'],
    rate: 'write',
    /** As its chain writes it: 64 hexadecimal digits; a bank transfer's is the bank's reference. */
    request: z.strictObject({ id: zId, tx_id: z.string().check(z.regex(/^[\x21-\x7e]{6,100}$/)) }),
    response: zOperatorWithdrawal,
    errors: ['not_sendable', 'account_frozen', 'withdrawals_held', 'reference_used', 'four_eyes'],
  }),
  proposeSend: route({
    method: 'POST',
    path: 'operator/withdrawals/propose',
    tag: OPERATORS,
    summary: 'Proposes to refund or send anew a passed withdrawal that is proven not to have left',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      act: z.enum(['refund', 'resend']),
      reason: zReason,
      /** Of an unknown outcome: what proves that the payment has not left and never will. */
      proof: z.optional(zReason),
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['not_sendable'],
  }),
  withdrawalCard: route({
    method: 'POST',
    path: 'operator/withdrawals/card',
    tag: OPERATORS,
    summary:
      'Everything on the bank card that a withdrawal is paid to, whatever became of it in the book; counted and audited',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.object({
      ...z.omit(zBankCard, { id: true, usable_at: true }).shape,
      /** Of the withdrawal as it stands with this card: refused with intent_changed when another was approved. */
      intent_hash: z.string(),
    }),
    errors: ['view_limit', 'intent_changed'],
  }),
} as const;
