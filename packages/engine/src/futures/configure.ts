import { assert } from '@fairlead/units';
import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { isLotBounded } from '../terms-bounds.ts';
import { areFuturesTermsValid } from './check-terms.ts';
import type { ConfigureFutures } from './commands.ts';
import type { FuturesTerms } from './terms.ts';

/** Adds or changes a market's futures. What is open keeps the terms of its opening (F12). */
export function configureFutures(state: EngineState, { terms }: ConfigureFutures): Result {
  const market = state.markets.get(terms.marketId);
  if (market === undefined) return reject('market_not_found');
  if (!areFuturesTermsValid(terms, market.index.price) || !isLotFair(state, terms))
    return reject('terms_invalid');

  // From here on the command must succeed.
  setFuturesTerms(state, { ...terms, multiples: terms.multiples.map((each) => ({ ...each })) });
  return DONE;
}

/** A new lot is not worth too much at the index, while there is one. */
function isLotFair(state: EngineState, terms: FuturesTerms): boolean {
  const market = state.markets.get(terms.marketId);
  const base = market && state.currencies.get(market.terms.baseCurrencyId);
  const indexE8 = market?.index.price;
  if (base === undefined || indexE8 === undefined) return true;
  if (state.futures.markets.get(terms.marketId)?.terms.lotBaseMinor === terms.lotBaseMinor)
    return true;
  return isLotBounded('futures', terms.lotBaseMinor, { indexE8, baseScale: base.scale });
}

/** Puts terms in force. */
export function setFuturesTerms(state: EngineState, terms: FuturesTerms): void {
  const market = state.markets.get(terms.marketId)?.terms;
  assert(market !== undefined, 'futures are of a known market');
  const base = state.currencies.get(market.baseCurrencyId);
  const quote = state.currencies.get(market.quoteCurrencyId);
  assert(base !== undefined && quote !== undefined, 'a market has two currencies');
  state.futures.configure(terms, { base, quote });
}
