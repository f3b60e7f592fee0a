import * as z from 'zod/mini';
import { zTermsSaved } from './terms.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zReason,
  zSignedDecimal,
  zSymbol,
} from './wire/scalars.ts';
import { TERM_AMOUNTS_MAX, TERM_ROWS_MAX } from './wire/term-texts.ts';

const tag = 'Options';

export const zOptionDirection = z.enum(['rise', 'fall']);

export type OptionDirection = z.infer<typeof zOptionDirection>;

export const zOptionStatus = z.enum(['open', 'settled']);

export const zOptionResult = z.enum(['win', 'lose', 'flat', 'refunded']);

export type OptionResult = z.infer<typeof zOptionResult>;

export const zOptionOutcome = z.enum(['rise', 'fall', 'even']);

export const zOptionShortfall = z.enum(['house', 'market']);

export type OptionShortfall = z.infer<typeof zOptionShortfall>;

export const zOptionTime = z.object({
  seconds: z.number(),
  payout_ratio: zDecimal,
  min_amount: zDecimal,
  max_amount: zDecimal,
  /** The delivery price is the mean of this many seconds before the delivery. */
  window_seconds: z.number(),
});

export type OptionTimeView = z.infer<typeof zOptionTime>;

export const zPayableCurrency = z.object({
  currency_id: z.number(),
  name: z.string(),
  /** In the option account. Absent for guests. */
  available: z.optional(zDecimal),
  fee_rate: zDecimal,
  amounts: z.array(zDecimal),
});

export type PayableCurrency = z.infer<typeof zPayableCurrency>;

export const zOptionOrder = z.object({
  id: z.number(),
  symbol: z.string(),
  direction: zOptionDirection,
  currency_id: z.number(),
  currency: z.string(),
  /** The stake. */
  amount: zDecimal,
  fee: zDecimal,
  seconds: z.number(),
  window_seconds: z.number(),
  payout_ratio: zDecimal,
  /** Won beside the stake when it is right, net of the fee. */
  expected_income: zSignedDecimal,
  purchase_price: zDecimal,
  /** The index. Absent while there is none, and once settled. */
  current_price: z.optional(zDecimal),
  /** Mean of the window, rounded down to eight decimals. */
  delivery_price: z.optional(zDecimal),
  purchased_at: z.number(),
  delivers_at: z.number(),
  settled_at: z.optional(z.number()),
  /** 0 once the delivery time has come. */
  remaining_ms: z.number(),
  status: zOptionStatus,
  result: z.optional(zOptionResult),
  outcome: z.optional(zOptionOutcome),
  /**
   * Whose doing it is that the window had too few samples. A `win` in spite of it was voided by the house and is paid by it.
   */
  shortfall: z.optional(zOptionShortfall),
  /** What the samples that are there say. Absent where there are none. */
  would_be: z.optional(z.enum(['win', 'lose', 'flat'])),
  /** What came back. */
  paid: z.optional(zDecimal),
  /** paid − amount − fee. */
  profit: z.optional(zSignedDecimal),
  purchase_receipt_id: z.number(),
  receipt_id: z.optional(z.number()),
});

export type OptionOrder = z.infer<typeof zOptionOrder>;

export const zOptionTerms = z.strictObject({
  symbol: zSymbol,
  times: z
    .array(
      z.strictObject({
        seconds: z.pipe(zInteger, z.number().check(z.gte(5), z.lte(3_600))),
        payout_ratio: zPositiveDecimal,
        min_amount: zPositiveDecimal,
        max_amount: zPositiveDecimal,
      }),
    )
    .check(z.minLength(1), z.maxLength(TERM_ROWS_MAX)),
  /** The greatest sum of pay-outs that open orders may come to. */
  max_exposure: zPositiveDecimal,
  max_orders: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(10_000))),
  is_open: z.boolean(),
});

export type OptionTermsView = z.infer<typeof zOptionTerms>;

export const zOptionCurrency = z.strictObject({
  currency_id: zId,
  fee_rate: zDecimal,
  amounts: z.array(zPositiveDecimal).check(z.maxLength(TERM_AMOUNTS_MAX)),
  is_open: z.boolean(),
});

export type OptionCurrencyView = z.infer<typeof zOptionCurrency>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const optionRoutes = {
  optionTimes: route({
    method: 'GET',
    path: 'microtrade/seconds',
    tag,
    summary: 'Delivery times with pay-out and bounds; of the first market without a symbol',
    request: z.strictObject({ symbol: z.optional(zSymbol) }),
    response: z.array(zOptionTime),
  }),
  payableCurrencies: route({
    method: 'GET',
    path: 'microtrade/payable_currencies',
    tag,
    summary: 'Currencies in which options are paid',
    request: nothing,
    response: z.array(zPayableCurrency),
  }),
  buyOption: route({
    method: 'POST',
    path: 'microtrade/submit',
    tag,
    summary: 'Buys an option at the next index sample',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      symbol: zSymbol,
      direction: zOptionDirection,
      seconds: zId,
      currency_id: zId,
      amount: zPositiveDecimal,
      /** The index that the client showed. More than 0.05 % worse is refused with `price_moved`. */
      shown_price: z.optional(zPositiveDecimal),
      /** What the client showed of the terms. Worse ones are refused with `terms_changed`. */
      shown_payout_ratio: z.optional(zDecimal),
      shown_fee_rate: z.optional(zDecimal),
    }),
    response: z.object({ order: zOptionOrder }),
    errors: [
      'options_closed',
      'kyc_required',
      'cancel_only',
      'market_closed',
      'not_offered',
      'below_minimum',
      'above_maximum',
      'price_stale',
      'price_moved',
      'terms_changed',
      'too_many_orders',
      'insufficient_balance',
      'house_limit',
      'account_frozen',
    ],
  }),
  optionOrders: route({
    method: 'GET',
    path: 'microtrade/lists',
    tag,
    summary: 'Option orders of the user, newest first',
    access: 'user',
    request: z.strictObject({
      symbol: z.optional(zSymbol),
      status: z.optional(zOptionStatus),
      ...paging,
    }),
    response: pageOf(zOptionOrder),
  }),
} as const;

export const operatorOptionRoutes = {
  operatorOptions: route({
    method: 'GET',
    path: 'operator/options',
    tag: OPERATORS,
    summary: 'Terms of all options, and what they are paid in',
    access: READERS,
    request: nothing,
    response: z.object({ currencies: z.array(zOptionCurrency), markets: z.array(zOptionTerms) }),
  }),
  operatorSaveOptions: route({
    method: 'POST',
    path: 'operator/options/save',
    tag: OPERATORS,
    summary:
      'Saves terms of options; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zOptionTerms, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorSaveOptionCurrency: route({
    method: 'POST',
    path: 'operator/option_currencies/save',
    tag: OPERATORS,
    summary: 'Saves fee and stakes of a currency; a higher fee, and opening it, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zOptionCurrency, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorOptionOrders: route({
    method: 'GET',
    path: 'operator/option_orders',
    tag: OPERATORS,
    summary: "Users' option orders, newest first",
    access: READERS,
    request: z.strictObject({
      user_id: z.optional(zId),
      symbol: z.optional(zSymbol),
      status: z.optional(zOptionStatus),
      ...paging,
    }),
    response: pageOf(z.extend(zOptionOrder, { user_id: z.number() })),
  }),
} as const;
