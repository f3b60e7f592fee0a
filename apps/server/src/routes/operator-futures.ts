/** Futures in the console: terms, which take two operators, and everybody's positions. */
import type { Context } from '../context.ts';
import { futuresSubject } from '../services/futures-effects.ts';
import { positionView } from '../services/futures-views.ts';
import { act } from '../services/operators-acts.ts';
import { futuresTermsView, readFuturesTermsView } from '../services/operators-futures-terms.ts';
import { changeOf } from '../services/terms-change.ts';
import { positionsPage } from '../store/position-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names = 'operatorFutures' | 'operatorSaveFutures' | 'operatorPositions';

export function operatorFuturesHandlers(context: Context): Pick<Handlers, Names> {
  const { terms, marketData, database } = context;
  return {
    operatorFutures: () =>
      marketData.derivatives
        .allFutures()
        .map((each) => futuresTermsView(each, terms.knownMarket(each.marketId))),
    operatorSaveFutures: (call) => proposeTerms(context, call),
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

/** What is open keeps its terms, so new ones weaken no promise; they bind the house, so two operators agree. */
function proposeTerms(
  context: Context,
  call: Call<'operatorSaveFutures'>,
): Promise<{ proposal_id: number }> {
  const { terms, marketData, proposals } = context;
  const named = terms.market(call.input.terms.symbol);
  const present = named && marketData.derivatives.futures(named.marketId);
  const read = readFuturesTermsView(call.input.terms, { terms, present }, call.say);
  const market = terms.knownMarket(read.marketId);
  const before = present && futuresTermsView(present, market);
  const subject = futuresSubject(market.symbol);
  const proposed = { action: 'terms.proposed', subject, detail: call.input };
  return act(context, call, proposed, async () => ({
    proposal_id: await proposals.propose(operatorOf(call), {
      kind: 'futures_terms',
      payload: changeOf(before, futuresTermsView(read, market)),
      reason: call.input.reason,
    }),
  }));
}
