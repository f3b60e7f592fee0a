/** Orders: text to ticks and lots, and back. Text off the grid is a field error, never rounded. */

import { type Order, ProblemError, routes } from '@fairlead/contract';
import type { Value } from '@fairlead/engine';
import { routeLabel } from '../core/http/envelope.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { answerOnce } from '../core/http/money.ts';
import type { Say } from '../core/texts/texts.ts';
import { readOrder } from './desk.ts';
import type { SpotNeeds } from './needs.ts';
import { orderByClientId, orderById, ordersPage } from './queries.ts';
import { orderView } from './views.ts';

type CancelInput = Call<'cancelOrder'>['input'];

const PLACE = routeLabel(routes.placeOrder);
const CANCEL = routeLabel(routes.cancelOrder);

export function spotHandlers(
  context: SpotNeeds,
): Pick<Handlers, 'placeOrder' | 'cancelOrder' | 'orders'> {
  const { terms, sequencer, orderGate, reconciler } = context;
  const view = (value: Value): { order: Order } => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  return {
    placeOrder: (call) =>
      answerOnce({ sequencer, call, route: PLACE }, async (submit) => {
        const market = terms.askedMarket(call.input.symbol);
        if (!reconciler.isSound) throw new ProblemError('unavailable');
        orderGate.enter(market.marketId);
        try {
          const owner = userOf(call).userId;
          const command = readOrder(call.input, { owner, market, say: call.say });
          return await submit({ command, view });
        } finally {
          orderGate.leave(market.marketId);
        }
      }),
    cancelOrder: (call) =>
      answerOnce({ sequencer, call, route: CANCEL }, async (submit) => {
        const owner = userOf(call).userId;
        const { isOwn, order } = await findTarget(context, owner, readTarget(call.input, call.say));
        const command = { kind: 'cancel_order', owner, order } as const;
        return submit({ command, view, told: (reject) => (isOwn ? reject : 'order_not_found') });
      }),
    orders: async (call) => {
      const { symbol, status, page, limit } = call.input;
      const market = symbol === undefined ? undefined : terms.askedMarket(symbol);
      const filter = {
        owner: userOf(call).userId,
        ...(market !== undefined && { marketId: market.marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await ordersPage(context.database, filter, { page, limit });
      return { ...found, list: found.list.map((row) => orderView(row, terms)) };
    },
  };
}

type Target = { readonly orderId: number } | { readonly clientOrderId: string };

function readTarget(
  { order_id: orderId, client_order_id: clientOrderId }: CancelInput,
  say: Say,
): Target {
  if (orderId !== undefined && clientOrderId !== undefined)
    throw new ProblemError('validation_failed', {
      fields: { client_order_id: say('fields.not_both') },
    });
  if (orderId !== undefined) return { orderId };
  if (clientOrderId !== undefined) return { clientOrderId };
  throw new ProblemError('validation_failed', { fields: { order_id: say('fields.required') } });
}

/**
 * The engine forgets orders that are over: it calls every such id `order_not_open`, whoever's it was, and no
 * longer knows the client's own ids of them. The tables know: a stranger's order must look as if there were
 * none (cases.md V4), and one's own that is over is that by either id. An order that waits, which nearly all
 * are that someone cancels, costs no query.
 */
async function findTarget(
  { database, sequencer }: SpotNeeds,
  owner: number,
  target: Target,
): Promise<{ readonly isOwn: boolean; readonly order: Target }> {
  const waiting = sequencer.waitingOrderId({ owner, order: target });
  if (waiting !== undefined) return { isOwn: true, order: { orderId: waiting } };
  const row =
    'orderId' in target
      ? await orderById(database, owner, target.orderId)
      : await orderByClientId(database, owner, target.clientOrderId);
  if (row === undefined) return { isOwn: false, order: target };
  return { isOwn: true, order: { orderId: row.orderId } };
}
