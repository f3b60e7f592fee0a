/** What proposed terms of futures do once they are passed. */
import type { FuturesTermsView } from '@fairlead/contract';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { EffectPhase, TermsChange } from '../core/terms/change.ts';
import { type EffectContext, putInForce } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import { readTerms } from '../market/index.ts';
import { readFuturesTerms } from './queries.ts';
import { futuresTermsView, readFuturesTermsView } from './terms.ts';

export async function saveFuturesTerms(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<FuturesTermsView>>(proposal);
  const marketId = terms.market(change.after.symbol)?.marketId;
  const found = (await readFuturesTerms(context.books)).find((each) => each.marketId === marketId);
  const after = readFuturesTermsView(change.after, { terms, present: found }, textsOf('en'));
  await putInForce(
    context,
    proposal,
    {
      kind: 'futures',
      subject: futuresSubject(change.after.symbol),
      change,
      present: found && futuresTermsView(found, terms.knownMarket(found.marketId)),
      command: { kind: 'configure_futures', terms: after },
    },
    phase,
  );
}

export const futuresSubject = (symbol: string): string => `futures ${symbol}`;
