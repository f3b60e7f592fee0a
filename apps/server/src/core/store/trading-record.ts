/** What the whole exchange takes, as the table holds it: one row, none while it was never stopped. */
import type { TradingRow } from '@fairlead/engine';
import { upserts } from './batch/table-writer.ts';
import type { Queryable } from './database.ts';
import type { TablesPart } from './exchange-tables.ts';
import { int2, int8, type RecordOf, tableOf, text } from './table.ts';

const TRADING = tableOf<TradingRow & { readonly tradingId: 1 }>()({
  name: 'trading',
  keys: { tradingId: int2('trading_id') },
  changing: {
    mode: text('mode'),
    cause: text('cause'),
    reason: text('reason'),
    sinceMs: int8('since_ms'),
  },
});

const upsertTrading = upserts(TRADING);

export const tradingTables = {
  writes: {
    terms: [
      (encoder, { changes: { trading } }) => {
        if (trading !== undefined) upsertTrading(encoder, [{ tradingId: 1, ...trading }]);
      },
    ],
  },
} satisfies TablesPart;

export async function readTrading(source: Queryable): Promise<TradingRow | undefined> {
  const [record] = await source.query<RecordOf<typeof TRADING>>(
    `SELECT ${TRADING.columns} FROM trading`,
  );
  if (record === undefined) return undefined;
  const { tradingId: _one, ...row } = TRADING.toRow(record);
  return row;
}
