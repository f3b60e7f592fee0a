/** The whole exchange: one manager stops it, two resume it. */

import type { Trading } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { payloadOf, type ResumePayload } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { Trading as TradingMode } from '../core/operations/trading-mode.ts';
import type { OversightNeeds } from './needs.ts';
import { resumesAlone } from './stopped.ts';

type Names = 'stopTrading' | 'resumeTrading' | 'recountBooks';

const subject = 'exchange';

export function operatorTradingHandlers(context: OversightNeeds): Pick<Handlers, Names> {
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
async function resume(context: OversightNeeds, call: Call<'resumeTrading'>) {
  const { proposals, reconciler, trading } = context;
  const { reason } = call.input;
  const isAlone = await resumesAlone(context);
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

export interface ResumeNeeds {
  readonly trading: TradingMode;
  readonly reconciler: Reconciler;
}

/** Ends the stop that was looked at, not one that came after it. */
export function resumeTrading({ trading, reconciler }: ResumeNeeds, proposal: ProposalRow) {
  const { since } = payloadOf<ResumePayload>(proposal);
  return trading.resume({ since, reason: proposal.reason }, reconciler);
}
