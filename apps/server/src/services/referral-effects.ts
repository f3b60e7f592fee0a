/** What proposed levels do once they are passed. */
import type { ReferralTermsView } from '@fairlead/contract';
import type { ProposalRow } from '../store/proposal-queries.ts';
import { readReferralTerms } from '../store/referral-queries.ts';
import { readReferralTermsView, referralTermsView } from './operators-referral-terms.ts';
import { payloadOf } from './proposals-payloads.ts';
import type { TermsChange } from './terms-change.ts';
import { type EffectContext, type EffectPhase, putInForce } from './terms-effects.ts';
import { textsOf } from './texts.ts';

export const REFERRAL_SUBJECT = 'referral';

export async function saveReferralTerms(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<TermsChange<ReferralTermsView>>(proposal);
  const terms = readReferralTermsView(change.after, textsOf('en'));
  const [found] = await readReferralTerms(context.database);
  await putInForce(
    context,
    proposal,
    {
      kind: 'referral',
      subject: REFERRAL_SUBJECT,
      change,
      present: found && referralTermsView(found),
      command: { kind: 'configure_referral', terms },
    },
    phase,
  );
}
