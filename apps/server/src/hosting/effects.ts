/** What proposed terms of locked funds do once they are passed. */
import type { HostingTermsView } from '@fairlead/contract';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { EffectPhase, TermsChange } from '../core/terms/change.ts';
import { type EffectContext, putInForce } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import { readTerms } from '../market/index.ts';
import { readHostingProducts } from './queries.ts';
import { hostingTermsView, readHostingTermsView } from './terms.ts';

const say = textsOf('en');

export async function saveHostingTerms(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<HostingTermsView>>(proposal);
  const after = readHostingTermsView(change.after, terms, say);
  const found = (await readHostingProducts(context.books)).find(
    ({ productId }) => productId === after.productId,
  );
  await putInForce(
    context,
    proposal,
    {
      kind: 'hosting',
      subject: hostingSubject(after.productId, terms.knownCurrency(after.currencyId).name),
      change,
      present: found && hostingTermsView(found, terms.knownCurrency(found.currencyId)),
      command: { kind: 'configure_hosting', product: after },
    },
    phase,
  );
}

export const hostingSubject = (productId: number, currency: string): string =>
  `hosting ${productId} ${currency}`;
