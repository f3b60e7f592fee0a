/** Operators' login by the provider of OIDC, and who is bound to whom there. */
import { bindingApproval, ProblemError, type ResponseOf } from '@fairlead/contract';
import { act } from '../../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../../core/http/handler.ts';
import type { OperatorsNeeds } from '../needs.ts';
import { operatorSubjects } from './sso-queries.ts';

type Names = 'beginOperatorSso' | 'operatorSsoLogin' | 'bindOperator' | 'unbindOperator';

export function operatorSsoHandlers(context: OperatorsNeeds): Pick<Handlers, Names> {
  const { operators, operatorSso } = context;
  return {
    beginOperatorSso: () => operatorSso.begin(),
    operatorSsoLogin: async (call) =>
      operators.ssoLogin(await operatorSso.identify(call.input), call),
    bindOperator: (call) => bindOperator(context, call),
    unbindOperator: (call) => unbindOperator(context, call),
  };
}

/** Binding takes two, and who proposes it signs who is meant: an open session alone proposes nobody. */
async function bindOperator(
  context: OperatorsNeeds,
  call: Call<'bindOperator'>,
): Promise<ResponseOf<'bindOperator'>> {
  const { operatorAdmin, operatorSso, proposals, signedApprovals } = context;
  const { id, subject, reason } = call.input;
  const { issuer } = operatorSso;
  const { name } = await operatorAdmin.find(id);
  const caller = operatorOf(call);
  const detail = { issuer, subject, reason };
  const asked = { action: 'operator.bind_proposed', subject: `operator ${name}`, detail };
  return act(context, call, asked, async () => {
    await signedApprovals.take({ caller, input: call.input, ip: call.ip }, () =>
      bindingApproval({ id, act: 'bind', name, subject }),
    );
    const payload = { id, name, issuer, subject };
    const draft = { kind: 'bind_operator', payload, reason } as const;
    return { proposal_id: await proposals.propose(caller, draft) };
  });
}

/**
 * Ending one takes one, at once, as stopping somebody does: whoever sees that it is somebody else must not wait for a second. It is
 * named and signed, so that nothing but the act itself ends it.
 */
async function unbindOperator(
  context: OperatorsNeeds,
  call: Call<'unbindOperator'>,
): Promise<ResponseOf<'unbindOperator'>> {
  const { database, operatorAdmin, signedApprovals } = context;
  const { id, subject, reason } = call.input;
  const { name } = await operatorAdmin.find(id);
  const caller = operatorOf(call);
  const detail = { subject, reason };
  const ended = { action: 'operator.unbound', subject: `operator ${name}`, detail };
  await act(context, call, ended, async () => {
    const bound = (await operatorSubjects(database)).get(id);
    if (bound === undefined) throw new ProblemError('not_found');
    if (bound !== subject) throw new ProblemError('intent_changed');
    await signedApprovals.take({ caller, input: call.input, ip: call.ip }, () =>
      bindingApproval({ id, act: 'unbind', name, subject }),
    );
    if (!(await operatorAdmin.unbind(id, subject))) throw new ProblemError('intent_changed');
  });
  return call.say('done.saved');
}
