import * as z from 'zod/mini';
import {
  zPosition,
  zPositionSide,
  zPositionStatus,
  zPositionsSummary,
  zStopKind,
} from './positions.ts';
import { zTermsSaved } from './terms.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zClientOrderId,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zReason,
  zSymbol,
} from './wire/scalars.ts';
import { TERM_ROWS_MAX } from './wire/term-texts.ts';

const tag = 'Futures';

export const zMultiple = z.object({
  multiple: z.number(),
  maintenance_rate: zDecimal,
  /** The greatest opening notional of one position, in the quote currency. */
  max_notional: zDecimal,
});

export const zFuturesDeal = z.object({
  symbol: z.string(),
  /** Quote currency: margin, fees and results are in it. */
  currency_id: z.number(),
  currency: z.string(),
  /** Base currency, of which a lot is `lot_size`. */
  base: z.string(),
  index_price: z.optional(zDecimal),
  index_time: z.optional(z.number()),
  /** What a short and a long would open at now: index ∓ half the spread. Absent while stale. */
  bid: z.optional(zDecimal),
  ask: z.optional(zDecimal),
  half_spread: zDecimal,
  /** The order book's. Prices of futures keep to `price_step`. */
  tick_size: zDecimal,
  /** Opening prices, limits and stops are whole multiples of it. At most a tenth of the half spread. */
  price_step: zDecimal,
  lot_size: zDecimal,
  min_lots: z.number(),
  max_lots: z.number(),
  multiples: z.array(zMultiple),
  open_fee: zDecimal,
  close_fee: zDecimal,
  /** A position closes by itself when it has won this many times its margin. */
  profit_cap: z.number(),
  /** How far from the index a limit may lie. */
  limit_band: zDecimal,
  max_positions: z.number(),
  /** In the contract account. Absent for guests. */
  available: z.optional(zDecimal),
  /** Openings are taken: the market is not halted and the product is on. */
  is_open: z.boolean(),
  stale: z.boolean(),
});

export type FuturesDeal = z.infer<typeof zFuturesDeal>;

const OPENING_ERRORS = [
  'cancel_only',
  'market_closed',
  'not_offered',
  'above_maximum',
  'below_minimum',
  'price_stale',
  'price_moved',
  'price_out_of_band',
  'stops_invalid',
  'terms_changed',
  'too_many_orders',
  'insufficient_balance',
  'house_limit',
  'account_frozen',
  'duplicate_client_order_id',
] as const;

/** What the client showed of the terms (`lever/deal`). Worse ones are refused with `terms_changed`. */
const shownTerms = {
  shown_open_fee: z.optional(zDecimal),
  shown_close_fee: z.optional(zDecimal),
  shown_half_spread: z.optional(zDecimal),
  shown_maintenance_rate: z.optional(zDecimal),
  shown_profit_cap: z.optional(zId),
  shown_lot_size: z.optional(zPositiveDecimal),
} as const;

export const zFuturesTerms = z.strictObject({
  symbol: zSymbol,
  lot_size: zPositiveDecimal,
  min_lots: zId,
  max_lots: zId,
  multiples: z
    .array(
      z.strictObject({
        multiple: zId,
        maintenance_rate: zPositiveDecimal,
        max_notional: zPositiveDecimal,
      }),
    )
    .check(z.minLength(1), z.maxLength(TERM_ROWS_MAX)),
  open_fee: zDecimal,
  close_fee: zDecimal,
  /** The part of each fee that goes to the insurance fund. */
  insurance_share: zDecimal,
  half_spread: zDecimal,
  /** At most a tenth of the half spread at the index. Without it the present one stays, at first the finest there is. */
  price_step: z.optional(zPositiveDecimal),
  profit_cap: zId,
  /** The greatest sum of opening notionals of all open positions. */
  max_open_interest: zPositiveDecimal,
  max_positions: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(10_000))),
  is_open: z.boolean(),
});

export type FuturesTermsView = z.infer<typeof zFuturesTerms>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const futuresRoutes = {
  futuresDeal: route({
    method: 'POST',
    path: 'lever/deal',
    tag,
    summary: 'Terms and prices of a market',
    request: z.strictObject({ symbol: zSymbol }),
    response: zFuturesDeal,
  }),
  openPosition: route({
    method: 'POST',
    path: 'lever/submit',
    tag,
    summary: 'Opens a position at the next index sample, or has it wait for a limit',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      symbol: zSymbol,
      side: zPositionSide,
      type: z.enum(['market', 'limit']),
      price: z.optional(zPositiveDecimal),
      /** Market: what the client showed. More than 0.05 % worse is refused with `price_moved`. */
      shown_price: z.optional(zPositiveDecimal),
      lots: zId,
      multiple: zId,
      take_profit: z.optional(zPositiveDecimal),
      stop_loss: z.optional(zPositiveDecimal),
      client_order_id: z.optional(zClientOrderId),
      ...shownTerms,
    }),
    response: z.object({ position: zPosition }),
    errors: OPENING_ERRORS,
  }),
  positions: route({
    method: 'POST',
    path: 'lever/my_trade',
    tag,
    summary: 'Positions of the user, newest first',
    access: 'user',
    request: z.strictObject({
      symbol: z.optional(zSymbol),
      status: z.optional(zPositionStatus),
      ...paging,
    }),
    response: z.extend(pageOf(zPosition), { summary: zPositionsSummary }),
  }),
  setStops: route({
    method: 'POST',
    path: 'lever/setstop',
    tag,
    summary: 'Sets both stops of a waiting or holding position; an empty one is cleared',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      position_id: zId,
      take_profit: z.optional(z.union([z.literal(''), zPositiveDecimal])),
      stop_loss: z.optional(z.union([z.literal(''), zPositiveDecimal])),
    }),
    response: z.object({ position: zPosition }),
    errors: ['order_not_open', 'stops_invalid'],
  }),
  closePosition: route({
    method: 'POST',
    path: 'lever/close',
    tag,
    summary:
      'Closes a position, or some lots of it, at the next index sample; a waiting one is cancelled',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      position_id: zId,
      /** Closes so many: they become a position of their own. Without it all are closed. */
      lots: z.optional(zId),
    }),
    response: z.object({
      position: zPosition,
      /** Of a part: what is left. */
      rest: z.optional(zPosition),
    }),
    errors: ['order_not_open', 'price_stale', 'above_maximum', 'below_minimum'],
  }),
  addMargin: route({
    method: 'POST',
    path: 'lever/add_margin',
    tag,
    summary:
      'Adds margin to a holding position, so that it is liquidated later; its profit cap stays',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({ position_id: zId, amount: zPositiveDecimal }),
    response: z.object({ position: zPosition }),
    errors: ['order_not_open', 'above_maximum', 'insufficient_balance', 'account_frozen'],
  }),
  reversePosition: route({
    method: 'POST',
    path: 'lever/reverse',
    tag,
    summary:
      'Closes a position and opens as many lots the other way, both at the next index sample, or does neither',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      position_id: zId,
      /** That of the position without it. */
      multiple: z.optional(zId),
      /** What the client showed. More than 0.05 % worse is refused with `price_moved`. */
      shown_price: z.optional(zPositiveDecimal),
      take_profit: z.optional(zPositiveDecimal),
      stop_loss: z.optional(zPositiveDecimal),
      client_order_id: z.optional(zClientOrderId),
      ...shownTerms,
    }),
    response: z.object({ position: zPosition, closed: z.optional(zPosition) }),
    errors: ['order_not_open', ...OPENING_ERRORS],
  }),
  amendPosition: route({
    method: 'POST',
    path: 'lever/amend',
    tag,
    summary:
      'Changes limit, lots or stops of a waiting position under the terms it was asked for under',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      position_id: zId,
      price: z.optional(zPositiveDecimal),
      lots: z.optional(zId),
      /** `none` clears it; absent it stays. */
      take_profit: z.optional(z.union([z.literal('none'), zPositiveDecimal])),
      stop_loss: z.optional(z.union([z.literal('none'), zPositiveDecimal])),
    }),
    response: z.object({ position: zPosition }),
    errors: ['order_not_open', ...OPENING_ERRORS],
  }),
  setStopLevel: route({
    method: 'POST',
    path: 'lever/set_level',
    tag,
    summary:
      'Sets a take-profit or stop-loss of a part of a waiting or holding position, or changes one',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({
      position_id: zId,
      /** Of one that is there. */
      level_id: z.optional(zId),
      stop: zStopKind,
      price: zPositiveDecimal,
      lots: zId,
    }),
    response: z.object({ position: zPosition }),
    errors: ['order_not_open', 'stops_invalid', 'above_maximum', 'too_many_orders'],
  }),
  removeStopLevel: route({
    method: 'POST',
    path: 'lever/remove_level',
    tag,
    summary: 'Takes a stop of a part back',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({ position_id: zId, level_id: zId }),
    response: z.object({ position: zPosition }),
    errors: ['order_not_open'],
  }),
  closePositions: route({
    method: 'POST',
    path: 'lever/close_all',
    tag,
    summary: 'Closes all holding positions at the next index sample; those of a stale market stay',
    access: 'user',
    isMoney: true,
    rate: 'order',
    request: z.strictObject({ symbol: z.optional(zSymbol), side: z.optional(zPositionSide) }),
    response: z.object({ closed: z.array(z.number()) }),
    errors: ['price_stale'],
  }),
} as const;

export const operatorFuturesRoutes = {
  operatorFutures: route({
    method: 'GET',
    path: 'operator/futures',
    tag: OPERATORS,
    summary: 'Terms of all futures',
    access: READERS,
    request: nothing,
    response: z.array(zFuturesTerms),
  }),
  operatorSaveFutures: route({
    method: 'POST',
    path: 'operator/futures/save',
    tag: OPERATORS,
    summary:
      'Saves terms of futures; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zFuturesTerms, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorPositions: route({
    method: 'GET',
    path: 'operator/positions',
    tag: OPERATORS,
    summary: "Users' positions, newest first",
    access: READERS,
    request: z.strictObject({
      user_id: z.optional(zId),
      symbol: z.optional(zSymbol),
      status: z.optional(zPositionStatus),
      ...paging,
    }),
    response: pageOf(z.extend(zPosition, { user_id: z.number() })),
  }),
} as const;
