/** What proposed levels and shares of partners do once they are passed. */

import type { ReferralTermsView } from '@fairlead/contract';
import { runCommand } from '../core/acts/acts.ts';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import { rateText } from '../core/http/figures.ts';
import type { Database } from '../core/store/database.ts';
import type { EffectPhase, TermsChange } from '../core/terms/change.ts';
import { isInForce } from '../core/terms/change.ts';
import { type EffectContext, putInForce } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import { readReferralTerms } from './queries.ts';
import { standingOf } from './service.ts';
import { readPartnerRatio, readReferralTermsView, referralTermsView } from './terms.ts';

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

/** What a person earns of each fee, by their own share or their level. */
export interface PartnerView {
  readonly user_id: number;
  readonly ratio: string;
}
export interface PartnerChange extends TermsChange<PartnerView> {
  /** The share of their own that they get; absent: they are a partner no more. */
  readonly own?: string;
}

async function partnerView(
  context: { readonly database: Database },
  userId: number,
): Promise<PartnerView> {
  return { user_id: userId, ratio: rateText((await standingOf(context, userId)).ratioPpm) };
}

export async function savePartnerTerms(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<PartnerChange>(proposal);
  const { user_id: owner } = change.after;
  isInForce(await partnerView(context, owner), change);
  if (phase === 'check') return;
  const own =
    change.own === undefined ? {} : { ratioPpm: readPartnerRatio(change.own, textsOf('en')) };
  await runCommand(context, { kind: 'set_partner', owner, ...own });
}
