/** What the state's hash takes of orders. */
import type { HashRecord } from '../state/hash-sum.ts';
import type {
  OrderListRow,
  OrderRow,
  SpotSnapshot,
  TriggerBacklogRow,
  TriggerMove,
  TriggerRow,
} from './rows.ts';

export function spotRecords({
  orders,
  triggers,
  orderLists,
  triggerBacklogs,
  cancelTimers,
}: SpotSnapshot): HashRecord[] {
  const timers = cancelTimers.map(
    ({ owner, dueAtMs, updatedAtMs, timer, marketId }): HashRecord => [
      'cancel_timer',
      owner,
      dueAtMs,
      updatedAtMs,
      // None of an account's own of all markets: the hash of those stays what it was.
      ...(timer === 0 && marketId === undefined ? [] : [timer, marketId]),
    ],
  );
  return [
    ...orders.map(orderRecord),
    ...orders.flatMap(termsRecord),
    ...orders.flatMap(displayRecord),
    ...orders.flatMap(listedRecord),
    ...triggers.map(triggerRecord),
    ...triggers.flatMap(legRecord),
    ...triggers.flatMap(triggerTermsRecord),
    ...orderLists.map(listRecord),
    ...triggerBacklogs.flatMap(backlogRecords),
    ...timers,
  ];
}

/** Each price by its turn, and each of its trades by theirs. */
function backlogRecords({ marketId, moves, sampleTimeMs }: TriggerBacklogRow): HashRecord[] {
  return [
    ['trigger_backlog', marketId, sampleTimeMs],
    ...moves.flatMap((move, turn) => moveRecords(move, marketId, turn)),
  ];
}

function moveRecords(move: TriggerMove, marketId: number, turn: number): HashRecord[] {
  const { by, timeMs, idMax, lowest, highest, sampleTimeMs, trades = [] } = move;
  return [
    ['trigger_move', marketId, turn, by, timeMs, idMax, lowest, highest, sampleTimeMs],
    ...trades.map(
      ([tradeId, price], at): HashRecord => ['move_trade', marketId, turn, at, tradeId, price],
    ),
  ];
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
    ...trailFields(trigger),
  ];
}

const listedRecord = ({ orderId, listId }: OrderRow): HashRecord[] =>
  listId === undefined ? [] : [['listed_order', orderId, listId]];

/** What one of a list has beside. */
const legRecord = ({ triggerId, listId, sinceId, status }: TriggerRow): HashRecord[] =>
  listId === undefined ? [] : [['list_leg', triggerId, listId, sinceId, status]];

/** Of one that is not over; what only one that is has is left out. */
const listRecord = (list: OrderListRow): HashRecord => [
  'order_list',
  list.listId,
  list.owner,
  list.marketId,
  list.kind,
  list.clientListId,
  list.workingId,
  list.firstId,
  list.secondId,
  list.status,
  list.received,
  list.settlesAtMs,
  list.createdAtMs,
  list.updatedAtMs,
];

/** None of what has none: the hash of those stays what it was. */
const trailFields = ({ trailPpm, activationPrice, bestPrice, bestAtMs }: TriggerRow) =>
  trailPpm === undefined ? [] : [trailPpm, activationPrice, bestPrice, bestAtMs];

/** Of the few that have some: one without hashes to what it did before there were any. */
function termsRecord({ orderId, priority, expiresAtMs, selfTrade }: OrderRow): HashRecord[] {
  const hasSome = priority !== undefined || expiresAtMs !== undefined || selfTrade !== undefined;
  return hasSome ? [['order_terms', orderId, priority, expiresAtMs, selfTrade]] : [];
}

/** Of the few trigger orders that have some. */
function triggerTermsRecord(trigger: TriggerRow): HashRecord[] {
  const { triggerId, display, selfTrade, expiresAtMs } = trigger;
  const hasSome = display !== undefined || selfTrade !== undefined || expiresAtMs !== undefined;
  return hasSome ? [['trigger_terms', triggerId, display, selfTrade, expiresAtMs]] : [];
}

/** Of those that show a part of themselves. */
const displayRecord = ({ orderId, display, hidden }: OrderRow): HashRecord[] =>
  display === undefined ? [] : [['order_display', orderId, display, hidden]];

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
