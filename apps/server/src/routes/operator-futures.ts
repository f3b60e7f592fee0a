/** Futures in the console: terms, and everybody's positions. */
import { ProblemError, type TermsSaved } from '@fairlead/contract';
import { isLotBounded } from '@fairlead/engine';
import type { Context } from '../context.ts';
import { futuresSubject } from '../services/futures-effects.ts';
import { positionView } from '../services/futures-views.ts';
import { futuresTermsView, readFuturesTermsView } from '../services/operators-futures-terms.ts';
import { changeOf } from '../services/terms-change.ts';
import { saveTerms } from '../services/terms-saves.ts';
import { positionsPage } from '../store/position-queries.ts';
import type { Call, Handlers } from './handler.ts';

type Names = 'operatorFutures' | 'operatorSaveFutures' | 'operatorPositions';

export function operatorFuturesHandlers(context: Context): Pick<Handlers, Names> {
  const { terms, marketData, database } = context;
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
      const found = await positionsPage(database, filter, { page, limit });
      const list = found.list.map((row) => ({
        ...positionView(row, context),
        user_id: row.owner,
      }));
      return { ...found, list };
    },
  };
}

/** What is open keeps its terms; what the next opening gets changes as the table of terms says. */
function saveFutures(context: Context, call: Call<'operatorSaveFutures'>): Promise<TermsSaved> {
  const { terms, marketData } = context;
  const named = terms.market(call.input.terms.symbol);
  const present = named && marketData.derivatives.futures(named.marketId);
  const read = readFuturesTermsView(call.input.terms, { terms, present }, call.say);
  const market = terms.knownMarket(read.marketId);
  const indexE8 = marketData.indexPrice(market.symbol)?.price;
  const isFair =
    indexE8 === undefined ||
    present?.lotBaseMinor === read.lotBaseMinor ||
    isLotBounded('futures', read.lotBaseMinor, { indexE8, baseScale: market.base.scale });
  if (!isFair) throw new ProblemError('terms_invalid');
  return saveTerms(context, call, {
    kind: 'futures_terms',
    subject: futuresSubject(market.symbol),
    payload: changeOf(present && futuresTermsView(present, market), futuresTermsView(read, market)),
    reason: call.input.reason,
    detail: call.input,
  });
}
