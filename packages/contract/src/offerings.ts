import * as z from 'zod/mini';
import { zRecordStatus } from './custody/records.ts';
import { zOpenBy, zReviewChecks } from './operators/queues.ts';
import { zTermsSaved } from './terms.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  approvalSignature,
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zReason,
  zSignedDecimal,
  zTime,
  zWithin,
} from './wire/scalars.ts';
import { TERM_LENGTHS } from './wire/term-texts.ts';

const tag = 'New-coin subscription';

export const zOfferingStatus = z.enum(['upcoming', 'subscribing', 'sold_out', 'redeeming']);

export type OfferingStatus = z.infer<typeof zOfferingStatus>;

export const zOffering = z.object({
  id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  /** The currency's full name. */
  name: z.string(),
  issue_price: zDecimal,
  payment_currency_id: z.number(),
  payment_currency: z.string(),
  total: zDecimal,
  remaining: zDecimal,
  min_amount: zDecimal,
  /** Of one user, in all subscriptions together. */
  max_amount: zDecimal,
  lockup_days: z.number(),
  starts_at: z.number(),
  closes_at: z.number(),
  launches_at: z.number(),
  /** Index ÷ issue price − 1; absent without a market that has a fresh index. */
  expected_return: z.optional(zSignedDecimal),
  /** sold_out from the closing, or when less than the minimum is left; redeeming from the launch. */
  status: zOfferingStatus,
});

export type Offering = z.infer<typeof zOffering>;

export const zSubscription = z.object({
  id: z.number(),
  offering_id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  amount: zDecimal,
  issue_price: zDecimal,
  paid: zDecimal,
  payment_currency: z.string(),
  status: zRecordStatus,
  reason: z.optional(z.string()),
  /** Passed ones: launch + lock-up. */
  unlocks_at: z.optional(z.number()),
  released: z.optional(z.boolean()),
  /** Passed ones, at the index, in the payment currency; absent without one. amount × (index − issue price). */
  accumulated_return: z.optional(zSignedDecimal),
  /** accumulated_return ÷ paid. */
  total_return: z.optional(zSignedDecimal),
  time: z.number(),
});

export type Subscription = z.infer<typeof zSubscription>;

/** An offering as operators set it. JSON. */
export const zOfferingTerms = z.strictObject({
  id: zId,
  currency_id: zId,
  payment_currency_id: zId,
  issue_price: zPositiveDecimal,
  total: zPositiveDecimal,
  min_amount: zPositiveDecimal,
  max_amount: zPositiveDecimal,
  lockup_days: z.pipe(zInteger, z.number().check(z.gte(0), z.lte(3_650))),
  starts_at: zTime,
  closes_at: zTime,
  launches_at: zTime,
  is_open: z.boolean(),
  /** By language key; en at least. */
  introduction: z.record(z.string(), zWithin(TERM_LENGTHS.introduction)),
});

export type OfferingTermsView = z.infer<typeof zOfferingTerms>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const zOperatorSubscription = z.extend(zSubscription, {
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  operator: z.optional(z.string()),
  checks: zReviewChecks,
  open_by: z.optional(zOpenBy),
});

export type OperatorSubscription = z.infer<typeof zOperatorSubscription>;

export const offeringRoutes = {
  offerings: route({
    method: 'GET',
    path: 'lh/send/config',
    tag,
    summary: 'All offerings: those on sale first, then upcoming, then ended',
    request: nothing,
    response: z.array(zOffering),
  }),
  offering: route({
    method: 'GET',
    path: 'lh/send/product_info',
    tag,
    summary: 'One offering',
    request: z.strictObject({ id: zId }),
    response: z.extend(zOffering, {
      /** In the caller's language. */
      introduction: z.string(),
      /** Of the payment currency in the coin account. Absent for guests. */
      available: z.optional(zDecimal),
      /** What the user has subscribed for, rejected ones left out. Absent for guests. */
      subscribed: z.optional(zDecimal),
    }),
  }),
  subscribe: route({
    method: 'POST',
    path: 'lh/send/order',
    tag,
    summary: 'Subscribes; the payment is frozen until it is decided',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      offering_id: zId,
      amount: zPositiveDecimal,
      /** What the client showed of the offering. A dearer or later one is refused with `terms_changed`. */
      shown_issue_price: z.optional(zDecimal),
      shown_lockup_days: z.optional(z.pipe(zInteger, z.number().check(z.gte(0)))),
      shown_launches_at: z.optional(zTime),
    }),
    response: z.object({ order: zSubscription }),
    errors: [
      'cancel_only',
      'not_subscribing',
      'below_minimum',
      'above_maximum',
      'terms_changed',
      'sold_out',
      'insufficient_balance',
      'account_frozen',
    ],
  }),
  subscriptions: route({
    method: 'GET',
    path: 'lh/send/order_list',
    tag,
    summary: "The user's subscriptions, newest first",
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: pageOf(zSubscription),
  }),
  recommendedOfferings: route({
    method: 'GET',
    path: 'lh/send/get_recommend',
    tag,
    summary: 'Offerings for the home page: on sale or about to be',
    request: nothing,
    response: z.array(zOffering),
  }),
} as const;

export const operatorOfferingRoutes = {
  operatorOfferings: route({
    method: 'GET',
    path: 'operator/offerings',
    tag: OPERATORS,
    summary: 'Terms of all offerings, what is sold, paid and under review',
    access: READERS,
    request: nothing,
    response: z.array(
      z.extend(zOfferingTerms, {
        status: zOfferingStatus,
        sold: zDecimal,
        /** Under review, in the currency sold. */
        under_review: zDecimal,
        /** Paid by passed ones. */
        proceeds: zDecimal,
        /** What the house has left to sell of the currency: none of it is under review. */
        supply: zDecimal,
        subscriptions: z.number(),
      }),
    ),
  }),
  operatorSaveOffering: route({
    method: 'POST',
    path: 'operator/offerings/save',
    tag: OPERATORS,
    summary: 'Saves an offering; a new one, and what is worse for users, becomes a proposal',
    access: ['manager'],
    isLong: true,
    rate: 'write',
    request: z.strictObject({ terms: zOfferingTerms, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorSubscriptions: route({
    method: 'GET',
    path: 'operator/subscriptions',
    tag: OPERATORS,
    summary: 'Subscriptions, oldest under review first',
    access: READERS,
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      offering_id: z.optional(zId),
      id: z.optional(zId),
      user_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOperatorSubscription),
  }),
  decideSubscription: route({
    method: 'POST',
    path: 'operator/subscriptions/decide',
    tag: OPERATORS,
    summary: 'Passes or rejects a subscription; rejecting gives the payment back',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: z.enum(['passed', 'rejected']),
      /** A rejection needs one; the user reads it. */
      reason: z.optional(zReason),
      ...approvalSignature,
    }),
    response: zOperatorSubscription,
    errors: ['already_decided', 'account_frozen', 'signature_required', 'passkey_refused'],
  }),
} as const;
