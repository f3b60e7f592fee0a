/** Trades as their owners take them along. */
import type { Queryable } from '../core/store/database.ts';
import type { OwnRowsFilter } from '../core/store/export-queries.ts';

/** A trade, and the entry that settled it. */
export interface OwnFillRecord {
  readonly entry_id: bigint;
  readonly trade_id: bigint;
  readonly market_id: number;
  readonly price_ticks: bigint;
  readonly quantity_lots: bigint;
  readonly notional_minor: bigint;
  readonly side: 'buy' | 'sell';
  readonly maker_order_id: bigint;
  readonly taker_order_id: bigint;
  readonly maker_owner_id: bigint;
  readonly maker_fee_minor: bigint;
  readonly taker_fee_minor: bigint;
  readonly time_ms: bigint;
}

/** Trades have no index by owner: they are found by the entries that posted them. */
export function ownFills(
  source: Queryable,
  { owner, fromMs, toMs, after, rowsMax }: OwnRowsFilter,
): Promise<OwnFillRecord[]> {
  return source.query<OwnFillRecord>(
    `SELECT own.entry_id, trades.trade_id, market_id, price_ticks, quantity_lots, notional_minor,
       side, maker_order_id, taker_order_id, maker_owner_id, maker_fee_minor, taker_fee_minor,
       trades.time_ms
     FROM (
       SELECT DISTINCT entry_id, reference, postings.time_ms
       FROM postings JOIN journal_entries USING (entry_id)
       WHERE owner_id = $1 AND owner_id <> 0 AND entry_id > $2
         AND postings.time_ms >= $3 AND postings.time_ms < $4 AND reason = 'trade'
       ORDER BY entry_id LIMIT ${rowsMax}
     ) AS own
     JOIN trades ON trade_id = own.reference::bigint AND trades.time_ms = own.time_ms
     ORDER BY own.entry_id`,
    [owner, after ?? 0, fromMs, toMs],
  );
}
