/** Amendments and replacements. */
import type { AmendOrder, ReplaceOrder } from '@fairlead/engine';
import { answerCommand } from '../../core/commands/answer.ts';
import type { Asked } from '../../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { readAmendment, readName, readOrder, readOrderName } from '../desk.ts';
import type { SpotNeeds } from '../needs.ts';

export type ChangeCalls = 'amendOrder' | 'replaceOrder';

export function changeHandlers(context: SpotNeeds): Pick<Handlers, ChangeCalls> {
  const { commands } = context;
  return {
    amendOrder: (call) =>
      answerCommand({ commands, name: 'amendOrder', call }, () => amending(context, call)),
    replaceOrder: (call) =>
      answerCommand({ commands, name: 'replaceOrder', call }, () => replacing(context, call)),
  };
}

function amending({ terms }: SpotNeeds, { caller, input, say }: Call<'amendOrder'>) {
  const market = terms.askedMarket(input.symbol);
  const command: AmendOrder = {
    kind: 'amend_order',
    owner: userOf({ caller }).userId,
    marketId: market.marketId,
    order: readOrderName(input, say),
    ...readAmendment(input, market, say),
    ...(input.must_keep_place === true && { mustKeepPlace: true }),
  };
  return { command, reading: terms.readingOf(market.marketId) };
}

function replacing(
  { terms }: SpotNeeds,
  { caller, input, say }: Call<'replaceOrder'>,
): Asked<ReplaceOrder> {
  const market = terms.askedMarket(input.symbol);
  const { userId: owner } = userOf({ caller });
  const { cancel_order_id: orderId, cancel_client_order_id: clientOrderId } = input;
  const { cancel_only_filled: onlyFilled } = input;
  const command: ReplaceOrder = {
    kind: 'replace_order',
    owner,
    order: readName({ orderId, clientOrderId }, { say, prefix: 'cancel_' }),
    ...(onlyFilled !== undefined && { onlyFilled }),
    mode: input.mode ?? 'stop_on_failure',
    placed: readOrder(input, { owner, market, say }),
  };
  return { command, reading: terms.readingOf(market.marketId) };
}
