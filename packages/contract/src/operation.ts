import * as z from 'zod/mini';
import { OPERATOR_ROLES, route } from './route.ts';
import {
  nothing,
  zBoolean,
  zDecimal,
  zId,
  zInteger,
  zLanguage,
  zPositiveDecimal,
  zSymbol,
} from './scalars.ts';
import { zHeadTarget } from './settlement.ts';
import { zTermsSaved } from './terms-change.ts';

const tag = 'Operation, development';
const operatorTag = 'Operators';

/** What a receipt of kind `loss` says: these commands were answered, and are not in the books any more. */
export const zLoss = z.object({
  /** When it was declared. */
  time: z.number(),
  /** Of the chain (settlement/receipt). */
  receipt_id: z.number(),
  /** The first command that is missing, and the last that is known to have been answered; below the first if none is. */
  sequence_from: z.number(),
  sequence_seen: z.number(),
  /** Numbers up to here were left out: the exchange went on beyond. */
  sequence_to: z.number(),
  /** Between when those commands ran. */
  time_from: z.number(),
  time_to: z.number(),
});
export type Loss = z.infer<typeof zLoss>;

export const zConfig = z.object({
  name: z.string(),
  version: z.string(),
  demo: z.boolean(),
  /** A demo on real or recorded prices, for paper trading. */
  sandbox: z.boolean(),
  feed: z.enum(['simulated', 'replay', 'live']),
  /** Where the prices of the last samples were read from: the hosts as the connections have them. */
  feed_hosts: z.array(z.object({ venue: z.string(), host: z.string() })),
  /** Server time, ms, to set clocks by. */
  time: z.number(),
  languages: z.array(zLanguage),
  /** Ways to register that are open. */
  channels: z.array(z.enum(['phone', 'email'])),
  company_name: z.optional(z.string()),
  company_licence: z.optional(z.string()),
  /** Whether this deployment sells options at all. */
  options: z.boolean(),
  /** Who else keeps the heads of the chain of receipts; absent where nobody does. */
  heads_published_at: z.optional(z.array(zHeadTarget)),
  /** The whole exchange takes cancels and closes only, until further notice; absent otherwise. */
  cancel_only: z.optional(z.boolean()),
  /** Times at which the database lost commits that had been answered, newest first; absent where it never did. */
  losses: z.optional(z.array(zLoss)),
});
export type Config = z.infer<typeof zConfig>;

const name = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));
const zMarketState = z.enum(['open', 'halted', 'closed']);

export const zOperatorCurrency = z.strictObject({
  currency_id: zId,
  name,
  full_name: z.string().check(z.minLength(1), z.maxLength(60)),
  scale: z.pipe(zInteger, z.number().check(z.lte(18))),
  is_enabled: zBoolean,
});
export const zOperatorMarket = z.strictObject({
  market_id: z.optional(zId),
  symbol: zSymbol,
  tick_size: zPositiveDecimal,
  lot_size: zPositiveDecimal,
  min_notional: zDecimal,
  maker_fee: zDecimal,
  taker_fee: zDecimal,
  market_band: zPositiveDecimal,
  limit_band: zPositiveDecimal,
  open_orders_max: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(10_000))),
  state: zMarketState,
});

export const operationRoutes = {
  config: route({
    method: 'GET',
    path: 'config',
    tag,
    summary: 'What a client must know before login',
    request: nothing,
    response: zConfig,
  }),
  inbox: route({
    method: 'POST',
    path: 'dev/inbox',
    tag,
    summary: 'Demo: the last codes that the caller asked for, and messages to the logged-in user',
    /** Without `to`: to the logged-in user, whose contacts are shown masked. */
    request: z.strictObject({ to: z.optional(z.string().check(z.minLength(3), z.maxLength(254))) }),
    response: z.array(
      z.object({ to: z.string(), scene: z.string(), code: z.string(), time: z.number() }),
    ),
    errors: ['demo_only'],
  }),
  faucet: route({
    method: 'POST',
    path: 'dev/faucet',
    tag,
    summary: 'Demo: test funds to the coin account',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({ currency_id: zId, amount: zPositiveDecimal }),
    response: z.object({ id: z.number(), currency_id: z.number(), amount: zDecimal }),
    errors: ['demo_only', 'faucet_limit', 'above_maximum', 'currency_closed'],
  }),
  customerUrl: route({
    method: 'POST',
    path: 'set/get_customer_url',
    tag,
    summary: 'Where help answers',
    request: nothing,
    response: z.object({ url: z.string() }),
  }),
  operatorLogin: route({
    method: 'POST',
    path: 'operator/login',
    tag: operatorTag,
    summary: "An operator's login",
    rate: 'login',
    request: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      otp: z.optional(z.string()),
    }),
    response: z.object({ token: z.string(), roles: z.array(z.enum(OPERATOR_ROLES)) }),
    errors: ['login_failed', 'locked_out', 'mfa_required'],
  }),
  operatorLogout: route({
    method: 'POST',
    path: 'operator/logout',
    tag: operatorTag,
    summary: 'Ends the session',
    rate: 'write',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.string(),
  }),
  operatorCurrencies: route({
    method: 'GET',
    path: 'operator/currencies',
    tag: operatorTag,
    summary: 'All currencies',
    access: ['manager', 'auditor'],
    request: nothing,
    response: z.array(zOperatorCurrency),
  }),
  operatorSaveCurrency: route({
    method: 'POST',
    path: 'operator/currencies/save',
    tag: operatorTag,
    rate: 'write',
    summary:
      'Adds or changes a currency; what is worse for users becomes a proposal for a second operator',
    access: ['manager'],
    request: zOperatorCurrency,
    response: z.extend(zTermsSaved, { currency_id: z.number() }),
    errors: ['terms_invalid', 'name_taken'],
  }),
  operatorMarkets: route({
    method: 'GET',
    path: 'operator/markets',
    tag: operatorTag,
    summary: 'All markets with their terms',
    access: ['manager', 'auditor'],
    request: nothing,
    response: z.array(zOperatorMarket),
  }),
  operatorSaveMarket: route({
    method: 'POST',
    path: 'operator/markets/save',
    tag: operatorTag,
    rate: 'write',
    summary:
      'Changes a market: tick, lot, minimum, fees, bands; what is worse for users, and a new market, becomes a proposal',
    access: ['manager'],
    request: zOperatorMarket,
    response: z.extend(zTermsSaved, { market_id: z.number() }),
    errors: ['terms_invalid', 'name_taken', 'not_launched'],
  }),
  operatorHalt: route({
    method: 'POST',
    path: 'operator/markets/state',
    tag: operatorTag,
    rate: 'write',
    summary:
      'Halts, resumes or closes a market; cancels go on while halted. Opening a closed one becomes a proposal',
    access: ['manager'],
    request: z.strictObject({
      symbol: zSymbol,
      state: zMarketState,
      reason: z.string().check(z.minLength(3), z.maxLength(500)),
    }),
    response: z.extend(zTermsSaved, { symbol: z.string(), state: zMarketState }),
    errors: ['market_in_use', 'not_launched'],
  }),
} as const;
