/** The part that lists of orders have of a batch, of a start and of what falls due. */
import type { OrderListRow } from '@fairlead/engine';
import { copies, updates } from '../../core/store/batch/table-writer.ts';
import type { BatchPart } from '../../core/store/batch/writer.ts';
import type { TablesPart } from '../../core/store/exchange-tables.ts';
import { text } from '../../core/store/table.ts';
import { ORDER_LIST_LAYOUT } from '../layouts.ts';
import { agreedList, readAgreedLists } from './agreed.ts';
import { readOpenLists } from './queries.ts';
import { ORDER_LISTS } from './record.ts';

const copyLists = copies(ORDER_LISTS, text('agreed_digest'));
const updateLists = updates(ORDER_LISTS, text('agreed_digest'));

/** Those that came to be in this batch are copied, the others' changing columns are updated. */
const lists: BatchPart = (encoder, { changes, previousOrderId, agreed }) => {
  const digestOf = (row: OrderListRow): string | undefined =>
    row.status === 'done' ? undefined : agreed?.of(agreedList(row));
  const isNew = ({ listId }: OrderListRow): boolean => listId > previousOrderId;
  copyLists(encoder, changes.orderLists.filter(isNew), digestOf);
  updateLists(
    encoder,
    changes.orderLists.filter((row) => !isNew(row)),
    digestOf,
  );
};

/** Of a list that is over one order at most is left: two would both be filled. */
const LEFT = `SELECT 'list ' || list_id AS subject, (count(*) - 1)::text AS difference
  FROM (
    SELECT list_id FROM orders WHERE status = 'waiting' AND list_id IS NOT NULL
    UNION ALL
    SELECT list_id FROM trigger_orders
    WHERE status IN ('waiting', 'pending') AND list_id IS NOT NULL
  ) AS kept
  JOIN order_lists USING (list_id) WHERE order_lists.status = 'done'
  GROUP BY list_id HAVING count(*) > 1`;

export const orderListTables = {
  writes: { acts: [lists] },
  reads: { orderLists: readOpenLists },
  told: { orderLists: ORDER_LIST_LAYOUT },
  due: ({ orderLists }) => orderLists.flatMap(({ settlesAtMs }) => settlesAtMs ?? []),
  checks: {
    agreed: { table: 'order_lists', id: 'list_id', read: readAgreedLists, since: 2 },
    sums: [{ check: 'list_over', sql: LEFT }],
    numbers: [['order_list', 'SELECT max(list_id) FROM order_lists', 'last_order_id']],
  },
} satisfies TablesPart;
