/** What users read of their orders: lists, one with its life, what filled it and what it said before each change. */
import { ProblemError } from '@fairlead/contract';
import type { OrderRow } from '@fairlead/engine';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { readOrderName } from '../desk.ts';
import type { SpotNeeds } from '../needs.ts';
import { orderTradesPage, ownTrades, tradeIdAtTime } from '../own-trade-queries.ts';
import { amendmentsPage, orderByClientId, orderById, ordersPage } from '../queries.ts';
import { triggerOfOrder, triggersPage } from '../triggers/queries.ts';
import { triggerView } from '../triggers/views.ts';
import { orderView } from '../views.ts';
import { amendmentView, fillView, ownFillView } from './views.ts';

export type HistoryCalls = 'order' | 'orderFills' | 'fills' | 'amendments' | 'orders' | 'triggers';

export function historyHandlers(context: SpotNeeds): Pick<Handlers, HistoryCalls> {
  const { reads, terms } = context;
  return {
    order: async (call) => {
      const { userId } = userOf(call);
      const name = readOrderName(call.input, call.say);
      const order = await ('orderId' in name
        ? orderById(reads, userId, name.orderId)
        : orderByClientId(reads, userId, name.clientOrderId));
      if (order === undefined) throw new ProblemError('not_found');
      const trigger = await triggerOfOrder(reads, userId, order.orderId);
      return {
        order: orderView(order, terms),
        ...(trigger !== undefined && { trigger_order: triggerView(trigger, terms) }),
      };
    },
    orderFills: async (call) => {
      const { page, limit } = call.input;
      const order = await ownOrder(context, call);
      const { base } = terms.knownMarket(order.marketId);
      const asked = { baseCurrencyId: base.currencyId, request: { page, limit } };
      const found = await orderTradesPage(reads, order, asked);
      return { ...found, list: found.list.map((trade) => fillView(trade, order, terms)) };
    },
    fills: (call) => ownFills(context, call),
    amendments: async (call) => {
      const { page, limit } = call.input;
      const order = await ownOrder(context, call);
      const found = await amendmentsPage(reads, order.orderId, { page, limit });
      return {
        ...found,
        list: found.list.map((row) => amendmentView(row, order.marketId, terms)),
      };
    },
    orders: async (call) => {
      const { status, page, limit } = call.input;
      const filter = { ...narrowed(context, call), ...(status !== undefined && { status }) };
      const found = await ordersPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map((row) => orderView(row, terms)) };
    },
    triggers: async (call) => {
      const { status, trigger, page, limit } = call.input;
      const filter = {
        ...narrowed(context, call),
        ...(status !== undefined && { status }),
        ...(trigger !== undefined && { trigger }),
      };
      const found = await triggersPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map((row) => triggerView(row, terms)) };
    },
  };
}

/** Another's is not found. */
async function ownOrder(
  { reads }: SpotNeeds,
  call: Call<'orderFills' | 'amendments'>,
): Promise<OrderRow> {
  const order = await orderById(reads, userOf(call).userId, call.input.order_id);
  if (order === undefined) throw new ProblemError('not_found');
  return order;
}

/** By the query that Binance's `myTrades` is answered by: one more than was asked says whether others follow. */
async function ownFills({ reads, terms }: SpotNeeds, call: Call<'fills'>) {
  const { symbol, from, to, before, limit } = call.input;
  refuseTimeOrder(call);
  const { marketId, baseCurrencyId } = terms.askedMarket(symbol);
  const owner = userOf(call).userId;
  const after = to === undefined ? undefined : await tradeIdAtTime(reads, marketId, to + 1);
  const beforeId = Math.min(...[before, after].filter((id) => id !== undefined));
  const trades = await ownTrades(reads, {
    owner,
    marketId,
    baseCurrencyId,
    ...(from !== undefined && { fromId: await tradeIdAtTime(reads, marketId, from) }),
    ...(Number.isFinite(beforeId) && { beforeId }),
    limit: limit + 1,
    which: 'last',
  });
  const newest = trades.toReversed().slice(0, limit);
  const last = newest.at(-1);
  return {
    fills: newest.map((trade) => ownFillView(trade, owner, terms)),
    ...(trades.length > limit && last !== undefined && { next: last.tradeId }),
  };
}

/** Times that no moment lies between. */
function refuseTimeOrder(call: Call<'fills' | 'orders' | 'triggers'>): void {
  const { from, to } = call.input;
  if (from !== undefined && to !== undefined && from > to)
    throw new ProblemError('validation_failed', { fields: { to: call.say('fields.time_order') } });
}

/** What both lists are narrowed by. */
function narrowed({ terms }: SpotNeeds, call: Call<'orders' | 'triggers'>) {
  const { symbol, side, type, from, to } = call.input;
  refuseTimeOrder(call);
  return {
    owner: userOf(call).userId,
    ...(symbol !== undefined && { marketId: terms.askedMarket(symbol).marketId }),
    ...(side !== undefined && { side }),
    ...(type !== undefined && { type }),
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to }),
  };
}
