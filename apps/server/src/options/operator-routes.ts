/** Options in the console: terms, and everybody's orders. */

import type { Handlers } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { saveTerms } from '../core/terms/saves.ts';
import { optionCurrencySubject, optionsSubject } from './effects.ts';
import type { OptionsNeeds } from './needs.ts';
import { optionsPage } from './queries.ts';
import {
  optionCurrencyView,
  optionTermsView,
  readOptionCurrencyView,
  readOptionTermsView,
} from './terms.ts';
import { optionViewer } from './views.ts';

type Names =
  | 'operatorOptions'
  | 'operatorSaveOptions'
  | 'operatorSaveOptionCurrency'
  | 'operatorOptionOrders';

export function operatorOptionHandlers(context: OptionsNeeds): Pick<Handlers, Names> {
  const { terms, marketData, books } = context;
  const { derivatives } = marketData;
  const view = optionViewer(context);
  return {
    operatorOptions: () => ({
      currencies: derivatives
        .optionCurrencies()
        .map((each) => optionCurrencyView(each, terms.knownCurrency(each.currencyId))),
      markets: derivatives
        .allOptions()
        .map((each) => optionTermsView(each, terms.knownMarket(each.marketId))),
    }),
    operatorSaveOptions: (call) => {
      const read = readOptionTermsView(call.input.terms, terms, call.say);
      const market = terms.knownMarket(read.marketId);
      const present = derivatives.options(read.marketId);
      const before = present && optionTermsView(present, market);
      return saveTerms(context, call, {
        kind: 'option_terms',
        subject: optionsSubject(market.symbol),
        payload: changeOf(before, optionTermsView(read, market)),
        reason: call.input.reason,
        detail: call.input,
      });
    },
    operatorSaveOptionCurrency: (call) => {
      const read = readOptionCurrencyView(call.input.terms, terms, call.say);
      const currency = terms.knownCurrency(read.currencyId);
      const present = derivatives.optionCurrency(read.currencyId);
      const before = present && optionCurrencyView(present, currency);
      return saveTerms(context, call, {
        kind: 'option_currency',
        subject: optionCurrencySubject(currency.name),
        payload: changeOf(before, optionCurrencyView(read, currency)),
        reason: call.input.reason,
        detail: call.input,
      });
    },
    operatorOptionOrders: async ({ input: { user_id, symbol, status, page, limit } }) => {
      const filter = {
        ...(user_id !== undefined && { owner: user_id }),
        ...(symbol !== undefined && { marketId: context.terms.askedMarket(symbol).marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await optionsPage(books, filter, { page, limit });
      return { ...found, list: found.list.map((row) => ({ ...view(row), user_id: row.owner })) };
    },
  };
}
