/** Orders of a key's owner: placing, finding, listing, cancelling. */

import type { OrderRow, TriggerRow } from '@fairlead/engine';
import { orderView, triggerNamed, triggerView, waitingTriggers } from '../../spot/index.ts';
import { ordersFrom, waitingOrders } from '../bot-queries.ts';

import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { NO_SUCH_ORDER, UNKNOWN_ORDER } from './errors.ts';
import { rateLimits } from './exchange-info.ts';
import { CANCELS_AT_ONCE_MAX, ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import type { BinanceNeeds } from './needs.ts';
import {
  answerPlaced,
  checkRestriction,
  isGone,
  type OrderParts,
  ownOrder,
  readTarget,
} from './order-answers.ts';
import { cancelledOrder, listedOrder } from './order-view.ts';
import type { Parameters } from './parameters.ts';

import { checkOrder, OrderDesk, readNewOrder, readNewStop } from './place-order.ts';
import { cancelledStop, isStopWord, listedStop, placedStop, storedStop } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

const ORDER_PATH = 'api/v3/order';

/** Calls that place and cancel, and those that read orders. Weights as Binance has them. */
export const orderEndpoints = (parts: OrderParts): KeyedEndpoint[] => [
  ...changingEndpoints(parts),
  ...readingEndpoints(parts),
];

function changingEndpoints(parts: OrderParts): KeyedEndpoint[] {
  const { context, rates, handlers } = parts;
  const { terms, database } = context;
  const desk = new OrderDesk(handlers);
  const count = async ({ key: { userId }, ip, used }: KeyedCall) => {
    used.orders = await rates.count('order', `u${userId}`, ip);
  };
  const market = (parameters: Parameters) => marketNamed(terms, parameters.required('symbol'));
  const trade = { security: 'trade', weight: 1 } as const;
  return [
    {
      path: ORDER_PATH,
      ...trade,
      method: 'POST',
      socketMethod: 'order.place',
      run: async (call) => {
        await count(call);
        return place(parts, desk, call);
      },
    },
    {
      path: 'api/v3/order/test',
      ...trade,
      method: 'POST',
      socketMethod: 'order.test',
      run: (call) => {
        const type = call.parameters.text('type');
        const asked = isStopWord(type)
          ? readNewStop(context, call, type)
          : readNewOrder(context, call);
        call.parameters.finish();
        checkOrder(call.key.userId, asked);
        return {};
      },
    },
    {
      path: ORDER_PATH,
      ...trade,
      method: 'DELETE',
      socketMethod: 'order.cancel',
      run: async (call) => {
        await count(call);
        return cancel(context, desk, call);
      },
    },
    {
      path: 'api/v3/openOrders',
      ...trade,
      method: 'DELETE',
      socketMethod: 'openOrders.cancelAll',
      run: async (call) => {
        await count(call);
        const { marketId } = market(call.parameters);
        const { userId } = call.key;
        const [orders, stops] = await Promise.all([
          waitingOrders(database, userId, marketId),
          waitingTriggers(database, userId, marketId),
        ]);
        return cancelAll(desk, call, { orders, stops });
      },
    },
  ];
}

function readingEndpoints({ context, rates }: OrderParts): KeyedEndpoint[] {
  const { terms, reads, config } = context;
  return [
    {
      path: 'api/v3/rateLimit/order',
      method: 'GET',
      security: 'read',
      weight: 40,
      socketMethod: 'account.rateLimits.orders',
      run: async ({ key: { userId }, ip }) => {
        const [, orders] = rateLimits(0, config.rateLimitFactor);
        return [{ ...orders, count: await rates.used('order', `u${userId}`, ip) }];
      },
    },
    {
      path: ORDER_PATH,
      method: 'GET',
      security: 'read',
      weight: 4,
      socketMethod: 'order.status',
      run: async (call) => {
        const { order, stop } = await ownNamed(context, call);
        if (order !== undefined) return listedOrder(orderView(order, terms));
        if (stop === undefined) throw NO_SUCH_ORDER();
        return storedStop(context, stop);
      },
    },
    {
      path: 'api/v3/openOrders',
      method: 'GET',
      security: 'read',
      weight: (parameters) => (parameters.has('symbol') ? 6 : 80),
      socketMethod: 'openOrders.status',
      run: async ({ parameters, key }) => {
        const name = parameters.text('symbol');
        const marketId = name === undefined ? undefined : marketNamed(terms, name).marketId;
        const [orders, stops] = await Promise.all([
          waitingOrders(reads, key.userId, marketId),
          waitingTriggers(reads, key.userId, marketId),
        ]);
        return [
          ...orders.map((row) => listedOrder(orderView(row, terms))),
          ...stops.map((row) => listedStop(triggerView(row, terms))),
        ].sort((left, right) => left.orderId - right.orderId);
      },
    },
    {
      path: 'api/v3/allOrders',
      method: 'GET',
      security: 'read',
      weight: 20,
      socketMethod: 'allOrders',
      run: async ({ parameters, key }) => {
        const [fromId, fromMs] = [parameters.integer('orderId'), parameters.time('startTime')];
        const toMs = parameters.time('endTime');
        const rows = await ordersFrom(reads, {
          owner: key.userId,
          marketId: marketNamed(terms, parameters.required('symbol')).marketId,
          ...(fromId !== undefined && { fromId }),
          ...(fromMs !== undefined && { fromMs }),
          ...(toMs !== undefined && { toMs }),
          limit: parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX }),
        });
        return rows.map((row) => listedOrder(orderView(row, terms)));
      },
    },
  ];
}

async function place(parts: OrderParts, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const type = call.parameters.text('type');
  if (isStopWord(type)) {
    const { stop, response } = readNewStop(parts.context, call, type);
    call.parameters.finish();
    return placedStop(await desk.placeStop(call, stop), response);
  }
  const asked = readNewOrder(parts.context, call);
  call.parameters.finish();
  return answerPlaced(parts, { asked, nowMs: call.nowMs }, () => desk.place(call, asked.input));
}

/** The owner's stop of that market which a call names, by the same names as an order. */
async function ownStop(context: BinanceNeeds, call: KeyedCall): Promise<TriggerRow | undefined> {
  const { parameters, key } = call;
  const { marketId } = marketNamed(context.terms, parameters.required('symbol'));
  const { orderId: triggerId, clientOrderId } = readTarget(parameters);
  const name = triggerId === undefined ? { clientOrderId: clientOrderId ?? '' } : { triggerId };
  const row = await triggerNamed(context.database, key.userId, name);
  const isBoth = clientOrderId === undefined || row?.clientOrderId === clientOrderId;
  return row?.marketId === marketId && isBoth ? row : undefined;
}

/**
 * The order or the stop that a call names. Both have names of their own, so that of one name there may be one of each: what
 * waits is meant, and the order where both do or neither.
 */
async function ownNamed(context: BinanceNeeds, call: KeyedCall) {
  const order = await ownOrder(context, call, readTarget(call.parameters));
  if (order?.status === 'waiting') return { order, stop: undefined };
  const stop = await ownStop(context, call);
  return order === undefined || stop?.status === 'waiting'
    ? { order: undefined, stop }
    : { order, stop: undefined };
}

/** One that waits, or the order that it became: to its owner they are one. */
async function cancelStop(
  desk: OrderDesk,
  call: KeyedCall,
  { row, newId }: { readonly row: TriggerRow | undefined; readonly newId: string | undefined },
): Promise<object> {
  if (row === undefined || row.status === 'cancelled') throw UNKNOWN_ORDER();
  try {
    if (row.orderId !== undefined) {
      const ended = cancelledOrder(await desk.cancel(call, row.orderId), newId);
      const name = row.clientOrderId ?? '';
      return {
        ...ended,
        orderId: row.triggerId,
        origClientOrderId: name,
        ...(newId === undefined && { clientOrderId: name }),
      };
    }
    return cancelledStop(await desk.cancelStop(call, row.triggerId), newId);
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
}

async function cancel(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const newId = parameters.text('newClientOrderId');
  const restriction = parameters.text('cancelRestrictions');
  const { order: row, stop } = await ownNamed(context, call);
  parameters.finish();
  if (row === undefined) return cancelStop(desk, call, { row: stop, newId });
  if (row.status !== 'waiting') throw UNKNOWN_ORDER();
  if (restriction !== undefined) checkRestriction(restriction, row);
  try {
    return cancelledOrder(await desk.cancel(call, row.orderId), newId);
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
}

async function cancelAll(
  desk: OrderDesk,
  call: KeyedCall,
  {
    orders: rows,
    stops,
  }: { readonly orders: readonly OrderRow[]; readonly stops: readonly TriggerRow[] },
): Promise<object[]> {
  call.parameters.finish();
  const cancelled: object[] = [];
  for (let at = 0; at < rows.length; at += CANCELS_AT_ONCE_MAX) {
    const some = rows.slice(at, at + CANCELS_AT_ONCE_MAX);
    const ended = await Promise.allSettled(some.map(({ orderId }) => desk.cancel(call, orderId)));
    for (const end of ended) {
      if (end.status === 'fulfilled') cancelled.push(cancelledOrder(end.value));
      else if (!isGone(end.reason)) throw end.reason;
    }
  }
  for (const row of stops) {
    try {
      cancelled.push(cancelledStop(await desk.cancelStop(call, row.triggerId)));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  if (cancelled.length === 0) throw UNKNOWN_ORDER();
  return cancelled;
}
