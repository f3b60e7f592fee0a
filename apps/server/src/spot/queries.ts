/** Orders and trades as users read them. Committed state only: the engine may be a batch ahead. */
import type { AmendmentRow, OrderRow, OrderStatus, TradeRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { LIST_ROWS_MAX } from '../core/store/limits.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  AMENDMENT_COLUMNS,
  type AmendmentRecord,
  ORDER_COLUMNS,
  type OrderRecord,
  type TradeRecord,
  toAmendment,
  toOrder,
  toTrade,
} from './record.ts';

export interface OrderFilter {
  readonly owner: number;
  readonly marketId?: number;
  readonly status?: OrderStatus;
  readonly side?: OrderRow['side'];
  readonly type?: OrderRow['type'];
  /** When it was placed, both included. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** An owner's orders, newest first. */
export function ordersPage(
  source: Queryable,
  { owner, marketId, status, side, type, fromMs, toMs }: OrderFilter,
  request: PageRequest,
): Promise<Page<OrderRow>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('status =', status)
    .add('side =', side)
    .add('type =', type)
    .add('created_at_ms >=', fromMs)
    .add('created_at_ms <=', toMs);
  return readPage<OrderRecord, OrderRow>(
    source,
    { columns: ORDER_COLUMNS, from: 'orders', where, orderBy: 'order_id DESC' },
    request,
    toOrder,
  );
}

/** One order of this owner; another's is not found. */
export async function orderById(
  source: Queryable,
  owner: number,
  orderId: number,
): Promise<OrderRow | undefined> {
  const [row] = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE order_id = $1 AND owner_id = $2`,
    [orderId, owner],
  );
  return row && toOrder(row);
}

/** One order of this owner by the id the client gave it. */
export async function orderByClientId(
  source: Queryable,
  owner: number,
  clientOrderId: string,
): Promise<OrderRow | undefined> {
  const [row] = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE owner_id = $1 AND client_order_id = $2`,
    [owner, clientOrderId],
  );
  return row && toOrder(row);
}

/** The changes of one order, oldest first. */
export function amendmentsPage(
  source: Queryable,
  orderId: number,
  request: PageRequest,
): Promise<Page<AmendmentRow>> {
  const where = new Conditions().add('order_id =', orderId);
  const from = 'order_amendments';
  return readPage<AmendmentRecord, AmendmentRow>(
    source,
    { columns: AMENDMENT_COLUMNS, from, where, orderBy: 'sequence' },
    request,
    toAmendment,
  );
}

/** One of an order's two names. */
export type OrderName = { readonly orderId: number } | { readonly clientOrderId: string };

/** The names of this owner's orders among these; another's are not found. */
export async function ordersNamed(
  source: Queryable,
  owner: number,
  names: readonly OrderName[],
): Promise<{ readonly orderId: number; readonly clientOrderId: string | undefined }[]> {
  const rows = await source.query<{ order_id: bigint; client_order_id: string | null }>(
    `SELECT order_id, client_order_id FROM orders
       WHERE order_id = ANY ($2::bigint[]) AND owner_id = $1
     UNION
     SELECT order_id, client_order_id FROM orders
       WHERE owner_id = $1 AND client_order_id = ANY ($3::text[])`,
    [
      owner,
      names.flatMap((name) => ('orderId' in name ? [name.orderId] : [])),
      names.flatMap((name) => ('clientOrderId' in name ? [name.clientOrderId] : [])),
    ],
  );
  return rows.map((row) => ({
    orderId: Number(row.order_id),
    clientOrderId: row.client_order_id ?? undefined,
  }));
}

/** The latest trades of a market, newest first. */
export async function recentTrades(
  source: Queryable,
  marketId: number,
  limit: number,
): Promise<TradeRow[]> {
  const rows = await source.query<TradeRecord>(
    'SELECT * FROM trades WHERE market_id = $1 ORDER BY trade_id DESC LIMIT $2',
    [marketId, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toTrade);
}

/** Trades of a market after a trade id, oldest first: what a candle maker missed while it was down. */
export async function tradesAfter(
  source: Queryable,
  { marketId, tradeId }: { readonly marketId: number; readonly tradeId: number },
  limit: number,
): Promise<TradeRow[]> {
  const rows = await source.query<TradeRecord>(
    'SELECT * FROM trades WHERE market_id = $1 AND trade_id > $2 ORDER BY trade_id LIMIT $3',
    [marketId, tradeId, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toTrade);
}

/** Trades of a market from a time on, oldest first, for statistics of the last day after a start. */
export async function tradesSince(
  source: Queryable,
  {
    marketId,
    fromMs,
    afterTradeId,
  }: {
    readonly marketId: number;
    readonly fromMs: number;
    readonly afterTradeId: number;
  },
  limit: number,
): Promise<TradeRow[]> {
  const rows = await source.query<TradeRecord>(
    `SELECT * FROM trades WHERE market_id = $1 AND time_ms >= $2 AND trade_id > $3
     ORDER BY trade_id LIMIT $4`,
    [marketId, fromMs, afterTradeId, Math.min(limit, LIST_ROWS_MAX)],
  );
  return rows.map(toTrade);
}
