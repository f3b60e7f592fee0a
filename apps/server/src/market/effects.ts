/** What saved terms of currencies and markets do, at once or once they are passed. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { OrderGate } from '../core/operations/order-gate.ts';
import type { EffectPhase, TermsChange } from '../core/terms/change.ts';
import { type EffectContext, putInForce } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import {
  type CurrencyInput,
  currencyView,
  type MarketInput,
  marketView,
  readCurrency,
  readMarket,
} from './operator-terms.ts';
import { readTerms } from './present-terms.ts';

const say = textsOf('en');
export type MarketView = ResponseOf<'operatorMarkets'>[number];

type Asked = Pick<ProposalRow, 'payload' | 'proposedBy'>;

/** Orders under way were read with the present tick and lot, so they end first. */
export async function saveMarketTerms(
  context: EffectContext & { readonly orderGate: OrderGate },
  proposal: Asked,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<MarketView>>(proposal);
  const market = readMarket(change.after as MarketInput, terms, say);
  const found = terms.market(market.symbol);
  await context.orderGate.whileClosed(market.marketId, () =>
    putInForce(
      context,
      proposal,
      {
        kind: 'market',
        subject: marketSubject(market.symbol),
        change,
        present: found && marketView(found),
        command: { kind: 'configure_market', market },
      },
      phase,
    ),
  );
}

export async function saveCurrencyTerms(
  context: EffectContext,
  proposal: Asked,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<CurrencyInput>>(proposal);
  const currency = readCurrency(change.after);
  const named = terms.currencyNamed(currency.name);
  if (named !== undefined && named.currencyId !== currency.currencyId)
    throw new ProblemError('name_taken');
  const found = terms.currency(currency.currencyId);
  await putInForce(
    context,
    proposal,
    {
      kind: 'currency',
      subject: currencySubject(currency.name),
      change,
      present: found && currencyView(found),
      command: { kind: 'configure_currency', currency },
    },
    phase,
  );
}

export const marketSubject = (symbol: string): string => `market ${symbol}`;
export const currencySubject = (name: string): string => `currency ${name}`;
