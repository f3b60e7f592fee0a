/** What the exchange finds in its own markets, and how good these markets are. */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import {
  pageOf,
  paging,
  zDecimal,
  zId,
  zReason,
  zSide,
  zSignedDecimal,
  zSymbol,
} from './wire/scalars.ts';

/** What is looked for. */
export const SURVEILLANCE_RULES = ['wash_trade', 'layering', 'ramping', 'marking'] as const;
export type SurveillanceRule = (typeof SURVEILLANCE_RULES)[number];

/** `asked`: an operator asks that it ends, and waits for another. */
export const FINDING_STATES = ['open', 'looked', 'asked', 'dismissed', 'acted'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const FINDING_MARKS = ['look', 'dismiss', 'acted', 'confirm', 'decline'] as const;
export type FindingMark = (typeof FINDING_MARKS)[number];

const zRule = z.enum(SURVEILLANCE_RULES);

export const zMarketDay = z.object({
  /** Its beginning, UTC. */
  day: z.number(),
  /** Looks at the book, every five seconds while the exchange runs. */
  samples: z.number(),
  /** Looks that found both sides, of all. */
  two_sided: zDecimal,
  /** Ask less bid over their middle, on average over the looks that found both sides; absent where none did. */
  spread: z.optional(zDecimal),
  /** Both sides within 0.1, 0.5 and 1 % of the middle, in the quote currency, on average. */
  depth_10: z.optional(zDecimal),
  depth_50: z.optional(zDecimal),
  depth_100: z.optional(zDecimal),
  orders: z.number(),
  /** Orders that their owners took back without a fill within 15 minutes, of all; absent without orders. */
  cancelled: z.optional(zDecimal),
  /** What was filled of what orders asked for, as they stood when they were counted: a quarter of an hour after their ten minutes, or later. */
  fill_ratio: z.optional(zDecimal),
  trades: z.number(),
  /** In the quote currency. */
  turnover: zDecimal,
  /** Twice the distance of a trade's price from the middle before it, over that middle, by turnover. */
  effective_spread: z.optional(zSignedDecimal),
  /** The same against the middle a minute later: what is left to the maker. */
  realised_spread: z.optional(zSignedDecimal),
  /** Effective less realised: how far the middle went with the taker. */
  price_impact: z.optional(zSignedDecimal),
  /** Turnover whose maker was an account of the house, of all; and where both sides were. */
  house_maker: z.optional(zDecimal),
  house_both: z.optional(zDecimal),
  /** Windows of a rule, or of these figures, with more orders or trades than are looked at: they are in no finding, or in no figure. */
  skipped: z.number(),
  /** By when they were found; those of no rule are left out. */
  findings: z.array(
    z.object({ rule: zRule, found: z.number(), dismissed: z.number(), acted: z.number() }),
  ),
});

export type MarketDayView = z.infer<typeof zMarketDay>;

export const marketQualityRoutes = {
  marketQuality: route({
    method: 'GET',
    path: 'currency/quality',
    tag: 'Markets',
    summary:
      'How good a market was, by day, newest first: spread, depth, cancels, fills, the house’s share, and findings of surveillance',
    request: z.strictObject({ symbol: zSymbol, ...paging }),
    response: z.object({
      ...pageOf(zMarketDay).shape,
      symbol: z.string(),
      /** Of depth and turnover. */
      quote: z.string(),
    }),
  }),
} as const;

export const zFinding = z.object({
  id: z.number(),
  rule: zRule,
  symbol: z.string(),
  /** When it began and ended. */
  time_from: z.number(),
  time_to: z.number(),
  found_at: z.number(),
  /** Masked. */
  users: z.array(z.object({ id: z.number(), account: z.string() })),
  state: z.enum(FINDING_STATES),
  /** What the one who asked wants it to be; only while that waits. */
  asked: z.optional(z.enum(['dismissed', 'acted'])),
  /** Who did the last thing about it. */
  operator: z.optional(z.string()),
  operator_id: z.optional(z.number()),
  orders: z.number(),
  trades: z.number(),
});

export type FindingView = z.infer<typeof zFinding>;

export const zFindingDetail = z.object({
  ...zFinding.shape,
  /** What was measured; shares and moves (`…Bps`) in hundredths of a percent, quantities in lots. */
  figures: z.array(z.object({ name: z.string(), value: z.number() })),
  /** The first of them, as they were when it was found. */
  order_list: z.array(
    z.object({
      id: z.number(),
      user_id: z.number(),
      side: zSide,
      price: z.optional(zDecimal),
      quantity: z.optional(zDecimal),
      filled: zDecimal,
      status: z.string(),
      cancel_reason: z.optional(z.string()),
      time: z.number(),
      ended_at: z.optional(z.number()),
    }),
  ),
  trade_list: z.array(
    z.object({
      id: z.number(),
      buyer_id: z.number(),
      seller_id: z.number(),
      price: zDecimal,
      quantity: zDecimal,
      time: z.number(),
    }),
  ),
  /** Everything that operators did about it, oldest first. */
  acts: z.array(
    z.object({
      operator: z.string(),
      kind: z.enum(['looked', 'asked', 'confirmed', 'declined']),
      outcome: z.optional(z.enum(['dismissed', 'acted'])),
      reason: z.string(),
      time: z.number(),
    }),
  ),
});

export type FindingDetail = z.infer<typeof zFindingDetail>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const operatorSurveillanceRoutes = {
  operatorFindings: route({
    method: 'GET',
    path: 'operator/findings',
    tag: OPERATORS,
    summary: 'Findings of surveillance, newest first',
    access: READERS,
    request: z.strictObject({
      state: z.optional(z.enum(FINDING_STATES)),
      rule: z.optional(zRule),
      ...paging,
    }),
    response: pageOf(zFinding),
  }),
  operatorFinding: route({
    method: 'GET',
    path: 'operator/findings/one',
    tag: OPERATORS,
    summary: 'One finding with its orders, its trades and what was done about it',
    access: READERS,
    request: z.strictObject({ id: zId }),
    response: zFindingDetail,
  }),
  markFinding: route({
    method: 'POST',
    path: 'operator/findings/mark',
    tag: OPERATORS,
    summary:
      'Says that a finding is looked at, or asks that it ends as dismissed or acted upon, which another operator confirms or declines',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, act: z.enum(FINDING_MARKS), reason: zReason }),
    response: zFindingDetail,
    errors: ['already_decided', 'four_eyes'],
  }),
} as const;
