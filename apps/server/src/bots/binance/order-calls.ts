/** Orders of a key's owner: placing, finding, listing, cancelling. */

import type { Order } from '@fairlead/contract';
import type { OrderRow, TriggerRow } from '@fairlead/engine';
import type { Handlers } from '../../core/http/handler.ts';
import type { Rates } from '../../core/http/rates.ts';
import {
  orderByClientId,
  orderById,
  orderView,
  triggerNamed,
  triggerView,
  waitingTriggers,
} from '../../spot/index.ts';
import { ordersFrom, takenBy, waitingOrders } from '../bot-queries.ts';
import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { BinanceError, NO_SUCH_ORDER, UNKNOWN_ORDER, WOULD_NOT_FILL } from './errors.ts';
import { rateLimits } from './exchange-info.ts';
import { CANCELS_AT_ONCE_MAX, FILLS_LOOKED_AT_MAX, ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import type { BinanceNeeds } from './needs.ts';
import { cancelledOrder, expiredOrder, listedOrder, orderCore, ownFill } from './order-view.ts';
import type { Parameters } from './parameters.ts';
import {
  type AskedOrder,
  checkOrder,
  type OrderCall,
  OrderDesk,
  readNewOrder,
  readNewStop,
  readTarget,
} from './place-order.ts';
import type { RecentFills } from './recent-fills.ts';
import { cancelledStop, isStopWord, listedStop, placedStop, storedStop } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

export interface OrderParts {
  readonly context: BinanceNeeds;
  /** Counts orders together with those of the app. */
  readonly rates: Pick<Rates, 'count' | 'used'>;
  /** Where orders are placed and cancelled. */
  readonly handlers: Pick<Handlers, OrderCall>;
  readonly fills: Pick<RecentFills, 'of'>;
}

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
        const row = await ownOrder(context, call);
        if (row !== undefined) return listedOrder(orderView(row, terms));
        const stop = await ownStop(context, call);
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
  try {
    return await placedOrder(parts, asked, await desk.place(call, asked.input));
  } catch (error) {
    if (!(error instanceof BinanceError && error.message === WOULD_NOT_FILL)) throw error;
    // Clients know this refusal by its words.
    if (asked.input.time_in_force === 'post_only')
      throw new BinanceError(-2010, 'Order would immediately match and take.');
    return expiredAnswer(asked, call.nowMs);
  }
}

/** An order that waits for nothing and got nothing: an answer there, and none of our orders. */
function expiredAnswer({ input, response }: AskedOrder, nowMs: number): object {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = expiredOrder(input);
  const names = { symbol, orderId, orderListId, clientOrderId, transactTime: nowMs };
  if (response === 'ACK') return names;
  const result = { ...names, ...rest, workingTime: nowMs };
  return response === 'RESULT' ? result : { ...result, fills: [] };
}

async function placedOrder(
  { context, fills }: OrderParts,
  { market, response }: AskedOrder,
  order: Order,
): Promise<object> {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = orderCore(order);
  const names = { symbol, orderId, orderListId, clientOrderId, transactTime: order.created_at };
  if (response === 'ACK') return names;
  const result = { ...names, ...rest, workingTime: order.created_at };
  if (response === 'RESULT') return result;
  const { terms, database } = context;
  const isFilled = /[1-9]/.test(order.filled_quantity);
  const placed = { orderId, marketId: market.marketId, createdAtMs: order.created_at };
  const trades = !isFilled
    ? []
    : (fills.of(orderId) ?? (await takenBy(database, placed, FILLS_LOOKED_AT_MAX)));
  return {
    ...result,
    fills: trades.map((trade) => {
      const { price, quantity, fee, feeCurrency } = ownFill(trade, terms, false);
      return {
        price,
        qty: quantity,
        commission: fee,
        commissionAsset: feeCurrency,
        tradeId: trade.tradeId,
      };
    }),
  };
}

/** The owner's order of that market which a call names; a stranger's is as none. */
async function ownOrder(context: BinanceNeeds, call: KeyedCall): Promise<OrderRow | undefined> {
  const { parameters, key } = call;
  const { marketId } = marketNamed(context.terms, parameters.required('symbol'));
  const { orderId, clientOrderId } = readTarget(parameters);
  const row =
    orderId !== undefined
      ? await orderById(context.database, key.userId, orderId)
      : await orderByClientId(context.database, key.userId, clientOrderId ?? '');
  if (row?.marketId !== marketId) return undefined;
  // With both names given, both must be its own.
  if (orderId !== undefined && clientOrderId !== undefined && row.clientOrderId !== clientOrderId)
    return undefined;
  return row;
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

async function cancelStop(
  desk: OrderDesk,
  call: KeyedCall,
  { row, newId }: { readonly row: TriggerRow | undefined; readonly newId: string | undefined },
): Promise<object> {
  if (row?.status !== 'waiting') throw UNKNOWN_ORDER();
  try {
    return cancelledStop(await desk.cancelStop(call, row.triggerId), newId);
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
}

async function cancel(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const newId = parameters.text('newClientOrderId');
  const restriction = parameters.text('cancelRestrictions');
  const row = await ownOrder(context, call);
  parameters.finish();
  if (row === undefined) {
    return cancelStop(desk, call, { row: await ownStop(context, call), newId });
  }
  if (row.status !== 'waiting') throw UNKNOWN_ORDER();
  if (restriction !== undefined) checkRestriction(restriction, row);
  try {
    return cancelledOrder(await desk.cancel(call, row.orderId), newId);
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
}

/** It was filled or cancelled meanwhile. */
const isGone = (error: unknown): boolean =>
  error instanceof BinanceError && (error.code === -1121 || error.code === -2011);

function checkRestriction(restriction: string, { filledQuantity }: OrderRow): void {
  if (restriction !== 'ONLY_NEW' && restriction !== 'ONLY_PARTIALLY_FILLED')
    throw new BinanceError(
      -1145,
      'cancelRestrictions has to be either ONLY_NEW or ONLY_PARTIALLY_FILLED.',
    );
  if ((restriction === 'ONLY_NEW') === (filledQuantity === 0)) return;
  throw new BinanceError(-2011, 'Order was not canceled due to cancel restrictions.');
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
