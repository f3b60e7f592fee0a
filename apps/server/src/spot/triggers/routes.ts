/** Orders that wait for a price: text to ticks and lots, and back. */
import { ProblemError } from '@fairlead/contract';
import type { AmendTrigger, CancelTrigger, PlaceTrailing, PlaceTrigger } from '@fairlead/engine';
import { answerCommand } from '../../core/commands/answer.ts';
import type { Asked } from '../../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { readTrigger, readTriggerAmendment } from '../desk.ts';
import type { SpotNeeds } from '../needs.ts';
import type { TriggerName } from './queries.ts';

export type TriggerCalls = 'placeTrigger' | 'cancelTrigger' | 'amendTrigger';

export function triggerHandlers(context: SpotNeeds): Pick<Handlers, TriggerCalls> {
  const { commands } = context;
  return {
    placeTrigger: (call) =>
      answerCommand({ commands, name: 'placeTrigger', call }, () => placing(context, call)),
    cancelTrigger: (call) =>
      answerCommand({ commands, name: 'cancelTrigger', call }, () => cancelling(call)),
    amendTrigger: (call) =>
      answerCommand({ commands, name: 'amendTrigger', call }, () => amending(context, call)),
  };
}

function placing(
  { terms }: SpotNeeds,
  call: Call<'placeTrigger'>,
): Asked<PlaceTrigger | PlaceTrailing> {
  const market = terms.askedMarket(call.input.symbol);
  const command = readTrigger(call.input, { owner: userOf(call).userId, market, say: call.say });
  return { command, reading: terms.readingOf(market.marketId) };
}

function amending({ terms }: SpotNeeds, call: Call<'amendTrigger'>): Asked<AmendTrigger> {
  const market = terms.askedMarket(call.input.symbol);
  const { marketId } = market;
  const trigger = readName(call);
  const change = readTriggerAmendment(call.input, market, call.say);
  const command = { kind: 'amend_trigger', owner: userOf(call).userId, marketId } as const;
  return { command: { ...command, trigger, ...change }, reading: terms.readingOf(marketId) };
}

const cancelling = (call: Call<'cancelTrigger'>): Asked<CancelTrigger> => ({
  command: { kind: 'cancel_trigger', owner: userOf(call).userId, trigger: readName(call) },
});

function readName({ input, say }: Pick<Call<'cancelTrigger'>, 'input' | 'say'>): TriggerName {
  const { trigger_id: triggerId, client_order_id: clientOrderId } = input;
  if (triggerId !== undefined && clientOrderId !== undefined)
    throw new ProblemError('validation_failed', {
      fields: { client_order_id: say('fields.not_both') },
    });
  if (triggerId !== undefined) return { triggerId };
  if (clientOrderId !== undefined) return { clientOrderId };
  throw new ProblemError('validation_failed', { fields: { trigger_id: say('fields.required') } });
}
