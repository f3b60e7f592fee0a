/** Markets, candles, books, currencies and news: what a guest reads. */

import { ProblemError } from '@fairlead/contract';
import type { Chains } from '../chains/index.ts';
import { findArticle, newsPage } from '../content/index.ts';
import type { Exceptions } from '../core/capability.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { currencyInfo } from '../custody/index.ts';
import type { CustodyTerms } from '../custody/terms/index.ts';
import { fieldProblem } from '../identity/index.ts';
import type { Candles } from './candles/candles.ts';
import type { MarketData } from './data/market-data.ts';

type Names =
  | 'quotations'
  | 'candles'
  | 'indexSamples'
  | 'deal'
  | 'currencies'
  | 'newsList'
  | 'newsDetail';

/** Only read, though asked by POST. */
export const marketExceptions = {
  newsList: 'gateway',
  newsDetail: 'gateway',
} as const satisfies Exceptions<Names>;

export interface MarketReadNeeds {
  readonly marketData: MarketData;
  readonly candles: Candles;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly custodyTerms: CustodyTerms;
  readonly chains: Chains;
}

export function marketHandlers(context: MarketReadNeeds): Pick<Handlers, Names> {
  const { marketData, candles, database, clock, custodyTerms, chains } = context;
  const checkMarket = (symbol: string) => {
    if (marketData.terms.market(symbol) === undefined) throw new ProblemError('not_found');
  };
  return {
    quotations: () => marketData.quotations(),
    candles: ({ input }) => {
      checkMarket(input.symbol);
      const { symbol, period, kind, limit, from, to } = input;
      return candles.range({
        symbol,
        period,
        kind,
        limit,
        ...(from !== undefined && { fromMs: from }),
        ...(to !== undefined && { toMs: to }),
      });
    },
    indexSamples: ({ input }) => {
      const samples = marketData.indexSamples(input.symbol);
      if (samples === undefined) throw new ProblemError('not_found');
      return [...samples];
    },
    deal: ({ input }) => {
      const deal = marketData.deal(input.symbol, input.depth);
      if (deal === undefined) throw new ProblemError('not_found');
      return deal;
    },
    currencies: () =>
      marketData.terms
        .currencies()
        .map((currency) =>
          currencyInfo(currency, custodyTerms, (chain, id) =>
            chains.confirmationsNeeded(chain, id),
          ),
        ),
    newsList: async ({ input, language }) => {
      const { page, limit, ...filter } = input;
      const search = { ...filter, lang: language, nowMs: clock.now() };
      const found = await newsPage(database, search, { page, limit });
      return {
        ...found,
        list: found.list.map(({ newsId, publishedAtMs, ...item }) => ({
          id: newsId,
          ...item,
          published_at: publishedAtMs,
        })),
      };
    },
    newsDetail: async ({ input, language, say }) => {
      const { id, key } = input;
      if (id === undefined && key === undefined) throw fieldProblem('id', say('fields.required'));
      const name = { newsId: id, key, lang: language, nowMs: clock.now() };
      const article = await findArticle(database, name);
      if (article === undefined) throw new ProblemError('not_found');
      const { newsId, publishedAtMs, ...text } = article;
      return { id: newsId, ...text, published_at: publishedAtMs };
    },
  };
}
