/** Trades and orders as programs page through them: by id, by time, by order. */
import type { AmendmentRow, OrderListRow, OrderRow, TradeRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { LIST_ROWS_MAX } from '../core/store/limits.ts';
import { Conditions } from '../core/store/pages.ts';
import {
  AMENDMENT_COLUMNS,
  type AmendmentRecord,
  ORDER_COLUMNS,
  ORDER_LIST_COLUMNS,
  type OrderListRecord,
  type OrderRecord,
  type TradeRecord,
  toAmendment,
  toOrder,
  toOrderList,
  toTrade,
  tradeIdAtTime,
} from '../spot/index.ts';

/** Changes of an order from the command of a sequence on, oldest first. */
export async function amendmentsFrom(
  source: Queryable,
  {
    orderId,
    fromSequence,
    limit,
  }: { readonly orderId: number; readonly fromSequence: number; readonly limit: number },
): Promise<AmendmentRow[]> {
  const rows = await source.query<AmendmentRecord>(
    `SELECT ${AMENDMENT_COLUMNS} FROM order_amendments
     WHERE order_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3`,
    [orderId, fromSequence, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toAmendment);
}

/** The change of an order to a quantity at a time. */
export async function amendmentAt(
  source: Queryable,
  {
    orderId,
    timeMs,
    quantity,
  }: { readonly orderId: number; readonly timeMs: number; readonly quantity: number },
): Promise<AmendmentRow | undefined> {
  const [row] = await source.query<AmendmentRecord>(
    `SELECT ${AMENDMENT_COLUMNS} FROM order_amendments
     WHERE order_id = $1 AND time_ms = $2 AND quantity_lots = $3 ORDER BY sequence LIMIT 1`,
    [orderId, timeMs, quantity],
  );
  return row && toAmendment(row);
}

export interface TradeRange {
  readonly marketId: number;
  /** The first id that is wanted. */
  readonly fromId: number;
  /** Until and with this time. */
  readonly toMs?: number;
  readonly limit: number;
}

/** Trades of a market from an id on, oldest first. */
export async function tradesFrom(
  source: Queryable,
  { marketId, fromId, toMs = Number.MAX_SAFE_INTEGER, limit }: TradeRange,
): Promise<TradeRow[]> {
  const rows = await source.query<TradeRecord>(
    'SELECT * FROM trades WHERE market_id = $1 AND trade_id >= $2 ORDER BY trade_id LIMIT $3',
    [marketId, fromId, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toTrade).filter(({ timeMs }) => timeMs <= toMs);
}

/** The last trades of a market before an id, and from another on, oldest first. */
export async function tradesBefore(
  source: Queryable,
  {
    marketId,
    fromId,
    beforeId,
    limit,
  }: {
    readonly marketId: number;
    readonly fromId: number;
    readonly beforeId: number;
    readonly limit: number;
  },
): Promise<TradeRow[]> {
  const rows = await source.query<TradeRecord>(
    `SELECT * FROM trades WHERE market_id = $1 AND trade_id >= $2 AND trade_id < $3
     ORDER BY trade_id DESC LIMIT $4`,
    [marketId, fromId, beforeId, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toTrade).reverse();
}

/** The trades that an order took when it was placed. */
export async function takenBy(
  source: Queryable,
  { orderId, marketId, createdAtMs }: Pick<OrderRow, 'orderId' | 'marketId' | 'createdAtMs'>,
  tradesMax: number,
): Promise<TradeRow[]> {
  const fromId = await tradeIdAtTime(source, marketId, createdAtMs);
  const trades = await tradesFrom(source, {
    marketId,
    fromId,
    toMs: createdAtMs,
    limit: tradesMax,
  });
  return trades.filter(({ takerOrderId }) => takerOrderId === orderId);
}

export interface ListsQuery extends Omit<OrdersQuery, 'marketId'> {}

/** An owner's lists of orders, oldest first. */
export async function listsFrom(source: Queryable, query: ListsQuery): Promise<OrderListRow[]> {
  const place = { columns: ORDER_LIST_COLUMNS, table: 'order_lists', id: 'list_id' };
  return (await rowsFrom<OrderListRecord>(source, place, query)).map(toOrderList);
}

interface RowsQuery extends ListsQuery {
  readonly marketId?: number;
}

/** From an id or a time on the first ones, without either the last; oldest first. */
async function rowsFrom<Stored>(
  source: Queryable,
  { columns, table, id }: { readonly columns: string; readonly table: string; readonly id: string },
  { owner, marketId, fromId, fromMs, toMs, limit }: RowsQuery,
): Promise<Stored[]> {
  const isForward = fromId !== undefined || fromMs !== undefined;
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add(`${id} >=`, fromId)
    .add('created_at_ms >=', fromMs)
    .add('created_at_ms <=', toMs);
  const rows = await source.query<Stored>(
    `SELECT ${columns} FROM ${table} WHERE ${where.sql}
     ORDER BY ${id} ${isForward ? 'ASC' : 'DESC'} LIMIT ${Math.min(limit, LIST_ROWS_MAX)}`,
    where.values,
  );
  return isForward ? rows : rows.reverse();
}

/** An owner's that are not over, oldest first, in one market or in all. */
export async function openListsOf(
  source: Queryable,
  owner: number,
  marketId?: number,
): Promise<OrderListRow[]> {
  const where = new Conditions().add('owner_id =', owner).add('market_id =', marketId);
  const rows = await source.query<OrderListRecord>(
    `SELECT ${ORDER_LIST_COLUMNS} FROM order_lists WHERE ${where.sql} AND status <> 'done'
     ORDER BY list_id LIMIT ${LIST_ROWS_MAX}`,
    where.values,
  );
  return rows.map(toOrderList);
}

/** The lists that orders of an owner are of, by order; of nearly all there is none. */
export async function listIdsOf(
  source: Queryable,
  owner: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await source.query<{ order_id: bigint; list_id: bigint }>(
    `SELECT order_id, list_id FROM orders
     WHERE order_id = ANY ($1::bigint[]) AND owner_id = $2 AND list_id IS NOT NULL`,
    [orderIds, owner],
  );
  return new Map(rows.map(({ order_id, list_id }) => [Number(order_id), Number(list_id)]));
}

export interface OrdersQuery {
  readonly owner: number;
  readonly marketId: number;
  /** From this id on the first ones; without it the last. */
  readonly fromId?: number;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly limit: number;
}

/** An owner's orders in one market, oldest first. */
export async function ordersFrom(source: Queryable, query: OrdersQuery): Promise<OrderRow[]> {
  const place = { columns: ORDER_COLUMNS, table: 'orders', id: 'order_id' };
  return (await rowsFrom<OrderRecord>(source, place, query)).map(toOrder);
}

/** An owner's orders that wait, oldest first, in one market or in all. */
export async function waitingOrders(
  source: Queryable,
  owner: number,
  marketId?: number,
): Promise<OrderRow[]> {
  const where = new Conditions().add('owner_id =', owner).add('market_id =', marketId);
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE ${where.sql} AND status = 'waiting'
     ORDER BY order_id LIMIT ${LIST_ROWS_MAX}`,
    where.values,
  );
  return rows.map(toOrder);
}
