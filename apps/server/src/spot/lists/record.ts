/** Lists of orders as their table holds them, and back. */
import type { OrderListRow } from '@fairlead/engine';
import { amount, int4, int8, type RecordOf, tableOf, text } from '../../core/store/table.ts';

export const ORDER_LISTS = tableOf<OrderListRow>()({
  name: 'order_lists',
  keys: { listId: int8('list_id') },
  fixed: {
    owner: int8('owner_id'),
    marketId: int4('market_id'),
    kind: text('kind'),
    clientListId: text('client_list_id'),
    workingId: int8('working_id'),
    secondId: int8('second_id'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    firstId: int8('first_id'),
    status: text('status'),
    endReason: text('end_reason'),
    received: amount('received_minor'),
    settlesAtMs: int8('settles_at_ms'),
    updatedAtMs: int8('updated_at_ms'),
  },
});

export const ORDER_LIST_COLUMNS = ORDER_LISTS.columns;
export type OrderListRecord = RecordOf<typeof ORDER_LISTS>;
export const toOrderList = ORDER_LISTS.toRow;
