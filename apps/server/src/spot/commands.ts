/** What orders need beside the writer: a market whose terms are those that they were read by, and whose order is cancelled. */
import { ProblemError } from '@fairlead/contract';
import type {
  CancelOrder,
  CancelTrigger,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
  SetCancelTimer,
  Value,
} from '@fairlead/engine';
import {
  type Admitted,
  type Asked,
  type CommandRule,
  type CommandRules,
  ReadAgainError,
} from '../core/commands/rules.ts';
import type { SpotCommandNeeds } from './needs.ts';
import { type OrderName, ordersNamed } from './queries.ts';
import { timerView } from './timers/routes.ts';
import { triggerIdNamed } from './triggers/queries.ts';
import { triggerView } from './triggers/views.ts';
import { orderView } from './views.ts';

export function spotCommands(
  context: SpotCommandNeeds,
): Pick<
  CommandRules,
  | 'place_order'
  | 'cancel_order'
  | 'place_trigger'
  | 'place_trailing'
  | 'cancel_trigger'
  | 'set_cancel_timer'
> {
  const { terms } = context;
  const view = (value: Value) => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  const viewOfTrigger = (value: Value) => {
    if (value.kind !== 'trigger') throw new TypeError(`a trigger order answered ${value.kind}`);
    return { trigger_order: triggerView(value.trigger, terms) };
  };
  return {
    place_order: { admit: (asked) => admitOrders(context, asked), view },
    cancel_order: { admit: (asked) => admitCancels(context, asked), view },
    place_trigger: { admit: (asked) => admitOrders(context, asked), view: viewOfTrigger },
    place_trailing: { admit: (asked) => admitOrders(context, asked), view: viewOfTrigger },
    cancel_trigger: {
      admit: (asked) => admitTriggerCancels(context, asked),
      view: viewOfTrigger,
    },
    set_cancel_timer: {
      view: (value) => {
        if (value.kind !== 'cancel_timer') throw new TypeError(`a timer answered ${value.kind}`);
        return timerView(value);
      },
    },
  } satisfies {
    place_order: CommandRule<PlaceOrder>;
    cancel_order: CommandRule<CancelOrder>;
    place_trigger: CommandRule<PlaceTrigger>;
    place_trailing: CommandRule<PlaceTrailing>;
    cancel_trigger: CommandRule<CancelTrigger>;
    set_cancel_timer: CommandRule<SetCancelTimer>;
  };
}

/** Each enters its market's gate until it is answered. */
function admitOrders(
  { terms, reconciler, orderGate }: SpotCommandNeeds,
  asked: readonly Asked<PlaceOrder | PlaceTrigger | PlaceTrailing>[],
): readonly (Admitted | ProblemError)[] {
  for (const { command, reading } of asked)
    if (terms.readingOf(command.marketId) !== reading)
      throw new ReadAgainError('the market has another tick or lot now');
  return asked.map(({ command }) => {
    if (!reconciler.isSound) return new ProblemError('unavailable');
    const { marketId } = command;
    try {
      orderGate.enter(marketId);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
    return { command, leave: () => orderGate.leave(marketId) };
  });
}

/**
 * The engine forgets orders that are over: it calls every such id `order_not_open`, whoever's it was, and no
 * longer knows the client's own ids of them. The tables know: a stranger's order must look as if there were
 * none (cases.md V4), and one's own that is over is that by either id. An order that waits, which nearly all
 * are that someone cancels, costs no query; the others of one call cost one.
 */
function admitCancels(
  { database, sequencer }: SpotCommandNeeds,
  asked: readonly Asked<CancelOrder>[],
): readonly Admitted[] | Promise<readonly Admitted[]> {
  const own = new Map<string, number>();
  const unknown: OrderName[] = [];
  for (const { command } of asked) {
    const { order } = command;
    const waiting = sequencer.waitingOrderId(command);
    if (waiting === undefined) unknown.push(order);
    else own.set(textOf(order), waiting);
  }
  const admit = () =>
    asked.map(({ command }) => cancelling(command, own.get(textOf(command.order))));
  const owner = asked[0]?.command.owner;
  if (unknown.length === 0 || owner === undefined) return admit();
  return ordersNamed(database, owner, unknown).then((rows) => {
    for (const { orderId, clientOrderId } of rows) {
      own.set(textOf({ orderId }), orderId);
      if (clientOrderId !== undefined) own.set(textOf({ clientOrderId }), orderId);
    }
    return admit();
  });
}

const cancelling = (command: CancelOrder, ownId: number | undefined): Admitted =>
  ownId === undefined
    ? { command, told: () => 'order_not_found' }
    : { command: { ...command, order: { orderId: ownId } } };

/** As with orders: a stranger's must look as if there were none, and one's own that is over is that by either name. */
function admitTriggerCancels(
  { database }: SpotCommandNeeds,
  asked: readonly Asked<CancelTrigger>[],
): Promise<readonly Admitted[]> {
  return Promise.all(
    asked.map(async ({ command }): Promise<Admitted> => {
      const triggerId = await triggerIdNamed(database, command.owner, command.trigger);
      return triggerId === undefined
        ? { command, told: () => 'order_not_found' }
        : { command: { ...command, trigger: { triggerId } } };
    }),
  );
}

/** Tells the two kinds of names apart: a client may call its order by a number. */
const textOf = (name: OrderName): string =>
  'orderId' in name ? `id ${name.orderId}` : `client ${name.clientOrderId}`;
