/** Currencies and markets are data: operators change them while all goes on, by the table of terms. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import {
  type Currency,
  isLotBounded,
  isMarketValid,
  isTickBounded,
  type Market,
} from '@fairlead/engine';
import { act, runCommand } from '../core/acts/acts.ts';
import type { Call, Handlers } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { verdictOf } from '../core/terms/policy.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import { saveTerms } from '../core/terms/saves.ts';
import type { Say } from '../core/texts/texts.ts';
import { type Terms, VALUED_IN } from './catalogue.ts';
import { currencySubject, marketSubject } from './effects.ts';
import type { MarketNeeds } from './needs.ts';
import {
  currencyView,
  marketLimits,
  marketView,
  readCurrency,
  readMarket,
} from './operator-terms.ts';

type Names =
  | 'operatorCurrencies'
  | 'operatorSaveCurrency'
  | 'operatorMarkets'
  | 'operatorSaveMarket'
  | 'operatorHalt';

export function operatorMarketHandlers(context: MarketNeeds): Pick<Handlers, Names> {
  const { terms } = context;
  return {
    operatorCurrencies: () => terms.currencies().map(currencyView),
    operatorSaveCurrency: async (call) => {
      const currency = readCurrency(call.input);
      const named = terms.currencyNamed(currency.name);
      if (named !== undefined && named.currencyId !== currency.currencyId)
        throw new ProblemError('name_taken');
      const before = terms.currency(currency.currencyId);
      const saved = await saveTerms(context, call, {
        kind: 'currency_terms',
        subject: currencySubject(currency.name),
        payload: changeOf(before && currencyView(before), currencyView(currency)),
        detail: call.input,
        action: 'currency.saved',
        check: () => checkCurrency(terms, before, currency),
      });
      return { ...saved, currency_id: currency.currencyId };
    },
    operatorMarkets: () => terms.markets().map(marketView),
    operatorSaveMarket: async (call) => {
      const market = readMarket(call.input, terms, call.say);
      const before = terms.market(market.symbol);
      const named = terms.markets().find(({ marketId }) => marketId === market.marketId);
      // What names a market stays.
      if (named !== undefined && named.symbol !== market.symbol)
        throw new ProblemError('terms_invalid');
      const after = marketView({
        ...market,
        base: terms.knownCurrency(market.baseCurrencyId),
        quote: terms.knownCurrency(market.quoteCurrencyId),
      });
      const saved = await saveTerms(context, call, {
        kind: 'market_terms',
        subject: marketSubject(market.symbol),
        payload: changeOf(before && marketView(before), after),
        detail: call.input,
        action: 'market.saved',
        check: () => checkMarketBounds(context, { before, market, say: call.say }),
      });
      return { ...saved, market_id: market.marketId };
    },
    operatorHalt: (call) => setState(context, terms, call),
  };
}

/** Throws `terms_invalid` for another name or scale of what a market trades, as the engine would. */
function checkCurrency(terms: Terms, before: Currency | undefined, after: Currency): void {
  if (before === undefined) return;
  const { currencyId } = before;
  const isSame = before.name === after.name && before.scale === after.scale;
  const isTraded = terms
    .markets()
    .some(({ base, quote }) => base.currencyId === currencyId || quote.currencyId === currencyId);
  if (!isSame && isTraded) throw new ProblemError('terms_invalid');
}

/**
 * Throws `terms_invalid` for what the engine would refuse, so that the proposer learns it and not the second one, and
 * `quote_unpriced` for a market that begins in a currency of which nobody knows what it is worth.
 */
function checkMarketBounds(
  { terms, marketData }: MarketNeeds,
  { before, market, say }: { before: Market | undefined; market: Market; say: Say },
): void {
  const base = terms.knownCurrency(market.baseCurrencyId);
  const quote = terms.knownCurrency(market.quoteCurrencyId);
  const indexE8 = marketData.indexPrice(market.symbol)?.price;
  const isOpening = before?.state === 'closed' && market.state !== 'closed';
  const isNew = (field: 'tickSizeE8' | 'lotBaseMinor') =>
    isOpening || before?.[field] !== market[field];
  const isFair =
    indexE8 === undefined ||
    ((!isNew('tickSizeE8') || isTickBounded(market, indexE8)) &&
      (!isNew('lotBaseMinor') ||
        isLotBounded('market', market.lotBaseMinor, { indexE8, baseScale: base.scale })));
  if (!isMarketValid(market, base, quote) || !isFair)
    throw termsProblem('market', marketView({ ...market, base, quote }), {
      say,
      context: marketLimits(
        { base, quote },
        {
          indexE8,
          isKept: (field) => !isNew(field === 'tick_size' ? 'tickSizeE8' : 'lotBaseMinor'),
        },
      ),
    });
  const isBeginning = before === undefined || isOpening;
  if (isBeginning && !isPriced(terms, quote.name)) throw new ProblemError('quote_unpriced');
}

/** Whether a currency has an index in what everything is valued in: without one it would be worth nothing, or a guess. */
function isPriced(terms: Terms, name: string): boolean {
  if (name === VALUED_IN) return true;
  const own = terms.market(`${name}/${VALUED_IN}`);
  return own !== undefined && own.state !== 'closed';
}

/** Stopping and resuming are one manager's; what was closed is opened by two, with the terms that it has. */
async function setState(
  context: MarketNeeds,
  terms: Terms,
  call: Call<'operatorHalt'>,
): Promise<ResponseOf<'operatorHalt'>> {
  const { symbol, state, reason } = call.input;
  const market = terms.askedMarket(symbol);
  const { marketId } = market;
  const before = marketView(market);
  const payload = changeOf(before, { ...before, state });
  if (verdictOf('market_terms', payload).takes !== 'one') {
    const subject = marketSubject(symbol);
    const check = () =>
      checkMarketBounds(context, { before: market, market: { ...market, state }, say: call.say });
    const asked = { kind: 'market_terms', subject, payload, reason, check } as const;
    const saved = await saveTerms(context, call, asked);
    return { ...saved, symbol, state };
  }
  const halted = { action: 'market.state', subject: marketSubject(symbol), detail: call.input };
  await act(context, call, halted, () =>
    runCommand(context, { kind: 'set_market_state', marketId, state }),
  );
  return { is_effective: true, symbol, state };
}
