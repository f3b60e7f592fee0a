/** The part that lists of orders have of a batch, of a start and of what falls due. */
import type { OrderListRow } from '@fairlead/engine';
import { copies, updates } from '../../core/store/batch/table-writer.ts';
import type { BatchPart } from '../../core/store/batch/writer.ts';
import type { TablesPart } from '../../core/store/exchange-tables.ts';
import { ORDER_LIST_LAYOUT } from '../layouts.ts';
import { readOpenLists } from './queries.ts';
import { ORDER_LISTS } from './record.ts';

const copyLists = copies(ORDER_LISTS);
const updateLists = updates(ORDER_LISTS);

/** Those that came to be in this batch are copied, the others' changing columns are updated. */
const lists: BatchPart = (encoder, { changes, previousOrderId }) => {
  const isNew = ({ listId }: OrderListRow): boolean => listId > previousOrderId;
  copyLists(encoder, changes.orderLists.filter(isNew));
  updateLists(
    encoder,
    changes.orderLists.filter((row) => !isNew(row)),
  );
};

export const orderListTables = {
  writes: { acts: [lists] },
  reads: { orderLists: readOpenLists },
  told: { orderLists: ORDER_LIST_LAYOUT },
  due: ({ orderLists }) => orderLists.flatMap(({ settlesAtMs }) => settlesAtMs ?? []),
  checks: {
    numbers: [['order_list', 'SELECT max(list_id) FROM order_lists', 'last_order_id']],
  },
} satisfies TablesPart;
