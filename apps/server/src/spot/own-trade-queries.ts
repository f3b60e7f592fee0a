/**
 * Trades by owner and by order. They have no index by time or owner: ids rise with time, so a time is found by halving, and an
 * owner's trades by the entries that posted them.
 */
import type { OrderRow, TradeRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { type TradeRecord, toTrade } from './record.ts';

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
    // With its table's name: alone it would be the text that is selected, and "10" lies before "9".
    `SELECT entry_id FROM journal_entries WHERE reason = 'trade' AND reference = (
       SELECT trade_id::text FROM trades WHERE trade_id >= $1 ORDER BY trades.trade_id LIMIT 1)`,
    [tradeId],
  );
  return row === undefined ? 'none' : Number(row.entry_id);
}

/** What one order was filled by, oldest first. */
export async function orderTradesPage(
  source: Queryable,
  order: Pick<OrderRow, 'orderId' | 'owner' | 'marketId' | 'createdAtMs' | 'updatedAtMs'>,
  { baseCurrencyId, request }: { readonly baseCurrencyId: number; readonly request: PageRequest },
): Promise<Page<TradeRow>> {
  const { orderId, owner, marketId, createdAtMs, updatedAtMs } = order;
  // Nothing of it lies outside its own time: an owner of a million trades has those of a minute looked through.
  const fromEntry = await entryOfTrade(source, await tradeIdAtTime(source, marketId, createdAtMs));
  const where = new Conditions()
    .add('postings.owner_id =', owner)
    .add('postings.owner_id <>', 0)
    .add('currency_id =', baseCurrencyId)
    .add('account =', 'coin')
    .add('reason =', 'trade')
    .add('postings.time_ms >=', createdAtMs)
    .add('postings.time_ms <=', updatedAtMs)
    .add('market_id =', marketId)
    .add('entry_id >=', fromEntry === 'none' ? undefined : fromEntry)
    .add(
      'CASE WHEN maker_owner_id = postings.owner_id THEN maker_order_id ELSE taker_order_id END =',
      orderId,
    );
  return readPage<TradeRecord, TradeRow>(
    source,
    {
      columns: 'trades.*',
      from: `postings JOIN journal_entries USING (entry_id)
        JOIN trades ON trade_id = reference::bigint AND trades.time_ms = postings.time_ms`,
      where,
      orderBy: 'entry_id',
    },
    request,
    toTrade,
  );
}
