/** What stands between a call about orders and the queue: its market as it was read, its gate, and whose order is named. */
import { ProblemError } from '@fairlead/contract';
import type { CancelOrder, Command } from '@fairlead/engine';
import { type Admitted, type Asked, ReadAgainError } from '../core/commands/rules.ts';
import type { SpotCommandNeeds } from './needs.ts';
import { type OrderName, ordersNamed } from './queries.ts';

/** Each enters its market's gate until it is answered. */
export function admitToMarkets<Asking extends Command>(
  { terms, reconciler, orderGate }: SpotCommandNeeds,
  asked: readonly Asked<Asking>[],
  marketOf: (command: Asking) => number,
): readonly (Admitted | ProblemError)[] {
  for (const { command, reading } of asked)
    if (terms.readingOf(marketOf(command)) !== reading)
      throw new ReadAgainError('the market has another tick or lot now');
  return asked.map(({ command }) => {
    if (!reconciler.isSound) return new ProblemError('unavailable');
    const marketId = marketOf(command);
    try {
      orderGate.enter(marketId);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
    return { command, leave: () => orderGate.leave(marketId) };
  });
}

/** The ids of the orders that one call names, of its caller's own. */
export type OwnIds = (order: OrderName) => number | undefined;

/**
 * The engine forgets orders that are over: it calls every such id `order_not_open`, whoever's it was, and no
 * longer knows the client's own ids of them. The tables know: a stranger's order must look as if there were
 * none (cases.md V4), and one's own that is over is that by either id. An order that waits, which nearly all
 * are that someone names, costs no query; the others of one call cost one.
 */
export function ownIdsOf(
  { database, sequencer }: SpotCommandNeeds,
  commands: readonly Pick<CancelOrder, 'owner' | 'order'>[],
): OwnIds | Promise<OwnIds> {
  const own = new Map<string, number>();
  const unknown: OrderName[] = [];
  for (const command of commands) {
    const waiting = sequencer.waitingOrderId(command);
    if (waiting === undefined) unknown.push(command.order);
    else own.set(textOf(command.order), waiting);
  }
  const find: OwnIds = (order) => own.get(textOf(order));
  const owner = commands[0]?.owner;
  if (unknown.length === 0 || owner === undefined) return find;
  return ordersNamed(database, owner, unknown).then((rows) => {
    for (const { orderId, clientOrderId } of rows) {
      own.set(textOf({ orderId }), orderId);
      if (clientOrderId !== undefined) own.set(textOf({ clientOrderId }), orderId);
    }
    return find;
  });
}

/** Tells the two kinds of names apart: a client may call its order by a number. */
const textOf = (name: OrderName): string =>
  'orderId' in name ? `id ${name.orderId}` : `client ${name.clientOrderId}`;
