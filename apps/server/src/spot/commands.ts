/** What orders need beside the writer: a market whose terms are those that they were read by, and whose order is cancelled. */
import { ProblemError } from '@fairlead/contract';
import type { CancelOrder, PlaceOrder, Value } from '@fairlead/engine';
import {
  type Admitted,
  type Asked,
  type CommandRule,
  type CommandRules,
  ReadAgainError,
} from '../core/commands/rules.ts';
import type { SpotCommandNeeds } from './needs.ts';
import { type OrderName, ordersNamed } from './queries.ts';
import { orderView } from './views.ts';

export function spotCommands(
  context: SpotCommandNeeds,
): Pick<CommandRules, 'place_order' | 'cancel_order'> {
  const { terms } = context;
  const view = (value: Value) => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  return {
    place_order: { admit: (asked) => admitOrders(context, asked), view },
    cancel_order: { admit: (asked) => admitCancels(context, asked), view },
  } satisfies { place_order: CommandRule<PlaceOrder>; cancel_order: CommandRule<CancelOrder> };
}

/** Each enters its market's gate until it is answered. */
function admitOrders(
  { terms, reconciler, orderGate }: SpotCommandNeeds,
  asked: readonly Asked<PlaceOrder>[],
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

/** Tells the two kinds of names apart: a client may call its order by a number. */
const textOf = (name: OrderName): string =>
  'orderId' in name ? `id ${name.orderId}` : `client ${name.clientOrderId}`;
