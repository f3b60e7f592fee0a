/** The console: ledger explorer, balance sheet, proposals that need a second operator. */
import * as z from 'zod/mini';
import { PROPOSAL_KINDS } from './constants.ts';
import { zDecision } from './operator-custody.ts';
import { OPERATOR_ROLES, route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zPositiveDecimal,
  zSignedDecimal,
  zTime,
} from './scalars.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));
const READERS = ['reviewer', 'manager', 'auditor'] as const;

/** `house:capital`, or `user:17:coin`. */
export const zAccountName = z
  .string()
  .check(z.regex(/^(house:[a-z_]{3,30}|user:[1-9]\d{0,9}:(coin|option|contract|trust))$/));

export const zLedgerPosting = z.object({
  entry_id: z.number(),
  account: z.string(),
  currency_id: z.number(),
  currency: z.string(),
  amount: zSignedDecimal,
  balance: zSignedDecimal,
  time: z.number(),
});
export const zLedgerEntry = z.object({
  id: z.number(),
  sequence: z.number(),
  reason: z.string(),
  reference: z.string(),
  time: z.number(),
  postings: z.array(zLedgerPosting),
});
export type LedgerEntry = z.infer<typeof zLedgerEntry>;

export const zProposal = z.object({
  id: z.number(),
  kind: z.enum(PROPOSAL_KINDS),
  /** JSON text of what will be done. */
  payload: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'passed', 'rejected']),
  proposed_by: z.string(),
  proposed_by_id: z.number(),
  decided_by: z.optional(z.string()),
  decision_reason: z.optional(z.string()),
  /** Why it could not be carried out after it passed; absent when it was. */
  failure: z.optional(z.string()),
  time: z.number(),
  /** Of an open one: from then on it can only be rejected. */
  expires_at: z.optional(z.number()),
  decided_at: z.optional(z.number()),
  /** Of terms: by whom it may be made, by the table of terms. */
  takes: z.optional(z.enum(['one', 'two', 'notice'])),
  /** What passing it announces: it begins so many hours later. */
  notice_hours: z.optional(z.number()),
  /** Passed and announced: when it is put in force. */
  starts_at: z.optional(z.number()),
  /** Absent while it waits for its start or is being carried out. */
  finished_at: z.optional(z.number()),
});
export type Proposal = z.infer<typeof zProposal>;

export const zBalanceSheet = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** What users own, by account, and its sum. */
  liabilities: z.array(z.object({ account: z.string(), total: zDecimal, frozen: zDecimal })),
  liabilities_total: zDecimal,
  house: z.array(z.object({ account: z.string(), total: zSignedDecimal })),
  in_transit: zDecimal,
  receivables: zDecimal,
  /** Custody: what lies outside in our name, −external. */
  custody: zSignedDecimal,
  /** Of everything: zero, always. */
  sum: zSignedDecimal,
});
export type BalanceSheet = z.infer<typeof zBalanceSheet>;

export const operatorLedgerRoutes = {
  ledgerEntries: route({
    method: 'GET',
    path: 'operator/ledger/entries',
    tag,
    summary: 'Journal entries with their postings, newest first',
    access: READERS,
    request: z.strictObject({
      reason: z.optional(z.string().check(z.maxLength(30))),
      reference: z.optional(z.string().check(z.maxLength(140))),
      account: z.optional(zAccountName),
      currency_id: z.optional(zId),
      entry_id: z.optional(zId),
      from: z.optional(zTime),
      to: z.optional(zTime),
      ...paging,
    }),
    response: pageOf(zLedgerEntry),
  }),
  ledgerHolds: route({
    method: 'GET',
    path: 'operator/ledger/holds',
    tag,
    summary:
      'What is frozen and for what: orders, positions, withdrawals, locked funds and subscriptions',
    access: READERS,
    request: z.strictObject({ user_id: z.optional(zId), currency_id: z.optional(zId), ...paging }),
    response: pageOf(
      z.object({
        kind: z.enum(['order', 'position', 'withdrawal', 'hosting', 'subscription']),
        id: z.number(),
        user_id: z.number(),
        currency: z.string(),
        amount: zDecimal,
        time: z.number(),
      }),
    ),
  }),
  balanceSheet: route({
    method: 'GET',
    path: 'operator/balance_sheet',
    tag,
    summary: 'Liabilities, house accounts and custody per currency; the sum is zero',
    access: READERS,
    request: nothing,
    response: z.object({
      time: z.number(),
      /** When the books were last checked, and whether they add up. */
      checked_at: z.optional(z.number()),
      is_sound: z.boolean(),
      currencies: z.array(zBalanceSheet),
    }),
  }),
  proposeEntry: route({
    method: 'POST',
    path: 'operator/journal/propose',
    tag,
    summary: 'Proposes a journal entry; another operator posts it',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({
      currency_id: zId,
      amount: zPositiveDecimal,
      source: zAccountName,
      target: zAccountName,
      reason,
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['same_account'],
  }),
  proposeSend: route({
    method: 'POST',
    path: 'operator/withdrawals/propose',
    tag,
    summary: 'Proposes to refund or send anew a passed withdrawal that is proven not to have left',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      act: z.enum(['refund', 'resend']),
      reason,
      /** Of an unknown outcome: what proves that the payment has not left and never will. */
      proof: z.optional(reason),
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['not_sendable'],
  }),
  proposals: route({
    method: 'GET',
    path: 'operator/proposals',
    tag,
    summary: 'What waits for a second operator, and what was decided',
    access: OPERATOR_ROLES,
    request: z.strictObject({
      /** `announced`: of those that passed, what has not begun. */
      status: z.optional(z.enum(['open', 'passed', 'rejected', 'announced'])),
      ...paging,
    }),
    response: pageOf(zProposal),
  }),
  decideProposal: route({
    method: 'POST',
    path: 'operator/proposals/decide',
    tag,
    summary: 'Puts a proposal of another operator in force, or refuses it',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, decision: zDecision, reason: z.optional(reason) }),
    response: zProposal,
    errors: ['already_decided', 'four_eyes', 'intent_changed'],
  }),
} as const;
