/** What the state's hash takes of orders. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { OrderRow, SpotSnapshot } from './rows.ts';

export function spotRecords({ orders }: SpotSnapshot): HashRecord[] {
  return orders.map(orderRecord);
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
