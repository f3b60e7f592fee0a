/** The whole exchange: one manager stops it, two resume it. */
import type { Trading } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import { hasActiveOperators } from '../store/operator-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names = 'stopTrading' | 'resumeTrading' | 'recountBooks';

const subject = 'exchange';

export function operatorTradingHandlers(context: Context): Pick<Handlers, Names> {
  const { reconciler, trading } = context;
  const view = (): Trading => trading.view(reconciler);
  return {
    stopTrading: (call) => {
      const { reason } = call.input;
      const stopped = { action: 'trading.stopped', subject, detail: { cause: 'operator', reason } };
      return act(context, call, stopped, async () => {
        await trading.stop(reason);
        return view();
      });
    },
    resumeTrading: (call) => resume(context, call),
    recountBooks: (call) =>
      act(context, call, { action: 'trading.recount', subject }, async () => {
        trading.recount(reconciler);
        return view();
      }),
  };
}

/** A demo that one person tries out has nobody else to ask. */
async function resume(context: Context, call: Call<'resumeTrading'>) {
  const { config, database, proposals, reconciler, trading } = context;
  const { reason } = call.input;
  const isAlone = config.isDemo && !(await hasActiveOperators(database, 2));
  const action = isAlone ? 'trading.resumed' : 'trading.resume_proposed';
  return act(context, call, { action, subject, detail: { reason } }, async () => {
    const intent = trading.intent(reconciler);
    if (isAlone) {
      await trading.resume({ ...intent, reason }, reconciler);
      return { trading: trading.view(reconciler) };
    }
    const draft = { kind: 'resume_trading', payload: intent, reason } as const;
    const proposalId = await proposals.propose(operatorOf(call), draft);
    return { proposal_id: proposalId, trading: trading.view(reconciler) };
  });
}
