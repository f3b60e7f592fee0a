/** How what users are told of their orders lies in steps: what these lists name is added to at their ends only. */
import type { OrderRow } from '@fairlead/engine';
import { layoutOf, type Pack } from '../core/steps/layouts.ts';
import { ORDER_LISTS } from './lists/record.ts';
import { ORDERS } from './record.ts';
import { TRIGGERS } from './triggers/record.ts';

/** Those that each has: all but what stands below under a bit. */
const ALWAYS = 0x17c081f;

const bit = (place: number, value: unknown): number => (value === undefined ? 0 : 1 << place);

/** Of each order there is one with every change of it. */
const packOrder: Pack<OrderRow> = (bytes, row, timeMs) => {
  bytes.integer(1);
  bytes.integer(
    ALWAYS |
      bit(5, row.clientOrderId) |
      bit(6, row.price) |
      bit(7, row.quantity) |
      bit(8, row.amount) |
      bit(9, row.makerFeePpm) |
      bit(10, row.takerFeePpm) |
      bit(12, row.priority) |
      bit(13, row.expiresAtMs) |
      bit(14, row.selfTrade) |
      bit(15, row.listId) |
      bit(16, row.display) |
      bit(17, row.hidden) |
      bit(23, row.cancelReason),
  );
  bytes.number(row.orderId);
  bytes.number(row.marketId);
  bytes.word(row.side);
  bytes.word(row.type);
  bytes.word(row.timeInForce);
  if (row.clientOrderId !== undefined) bytes.word(row.clientOrderId);
  if (row.price !== undefined) bytes.number(row.price);
  if (row.quantity !== undefined) bytes.number(row.quantity);
  if (row.amount !== undefined) bytes.number(row.amount);
  if (row.makerFeePpm !== undefined) bytes.number(row.makerFeePpm);
  if (row.takerFeePpm !== undefined) bytes.number(row.takerFeePpm);
  bytes.number(timeMs - row.createdAtMs);
  if (row.priority !== undefined) bytes.number(row.priority);
  if (row.expiresAtMs !== undefined) bytes.number(timeMs - row.expiresAtMs);
  if (row.selfTrade !== undefined) bytes.word(row.selfTrade);
  if (row.listId !== undefined) bytes.number(row.listId);
  if (row.display !== undefined) bytes.number(row.display);
  if (row.hidden !== undefined) bytes.number(row.hidden);
  bytes.number(row.filledQuantity);
  bytes.number(row.filledAmount);
  bytes.number(row.fee);
  bytes.number(row.hold);
  bytes.word(row.status);
  if (row.cancelReason !== undefined) bytes.word(row.cancelReason);
  bytes.number(timeMs - row.updatedAtMs);
};

export const ORDER_LAYOUT = layoutOf(
  ORDERS,
  [
    ...(['orderId', 'marketId', 'side', 'type', 'timeInForce', 'clientOrderId', 'price'] as const),
    ...(['quantity', 'amount', 'makerFeePpm', 'takerFeePpm', 'createdAtMs', 'priority'] as const),
    ...(['expiresAtMs', 'selfTrade', 'listId', 'display', 'hidden', 'filledQuantity'] as const),
    ...(['filledAmount', 'fee', 'hold', 'status', 'cancelReason', 'updatedAtMs'] as const),
  ],
  packOrder,
);

export const TRIGGER_LAYOUT = layoutOf(TRIGGERS, [
  ...(['triggerId', 'marketId', 'side', 'triggerKind', 'triggerBy', 'trailPpm'] as const),
  ...(['activationPrice', 'type', 'timeInForce', 'price', 'listId', 'amount'] as const),
  ...(['clientOrderId', 'makerFeePpm', 'takerFeePpm', 'createdAtMs', 'quantity'] as const),
  ...(['sinceId', 'triggerPrice', 'bestPrice', 'bestAtMs', 'hold', 'status'] as const),
  ...(['cancelReason', 'orderId', 'receiptId', 'updatedAtMs', 'display'] as const),
  ...(['selfTrade', 'expiresAtMs'] as const),
]);

export const ORDER_LIST_LAYOUT = layoutOf(ORDER_LISTS, [
  ...(['listId', 'marketId', 'kind', 'clientListId', 'workingId', 'secondId'] as const),
  ...(['createdAtMs', 'firstId', 'status', 'endReason', 'received', 'settlesAtMs'] as const),
  'updatedAtMs',
]);
