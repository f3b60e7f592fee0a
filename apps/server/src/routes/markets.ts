/** Markets, candles, books, currencies and news: what a guest reads. */
import { ProblemError } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { currencyInfo } from '../services/custody-views.ts';
import { newsById, newsPage } from '../store/news-queries.ts';
import type { Handlers } from './handler.ts';

type Names = 'quotations' | 'candles' | 'deal' | 'currencies' | 'newsList' | 'newsDetail';

export function marketHandlers(
  context: Pick<
    Context,
    'marketData' | 'candles' | 'database' | 'clock' | 'custodyTerms' | 'chains'
  >,
): Pick<Handlers, Names> {
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
      const { category, page, limit } = input;
      const query = { category, lang: language, nowMs: clock.now() };
      const found = await newsPage(database, query, { page, limit });
      return {
        ...found,
        list: found.list.map(({ newsId, title, summary, cover, publishedAtMs }) => ({
          id: newsId,
          title,
          summary,
          ...(cover !== undefined && { cover }),
          published_at: publishedAtMs,
        })),
      };
    },
    newsDetail: async ({ input, language }) => {
      const query = { newsId: input.id, lang: language, nowMs: clock.now() };
      const article = await newsById(database, query);
      if (article === undefined) throw new ProblemError('not_found');
      const { newsId, title, body, publishedAtMs } = article;
      return { id: newsId, title, body, published_at: publishedAtMs };
    },
  };
}
