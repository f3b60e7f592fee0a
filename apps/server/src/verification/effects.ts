/** What two operators agree on for a verification that was passed. Again it changes nothing. */
import { payloadOf, type RevokeVerificationPayload } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { Verifications } from './service.ts';

export interface VerificationEffectNeeds {
  readonly verification: Verifications;
}

export function revokeVerification(
  { verification }: VerificationEffectNeeds,
  proposal: ProposalRow,
): Promise<void> {
  const { verification: verificationId } = payloadOf<RevokeVerificationPayload>(proposal);
  return verification.revoke(verificationId, proposal.reason);
}
