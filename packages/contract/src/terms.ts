/** How changes of terms are answered, and what is announced of them (docs/internals/honesty.md). */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, pageOf, paging } from './wire/scalars.ts';

/** Whether new terms hold now, by one manager, or wait for a second operator. */
export const zTermsSaved = z.object({
  is_effective: z.boolean(),
  /** Of those that wait. */
  proposal_id: z.optional(z.number()),
});

export type TermsSaved = z.infer<typeof zTermsSaved>;

/** One term that changes; of a list `field.key` or `field.key.name`. */
export const zUpcomingField = z.object({
  field: z.string(),
  /** In the caller's language. */
  label: z.string(),
  /** As the wire writes it; absent where there was or will be nothing. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});

export const TERMS_PRODUCTS = [
  'market',
  'currency',
  'futures',
  'options',
  'option_currency',
  'hosting',
  'offering',
  'referral',
  'partner',
  'chain',
  'settings',
  'bank_account',
] as const;

export const zUpcomingTerms = z.object({
  id: z.number(),
  product: z.enum(TERMS_PRODUCTS),
  /** In the caller's language, e.g. "Futures BTC/USDT". */
  name: z.string(),
  /** Of a market, its futures or options. */
  symbol: z.optional(z.string()),
  /** Of a currency, a way in or out, locked funds or an offering. */
  currency_id: z.optional(z.number()),
  /** Of locked funds or an offering. */
  product_id: z.optional(z.number()),
  announced_at: z.number(),
  /** They hold from then on. */
  starts_at: z.number(),
  /** The announcement. */
  news_id: z.optional(z.number()),
  changes: z.array(zUpcomingField),
});

export type UpcomingTerms = z.infer<typeof zUpcomingTerms>;

export const termsRoutes = {
  upcomingTerms: route({
    method: 'GET',
    path: 'terms/upcoming',
    tag: 'Markets',
    summary: 'Announced changes of terms that do not hold yet, the next first',
    request: nothing,
    response: z.array(zUpcomingTerms),
  }),
} as const;

export const operatorTermsRoutes = {
  termsHistory: route({
    method: 'GET',
    path: 'operator/terms/history',
    tag: OPERATORS,
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
} as const;
