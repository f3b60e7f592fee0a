/** What proposed terms of options do once they are passed. */
import type { OptionCurrencyView, OptionTermsView } from '@fairlead/contract';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { EffectPhase, TermsChange } from '../core/terms/change.ts';
import { type EffectContext, putInForce } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import { readTerms } from '../market/index.ts';
import { readOptionCurrencies, readOptionTerms } from './queries.ts';
import {
  optionCurrencyView,
  optionTermsView,
  readOptionCurrencyView,
  readOptionTermsView,
} from './terms.ts';

const say = textsOf('en');

export async function saveOptionTerms(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<OptionTermsView>>(proposal);
  const after = readOptionTermsView(change.after, terms, say);
  const found = (await readOptionTerms(context.books)).find(
    ({ marketId }) => marketId === after.marketId,
  );
  const present = found && optionTermsView(found, terms.knownMarket(found.marketId));
  await putInForce(
    context,
    proposal,
    {
      kind: 'options',
      subject: optionsSubject(change.after.symbol),
      change,
      present,
      command: { kind: 'configure_options', terms: after },
    },
    phase,
  );
}

export async function saveOptionCurrency(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<OptionCurrencyView>>(proposal);
  const after = readOptionCurrencyView(change.after, terms, say);
  const currency = terms.knownCurrency(after.currencyId);
  const found = (await readOptionCurrencies(context.books)).find(
    ({ currencyId }) => currencyId === after.currencyId,
  );
  await putInForce(
    context,
    proposal,
    {
      kind: 'option_currency',
      subject: optionCurrencySubject(currency.name),
      change,
      present: found && optionCurrencyView(found, currency),
      command: { kind: 'configure_option_currency', currency: after },
    },
    phase,
  );
}

export const optionsSubject = (symbol: string): string => `options ${symbol}`;
export const optionCurrencySubject = (name: string): string => `option_currency ${name}`;
