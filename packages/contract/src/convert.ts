/** One currency into another through the books at once, by a quote that says what the book and the index are. */
import * as z from 'zod/mini';
import { zOrder } from './spot.ts';
import { route } from './wire/route.ts';
import {
  pageOf,
  paging,
  zDecimal,
  zId,
  zPositiveDecimal,
  zSide,
  zSignedDecimal,
  zSymbol,
  zTime,
} from './wire/scalars.ts';

const tag = 'Spot';

const pair = {
  from_currency_id: zId,
  to_currency_id: zId,
  /** Of the first. What is no whole lot of it stays. */
  amount: zPositiveDecimal,
};

/** One order of a conversion, as the book stands. */
export const zConversionLeg = z.object({
  symbol: zSymbol,
  side: zSide,
  /** What a sale sells. */
  quantity: z.optional(zDecimal),
  /** What a purchase spends. */
  amount: z.optional(zDecimal),
  /** The book's best on the side that is met. */
  best_price: zDecimal,
  /** What the whole of it comes to. */
  average_price: zDecimal,
  /** It is filled at this price or better, or nothing happens. */
  worst_price: zDecimal,
  index_price: zDecimal,
  /** How much worse the average is than the best, the index and, of the book alone, how far its best bid and ask are apart. */
  slippage_rate: zDecimal,
  /** Below zero where it is better. */
  index_spread_rate: zSignedDecimal,
  /** Absent while the other side of the book is empty. */
  book_spread_rate: z.optional(zDecimal),
  fee_rate: zDecimal,
  fee: zDecimal,
  fee_currency: z.string(),
});

export const zConversionQuote = z.object({
  from_currency: z.string(),
  to_currency: z.string(),
  spends: zDecimal,
  /** As the book stands, after all fees. */
  receives: zDecimal,
  /** Not less than this, or nothing happens. */
  receives_at_least: zDecimal,
  /** How much less it is worth at the index than what is spent: spread and fees together. Below zero where it is more. */
  cost_rate: zSignedDecimal,
  /** One, or a sale and then a purchase by what it brings. */
  legs: z.array(zConversionLeg),
  quoted_at: z.number(),
  /** Until when its prices hold. */
  expires_at: z.number(),
});

/** One order of a conversion, as it was filled. */
export const zConvertedLeg = z.object({
  symbol: zSymbol,
  side: zSide,
  order_id: z.number(),
  average_price: zDecimal,
  /** Of that moment. */
  index_price: zDecimal,
  /** How much worse the average is than the index; below zero where it is better. */
  index_spread_rate: zSignedDecimal,
  fee: zDecimal,
  fee_currency: z.string(),
  receipt_id: z.number(),
});

export const zConversion = z.object({
  id: z.number(),
  at: z.number(),
  from_currency: z.string(),
  to_currency: z.string(),
  spent: zDecimal,
  /** After all fees. */
  received: zDecimal,
  /** What the quote had said would be received. Absent where the caller did not send it along. */
  quoted: z.optional(zDecimal),
  /** How much less what came is worth at the index than what was spent: spread and fees together. */
  cost_rate: zSignedDecimal,
  legs: z.array(zConvertedLeg),
  /** The recurring buy that it is a purchase of. */
  plan_id: z.optional(z.number()),
});
export type Conversion = z.infer<typeof zConversion>;

export type ConversionQuote = z.infer<typeof zConversionQuote>;
export type ConversionLeg = z.infer<typeof zConversionLeg>;

export const convertRoutes = {
  conversionQuote: route({
    method: 'GET',
    path: 'coin/convert',
    tag,
    summary: 'What a conversion comes to as the book stands, with its bounds for ten seconds',
    access: 'user',
    request: z.strictObject({
      ...pair,
      /** How far beyond what the book asks now the worst price is set; 0.005 without it, at most 0.05. */
      tolerance_rate: z.optional(zDecimal),
    }),
    response: zConversionQuote,
    errors: [
      'not_found',
      'below_minimum',
      'above_maximum',
      'market_closed',
      'price_stale',
      'would_not_fill',
    ],
  }),
  convert: route({
    method: 'POST',
    path: 'coin/convert',
    tag,
    summary:
      'Converts through the public book, all of it at the named prices or better, or nothing: each leg is an order like any other',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      ...pair,
      /** Of the quote’s legs: each is needed where there is such a leg. */
      worst_sale_price: z.optional(zPositiveDecimal),
      worst_purchase_price: z.optional(zPositiveDecimal),
      /** The quote’s: refused with `quote_expired` after it. */
      expires_at: zTime,
      /** The highest fee rate that was shown. */
      shown_fee_rate: z.optional(zDecimal),
      /** The quote’s `receives`: kept beside what is received, and decides nothing. */
      quoted_receives: z.optional(zDecimal),
    }),
    response: z.object({
      orders: z.array(zOrder),
      /** Of each order; absent in answers of before there were any. */
      receipts: z.optional(z.array(z.number())),
      spent: zDecimal,
      received: zDecimal,
    }),
    errors: [
      'cancel_only',
      'market_closed',
      'list_invalid',
      'quote_expired',
      'below_minimum',
      'above_maximum',
      'price_stale',
      'price_moved',
      'terms_changed',
      'insufficient_balance',
      'would_not_fill',
    ],
  }),
  conversions: route({
    method: 'GET',
    path: 'coin/conversions',
    tag,
    summary:
      'Own conversions and purchases of recurring buys, newest first, with the receipt of each leg',
    access: 'user',
    request: z.strictObject(paging),
    response: pageOf(zConversion),
  }),
} as const;
