import * as z from 'zod/mini';
import { zPosting } from './ledger.ts';
import { zOrderStatus, zOrderType } from './spot.ts';
import { zTriggerKind, zTriggerStatus } from './triggers.ts';
import { route } from './wire/route.ts';
import {
  zBoolean,
  zDecimal,
  zInteger,
  zLanguage,
  zSide,
  zSignedDecimal,
  zSymbol,
} from './wire/scalars.ts';

const tag = 'Assets';

/** An IANA name, e.g. "Asia/Tokyo". */
export const zTimeZone = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/));

/** A day of the user's calendar, e.g. "2026-03-31". */
export const zDate = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

export const PORTFOLIO_DAYS = [7, 30, 90, 365] as const;

/** Profit or loss by what it came from; their sum is `pnl`. docs/internals/portfolio.md has the formula. */
const byProduct = {
  /** Changes of price of what was held, trades and their fees. */
  spot: zSignedDecimal,
  futures: zSignedDecimal,
  options: zSignedDecimal,
  hosting: zSignedDecimal,
  offerings: zSignedDecimal,
  referral: zSignedDecimal,
  /** Journal corrections. */
  other: zSignedDecimal,
};

export const zPortfolioDay = z.object({
  date: zDate,
  /** At the start and the end of the day, or now. */
  opening_value: zDecimal,
  closing_value: zDecimal,
  deposits: zDecimal,
  withdrawals: zDecimal,
  /** closing − opening − deposits + withdrawals. */
  pnl: zSignedDecimal,
  ...byProduct,
});

export type PortfolioDay = z.infer<typeof zPortfolioDay>;

export const zPortfolio = z.object({
  /** What values are in. */
  convert_currency: z.string(),
  as_of: z.number(),
  /** Oldest first; today, not over yet, is the last. Starts with the first day that had a posting. */
  days: z.array(zPortfolioDay),
  total: z.object({ deposits: zDecimal, withdrawals: zDecimal, pnl: zSignedDecimal, ...byProduct }),
  /** pnl ÷ (value at the start + deposits); absent when that is zero. */
  return_rate: z.optional(zSignedDecimal),
  /** Currencies held that had no price on some day; they count as nothing then. */
  unpriced: z.array(z.string()),
});

export type Portfolio = z.infer<typeof zPortfolio>;

export const zStatement = z.object({
  from: z.number(),
  /** Exclusive. */
  to: z.number(),
  currencies: z.array(
    z.object({
      currency_id: z.number(),
      name: z.string(),
      opening: zDecimal,
      closing: zDecimal,
      /** What had left an account by the end and was in no other yet: beside `closing`. Absent where nothing was. */
      on_the_way: z.optional(zDecimal),
      /** Sums by kind of posting; opening plus all of them is closing, to the unit. */
      movements: z.array(
        z.object({
          kind: z.string(),
          label: z.string(),
          amount: zSignedDecimal,
          count: z.number(),
        }),
      ),
    }),
  ),
  /** Entries that are no act of the account's owner, newest first, a hundred at most; absent where there is none. */
  corrections: z.optional(z.array(zPosting)),
});

export type Statement = z.infer<typeof zStatement>;

export const OWN_EXPORTS = [
  'postings',
  'orders',
  'trigger_orders',
  'fills',
  'positions',
  'options',
  'deposits',
  'withdrawals',
  'transfers',
  'locked_orders',
  'subscriptions',
  'rebates',
] as const;

export const zOwnExport = z.enum(OWN_EXPORTS);

export type OwnExport = z.infer<typeof zOwnExport>;

/** Rows of one call; `next` goes on from there. */
export const EXPORT_ROWS_MAX = 5_000;

export const portfolioRoutes = {
  portfolio: route({
    method: 'GET',
    path: 'wallet/portfolio',
    tag,
    summary: 'Value and profit or loss by day and by product',
    access: 'user',
    request: z.strictObject({
      days: z.pipe(zInteger, z.literal(PORTFOLIO_DAYS)),
      time_zone: zTimeZone,
    }),
    response: zPortfolio,
  }),
  statement: route({
    method: 'GET',
    path: 'wallet/statement',
    tag,
    summary:
      'Opening balance, movements by kind and closing balance of each currency; at most 366 days',
    access: 'user',
    request: z.strictObject({
      from: zDate,
      /** Inclusive. */
      to: zDate,
      time_zone: zTimeZone,
      /** Of the main account and all sub-accounts as one: what moved among them is no movement. Not as a sub-account. */
      together: z._default(zBoolean, false),
    }),
    response: zStatement,
  }),
  exportOwn: route({
    method: 'POST',
    path: 'wallet/export',
    tag,
    summary: 'Own records of one kind as CSV, times in the given zone, oldest first',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      what: zOwnExport,
      from: zDate,
      to: zDate,
      time_zone: zTimeZone,
      lang: z.optional(zLanguage),
      /** These five narrow orders, and orders that wait for a price, as their lists do; of other kinds they are refused. */
      symbol: z.optional(zSymbol),
      side: z.optional(zSide),
      type: z.optional(zOrderType),
      trigger: z.optional(zTriggerKind),
      status: z.optional(z.union([zOrderStatus, zTriggerStatus])),
      /** `next` of the call before. */
      after: z.optional(z.string().check(z.maxLength(60))),
    }),
    response: z.object({
      filename: z.string(),
      /** With its head line in the first part only. */
      csv: z.string(),
      rows: z.number(),
      next: z.optional(z.string()),
    }),
  }),
} as const;
