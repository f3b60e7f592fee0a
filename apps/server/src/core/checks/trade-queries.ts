/** What the check of trades reads: trades with their entries and grids, and what orders say of their fills. */
import type { Queryable } from '../store/database.ts';
import { type PastTrade, postingKey, type TradeSide } from './trade-compare.ts';

interface TradeRecord {
  readonly trade_id: bigint;
  readonly price_ticks: bigint;
  readonly quantity_lots: bigint;
  readonly notional_minor: bigint;
  readonly side: 'buy' | 'sell';
  readonly maker_order_id: bigint;
  readonly taker_order_id: bigint;
  readonly maker_owner_id: bigint;
  readonly taker_owner_id: bigint;
  readonly maker_fee_minor: bigint;
  readonly taker_fee_minor: bigint;
  readonly time_ms: bigint;
  readonly base_currency_id: number;
  readonly quote_currency_id: number;
  readonly lot_base_minor: string;
  readonly tick_lot_quote_minor: string;
  readonly entry_time_ms: bigint | null;
  readonly postings: readonly (readonly [owner: number, currency: number, sum: string])[] | null;
}

/** Trades after an id, each with its grid and what its entry posted. */
export async function readTradesStep(
  source: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PastTrade[]> {
  const rows = await source.query<TradeRecord>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM trades WHERE trade_id > $1 ORDER BY trade_id LIMIT $2
     )
     SELECT page.*, base_currency_id, quote_currency_id, grid.lot_base_minor::text,
       grid.tick_lot_quote_minor::text, entry.time_ms AS entry_time_ms, (
         SELECT json_agg(json_build_array(owner_id, currency_id, amount::text)) FROM (
           SELECT owner_id, currency_id, sum(amount_minor) AS amount FROM postings
           WHERE postings.entry_id = entry.entry_id AND postings.time_ms = entry.time_ms
           GROUP BY owner_id, currency_id
         ) AS sums
       ) AS postings
     FROM page
     JOIN markets USING (market_id)
     CROSS JOIN LATERAL (
       SELECT lot_base_minor, tick_lot_quote_minor FROM market_grids
       WHERE market_grids.market_id = page.market_id AND after_trade_id < page.trade_id
       ORDER BY after_order_id DESC, after_trade_id DESC LIMIT 1
     ) AS grid
     LEFT JOIN journal_entries AS entry
       ON entry.reference = page.trade_id::text AND entry.reason = 'trade'
     ORDER BY trade_id`,
    [after, limit],
  );
  return rows.map(toTrade);
}

function toTrade(row: TradeRecord): PastTrade {
  const side = (orderId: bigint, owner: bigint, fee: bigint): TradeSide => ({
    orderId: Number(orderId),
    owner: Number(owner),
    fee,
  });
  return {
    tradeId: Number(row.trade_id),
    price: row.price_ticks,
    lots: row.quantity_lots,
    notional: row.notional_minor,
    isTakerBuyer: row.side === 'buy',
    maker: side(row.maker_order_id, row.maker_owner_id, row.maker_fee_minor),
    taker: side(row.taker_order_id, row.taker_owner_id, row.taker_fee_minor),
    timeMs: Number(row.time_ms),
    base: row.base_currency_id,
    quote: row.quote_currency_id,
    lotBase: BigInt(row.lot_base_minor),
    tickLotQuote: BigInt(row.tick_lot_quote_minor),
    entryTimeMs: row.entry_time_ms === null ? undefined : Number(row.entry_time_ms),
    postings:
      row.entry_time_ms === null
        ? undefined
        : new Map(
            (row.postings ?? []).map(([owner, currency, sum]) => [
              postingKey(owner, currency),
              BigInt(sum),
            ]),
          ),
  };
}

/** Fills of an order, added up. */
export interface OrderFills {
  readonly owner: number;
  readonly lots: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** What an order says of its fills. */
export interface SaidFills extends OrderFills {
  /** More may come. */
  readonly isWaiting: boolean;
}

interface FillsRecord {
  readonly order_id: bigint;
  readonly owner_id: bigint;
  readonly filled_quantity_lots: bigint;
  readonly filled_amount_minor: bigint;
  readonly fee_minor: bigint;
  readonly is_waiting: boolean;
}

const FILLS = `order_id, owner_id, filled_quantity_lots, filled_amount_minor, fee_minor,
  status = 'waiting' AS is_waiting`;

const toFills = (rows: readonly FillsRecord[]): Map<number, SaidFills> =>
  new Map(
    rows.map((row) => [
      Number(row.order_id),
      {
        owner: Number(row.owner_id),
        lots: row.filled_quantity_lots,
        amount: row.filled_amount_minor,
        fee: row.fee_minor,
        isWaiting: row.is_waiting,
      },
    ]),
  );

export async function readFills(
  source: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, SaidFills>> {
  return toFills(
    await source.query<FillsRecord>(`SELECT ${FILLS} FROM orders WHERE order_id = ANY($1)`, [
      orderIds,
    ]),
  );
}

/** Orders after an id that say that they were filled. */
export async function readFillsAfter(
  source: Queryable,
  orderId: number,
): Promise<Map<number, SaidFills>> {
  return toFills(
    await source.query<FillsRecord>(
      `SELECT ${FILLS} FROM orders WHERE order_id > $1
         AND (filled_quantity_lots, filled_amount_minor, fee_minor) <> (0, 0, 0)`,
      [orderId],
    ),
  );
}

/** The id before the newest so many of trades and of orders. */
export async function beforeNewest(
  source: Queryable,
  { trades, orders }: { readonly trades: number; readonly orders: number },
): Promise<{ readonly tradeId: number; readonly orderId: number }> {
  const [row] = await source.query<{ trade_id: bigint; order_id: bigint }>(
    `SELECT
       greatest(coalesce((SELECT max(trade_id) FROM history_cuts), 0),
         coalesce((SELECT trade_id FROM trades ORDER BY trade_id DESC OFFSET $1 LIMIT 1), 0)) AS trade_id,
       greatest(
         coalesce((SELECT taker_order_id FROM trades ORDER BY trade_id DESC OFFSET $1 LIMIT 1), 0),
         coalesce((SELECT order_id FROM orders ORDER BY order_id DESC OFFSET $2 LIMIT 1), 0)
       ) AS order_id`,
    [trades, orders],
  );
  return { tradeId: Number(row?.trade_id ?? 0), orderId: Number(row?.order_id ?? 0) };
}
