/** Operators' login by the provider of OIDC, and who is bound to whom there. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { act } from '../../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../../core/http/handler.ts';
import type { OperatorsNeeds } from '../needs.ts';

type Names = 'beginOperatorSso' | 'operatorSsoLogin' | 'bindOperator';

export function operatorSsoHandlers(context: OperatorsNeeds): Pick<Handlers, Names> {
  const { operators, operatorSso } = context;
  return {
    beginOperatorSso: () => operatorSso.begin(),
    operatorSsoLogin: async (call) =>
      operators.ssoLogin(await operatorSso.identify(call.input), call),
    bindOperator: (call) => bindOperator(context, call),
  };
}

/** Binding takes two; taking a binding away takes one, at once. */
async function bindOperator(
  context: OperatorsNeeds,
  call: Call<'bindOperator'>,
): Promise<ResponseOf<'bindOperator'>> {
  const { operatorAdmin, operatorSso, proposals } = context;
  const { id, subject, reason } = call.input;
  const { name } = await operatorAdmin.find(id);
  const about = `operator ${name}`;
  if (subject === undefined) {
    const ended = { action: 'operator.unbound', subject: about, detail: { reason } };
    await act(context, call, ended, async () => {
      if (!(await operatorAdmin.unbind(id))) throw new ProblemError('not_found');
    });
    return {};
  }
  const { issuer } = operatorSso;
  const detail = { issuer, subject, reason };
  const asked = { action: 'operator.bind_proposed', subject: about, detail };
  return act(context, call, asked, async () => {
    const payload = { id, name, issuer, subject };
    const draft = { kind: 'bind_operator', payload, reason } as const;
    return { proposal_id: await proposals.propose(operatorOf(call), draft) };
  });
}
