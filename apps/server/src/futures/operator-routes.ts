/** Futures in the console: terms, and everybody's positions. */

import type { TermsSaved } from '@fairlead/contract';
import { isLotBounded } from '@fairlead/engine';
import type { Call, Handlers } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import { saveTerms } from '../core/terms/saves.ts';
import { futuresSubject } from './effects.ts';
import type { FuturesNeeds } from './needs.ts';
import { positionsPage } from './queries.ts';
import { futuresLimits, futuresTermsView, readFuturesTermsView } from './terms.ts';
import { positionView } from './views.ts';

type Names = 'operatorFutures' | 'operatorSaveFutures' | 'operatorPositions';

export function operatorFuturesHandlers(context: FuturesNeeds): Pick<Handlers, Names> {
  const { terms, marketData, books } = context;
  return {
    operatorFutures: () =>
      marketData.derivatives
        .allFutures()
        .map((each) => futuresTermsView(each, terms.knownMarket(each.marketId))),
    operatorSaveFutures: (call) => saveFutures(context, call),
    operatorPositions: async ({ input: { user_id, symbol, status, page, limit } }) => {
      const filter = {
        ...(user_id !== undefined && { owner: user_id }),
        ...(symbol !== undefined && { marketId: context.terms.askedMarket(symbol).marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await positionsPage(books, filter, { page, limit });
      const list = found.list.map((row) => ({
        ...positionView(row, context),
        user_id: row.owner,
      }));
      return { ...found, list };
    },
  };
}

/** What is open keeps its terms; what the next opening gets changes as the table of terms says. */
function saveFutures(
  context: FuturesNeeds,
  call: Call<'operatorSaveFutures'>,
): Promise<TermsSaved> {
  const { terms, marketData } = context;
  const named = terms.market(call.input.terms.symbol);
  const present = named && marketData.derivatives.futures(named.marketId);
  const indexE8 = marketData.indexPrice(call.input.terms.symbol)?.price;
  const read = readFuturesTermsView(call.input.terms, { terms, present, index: indexE8 }, call.say);
  const market = terms.knownMarket(read.marketId);
  const isFair =
    indexE8 === undefined ||
    present?.lotBaseMinor === read.lotBaseMinor ||
    isLotBounded('futures', read.lotBaseMinor, { indexE8, baseScale: market.base.scale });
  if (!isFair)
    throw termsProblem('futures', call.input.terms, {
      say: call.say,
      prefix: 'terms.',
      context: futuresLimits(market, { indexE8 }),
    });
  return saveTerms(context, call, {
    kind: 'futures_terms',
    subject: futuresSubject(market.symbol),
    payload: changeOf(present && futuresTermsView(present, market), futuresTermsView(read, market)),
    reason: call.input.reason,
    detail: call.input,
  });
}
