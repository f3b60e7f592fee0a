/** The grids of markets, past and present: what stored ticks and lots are turned into text by. */
import type { GridRow } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';

/** All grids, those of a market in the order in which they came. */
export async function readGrids(source: Queryable): Promise<GridRow[]> {
  const rows = await source.query<{
    market_id: number;
    after_order_id: bigint;
    after_trade_id: bigint;
    tick_size_e8: string;
    lot_base_minor: string;
    tick_lot_quote_minor: string;
  }>('SELECT * FROM market_grids ORDER BY market_id, after_order_id, after_trade_id');
  return rows.map((row) => ({
    marketId: row.market_id,
    afterOrderId: Number(row.after_order_id),
    afterTradeId: Number(row.after_trade_id),
    tickSizeE8: BigInt(row.tick_size_e8),
    lotBaseMinor: amountMinor(BigInt(row.lot_base_minor)),
    tickLotQuoteMinor: amountMinor(BigInt(row.tick_lot_quote_minor)),
  }));
}
