/**
 * Another order in the place of one that waits. Two of the book are one command, which nothing comes between; where one of them
 * waits for a price it is a cancel and then a placing, each done once under the new one's name.
 */
import type { ParsedOf } from '@fairlead/contract';
import { assertNever } from '@fairlead/units';
import { orderByClientId, triggerNamed } from '../../spot/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { BinanceError, errorOf, RESTRICTED, UNKNOWN_ORDER } from './errors.ts';
import { cancelNamed, isWaiting, type Named, ownNamed } from './named-orders.ts';
import {
  answerPlaced,
  isGone,
  type OrderNames,
  type OrderParts,
  readRestriction,
} from './order-answers.ts';
import type { FilledSoFar, Half, OrderDesk } from './order-desk.ts';
import { cancelledOrder } from './order-view.ts';
import { wordOf } from './order-words.ts';
import { missing, type Parameters } from './parameters.ts';
import { type AskedOrder, type AskedStop, readNewOrder, readNewStop } from './place-order.ts';
import { isStopWord, placedStop } from './stop-orders.ts';

const MODES = { STOP_ON_FAILURE: 'stop_on_failure', ALLOW_FAILURE: 'allow_failure' } as const;

interface Replacing {
  readonly call: KeyedCall;
  readonly asked: AskedOrder | AskedStop;
  readonly mode: (typeof MODES)[keyof typeof MODES];
  readonly named: Named;
  /** What the cancel is called in its answer. */
  readonly newId: string | undefined;
  readonly onlyFilled: FilledSoFar | undefined;
}

export async function cancelReplace(
  parts: OrderParts,
  desk: OrderDesk,
  call: KeyedCall,
): Promise<object> {
  const { parameters } = call;
  const type = parameters.text('type');
  const asked = isStopWord(type)
    ? readNewStop(parts.context, call, type)
    : readNewOrder(parts.context, call);
  const mode = wordOf(parameters, 'cancelReplaceMode', MODES, () => notValid('cancelReplaceMode'));
  const names = readCancelled(parameters);
  const newId = parameters.text('cancelNewClientOrderId');
  const onlyFilled = readRestriction(parameters);
  // With the limit of orders gone nothing is done, which is the usual of the two.
  const beyond = parameters.text('orderRateLimitExceededMode') ?? 'DO_NOTHING';
  if (beyond !== 'DO_NOTHING') throw notValid('orderRateLimitExceededMode');
  const named = await ownNamed(parts.context, call, names);
  parameters.finish();
  const replacing = { call, asked, mode, named, newId, onlyFilled };
  const { order } = named;
  if (order === undefined || 'stop' in asked) return apart(parts, desk, replacing);
  return atOnce(parts, desk, { ...replacing, asked, orderId: order.orderId });
}

/** In one command. */
async function atOnce(
  parts: OrderParts,
  desk: OrderDesk,
  { call, asked, newId, ...more }: Replacing & { readonly asked: AskedOrder; orderId: number },
): Promise<object> {
  const halves = await halvesOf(desk, call, { asked, ...more });
  if (halves instanceof BinanceError) throw failed(halves, 'NOT_ATTEMPTED');
  const placing = { asked, nowMs: call.nowMs };
  return told(
    await outcome(async () => cancelledOrder(orderOf(halves.cancelled), newId)),
    await outcome(() => answerPlaced(parts, placing, async () => orderOf(halves.placed))),
  );
}

/** One after the other. Under a name that was used nothing is cancelled. */
async function apart(
  parts: OrderParts,
  desk: OrderDesk,
  { call, asked, mode, named, newId, onlyFilled }: Replacing,
): Promise<object> {
  const { order, stop } = named;
  const clientOrderId = 'stop' in asked ? asked.stop.client_order_id : asked.input.client_order_id;
  const waits = order?.status === 'waiting' || isWaiting(stop);
  if (waits && (await isUsed(parts, call, { asked, clientOrderId: clientOrderId ?? '' })))
    throw failed(errorOf('duplicate_client_order_id'), 'NOT_ATTEMPTED');
  const key = `binance/instead/${clientOrderId}`;
  const cancelled = await outcome(async () => {
    try {
      return await cancelNamed(parts.context, desk, { call, named, newId, onlyFilled, key });
    } catch (error) {
      throw isGone(error) ? UNKNOWN_ORDER() : error;
    }
  });
  if (cancelled instanceof BinanceError && mode === 'stop_on_failure')
    throw failed(cancelled, 'NOT_ATTEMPTED');
  const placed = await outcome(async () => {
    if ('stop' in asked) return placedStop(await desk.placeStop(call, asked.stop), asked.response);
    const placing = { asked, nowMs: call.nowMs };
    return answerPlaced(parts, placing, () => desk.place(call, asked.input));
  });
  return told(cancelled, placed);
}

async function isUsed(
  { context: { database } }: OrderParts,
  { key: { userId } }: KeyedCall,
  { asked, clientOrderId }: Pick<Replacing, 'asked'> & { readonly clientOrderId: string },
): Promise<boolean> {
  const found =
    'stop' in asked
      ? await triggerNamed(database, userId, { clientOrderId })
      : await orderByClientId(database, userId, clientOrderId);
  return found !== undefined;
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
  }: Pick<Replacing, 'mode' | 'onlyFilled'> & {
    readonly asked: AskedOrder;
    readonly orderId: number;
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

/** A refusal is an outcome. What nobody knows (5xx, -1007) is none of either half: the same call, by its id, goes on from there. */
async function outcome(run: () => Promise<object>): Promise<object | BinanceError> {
  try {
    return await run();
  } catch (error) {
    const isKnown = error instanceof BinanceError && error.status < 500 && error.code !== -1007;
    if (isKnown) return error;
    throw error;
  }
}

type Outcome = object | BinanceError | 'NOT_ATTEMPTED';

/** What both came to; throws unless both were done. */
function told(cancelled: object | BinanceError, placed: object | BinanceError): object {
  if (cancelled instanceof BinanceError)
    throw placed instanceof BinanceError ? failed(cancelled, placed) : partly(cancelled, placed);
  if (placed instanceof BinanceError) throw partly(cancelled, placed);
  return resultOf(cancelled, placed);
}

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
