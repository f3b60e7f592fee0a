/** What the state's hash takes of orders. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { OrderRow, SpotSnapshot, TriggerRow } from './rows.ts';

export function spotRecords({ orders, triggers, cancelTimers }: SpotSnapshot): HashRecord[] {
  const timers = cancelTimers.map(
    ({ owner, dueAtMs, updatedAtMs }): HashRecord => ['cancel_timer', owner, dueAtMs, updatedAtMs],
  );
  const terms = orders.flatMap(termsRecord);
  return [...orders.map(orderRecord), ...terms, ...triggers.map(triggerRecord), ...timers];
}

/** Of a waiting one; what only one that is over has is left out. */
function triggerRecord(trigger: TriggerRow): HashRecord {
  return [
    'trigger',
    trigger.triggerId,
    trigger.owner,
    trigger.marketId,
    trigger.side,
    trigger.triggerKind,
    trigger.triggerBy,
    trigger.triggerPrice,
    trigger.type,
    trigger.timeInForce,
    trigger.price,
    trigger.quantity,
    trigger.amount,
    trigger.clientOrderId,
    trigger.makerFeePpm,
    trigger.takerFeePpm,
    trigger.hold,
    trigger.createdAtMs,
    trigger.updatedAtMs,
  ];
}

/** Of the few that have some: one without hashes to what it did before there were any. */
function termsRecord({ orderId, priority, expiresAtMs, selfTrade }: OrderRow): HashRecord[] {
  const hasSome = priority !== undefined || expiresAtMs !== undefined || selfTrade !== undefined;
  return hasSome ? [['order_terms', orderId, priority, expiresAtMs, selfTrade]] : [];
}

function orderRecord(order: OrderRow): HashRecord {
  return [
    'order',
    order.orderId,
    order.owner,
    order.marketId,
    order.side,
    order.timeInForce,
    order.clientOrderId,
    order.price,
    order.quantity,
    order.filledQuantity,
    order.filledAmount,
    order.fee,
    order.hold,
    order.makerFeePpm,
    order.takerFeePpm,
    order.createdAtMs,
    order.updatedAtMs,
  ];
}
