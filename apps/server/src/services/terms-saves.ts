/** Terms as a manager saves them: in force at once where the table lets one person, else proposed to a second. */
import type { TermsSaved } from '@fairlead/contract';
import type { Context } from '../context.ts';
import type { Caller } from '../routes/handler.ts';
import type { OperatorCaller } from './operators.ts';
import { act } from './operators-acts.ts';
import type { TermsChange } from './terms-change.ts';
import { type TermsProposalKind, verdictOf } from './terms-policy.ts';

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

/** The reason of a proposal that is made of a form without one. */
const NO_REASON = 'terms that one person may not change alone';

export function saveTerms(
  context: Pick<Context, 'audit' | 'proposals' | 'log'>,
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
