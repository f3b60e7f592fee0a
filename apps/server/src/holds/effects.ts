/** What two operators agree on for a hold, once it is passed. Each may be repeated: the second time changes nothing. */
import { type EndHoldPayload, type ExtendHoldPayload, payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { Holds } from './holds.ts';

export interface HoldEffectNeeds {
  readonly holds: Holds;
}

export function extendHold({ holds }: HoldEffectNeeds, proposal: ProposalRow): Promise<void> {
  const { hold: holdId, was: wasMs, ends_at: endsAtMs } = payloadOf<ExtendHoldPayload>(proposal);
  return holds.extend({ holdId, wasMs, endsAtMs, reason: proposal.reason });
}

export function endHold({ holds }: HoldEffectNeeds, proposal: ProposalRow): Promise<void> {
  return holds.release(payloadOf<EndHoldPayload>(proposal).hold);
}
