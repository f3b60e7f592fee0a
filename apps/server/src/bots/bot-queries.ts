/**
 * Trades and orders as programs page through them: by id, by time, by order. Trades have no index by time or owner;
 * ids rise with time, so a time is found by halving, and an owner's trades by the entries that posted them.
 */
import type { AmendmentRow, OrderRow, TradeRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { LIST_ROWS_MAX } from '../core/store/limits.ts';
import { Conditions } from '../core/store/pages.ts';
import {
  AMENDMENT_COLUMNS,
  type AmendmentRecord,
  ORDER_COLUMNS,
  type OrderRecord,
  type TradeRecord,
  toAmendment,
  toOrder,
  toTrade,
} from '../spot/index.ts';

/** The first id of a market's trades that lies at or after a time; one past the last where there is none. */
export async function tradeIdAtTime(
  source: Queryable,
  marketId: number,
  timeMs: number,
): Promise<number> {
  const [found] = await source.query<{ low: bigint }>(
    `WITH RECURSIVE halving (low, high) AS (
       SELECT 1::bigint, coalesce((SELECT trade_id FROM trades WHERE market_id = $1
         ORDER BY trade_id DESC LIMIT 1), 0) + 1
       UNION ALL
       SELECT CASE WHEN time_ms < $2 THEN trade_id + 1 ELSE low END,
         CASE WHEN time_ms < $2 THEN high ELSE (low + high) / 2 END
       FROM halving LEFT JOIN LATERAL (
         SELECT trade_id, time_ms FROM trades
         WHERE market_id = $1 AND trade_id >= (low + high) / 2 ORDER BY trade_id LIMIT 1
       ) AS middle ON true
       WHERE low < high
     ) SELECT low FROM halving WHERE low >= high`,
    [marketId, timeMs],
  );
  return Number(found?.low ?? 1n);
}

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

/** The latest change of an order. */
export async function lastAmendment(
  source: Queryable,
  orderId: number,
): Promise<AmendmentRow | undefined> {
  const [row] = await source.query<AmendmentRecord>(
    `SELECT ${AMENDMENT_COLUMNS} FROM order_amendments
     WHERE order_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [orderId],
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

export interface OwnTradesQuery {
  readonly owner: number;
  readonly marketId: number;
  readonly baseCurrencyId: number;
  /** Bounds of trade ids, the second excluded. */
  readonly fromId?: number;
  readonly beforeId?: number;
  /** Only of this order. */
  readonly orderId?: number;
  readonly limit: number;
  /** Which of more than `limit`: the first from `fromId` on, or the last. */
  readonly which: 'first' | 'last';
}

/** An owner's trades in one market, oldest first. */
export async function ownTrades(source: Queryable, query: OwnTradesQuery): Promise<TradeRow[]> {
  const { owner, marketId, baseCurrencyId, fromId, beforeId, orderId, limit, which } = query;
  const order = which === 'first' ? 'ASC' : 'DESC';
  const [fromEntry, beforeEntry] = [
    await entryOfTrade(source, fromId),
    await entryOfTrade(source, beforeId),
  ];
  if (fromEntry === 'none') return [];
  const where = new Conditions()
    .add('postings.owner_id =', owner)
    // The index of users' postings leaves the house out; the planner must see that this does too.
    .add('postings.owner_id <>', 0)
    .add('currency_id =', baseCurrencyId)
    .add('account =', 'coin')
    .add('reason =', 'trade')
    .add('market_id =', marketId)
    .add('entry_id >=', fromEntry)
    .add('entry_id <', beforeEntry === 'none' ? undefined : beforeEntry);
  const values = [...where.values];
  let ofOrder = '';
  if (orderId !== undefined) {
    values.push(orderId);
    ofOrder = `AND $${values.length} IN (maker_order_id, taker_order_id)`;
  }
  const rows = await source.query<TradeRecord & { readonly entry_id: bigint }>(
    `SELECT DISTINCT entry_id, trades.* FROM postings
       JOIN journal_entries USING (entry_id)
       JOIN trades ON trade_id = reference::bigint AND trades.time_ms = postings.time_ms
     WHERE ${where.sql} ${ofOrder} ORDER BY entry_id ${order} LIMIT ${limit}`,
    values,
  );
  const trades = rows.map(toTrade);
  return which === 'first' ? trades : trades.reverse();
}

/** The entry of the first trade, of any market, with this id or a later one. */
async function entryOfTrade(
  source: Queryable,
  tradeId: number | undefined,
): Promise<number | 'none' | undefined> {
  if (tradeId === undefined) return undefined;
  const [row] = await source.query<{ entry_id: bigint }>(
    `SELECT entry_id FROM journal_entries WHERE reason = 'trade' AND reference = (
       SELECT trade_id::text FROM trades WHERE trade_id >= $1 ORDER BY trade_id LIMIT 1)`,
    [tradeId],
  );
  return row === undefined ? 'none' : Number(row.entry_id);
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
export async function ordersFrom(
  source: Queryable,
  { owner, marketId, fromId, fromMs, toMs, limit }: OrdersQuery,
): Promise<OrderRow[]> {
  const isForward = fromId !== undefined || fromMs !== undefined;
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('order_id >=', fromId)
    .add('created_at_ms >=', fromMs)
    .add('created_at_ms <=', toMs);
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE ${where.sql}
     ORDER BY order_id ${isForward ? 'ASC' : 'DESC'} LIMIT ${Math.min(limit, LIST_ROWS_MAX)}`,
    where.values,
  );
  const orders = rows.map(toOrder);
  return isForward ? orders : orders.reverse();
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
