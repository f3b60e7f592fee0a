/** The console: locked funds and their treasury, offerings and subscriptions, referral and partners. */
import * as z from 'zod/mini';
import { zRecordStatus } from './custody.ts';
import { zHostingOrder, zHostingStatus, zHostingTerms } from './hosting.ts';
import { zOfferingStatus, zOfferingTerms, zSubscription } from './offerings.ts';
import { zOpenBy } from './operator-custody.ts';
import { zReferralTerms } from './referral.ts';
import { route } from './route.ts';
import { nothing, pageOf, paging, zDecimal, zId } from './scalars.ts';
import { zTermsSaved } from './terms-change.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));
const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const zTreasury = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** The yield treasury's balance. */
  total: zDecimal,
  /** Of it: interest of orders in hosting that is not posted yet. */
  promised: zDecimal,
  available: zDecimal,
  /** Users' principal in hosting. */
  principal: zDecimal,
  orders: z.number(),
  /** What falls due in the next 24 hours. */
  due_24h: zDecimal,
  /** All interest of what was bought in the past 24 hours: what one more day of sales would need. */
  sold_24h: zDecimal,
});
export type Treasury = z.infer<typeof zTreasury>;

export const zOperatorSubscription = z.extend(zSubscription, {
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  operator: z.optional(z.string()),
  open_by: z.optional(zOpenBy),
});
export type OperatorSubscription = z.infer<typeof zOperatorSubscription>;

export const zPartner = z.object({
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  ratio: zDecimal,
  invite_count: z.number(),
  since: z.number(),
});
export type Partner = z.infer<typeof zPartner>;

export const operatorWealthRoutes = {
  operatorHosting: route({
    method: 'GET',
    path: 'operator/hosting',
    tag,
    summary: 'Terms of all products, what is in hosting, and the treasury',
    access: READERS,
    request: nothing,
    response: z.object({
      products: z.array(z.extend(zHostingTerms, { hosting: zDecimal, orders: z.number() })),
      treasury: z.array(zTreasury),
    }),
  }),
  operatorSaveHosting: route({
    method: 'POST',
    path: 'operator/hosting/save',
    tag,
    summary:
      'Saves terms of a product; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zHostingTerms, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorHostingOrders: route({
    method: 'GET',
    path: 'operator/hosting/orders',
    tag,
    summary: "Users' hosting orders, newest first",
    access: READERS,
    request: z.strictObject({
      user_id: z.optional(zId),
      product_id: z.optional(zId),
      status: z.optional(zHostingStatus),
      ...paging,
    }),
    response: pageOf(z.extend(zHostingOrder, { user_id: z.number() })),
  }),
  operatorOfferings: route({
    method: 'GET',
    path: 'operator/offerings',
    tag,
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
    tag,
    summary: 'Saves an offering; a new one, and what is worse for users, becomes a proposal',
    access: ['manager'],
    isLong: true,
    rate: 'write',
    request: z.strictObject({ terms: zOfferingTerms, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorSubscriptions: route({
    method: 'GET',
    path: 'operator/subscriptions',
    tag,
    summary: 'Subscriptions, oldest under review first',
    access: READERS,
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      offering_id: z.optional(zId),
      user_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOperatorSubscription),
  }),
  decideSubscription: route({
    method: 'POST',
    path: 'operator/subscriptions/decide',
    tag,
    summary: 'Passes or rejects a subscription; rejecting gives the payment back',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: z.enum(['passed', 'rejected']),
      /** A rejection needs one; the user reads it. */
      reason: z.optional(reason),
    }),
    response: zOperatorSubscription,
    errors: ['already_decided', 'account_frozen'],
  }),
  operatorReferral: route({
    method: 'GET',
    path: 'operator/referral',
    tag,
    summary: 'Levels, and what rebates come to',
    access: READERS,
    request: nothing,
    response: z.extend(zReferralTerms, {
      inviters: z.number(),
      invitees: z.number(),
      pending: z.array(
        z.object({ currency_id: z.number(), currency: z.string(), amount: zDecimal }),
      ),
    }),
  }),
  operatorSaveReferral: route({
    method: 'POST',
    path: 'operator/referral/save',
    tag,
    summary: 'Saves levels; less, and what the house gives more, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zReferralTerms, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  partners: route({
    method: 'GET',
    path: 'operator/partners',
    tag,
    summary: 'Users with a ratio of their own',
    access: READERS,
    request: z.strictObject({ ...paging }),
    response: pageOf(zPartner),
  }),
  savePartner: route({
    method: 'POST',
    path: 'operator/partners/save',
    tag,
    summary:
      "Sets a user's own ratio; without one the user is no partner any more. A smaller share becomes a proposal",
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ user_id: zId, ratio: z.optional(zDecimal), reason }),
    response: z.extend(zTermsSaved, { user_id: z.number(), ratio: z.optional(zDecimal) }),
    errors: ['terms_invalid'],
  }),
} as const;
