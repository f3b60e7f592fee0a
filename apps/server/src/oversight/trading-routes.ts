/** The whole exchange: one manager stops it, two resume it. */

import { ProblemError } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { payloadOf, type ResumePayload } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { ProductEngine } from '../core/config/engines.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { Trading as TradingMode } from '../core/operations/trading-mode.ts';
import type { OversightNeeds, ProductTradings } from './needs.ts';
import { type Resumable, resumable, resumableElsewhere } from './products.ts';
import { resumesAlone } from './stopped.ts';

type Names = 'stopTrading' | 'resumeTrading' | 'recountBooks';

const subject = 'exchange';

export function operatorTradingHandlers(context: OversightNeeds): Pick<Handlers, Names> {
  const { reconciler, trading } = context;
  return {
    stopTrading: (call) => {
      const { reason } = call.input;
      const stopped = { action: 'trading.stopped', subject, detail: { cause: 'operator', reason } };
      return act(context, call, stopped, async () => {
        await trading.stop(reason);
        return trading.view(reconciler);
      });
    },
    resumeTrading: (call) => resume(context, call),
    recountBooks: (call) => {
      const elsewhere = elsewhereOf(context, call.input.product);
      if (elsewhere !== undefined) return elsewhere.ask('recountBooks', call);
      const own = ownOf(context, call.input.product);
      const detail = call.input;
      return act(context, call, { action: 'trading.recount', subject, detail }, async () => {
        own.trading.recount(own.reconciler);
        return own.trading.view(own.reconciler);
      });
    },
  };
}

const elsewhereOf = ({ products }: ResumeNeeds, product: ProductEngine | undefined) =>
  product && products?.elsewhereOf?.(product);

/** What stops a product and shows why, where this process runs its engine. Throws `not_found`. */
function ownOf({ trading, reconciler, products }: ResumeNeeds, product: ProductEngine | undefined) {
  if (product === undefined) return { trading, reconciler };
  const own = products?.tradingOf?.(product);
  if (own === undefined) throw new ProblemError('not_found');
  return own;
}

/** A demo that one person tries out has nobody else to ask. */
async function resume(context: OversightNeeds, call: Call<'resumeTrading'>) {
  const { proposals } = context;
  const { reason, product } = call.input;
  const stopped = resumableOf(context, call);
  const of = product !== undefined && { product };
  const isAlone = await resumesAlone(context);
  const action = isAlone ? 'trading.resumed' : 'trading.resume_proposed';
  return act(context, call, { action, subject, detail: { reason, ...of } }, async () => {
    const intent = await stopped.intent();
    if (isAlone) {
      await stopped.resume({ ...intent, reason });
      return { trading: await stopped.view() };
    }
    const draft = { kind: 'resume_trading', payload: { ...intent, ...of }, reason } as const;
    const proposalId = await proposals.propose(operatorOf(call), draft);
    return { proposal_id: proposalId, trading: await stopped.view() };
  });
}

function resumableOf(context: OversightNeeds, call: Call<'resumeTrading'>): Resumable {
  const { product } = call.input;
  const elsewhere = elsewhereOf(context, product);
  if (product !== undefined && elsewhere !== undefined)
    return resumableElsewhere(product, elsewhere, call);
  const { trading, reconciler } = ownOf(context, product);
  return resumable(trading, reconciler);
}

export interface ResumeNeeds {
  readonly trading: TradingMode;
  readonly reconciler: Reconciler;
  readonly products?: ProductTradings | undefined;
}

/** Ends the stop that was looked at, not one that came after it. */
export function resumeTrading(needs: ResumeNeeds, proposal: ProposalRow) {
  const { since, product } = payloadOf<ResumePayload>(proposal);
  const elsewhere = elsewhereOf(needs, product);
  if (elsewhere !== undefined)
    return elsewhere.trading.resume({ since, reason: proposal.reason }, undefined);
  const { trading, reconciler } = ownOf(needs, product);
  return trading.resume({ since, reason: proposal.reason }, reconciler);
}
