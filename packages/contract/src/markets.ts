import * as z from 'zod/mini';
import {
  CANDLES_LIMIT_MAX,
  DEPTH_LEVELS_DEFAULT,
  DEPTH_LEVELS_MAX,
  HELP_TOPICS,
} from './constants.ts';
import { route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zInteger,
  zSide,
  zSignedDecimal,
  zSymbol,
  zTime,
} from './scalars.ts';

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
  index_price: z.optional(zDecimal),
  /** When the index was sampled. */
  index_time: z.optional(z.number()),
  is_stale: z.boolean(),
  /** 24 index prices, one an hour, oldest first, for a sparkline. */
  spark: z.array(zDecimal),
  tick_size: zDecimal,
  lot_size: zDecimal,
  min_notional: zDecimal,
  maker_fee: zDecimal,
  taker_fee: zDecimal,
  /** Fractions: how far from the index market orders fill and limit prices may lie. */
  market_band: zDecimal,
  limit_band: zDecimal,
  /** `halted` too while the whole exchange is in cancel-only mode. */
  state: z.enum(['open', 'halted', 'closed']),
  /** Halted because the whole exchange takes cancels and closes only; absent otherwise. */
  cancel_only: z.optional(z.boolean()),
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

export const zHelpTopic = z.enum(HELP_TOPICS);
export type HelpTopic = z.infer<typeof zHelpTopic>;

/** Of a search in articles; longer is no search. */
const NEWS_QUERY_MAX = 60;

export const zNewsItem = z.object({
  id: z.number(),
  title: z.string(),
  summary: z.string(),
  cover: z.optional(z.string()),
  published_at: z.number(),
  /** Of a help article: the group it stands in. */
  topic: z.optional(zHelpTopic),
  /** The name of an article that came with the software; links between articles use it. */
  key: z.optional(z.string()),
});
export type NewsItem = z.infer<typeof zNewsItem>;

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
  newsList: route({
    method: 'POST',
    path: 'news/list',
    tag,
    summary: 'Announcements, banners, help articles',
    request: z.strictObject({
      category: z.enum(['notice', 'banner', 'help']),
      topic: z.optional(zHelpTopic),
      /** Words that title, summary or text must hold, in the reader's language; title matches come first. */
      query: z.optional(z.string().check(z.maxLength(NEWS_QUERY_MAX))),
      ...paging,
    }),
    response: pageOf(zNewsItem),
  }),
  newsDetail: route({
    method: 'POST',
    path: 'news/detail',
    tag,
    summary: 'One announcement or article, by its id or by the name it came with',
    request: z.strictObject({
      id: z.optional(zId),
      key: z.optional(z.string().check(z.regex(/^[a-z_]{1,30}$/))),
    }),
    response: z.object({
      id: z.number(),
      title: z.string(),
      body: z.string(),
      published_at: z.number(),
      topic: z.optional(zHelpTopic),
      key: z.optional(z.string()),
    }),
  }),
} as const;
