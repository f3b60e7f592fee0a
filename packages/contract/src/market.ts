import * as z from 'zod/mini';
import { zStandstill } from './standstill.ts';
import { zTermsSaved } from './terms.ts';
import { CANDLES_LIMIT_MAX, DEPTH_LEVELS_DEFAULT, DEPTH_LEVELS_MAX } from './wire/constants.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  zBoolean,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zReason,
  zSide,
  zSignedDecimal,
  zSymbol,
  zTime,
  zWithin,
} from './wire/scalars.ts';
import { TERM_FORMS, TERM_LENGTHS } from './wire/term-texts.ts';

const tag = 'Markets';

export const PERIODS = ['1m', '5m', '15m', '30m', '60m', '1d', '1w', '1M'] as const;

export type Period = (typeof PERIODS)[number];

export const zPeriod = z.enum(PERIODS);

export const zCandleKind = z.enum(['trade', 'index']);

export const zQuotation = z.object({
  symbol: z.string(),
  /** Base currency. */
  currency_id: z.number(),
  /** Quote currency. */
  legal_id: z.number(),
  base: z.string(),
  quote: z.string(),
  /** Of our own book; absent before the first trade. */
  last_price: z.optional(zDecimal),
  open_24h: z.optional(zDecimal),
  high_24h: z.optional(zDecimal),
  low_24h: z.optional(zDecimal),
  /** Fraction: "0.0184" is +1.84 %. Of the last price, or of the index where nothing traded. */
  change_24h: z.optional(zSignedDecimal),
  volume_24h: zDecimal,
  turnover_24h: zDecimal,
  /** Some of the day's trades are a demo's made-up past (candles of source `simulated`); absent otherwise. */
  is_simulated_24h: z.optional(z.boolean()),
  index_price: z.optional(zDecimal),
  /** When the index was sampled. */
  index_time: z.optional(z.number()),
  is_stale: z.boolean(),
  /** 24 index prices, one an hour, oldest first, for a sparkline. */
  spark: z.array(zDecimal),
  tick_size: zDecimal,
  lot_size: zDecimal,
  min_notional: zDecimal,
  /** In how many parts an order may be shown; 1 where each is shown whole. */
  iceberg_parts_max: z.number(),
  maker_fee: zDecimal,
  taker_fee: zDecimal,
  /** Fractions: how far from the index market orders fill and limit prices may lie. */
  market_band: zDecimal,
  limit_band: zDecimal,
  /** `halted` too while the whole exchange is in cancel-only mode. */
  state: z.enum(['open', 'halted', 'closed']),
  /** Halted because the whole exchange takes cancels and closes only; absent otherwise. */
  cancel_only: z.optional(z.boolean()),
  /** Products that stand still now, whatever the market: the same in every quotation; absent while all go on. */
  standstill: z.optional(z.array(zStandstill)),
  spot: z.boolean(),
  contract: z.boolean(),
  option: z.boolean(),
});

export type Quotation = z.infer<typeof zQuotation>;

export const zCandle = z.object({
  time: z.number(),
  open: zDecimal,
  high: zDecimal,
  low: zDecimal,
  close: zDecimal,
  volume: zDecimal,
  turnover: zDecimal,
  source: z.enum(['trade', 'index', 'venue', 'simulated']),
});

export type Candle = z.infer<typeof zCandle>;

/** One second of the index. Without a price: it was stale. */
export const zIndexSample = z.object({ time: z.number(), price: z.optional(zDecimal) });

export type IndexSampleView = z.infer<typeof zIndexSample>;

export const zPublicTrade = z.object({
  id: z.number(),
  price: zDecimal,
  quantity: zDecimal,
  side: zSide,
  time: z.number(),
  /** A demo bot was on a side of it. */
  is_bot: z.optional(z.boolean()),
});

export type PublicTrade = z.infer<typeof zPublicTrade>;

const zLevel = z.tuple([zDecimal, zDecimal]);

export const zDeal = z.object({
  symbol: z.string(),
  sequence: z.number(),
  last_price: z.optional(zDecimal),
  bids: z.array(zLevel),
  asks: z.array(zLevel),
  trades: z.array(zPublicTrade),
});

export type Deal = z.infer<typeof zDeal>;

export const zCurrency = z.object({
  currency_id: z.number(),
  name: z.string(),
  full_name: z.string(),
  scale: z.number(),
  chains: z.array(
    z.object({
      chain: z.string(),
      min_deposit: zDecimal,
      min_withdraw: zDecimal,
      withdraw_fee: zDecimal,
      confirmations: z.number(),
    }),
  ),
  deposit: z.boolean(),
  withdraw: z.boolean(),
});

export type CurrencyInfo = z.infer<typeof zCurrency>;

const name = z.string().check(z.regex(TERM_FORMS.name));

const zMarketState = z.enum(['open', 'halted', 'closed']);

export const zOperatorCurrency = z.strictObject({
  currency_id: zId,
  name,
  full_name: zWithin(TERM_LENGTHS.full_name),
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
  /** Told by none that knew no icebergs. */
  iceberg_parts_max: z._default(z.pipe(zInteger, z.number().check(z.gte(1), z.lte(100))), 10),
  state: zMarketState,
});

export const marketRoutes = {
  quotations: route({
    method: 'GET',
    path: 'currency/quotation_new',
    tag,
    summary: 'All markets with their 24 h figures',
    request: nothing,
    response: z.array(zQuotation),
  }),
  candles: route({
    method: 'GET',
    path: 'currency/new_timeshar',
    tag,
    summary: 'Candles, ascending',
    request: z.strictObject({
      symbol: zSymbol,
      period: zPeriod,
      from: z.optional(zTime),
      to: z.optional(zTime),
      kind: z._default(zCandleKind, 'trade'),
      limit: z._default(
        z.pipe(zInteger, z.number().check(z.gte(1), z.lte(CANDLES_LIMIT_MAX))),
        500,
      ),
    }),
    response: z.array(zCandle),
  }),
  indexSamples: route({
    method: 'GET',
    path: 'currency/index_samples',
    tag,
    summary: 'The index of the last eight minutes, second by second, ascending',
    request: z.strictObject({ symbol: zSymbol }),
    response: z.array(zIndexSample),
  }),
  deal: route({
    method: 'GET',
    path: 'currency/deal',
    tag,
    summary: 'Order book and last trades',
    request: z.strictObject({
      symbol: zSymbol,
      depth: z._default(
        z.pipe(zInteger, z.number().check(z.gte(1), z.lte(DEPTH_LEVELS_MAX))),
        DEPTH_LEVELS_DEFAULT,
      ),
    }),
    response: zDeal,
  }),
  currencies: route({
    method: 'GET',
    path: 'currency/user_currency_list',
    tag,
    summary: 'All currencies',
    request: nothing,
    response: z.array(zCurrency),
  }),
} as const;

export const operatorMarketRoutes = {
  operatorCurrencies: route({
    method: 'GET',
    path: 'operator/currencies',
    tag: OPERATORS,
    summary: 'All currencies',
    access: ['manager', 'auditor'],
    request: nothing,
    response: z.array(zOperatorCurrency),
  }),
  operatorSaveCurrency: route({
    method: 'POST',
    path: 'operator/currencies/save',
    tag: OPERATORS,
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
    tag: OPERATORS,
    summary: 'All markets with their terms',
    access: ['manager', 'auditor'],
    request: nothing,
    response: z.array(zOperatorMarket),
  }),
  operatorSaveMarket: route({
    method: 'POST',
    path: 'operator/markets/save',
    tag: OPERATORS,
    rate: 'write',
    summary:
      'Changes a market: tick, lot, minimum, fees, bands; what is worse for users, and a new market, becomes a proposal',
    access: ['manager'],
    request: zOperatorMarket,
    response: z.extend(zTermsSaved, { market_id: z.number() }),
    errors: ['terms_invalid', 'name_taken', 'not_launched', 'quote_unpriced'],
  }),
  operatorHalt: route({
    method: 'POST',
    path: 'operator/markets/state',
    tag: OPERATORS,
    rate: 'write',
    summary:
      'Halts, resumes or closes a market; cancels go on while halted. Opening a closed one becomes a proposal',
    access: ['manager'],
    request: z.strictObject({
      symbol: zSymbol,
      state: zMarketState,
      reason: zReason,
    }),
    response: z.extend(zTermsSaved, { symbol: z.string(), state: zMarketState }),
    errors: ['market_in_use', 'not_launched'],
  }),
} as const;
