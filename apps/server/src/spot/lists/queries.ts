/** Lists of orders as users read them. Committed state only: the engine may be a batch ahead. */
import type { OrderListRow, OrderRow, TriggerRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from '../record.ts';
import { TRIGGER_COLUMNS, type TriggerRecord, toTrigger } from '../triggers/record.ts';
import { ORDER_LIST_COLUMNS, type OrderListRecord, toOrderList } from './record.ts';

interface ListFilter {
  readonly owner: number;
  readonly marketId?: number;
  readonly status?: OrderListRow['status'];
  readonly listId?: number;
}

/** A list with all orders that ever were of it. */
export interface WholeList {
  readonly list: OrderListRow;
  readonly orders: readonly OrderRow[];
  readonly triggers: readonly TriggerRow[];
}

/** An owner's, newest first. */
export async function listsPage(
  source: Queryable,
  { owner, marketId, status, listId }: ListFilter,
  request: PageRequest,
): Promise<Page<WholeList>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('status =', status)
    .add('list_id =', listId);
  const found = await readPage<OrderListRecord, OrderListRow>(
    source,
    { columns: ORDER_LIST_COLUMNS, from: 'order_lists', where, orderBy: 'list_id DESC' },
    request,
    toOrderList,
  );
  return { ...found, list: await wholeLists(source, found.list) };
}

/** All that are not over, by id. */
export async function readOpenLists(source: Queryable): Promise<OrderListRow[]> {
  const rows = await source.query<OrderListRecord>(
    `SELECT ${ORDER_LIST_COLUMNS} FROM order_lists WHERE status <> 'done' ORDER BY list_id`,
  );
  return rows.map(toOrderList);
}

/** One of a list's two names. */
export type ListName = { readonly listId: number } | { readonly clientListId: string };

/** This owner's by one of its names, whatever became of it; another's is not found. */
export async function listNamed(
  source: Queryable,
  owner: number,
  name: ListName,
): Promise<OrderListRow | undefined> {
  const isById = 'listId' in name;
  const [row] = await source.query<OrderListRecord>(
    `SELECT ${ORDER_LIST_COLUMNS} FROM order_lists
     WHERE owner_id = $1 AND ${isById ? 'list_id' : 'client_list_id'} = $2`,
    [owner, isById ? name.listId : name.clientListId],
  );
  return row && toOrderList(row);
}

/** Each with its orders, by their ids. */
export async function wholeLists(
  source: Queryable,
  lists: readonly OrderListRow[],
): Promise<WholeList[]> {
  if (lists.length === 0) return [];
  const ids = [lists.map(({ listId }) => listId)];
  const orders = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE list_id = ANY ($1::bigint[]) ORDER BY order_id`,
    ids,
  );
  const triggers = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders
     WHERE list_id = ANY ($1::bigint[]) ORDER BY trigger_id`,
    ids,
  );
  const rows = { orders: orders.map(toOrder), triggers: triggers.map(toTrigger) };
  return lists.map((list) => ({
    list,
    orders: rows.orders.filter(({ listId }) => listId === list.listId),
    triggers: rows.triggers.filter(({ listId }) => listId === list.listId),
  }));
}
