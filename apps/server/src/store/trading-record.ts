/** What the whole exchange takes, as the table holds it: one row, none while it was never stopped. */
import type { TradingRow } from '@fairlead/engine';
import type { BatchEncoder } from './batch-encoder.ts';
import type { Queryable } from './database.ts';
import { upsert } from './statement-builders.ts';

const UPSERT_TRADING = upsert('trading', [
  ['trading_id', 'bigint'],
  ['mode', 'text'],
  ['cause', 'text'],
  ['reason', 'text'],
  ['since_ms', 'bigint'],
]);

export function encodeTrading(encoder: BatchEncoder, row: TradingRow): void {
  const rows = [row];
  encoder.execute(UPSERT_TRADING, () => {
    encoder.int8Column(rows, () => 1);
    encoder.textColumn(rows, ({ mode }) => mode);
    encoder.textColumn(rows, ({ cause }) => cause);
    encoder.textColumn(rows, ({ reason }) => reason);
    encoder.int8Column(rows, ({ sinceMs }) => sinceMs);
  });
}

interface TradingRecord extends Pick<TradingRow, 'mode' | 'cause' | 'reason'> {
  readonly since_ms: bigint;
}

export async function readTrading(source: Queryable): Promise<TradingRow | undefined> {
  const [row] = await source.query<TradingRecord>(
    'SELECT mode, cause, reason, since_ms FROM trading',
  );
  if (row === undefined) return undefined;
  const { mode, cause, reason, since_ms } = row;
  return { mode, cause, reason, sinceMs: Number(since_ms) };
}
