/** What saved terms of currencies, markets and partners do, at once or once they are passed. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import type { Context } from '../context.ts';
import type { ProposalRow } from '../store/proposal-queries.ts';
import { rateText } from './figures.ts';
import { runCommand } from './operators-acts.ts';
import { readPartnerRatio } from './operators-referral-terms.ts';
import {
  type CurrencyInput,
  currencyView,
  type MarketInput,
  marketView,
  readCurrency,
  readMarket,
} from './operators-terms.ts';
import { payloadOf } from './proposals-payloads.ts';
import { standingOf } from './referral.ts';
import { isInForce, type TermsChange } from './terms-change.ts';
import { type EffectContext, type EffectPhase, putInForce, readTerms } from './terms-effects.ts';
import { textsOf } from './texts.ts';

const say = textsOf('en');
export type MarketView = ResponseOf<'operatorMarkets'>[number];

type Asked = Pick<ProposalRow, 'payload' | 'proposedBy'>;

/** Orders under way were read with the present tick and lot, so they end first. */
export async function saveMarketTerms(
  context: EffectContext & Pick<Context, 'orderGate'>,
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

/** What a person earns of each fee, by their own share or their level. */
export interface PartnerView {
  readonly user_id: number;
  readonly ratio: string;
}
export interface PartnerChange extends TermsChange<PartnerView> {
  /** The share of their own that they get; absent: they are a partner no more. */
  readonly own?: string;
}

export async function partnerView(
  context: Pick<Context, 'database'>,
  userId: number,
): Promise<PartnerView> {
  return { user_id: userId, ratio: rateText((await standingOf(context, userId)).ratioPpm) };
}

export async function savePartnerTerms(
  context: EffectContext,
  proposal: Asked,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<PartnerChange>(proposal);
  const { user_id: owner } = change.after;
  isInForce(await partnerView(context, owner), change);
  if (phase === 'check') return;
  const own = change.own === undefined ? {} : { ratioPpm: readPartnerRatio(change.own, say) };
  await runCommand(context, { kind: 'set_partner', owner, ...own });
}

export const marketSubject = (symbol: string): string => `market ${symbol}`;
export const currencySubject = (name: string): string => `currency ${name}`;
