/** Plans that buy a currency again and again, on days and at an hour of the user's, through the public book. */
import * as z from 'zod/mini';
import { route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zSymbol,
  zTime,
} from './wire/scalars.ts';

const tag = 'Spot';

/** Of one user that have not ended. */
export const RECURRING_PLANS_MAX = 20;
/** Purchases in a row that fail before a plan pauses itself. */
export const RECURRING_FAILURES_MAX = 3;
/** So long after its time a purchase that stood in the way of something is still tried; then it is left out. */
export const RECURRING_LATE_MINUTES = 60;

export const RECURRING_STATES = ['active', 'paused', 'ended'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];

/** `user`: by its owner; `total`: the next purchase would go beyond its total; `failures`: too many in a row; `until`: its end came; `locked`: its owner locked the account; `unagreed`: what is kept of it is not what its owner agreed to. */
export const RECURRING_STOPS = [
  ...(['user', 'total', 'failures', 'until'] as const),
  ...(['locked', 'unagreed'] as const),
] as const;
export type RecurringStop = (typeof RECURRING_STOPS)[number];

/** `skipped`: the price was above the plan's; `missed`: an hour after its time it could still not be tried. */
export const RECURRING_OUTCOMES = ['bought', 'failed', 'skipped', 'missed'] as const;
export type RecurringOutcome = (typeof RECURRING_OUTCOMES)[number];

export const zRecurringPlan = z.object({
  id: z.number(),
  symbol: zSymbol,
  /** Of the quote currency, from the coin account, each time; fees included. */
  amount: zDecimal,
  /** Monday is 1. Absent where it is a day of the month. */
  weekdays: z.optional(z.array(z.number())),
  /** In a shorter month its last day. */
  month_day: z.optional(z.number()),
  /** Minutes after 00:00 UTC. */
  minute: z.number(),
  /** Of the quote currency: what would go beyond it is not bought, and the plan pauses. */
  total: z.optional(zDecimal),
  /** Nothing is bought above it. */
  max_price: z.optional(zDecimal),
  /** Nothing is bought after it. */
  until: z.optional(z.number()),
  state: z.enum(RECURRING_STATES),
  /** Why it is paused or has ended. */
  stopped_by: z.optional(z.enum(RECURRING_STOPS)),
  /** Of all purchases: of the quote currency, and of the other after fees. */
  spent: zDecimal,
  bought: zDecimal,
  next_at: z.optional(z.number()),
  created_at: z.number(),
});
export type RecurringPlan = z.infer<typeof zRecurringPlan>;

export const zRecurringPurchase = z.object({
  due_at: z.number(),
  done_at: z.number(),
  outcome: z.enum(RECURRING_OUTCOMES),
  /** A word of the refusals: why nothing was bought. */
  cause: z.optional(z.string()),
  /** Dues that were missed in a row and stand here as one. */
  count: z.number(),
  /** The order that bought, with its trades and fees. */
  order_id: z.optional(z.number()),
  /** Of that order; absent of purchases from before there were any. */
  receipt_id: z.optional(z.number()),
  spent: zDecimal,
  bought: zDecimal,
});
export type RecurringPurchase = z.infer<typeof zRecurringPurchase>;

export const recurringRoutes = {
  recurringPlans: route({
    method: 'GET',
    path: 'coin/recurring',
    tag,
    summary: 'Own recurring buys, newest first',
    access: 'user',
    request: nothing,
    response: z.array(zRecurringPlan),
  }),
  createRecurringPlan: route({
    method: 'POST',
    path: 'coin/recurring',
    tag,
    summary:
      'Buys for an amount on each of the chosen days from now on, through the public book; the same again by its `client_plan_id`',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      /** Of the caller's making: a plan with it is made once. */
      client_plan_id: z.string().check(z.regex(/^[\w-]{1,36}$/)),
      symbol: zSymbol,
      amount: zPositiveDecimal,
      /** Days from 1, Monday, to 7, apart by commas. Either these or a day of the month. */
      weekdays: z.optional(z.string().check(z.regex(/^[1-7](,[1-7]){0,6}$/))),
      month_day: z.optional(zInteger.check(z.gte(1), z.lte(31))),
      /** Minutes after 00:00 UTC. */
      minute: zInteger.check(z.lte(1_439)),
      total: z.optional(zPositiveDecimal),
      max_price: z.optional(zPositiveDecimal),
      until: z.optional(zTime),
    }),
    response: zRecurringPlan,
    errors: ['not_found', 'below_minimum', 'market_closed', 'plan_limit', 'idempotency_conflict'],
  }),
  setRecurringPlan: route({
    method: 'POST',
    path: 'coin/recurring/state',
    tag,
    summary: 'Pauses a plan, lets it go on with its next day, or ends it for good',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ plan_id: zId, state: z.enum(RECURRING_STATES) }),
    response: zRecurringPlan,
    errors: ['not_found'],
  }),
  recurringPurchases: route({
    method: 'GET',
    path: 'coin/recurring/purchases',
    tag,
    summary: 'What a plan has bought, and what it has not and why, newest first',
    access: 'user',
    request: z.strictObject({ plan_id: zId, ...paging }),
    response: pageOf(zRecurringPurchase),
    errors: ['not_found'],
  }),
} as const;
