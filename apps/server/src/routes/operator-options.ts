/** Options in the console: terms, which take two operators, and everybody's orders. */
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import {
  optionCurrencyView,
  optionTermsView,
  readOptionCurrencyView,
  readOptionTermsView,
} from '../services/operators-option-terms.ts';
import { optionCurrencySubject, optionsSubject } from '../services/option-effects.ts';
import { optionViewer } from '../services/option-views.ts';
import type { ProposalDraft } from '../services/proposals.ts';
import { changeOf } from '../services/terms-change.ts';
import { optionsPage } from '../store/option-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names =
  | 'operatorOptions'
  | 'operatorSaveOptions'
  | 'operatorSaveOptionCurrency'
  | 'operatorOptionOrders';

export function operatorOptionHandlers(context: Context): Pick<Handlers, Names> {
  const { terms, marketData, database } = context;
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
      return propose(context, call, optionsSubject(market.symbol), {
        kind: 'option_terms',
        payload: changeOf(before, optionTermsView(read, market)),
        reason: call.input.reason,
      });
    },
    operatorSaveOptionCurrency: (call) => {
      const read = readOptionCurrencyView(call.input.terms, terms, call.say);
      const currency = terms.knownCurrency(read.currencyId);
      const present = derivatives.optionCurrency(read.currencyId);
      const before = present && optionCurrencyView(present, currency);
      return propose(context, call, optionCurrencySubject(currency.name), {
        kind: 'option_currency',
        payload: changeOf(before, optionCurrencyView(read, currency)),
        reason: call.input.reason,
      });
    },
    operatorOptionOrders: async ({ input: { user_id, symbol, status, page, limit } }) => {
      const filter = {
        ...(user_id !== undefined && { owner: user_id }),
        ...(symbol !== undefined && { marketId: context.terms.askedMarket(symbol).marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await optionsPage(database, filter, { page, limit });
      return { ...found, list: found.list.map((row) => ({ ...view(row), user_id: row.owner })) };
    },
  };
}

function propose(
  context: Context,
  call: Call<'operatorSaveOptions'> | Call<'operatorSaveOptionCurrency'>,
  subject: string,
  draft: ProposalDraft,
): Promise<{ proposal_id: number }> {
  return act(
    context,
    call,
    { action: 'terms.proposed', subject, detail: call.input },
    async () => ({
      proposal_id: await context.proposals.propose(operatorOf(call), draft),
    }),
  );
}
