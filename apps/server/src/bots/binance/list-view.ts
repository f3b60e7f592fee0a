/**
 * Our lists of orders in Binance's words. Its orders go by the ids that they were placed with: what waited and became an order is told
 * by its own, as with stops.
 */
import type { Order, OrderList, OrderListState, TriggerOrder } from '@fairlead/contract';
import { cancelledOrder } from './order-view.ts';
import { cancelledStop } from './stop-orders.ts';
import { symbolOf } from './symbols.ts';

/** One of a list. */
export type Member = Order | TriggerOrder;

export const isStopOf = (member: Member): member is TriggerOrder => 'trigger' in member;

export function membersOf({ orders, trigger_orders: stops }: OrderList): readonly Member[] {
  const became = new Set(stops.flatMap(({ order_id }) => order_id ?? []));
  const placed = orders.filter(({ id }) => !became.has(id));
  return [...placed, ...stops].sort((left, right) => left.id - right.id);
}

const contingency = ({ kind }: Pick<OrderListState, 'kind'>): string =>
  kind === 'oco' ? 'OCO' : 'OTO';

/** Once none of its orders depends on another it is over, whatever goes on by itself. */
const isOver = ({ status }: Pick<OrderListState, 'status'>): boolean => status === 'done';

const orderNames = (list: OrderList) =>
  membersOf(list).map((member) => ({
    symbol: symbolOf(member),
    orderId: member.id,
    clientOrderId: member.client_order_id ?? '',
  }));

/** As it is listed, and what all answers about it say. */
export const listedList = (list: OrderList) => ({
  orderListId: list.id,
  contingencyType: contingency(list),
  listStatusType: isOver(list) ? 'ALL_DONE' : 'EXEC_STARTED',
  listOrderStatus: isOver(list) ? 'ALL_DONE' : 'EXECUTING',
  listClientOrderId: list.client_order_id ?? '',
  transactionTime: list.updated_at,
  symbol: symbolOf(list),
  orders: orderNames(list),
});

/** With those of its orders that were taken back. */
export const cancelledList = (list: OrderList, newClientOrderId?: string) => ({
  ...listedList({ ...list, status: 'done' }),
  orderReports: membersOf(list).flatMap((member) => cancelledOf(list, member, newClientOrderId)),
});

function cancelledOf({ orders }: OrderList, member: Member, newId: string | undefined): object[] {
  if (!isStopOf(member))
    return member.status === 'cancelled' ? [cancelledOrder(member, newId)] : [];
  const order = orders.find(({ id }) => id === member.order_id);
  const { status } = order ?? member;
  return status === 'cancelled' ? [cancelledStop(member, newId, order)] : [];
}

/** Beside an order of it that was amended. */
export const statusOfList = (list: OrderList) => {
  const { orderListId, contingencyType, listOrderStatus, listClientOrderId, symbol, orders } =
    listedList(list);
  return { orderListId, contingencyType, listOrderStatus, listClientOrderId, symbol, orders };
};

/** An event of its own: begun, or over. */
export function listReport(list: OrderList, nowMs: number): object {
  const { orderListId, contingencyType, symbol, orders, ...told } = listedList(list);
  return {
    e: 'listStatus',
    E: nowMs,
    s: symbol,
    g: orderListId,
    c: contingencyType,
    l: told.listStatusType,
    L: told.listOrderStatus,
    r: 'NONE',
    C: told.listClientOrderId,
    T: told.transactionTime,
    O: orders.map(({ orderId, clientOrderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
  };
}
