/** Trades as their owners take them along. */
import type { Queryable } from '../core/store/database.ts';
import type { OwnRowsFilter } from '../core/store/export-queries.ts';
import type { TradeRecord } from './record.ts';

/** A trade, and the entry that settled it. */
export type OwnFillRecord = TradeRecord & { readonly entry_id: bigint };

/** Trades have no index by owner: they are found by the entries that posted them. */
export function ownFills(
  source: Queryable,
  { owner, fromMs, toMs, after, rowsMax }: OwnRowsFilter,
): Promise<OwnFillRecord[]> {
  return source.query<OwnFillRecord>(
    `SELECT own.entry_id, trades.*
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
