/** Orders of a key's owner that wait, changed: another placed in the place of one, and a smaller quantity of one. */

import type { ParsedOf } from '@fairlead/contract';
import { quantityFromText, quantityText } from '@fairlead/formula';
import { assertNever, parseDecimal } from '@fairlead/units';
import { amendmentAt, amendmentsFrom } from '../bot-queries.ts';
import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { BinanceError, errorOf, NO_SUCH_ORDER, RESTRICTED, UNKNOWN_ORDER } from './errors.ts';
import { ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import { listById } from './list-calls.ts';
import { statusOfList } from './list-view.ts';
import type { BinanceNeeds } from './needs.ts';
import {
  answerPlaced,
  isGone,
  type OrderNames,
  type OrderParts,
  ownOrder,
  readRestriction,
  readTarget,
} from './order-answers.ts';
import { type FilledSoFar, type Half, OrderDesk } from './order-desk.ts';
import { amendedOrder, cancelledOrder } from './order-view.ts';
import { notRequired, wordOf } from './order-words.ts';
import { missing, type Parameters } from './parameters.ts';
import { type AskedOrder, readNewOrder } from './place-order.ts';
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
        return replace(parts, desk, call);
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

const MODES = { STOP_ON_FAILURE: 'stop_on_failure', ALLOW_FAILURE: 'allow_failure' } as const;

async function replace(parts: OrderParts, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const asked = readNewOrder(parts.context, call);
  const mode = wordOf(parameters, 'cancelReplaceMode', MODES, () => notValid('cancelReplaceMode'));
  const names = readCancelled(parameters);
  const newId = parameters.text('cancelNewClientOrderId');
  const onlyFilled = readRestriction(parameters);
  // With the limit of orders gone nothing is done, which is the usual of the two.
  const beyond = parameters.text('orderRateLimitExceededMode') ?? 'DO_NOTHING';
  if (beyond !== 'DO_NOTHING') throw notValid('orderRateLimitExceededMode');
  const row = await ownOrder(parts.context, call, names);
  parameters.finish();
  const placing = { asked, nowMs: call.nowMs };
  if (row === undefined) {
    const reason = UNKNOWN_ORDER();
    if (mode === 'stop_on_failure') throw failed(reason, 'NOT_ATTEMPTED');
    const placed = await outcome(() =>
      answerPlaced(parts, placing, () => desk.place(call, asked.input)),
    );
    throw placed instanceof BinanceError ? failed(reason, placed) : partly(reason, placed);
  }
  const halves = await halvesOf(desk, call, { asked, orderId: row.orderId, mode, onlyFilled });
  if (halves instanceof BinanceError) throw failed(halves, 'NOT_ATTEMPTED');
  const cancelled = await outcome(async () => cancelledOrder(orderOf(halves.cancelled), newId));
  const placed = await outcome(() =>
    answerPlaced(parts, placing, async () => orderOf(halves.placed)),
  );
  if (cancelled instanceof BinanceError)
    throw placed instanceof BinanceError ? failed(cancelled, placed) : partly(cancelled, placed);
  if (placed instanceof BinanceError) throw partly(cancelled, placed);
  return resultOf(cancelled, placed);
}

/** Both halves; or why there was nothing to cancel, where that stopped it. */
async function halvesOf(
  desk: OrderDesk,
  call: KeyedCall,
  {
    asked,
    orderId,
    mode,
    onlyFilled,
  }: {
    readonly asked: AskedOrder;
    readonly orderId: number;
    readonly mode: 'stop_on_failure' | 'allow_failure';
    readonly onlyFilled: FilledSoFar | undefined;
  },
): Promise<{ readonly cancelled: Half; readonly placed: Half } | BinanceError> {
  const input: ParsedOf<'replaceOrder'> = {
    ...asked.input,
    cancel_order_id: orderId,
    mode,
    ...(onlyFilled !== undefined && { cancel_only_filled: onlyFilled }),
  };
  try {
    return await desk.replace(call, input);
  } catch (error) {
    if (isGone(error)) return UNKNOWN_ORDER();
    if (error instanceof BinanceError && error.message === RESTRICTED) return error;
    throw error;
  }
}

function readCancelled(parameters: Parameters): OrderNames {
  const orderId = parameters.integer('cancelOrderId');
  const clientOrderId = parameters.text('cancelOrigClientOrderId');
  if (orderId === undefined && clientOrderId === undefined) throw missing('cancelOrderId');
  return { orderId, clientOrderId };
}

/** The order of a half that has one; throws in Binance's words. */
function orderOf(half: Half) {
  switch (half.type) {
    case 'ok':
      return half.message.order;
    case 'error': {
      const error = errorOf(half.error);
      throw isGone(error) ? UNKNOWN_ORDER() : error;
    }
    default:
      return assertNever(half);
  }
}

async function outcome(run: () => Promise<object>): Promise<object | BinanceError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof BinanceError) return error;
    throw error;
  }
}

type Outcome = object | BinanceError | 'NOT_ATTEMPTED';

const wordOfOutcome = (end: Outcome): string => {
  if (end === 'NOT_ATTEMPTED') return end;
  return end instanceof BinanceError ? 'FAILURE' : 'SUCCESS';
};
const bodyOfOutcome = (end: Outcome): object | null => {
  if (end === 'NOT_ATTEMPTED') return null;
  return end instanceof BinanceError ? end.body : (end as object);
};
const resultOf = (cancelled: Outcome, placed: Outcome): object => ({
  cancelResult: wordOfOutcome(cancelled),
  newOrderResult: wordOfOutcome(placed),
  cancelResponse: bodyOfOutcome(cancelled),
  newOrderResponse: bodyOfOutcome(placed),
});

/** Nothing was done. */
const failed = (cancelled: BinanceError, placed: BinanceError | 'NOT_ATTEMPTED'): BinanceError =>
  new BinanceError(-2022, 'Order cancel-replace failed.', { data: resultOf(cancelled, placed) });

/** One of the two was done. */
const partly = (cancelled: Outcome, placed: Outcome): BinanceError =>
  new BinanceError(-2021, 'Order cancel-replace partially failed.', {
    status: 409,
    data: resultOf(cancelled, placed),
  });

const notValid = (name: string): BinanceError =>
  new BinanceError(-1130, `Data sent for parameter '${name}' is not valid.`);

async function amend(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters } = call;
  const quantity = parameters.requiredDecimal('newQty');
  // An order keeps its name here, by which it is known for ever.
  if (parameters.has('newClientOrderId')) throw notRequired('newClientOrderId');
  const row = await ownOrder(context, call, readTarget(parameters));
  parameters.finish();
  if (row?.status !== 'waiting') throw UNKNOWN_ORDER();
  const market = context.terms.knownMarket(row.marketId);
  const { scale } = market.base;
  const { lotBaseMinor } = context.terms.gridOfOrder(row.marketId, row.orderId);
  const before = row.quantity && quantityText(row.quantity, lotBaseMinor, scale);
  if (before !== undefined && parseDecimal(before, scale) === parseDecimal(quantity, scale))
    throw new BinanceError(-2038, 'The requested action would change no state; rejecting.');
  const input = { symbol: market.symbol, order_id: row.orderId, quantity, must_keep_place: true };
  try {
    const order = await desk.amend(call, input);
    const made = await amendmentAt(context.database, {
      orderId: row.orderId,
      timeMs: order.updated_at,
      quantity: quantityFromText(quantity, lotBaseMinor, scale) ?? 0,
    });
    const list =
      order.list_id === undefined
        ? undefined
        : await listById(context, call.key.userId, order.list_id);
    return {
      transactTime: order.updated_at,
      executionId: made?.sequence ?? 0,
      amendedOrder: amendedOrder(order),
      ...(list !== undefined && { listStatus: statusOfList(list) }),
    };
  } catch (error) {
    throw isGone(error) ? UNKNOWN_ORDER() : error;
  }
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
