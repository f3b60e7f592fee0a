import * as z from 'zod/mini';
import { zTermsSaved } from './terms.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zAgreed,
  zDecimal,
  zId,
  zPositiveDecimal,
  zReason,
} from './wire/scalars.ts';

const tag = 'Locked funds';

export const zHostingStatus = z.enum(['hosting', 'completed', 'redeemed']);

export type HostingStatus = z.infer<typeof zHostingStatus>;

export const zHostingProduct = z.object({
  id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  /** In the caller's language, e.g. "USDT, 15 days". */
  name: z.string(),
  days: z.number(),
  min_amount: zDecimal,
  max_amount: zDecimal,
  daily_yield: zDecimal,
  /** daily_yield × days. */
  total_yield: zDecimal,
  /** Days between postings. */
  cycle: z.number(),
  /** Of the minimum amount over 30 days. */
  expected_return_30d: zDecimal,
  damages_rate: zDecimal,
  /** What may still be bought: the product's capacity, and what the treasury can promise. */
  remaining_capacity: zDecimal,
});

export type HostingProduct = z.infer<typeof zHostingProduct>;

export const zHostingOrder = z.object({
  id: z.number(),
  product_id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  amount: zDecimal,
  days: z.number(),
  /** Days not yet posted. */
  remaining_days: z.number(),
  daily_yield: zDecimal,
  damages_rate: zDecimal,
  /** Posted so far. */
  earned: zDecimal,
  /** All its interest. */
  expected_total: zDecimal,
  /** In hosting: of a redemption now. Redeemed: what was taken. Completed: 0. */
  damages: zDecimal,
  penalty: zDecimal,
  /** Of the principal: amount − damages − penalty. Once completed the amount. */
  redeemable_amount: zDecimal,
  status: zHostingStatus,
  paid_at: z.number(),
  completes_at: z.number(),
  /** When it was completed or redeemed. */
  completed_at: z.optional(z.number()),
  /** In hosting only: when the next day is posted, and how much. */
  next_at: z.optional(z.number()),
  next_amount: z.optional(zDecimal),
});

export type HostingOrder = z.infer<typeof zHostingOrder>;

/** A product as operators set it. JSON. */
export const zHostingTerms = z.strictObject({
  id: zId,
  currency_id: zId,
  days: zId,
  min_amount: zPositiveDecimal,
  max_amount: zPositiveDecimal,
  /** The most that may be in hosting at once. */
  capacity: zPositiveDecimal,
  daily_yield: zPositiveDecimal,
  damages_rate: zDecimal,
  is_open: z.boolean(),
});

export type HostingTermsView = z.infer<typeof zHostingTerms>;

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

export const hostingRoutes = {
  hostingReport: route({
    method: 'GET',
    path: 'lh/deposit/report',
    tag,
    summary: "The user's locked funds in all, in USDT at the index",
    access: 'user',
    request: nothing,
    response: z.object({
      currency: z.string(),
      /** In hosting. */
      principal: zDecimal,
      /** Posted since 00:00 UTC. */
      earned_today: zDecimal,
      /** Posted ever. */
      earned_total: zDecimal,
      /** In hosting. */
      orders: z.number(),
      /** The next posting of any order, in its own currency. */
      next_at: z.optional(z.number()),
      next_amount: z.optional(zDecimal),
      next_currency: z.optional(z.string()),
      by_currency: z.array(
        z.object({
          currency_id: z.number(),
          currency: z.string(),
          principal: zDecimal,
          earned_today: zDecimal,
          earned_total: zDecimal,
          orders: z.number(),
        }),
      ),
    }),
  }),
  hostingProducts: route({
    method: 'GET',
    path: 'lh/deposit/config',
    tag,
    summary: 'Products on sale',
    request: nothing,
    response: z.array(zHostingProduct),
  }),
  hostingProduct: route({
    method: 'GET',
    path: 'lh/deposit/product_info',
    tag,
    summary: 'One product, with its rules',
    request: z.strictObject({ id: zId }),
    response: z.extend(zHostingProduct, {
      /** Paragraphs in the caller's language. */
      rules: z.array(z.string()),
      /** In the trust account. Absent for guests. */
      available: z.optional(zDecimal),
    }),
  }),
  buyHosting: route({
    method: 'POST',
    path: 'lh/deposit',
    tag,
    summary: 'Locks money of the trust account',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      product_id: zId,
      amount: zPositiveDecimal,
      agreed: zAgreed,
      /** What the client showed of the product. Worse terms are refused with `terms_changed`. */
      shown_daily_yield: z.optional(zDecimal),
      shown_damages_rate: z.optional(zDecimal),
      shown_days: z.optional(zId),
    }),
    response: z.object({ order: zHostingOrder }),
    errors: [
      'cancel_only',
      'product_closed',
      'below_minimum',
      'above_maximum',
      'terms_changed',
      'sold_out',
      'house_limit',
      'insufficient_balance',
      'account_frozen',
    ],
  }),
  hostingOrders: route({
    method: 'GET',
    path: 'lh/deposit/order',
    tag,
    summary: "The user's hosting orders, newest first",
    access: 'user',
    request: z.strictObject({ status: z.optional(zHostingStatus), ...paging }),
    response: pageOf(zHostingOrder),
  }),
  redeemHosting: route({
    method: 'POST',
    path: 'lh/deposit/order/cancel',
    tag,
    summary: 'Ends an order early: damages and penalty come from the principal',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({ id: zId }),
    response: z.object({
      damages: zDecimal,
      penalty: zDecimal,
      returned: zDecimal,
      order: zHostingOrder,
    }),
    errors: ['order_not_open', 'account_frozen'],
  }),
} as const;

export const operatorHostingRoutes = {
  operatorHosting: route({
    method: 'GET',
    path: 'operator/hosting',
    tag: OPERATORS,
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
    tag: OPERATORS,
    summary:
      'Saves terms of a product; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zHostingTerms, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorHostingOrders: route({
    method: 'GET',
    path: 'operator/hosting/orders',
    tag: OPERATORS,
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
} as const;
