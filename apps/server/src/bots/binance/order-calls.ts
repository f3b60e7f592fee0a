/** Orders of a key's owner: placing, finding, listing, cancelling. */

import type { OrderListRow, OrderRow, TriggerRow } from '@fairlead/engine';
import { orderView, triggerView, waitingTriggers } from '../../spot/index.ts';
import { openListsOf, ordersFrom, waitingOrders } from '../bot-queries.ts';

import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { NO_SUCH_ORDER, UNKNOWN_ORDER } from './errors.ts';
import { rateLimits } from './exchange-info.ts';
import { CANCELS_AT_ONCE_MAX, ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import { listById } from './list-calls.ts';
import { cancelledList } from './list-view.ts';
import { cancelNamed, ownNamed } from './named-orders.ts';
import type { BinanceNeeds } from './needs.ts';
import {
  answerPlaced,
  ifOpen,
  isGone,
  type OrderParts,
  readRestriction,
  readTarget,
} from './order-answers.ts';
import { OrderDesk } from './order-desk.ts';
import { cancelledOrder, listedOrder } from './order-view.ts';
import type { Parameters } from './parameters.ts';
import { checkOrder, readNewOrder, readNewStop } from './place-order.ts';
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
        const [orders, stops, lists] = await Promise.all([
          waitingOrders(database, userId, marketId),
          waitingTriggers(database, userId, marketId),
          openListsOf(database, userId, marketId),
        ]);
        call.parameters.finish();
        return cancelAll(context, desk, { call, orders, stops, lists });
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
        const { order, stop } = await ownNamed(context, call, readTarget(call.parameters));
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

async function cancel(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const newId = parameters.text('newClientOrderId');
  const onlyFilled = readRestriction(parameters);
  const named = await ownNamed(context, call, readTarget(parameters));
  parameters.finish();
  if (named.order !== undefined && named.order.status !== 'waiting') throw UNKNOWN_ORDER();
  try {
    const ended = await cancelNamed(context, desk, { call, named, newId, onlyFilled });
    return (await endedList(context, call, { ended, newId })) ?? ended;
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
}

/** The whole list, where the cancel of one of its orders ended it: then all of them were taken back. */
async function endedList(
  context: BinanceNeeds,
  { key: { userId } }: KeyedCall,
  {
    ended: { orderListId, transactTime },
    newId,
  }: {
    readonly ended: { readonly orderListId: number; readonly transactTime: number };
    readonly newId: string | undefined;
  },
): Promise<object | undefined> {
  if (orderListId < 0) return undefined;
  const list = await listById(context, userId, orderListId);
  const isByIt = list?.end_reason === 'user' && list.updated_at === transactTime;
  return isByIt ? cancelledList(list, newId) : undefined;
}

interface AllWaiting {
  readonly call: KeyedCall;
  readonly orders: readonly OrderRow[];
  readonly stops: readonly TriggerRow[];
  readonly lists: readonly OrderListRow[];
}

/** Orders, stops, and lists as one each; what is over meanwhile is passed over. */
async function cancelAll(
  context: BinanceNeeds,
  desk: OrderDesk,
  { call, orders, stops, lists }: AllWaiting,
): Promise<object[]> {
  const isOfOne = new Set(lists.map(({ listId }) => listId));
  const isAlone = ({ listId }: OrderRow | TriggerRow) =>
    listId === undefined || !isOfOne.has(listId);
  const runs: (() => Promise<object>)[] = [
    ...orders.filter(isAlone).map(
      ({ orderId }) =>
        async () =>
          cancelledOrder(await desk.cancel(call, orderId)),
    ),
    ...stops.filter(isAlone).map(
      ({ triggerId }) =>
        async () =>
          cancelledStop(await desk.cancelStop(call, triggerId)),
    ),
    ...lists.map(({ listId }) => async () => {
      const ended = await desk.cancelList(call, listId);
      return cancelledList((await listById(context, call.key.userId, listId)) ?? ended);
    }),
  ];
  const cancelled: object[] = [];
  for (let at = 0; at < runs.length; at += CANCELS_AT_ONCE_MAX) {
    const some = runs.slice(at, at + CANCELS_AT_ONCE_MAX);
    const ended = await Promise.all(some.map((run) => ifOpen(run)));
    cancelled.push(...ended.filter((each) => each !== undefined));
  }
  if (cancelled.length === 0) throw UNKNOWN_ORDER();
  return cancelled;
}
