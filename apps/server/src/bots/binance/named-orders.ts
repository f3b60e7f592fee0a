/** The order or the stop that a call names, and the cancel of either: to its owner a stop and the order that it became are one. */
import type { TriggerRow } from '@fairlead/engine';
import { triggerNamed, triggerView } from '../../spot/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { errorOf, UNKNOWN_ORDER } from './errors.ts';
import type { BinanceNeeds } from './needs.ts';
import { type OrderNames, ownOrder } from './order-answers.ts';
import type { FilledSoFar, OrderDesk } from './order-desk.ts';
import { cancelledOrder } from './order-view.ts';
import { cancelledStop } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

/** The owner's stop of that market which a call names, by the same names as an order. */
async function ownStop(
  context: BinanceNeeds,
  { parameters, key }: KeyedCall,
  { orderId: triggerId, clientOrderId }: OrderNames,
): Promise<TriggerRow | undefined> {
  const { marketId } = marketNamed(context.terms, parameters.required('symbol'));
  const name = triggerId === undefined ? { clientOrderId: clientOrderId ?? '' } : { triggerId };
  const row = await triggerNamed(context.database, key.userId, name);
  const isBoth = clientOrderId === undefined || row?.clientOrderId === clientOrderId;
  return row?.marketId === marketId && isBoth ? row : undefined;
}

/** Not reached yet, or behind an order. */
export const isWaiting = (stop: TriggerRow | undefined): stop is TriggerRow =>
  stop?.status === 'waiting' || stop?.status === 'pending';

/**
 * The order or the stop that a call names. Both have names of their own, so that of one name there may be one of each: what
 * waits is meant, and the order where both do or neither.
 */
export async function ownNamed(context: BinanceNeeds, call: KeyedCall, names: OrderNames) {
  const order = await ownOrder(context, call, names);
  if (order?.status === 'waiting') return { order, stop: undefined };
  const stop = await ownStop(context, call, names);
  return order === undefined || isWaiting(stop)
    ? { order: undefined, stop }
    : { order, stop: undefined };
}

export type Named = Awaited<ReturnType<typeof ownNamed>>;

interface Cancelling {
  readonly call: KeyedCall;
  readonly named: Named;
  readonly newId: string | undefined;
  readonly onlyFilled: FilledSoFar | undefined;
  /** Under which it is done once. */
  readonly key?: string;
}

/** Cancels what waits of it. Throws as for none where nothing does. */
export async function cancelNamed(
  context: BinanceNeeds,
  desk: OrderDesk,
  { call, named: { order, stop }, newId, onlyFilled, key }: Cancelling,
) {
  if (order !== undefined)
    return cancelledOrder(await desk.cancel(call, order.orderId, { onlyFilled, key }), newId);
  // What was cancelled under this key has its answer.
  const isOver = stop?.status === 'cancelled' && key === undefined;
  if (stop === undefined || isOver) throw UNKNOWN_ORDER();
  // Of what waits for a price nothing is filled.
  if (stop.orderId === undefined && onlyFilled === 'part') throw errorOf('cancel_restricted');
  if (stop.orderId === undefined)
    return cancelledStop(await desk.cancelStop(call, stop.triggerId, key), newId);
  const became = await desk.cancel(call, stop.orderId, { onlyFilled, key });
  return cancelledStop(triggerView(stop, context.terms), newId, became);
}
