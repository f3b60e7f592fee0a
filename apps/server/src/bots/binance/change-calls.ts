/** Orders of a key's owner that wait, changed: another placed in the place of one, and a smaller quantity of one. */
import type { OrderRow, TriggerRow } from '@fairlead/engine';
import { quantityFromText, quantityText } from '@fairlead/formula';
import { type AmountMinor, parseDecimal } from '@fairlead/units';
import type { MarketTerms } from '../../market/index.ts';
import { amendmentAt, amendmentsFrom } from '../bot-queries.ts';
import { cancelReplace } from './cancel-replace.ts';
import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { BinanceError, NO_SUCH_ORDER, UNKNOWN_ORDER } from './errors.ts';
import { ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import { listById } from './list-calls.ts';
import { statusOfList } from './list-view.ts';
import { isWaiting, ownNamed } from './named-orders.ts';
import type { BinanceNeeds } from './needs.ts';
import { isGone, type OrderParts, ownOrder, readTarget } from './order-answers.ts';
import { OrderDesk } from './order-desk.ts';
import { amendedOrder } from './order-view.ts';
import { notRequired } from './order-words.ts';
import { missing } from './parameters.ts';
import { amendedStop } from './stop-orders.ts';
import { symbolOf } from './symbols.ts';

/** Weights as Binance has them. */
export function changeEndpoints(parts: OrderParts): KeyedEndpoint[] {
  const { context, rates, handlers } = parts;
  const desk = new OrderDesk(handlers);
  const count = async ({ key: { userId }, ip, used }: KeyedCall) => {
    used.orders = await rates.count('order', `u${userId}`, ip);
  };
  return [
    {
      path: 'api/v3/order/cancelReplace',
      method: 'POST',
      security: 'trade',
      weight: 1,
      socketMethod: 'order.cancelReplace',
      run: async (call) => {
        await count(call);
        return cancelReplace(parts, desk, call);
      },
    },
    {
      path: 'api/v3/order/amend/keepPriority',
      method: 'PUT',
      security: 'trade',
      weight: 4,
      socketMethod: 'order.amend.keepPriority',
      run: async (call) => {
        await count(call);
        return amend(context, desk, call);
      },
    },
    {
      path: 'api/v3/order/amendments',
      method: 'GET',
      security: 'read',
      weight: 4,
      socketMethod: 'order.amendments',
      run: (call) => amendments(context, call),
    },
  ];
}

async function amend(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const quantity = parameters.requiredDecimal('newQty');
  // An order keeps its name here, by which it is known for ever.
  if (parameters.has('newClientOrderId')) throw notRequired('newClientOrderId');
  const { order, stop } = await ownNamed(context, call, readTarget(parameters));
  parameters.finish();
  try {
    if (order?.status === 'waiting')
      return await amendOrder(context, desk, { call, order, quantity });
    if (isWaiting(stop)) return await amendStop(context, desk, { call, stop, quantity });
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
  throw UNKNOWN_ORDER();
}

interface Amending {
  readonly call: KeyedCall;
  readonly quantity: string;
}

async function amendOrder(
  context: BinanceNeeds,
  desk: OrderDesk,
  { call, order: row, quantity }: Amending & { readonly order: OrderRow },
): Promise<object> {
  const market = context.terms.knownMarket(row.marketId);
  const { lotBaseMinor } = context.terms.gridOfOrder(row.marketId, row.orderId);
  refuseSame(market, { row, lotBaseMinor, quantity });
  const input = { symbol: market.symbol, order_id: row.orderId, quantity, must_keep_place: true };
  const order = await desk.amend(call, input);
  const made = await amendmentAt(context.database, {
    orderId: row.orderId,
    timeMs: order.updated_at,
    quantity: quantityFromText(quantity, lotBaseMinor, market.base.scale) ?? 0,
  });
  return {
    transactTime: order.updated_at,
    executionId: made?.sequence ?? 0,
    amendedOrder: amendedOrder(order),
    ...(await listBeside(context, call, order.list_id)),
  };
}

/** A stop has no place to keep yet; what is pending has none either. Changes of neither have a number. */
async function amendStop(
  context: BinanceNeeds,
  desk: OrderDesk,
  { call, stop: row, quantity }: Amending & { readonly stop: TriggerRow },
): Promise<object> {
  const market = context.terms.knownMarket(row.marketId);
  const { lotBaseMinor } = context.terms.gridOfOrder(row.marketId, row.triggerId);
  refuseSame(market, { row, lotBaseMinor, quantity });
  const input = { symbol: market.symbol, trigger_id: row.triggerId, quantity };
  const stop = await desk.amendStop(call, input);
  return {
    transactTime: stop.updated_at,
    executionId: -1,
    amendedOrder: amendedStop(stop),
    ...(await listBeside(context, call, stop.list_id)),
  };
}

function refuseSame(
  { base: { scale } }: MarketTerms,
  {
    row,
    lotBaseMinor,
    quantity,
  }: Pick<Amending, 'quantity'> & {
    readonly row: Pick<OrderRow, 'quantity'>;
    readonly lotBaseMinor: AmountMinor;
  },
): void {
  const before = row.quantity && quantityText(row.quantity, lotBaseMinor, scale);
  if (before !== undefined && parseDecimal(before, scale) === parseDecimal(quantity, scale))
    throw new BinanceError(-2038, 'The requested action would change no state; rejecting.');
}

async function listBeside(context: BinanceNeeds, call: KeyedCall, listId: number | undefined) {
  const list = listId === undefined ? undefined : await listById(context, call.key.userId, listId);
  return list === undefined ? {} : { listStatus: statusOfList(list) };
}

async function amendments({ terms, reads }: BinanceNeeds, call: KeyedCall): Promise<object[]> {
  const { parameters } = call;
  const orderId = parameters.integer('orderId');
  if (orderId === undefined) throw missing('orderId');
  const fromSequence = parameters.integer('fromExecutionId') ?? 0;
  const limit = parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX });
  const row = await ownOrder({ terms, database: reads }, call, {
    orderId,
    clientOrderId: undefined,
  });
  if (row === undefined) throw NO_SUCH_ORDER();
  const market = terms.knownMarket(row.marketId);
  const { lotBaseMinor } = terms.gridOfOrder(row.marketId, row.orderId);
  const rows = await amendmentsFrom(reads, { orderId, fromSequence, limit });
  return rows.map(({ sequence, quantityBefore, quantity, timeMs }) => ({
    symbol: symbolOf(market),
    orderId,
    executionId: sequence,
    origClientOrderId: row.clientOrderId ?? '',
    newClientOrderId: row.clientOrderId ?? '',
    origQty: quantityText(quantityBefore, lotBaseMinor, market.base.scale),
    newQty: quantityText(quantity, lotBaseMinor, market.base.scale),
    time: timeMs,
  }));
}
