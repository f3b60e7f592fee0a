/** The console: terms of futures and options, which take two operators, and what the house stands for. */
import * as z from 'zod/mini';
import { zFuturesTerms, zPosition, zPositionStatus } from './futures.ts';
import { zOptionCurrency, zOptionOrder, zOptionStatus, zOptionTerms } from './options.ts';
import { route } from './route.ts';
import { nothing, pageOf, paging, zDecimal, zId, zSignedDecimal, zSymbol } from './scalars.ts';
import { zTermsSaved } from './terms-change.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));
const READERS = ['reviewer', 'manager', 'auditor'] as const;

/** Form bodies cannot hold lists: these calls take JSON. */
export const zExposure = z.object({
  time: z.number(),
  currencies: z.array(
    z.object({
      currency_id: z.number(),
      currency: z.string(),
      contract_house: zDecimal,
      /** What holding and waiting positions may win at most. */
      contract_reserved: zDecimal,
      contract_available: zDecimal,
      insurance_fund: zDecimal,
      /** Of all holding positions at the index: what the house would owe now, negative when it would be owed. */
      unrealised_pnl: zSignedDecimal,
      option_house: zDecimal,
      /** What open orders may win at most. */
      option_reserved: zDecimal,
      option_available: zDecimal,
      option_escrow: zDecimal,
    }),
  ),
  markets: z.array(
    z.object({
      symbol: z.string(),
      long_notional: zDecimal,
      short_notional: zDecimal,
      waiting_notional: zDecimal,
      /** Absent where futures have no terms. */
      max_open_interest: z.optional(zDecimal),
      positions: z.number(),
      rise_payout: zDecimal,
      fall_payout: zDecimal,
      /** Absent where options have no terms. */
      max_exposure: z.optional(zDecimal),
      option_orders: z.number(),
    }),
  ),
});
export type Exposure = z.infer<typeof zExposure>;

export const operatorDerivativeRoutes = {
  operatorFutures: route({
    method: 'GET',
    path: 'operator/futures',
    tag,
    summary: 'Terms of all futures',
    access: READERS,
    request: nothing,
    response: z.array(zFuturesTerms),
  }),
  operatorSaveFutures: route({
    method: 'POST',
    path: 'operator/futures/save',
    tag,
    summary:
      'Saves terms of futures; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zFuturesTerms, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorOptions: route({
    method: 'GET',
    path: 'operator/options',
    tag,
    summary: 'Terms of all options, and what they are paid in',
    access: READERS,
    request: nothing,
    response: z.object({ currencies: z.array(zOptionCurrency), markets: z.array(zOptionTerms) }),
  }),
  operatorSaveOptions: route({
    method: 'POST',
    path: 'operator/options/save',
    tag,
    summary:
      'Saves terms of options; what is worse for users, or adds to what the house stands for, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zOptionTerms, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorSaveOptionCurrency: route({
    method: 'POST',
    path: 'operator/option_currencies/save',
    tag,
    summary: 'Saves fee and stakes of a currency; a higher fee, and opening it, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zOptionCurrency, reason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  operatorExposure: route({
    method: 'GET',
    path: 'operator/exposure',
    tag,
    summary: 'What the house stands for in futures and options',
    access: READERS,
    request: nothing,
    response: zExposure,
  }),
  operatorPositions: route({
    method: 'GET',
    path: 'operator/positions',
    tag,
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
  operatorOptionOrders: route({
    method: 'GET',
    path: 'operator/option_orders',
    tag,
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
