/** Terms as a manager saves them: in force at once where the table lets one person, else proposed to a second. */

import type { TermsSaved } from '@fairlead/contract';
import type { Logger } from 'pino';
import { act } from '../acts/acts.ts';
import type { AuditLog } from '../acts/audit.ts';
import type { Caller, OperatorCaller } from '../http/handler.ts';
import type { TermsChange } from './change.ts';
import { type TermsProposalKind, verdictOf } from './policy.ts';

export interface TermsSave {
  readonly kind: TermsProposalKind;
  /** E.g. "market BTC/USDT". */
  readonly subject: string;
  readonly payload: TermsChange<object>;
  readonly reason?: string | undefined;
  /** Throws what stands against it: a refusal is in the audit log too. */
  readonly check?: () => void;
  /** In the audit log when it is in force at once. */
  readonly action?: string;
  /** For the audit log; the change itself otherwise. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Where terms are put in force, or proposed to a second operator. */
export interface TermsDecisions {
  putInForce(caller: OperatorCaller, asked: Pick<TermsSave, 'kind' | 'payload'>): Promise<unknown>;
  propose(
    caller: OperatorCaller,
    draft: { readonly kind: TermsProposalKind; readonly payload: object; readonly reason: string },
  ): Promise<number>;
}

/** The reason of a proposal that is made of a form without one. */
const NO_REASON = 'terms that one person may not change alone';

export function saveTerms(
  context: { readonly audit: AuditLog; readonly proposals: TermsDecisions; readonly log: Logger },
  call: { readonly caller: Caller; readonly ip: string },
  save: TermsSave,
): Promise<TermsSaved> {
  const { kind, subject, payload, reason = NO_REASON, detail } = save;
  const { takes } = verdictOf(kind, payload);
  const action = takes === 'one' ? (save.action ?? 'terms.saved') : 'terms.proposed';
  const noted = { action, subject, detail: detail ?? { ...payload.after } };
  return act(context, call, noted, async () => {
    save.check?.();
    const caller = call.caller as OperatorCaller;
    if (takes === 'one') {
      await context.proposals.putInForce(caller, { kind, payload });
      return { is_effective: true };
    }
    const proposalId = await context.proposals.propose(caller, { kind, payload, reason });
    context.log.warn({ subject, proposalId, takes }, 'an operator asks for other terms');
    return { is_effective: false, proposal_id: proposalId };
  });
}
