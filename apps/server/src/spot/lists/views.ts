/** Lists of orders as the wire shows them. */
import type { OrderList, OrderListState } from '@fairlead/contract';
import type { OrderListRow, Value } from '@fairlead/engine';
import type { Terms } from '../../market/index.ts';
import { triggerView } from '../triggers/views.ts';
import { orderView } from '../views.ts';
import type { WholeList } from './queries.ts';

/** A list without its orders. */
export const listState = (row: OrderListRow, terms: Terms): OrderListState => ({
  id: row.listId,
  ...(row.clientListId !== undefined && { client_order_id: row.clientListId }),
  symbol: terms.knownMarket(row.marketId).symbol,
  kind: row.kind,
  status: row.status,
  ...(row.endReason !== undefined && { end_reason: row.endReason }),
  ...(row.workingId !== undefined && { working_id: row.workingId }),
  first_id: row.firstId,
  ...(row.secondId !== undefined && { second_id: row.secondId }),
  created_at: row.createdAtMs,
  updated_at: row.updatedAtMs,
});

export const listView = ({ list, orders, triggers }: WholeList, terms: Terms): OrderList => ({
  ...listState(list, terms),
  orders: orders.map((row) => orderView(row, terms)),
  trigger_orders: triggers.map((row) => triggerView(row, terms)),
});

/** What a command answers about a list. */
export function listAnswer(value: Value, terms: Terms) {
  if (value.kind !== 'list') throw new TypeError(`a list of orders answered ${value.kind}`);
  return { order_list: listView(value, terms) };
}
