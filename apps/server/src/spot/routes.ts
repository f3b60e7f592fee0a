/** Orders: text to ticks and lots, and back. Text off the grid is a field error, never rounded. */

import { zNewOrder, zOrderCancel } from '@fairlead/contract';
import type { CancelOrder, PlaceOrder } from '@fairlead/engine';
import type { Exceptions } from '../core/capability.ts';
import { answerCommand } from '../core/commands/answer.ts';
import { answerEach } from '../core/commands/elements.ts';
import type { Asked } from '../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { type ChangeCalls, changeHandlers } from './changes/routes.ts';
import { type ConvertCalls, convertHandlers } from './convert/routes.ts';
import { readOrder, readOrderName } from './desk.ts';
import { type HistoryCalls, historyHandlers } from './history/routes.ts';
import { type ListCalls, listHandlers } from './lists/routes.ts';
import type { SpotNeeds } from './needs.ts';
import { type RecurringCalls, recurringHandlers } from './recurring/routes.ts';
import { type TimerCalls, timerHandlers } from './timers/routes.ts';
import { type TriggerCalls, triggerHandlers } from './triggers/routes.ts';

type Names =
  | 'placeOrder'
  | 'cancelOrder'
  | 'placeOrders'
  | 'cancelOrders'
  | HistoryCalls
  | ChangeCalls
  | TriggerCalls
  | ListCalls
  | ConvertCalls
  | RecurringCalls
  | TimerCalls;
type PlaceInput = Call<'placeOrder'>['input'];
type CancelInput = Call<'cancelOrder'>['input'];

export const spotExceptions = {
  placeOrder: 'command',
  cancelOrder: 'command',
  placeOrders: 'command',
  cancelOrders: 'command',
  amendOrder: 'command',
  replaceOrder: 'command',
  placeTrigger: 'command',
  cancelTrigger: 'command',
  amendTrigger: 'command',
  placeOrderList: 'command',
  cancelOrderList: 'command',
  setCancelTimer: 'command',
  convert: 'command',
} as const satisfies Exceptions<Names>;

export function spotHandlers(context: SpotNeeds): Pick<Handlers, Names> {
  const { commands } = context;
  return {
    ...historyHandlers(context),
    ...changeHandlers(context),
    ...triggerHandlers(context),
    ...listHandlers(context),
    ...timerHandlers(context),
    ...convertHandlers(context),
    ...recurringHandlers(context),
    placeOrder: (call) =>
      answerCommand({ commands, name: 'placeOrder', call }, () =>
        placing(context, call, call.input),
      ),
    cancelOrder: (call) =>
      answerCommand({ commands, name: 'cancelOrder', call }, () => cancelling(call, call.input)),
    placeOrders: (call) =>
      answerEach(
        { commands, name: 'placeOrders', call },
        { schema: zNewOrder, elements: call.input.orders },
        (input) => placing(context, call, input),
      ),
    cancelOrders: (call) =>
      answerEach(
        { commands, name: 'cancelOrders', call },
        { schema: zOrderCancel, elements: call.input.orders },
        (input) => cancelling(call, input),
      ),
  };
}

type Asking = Pick<Call, 'caller' | 'say'>;

function placing({ terms }: SpotNeeds, call: Asking, input: PlaceInput): Asked<PlaceOrder> {
  const market = terms.askedMarket(input.symbol);
  const command = readOrder(input, { owner: userOf(call).userId, market, say: call.say });
  return { command, reading: terms.readingOf(market.marketId) };
}

const cancelling = (call: Asking, input: CancelInput): Asked<CancelOrder> => ({
  command: {
    kind: 'cancel_order',
    owner: userOf(call).userId,
    order: readOrderName(input, call.say),
    ...(input.only_filled !== undefined && { onlyFilled: input.only_filled }),
  },
});
