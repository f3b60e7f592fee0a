/** How good a market was, for everybody. */
import { DAY_MS } from '@fairlead/units';
import type { Handlers } from '../core/http/handler.ts';
import { countFindings } from './finding-queries.ts';
import type { SurveillanceNeeds } from './needs.ts';
import { daysPage } from './quality-queries.ts';
import { dayView } from './views.ts';

export function marketQualityHandlers({
  database,
  terms,
}: SurveillanceNeeds): Pick<Handlers, 'marketQuality'> {
  return {
    marketQuality: async ({ input: { symbol, ...page } }) => {
      const market = terms.askedMarket(symbol);
      const { marketId } = market;
      const days = await daysPage(database, { marketId, ...page });
      // The newest first.
      const [newest, oldest] = [days.list[0], days.list.at(-1)];
      const counts =
        newest === undefined || oldest === undefined
          ? []
          : await countFindings(database, {
              ...{ marketId, fromMs: oldest.dayMs, toMs: newest.dayMs + DAY_MS },
            });
      return {
        ...days,
        list: days.list.map((day) => dayView(day, counts, market)),
        symbol,
        quote: market.quote.name,
      };
    },
  };
}
