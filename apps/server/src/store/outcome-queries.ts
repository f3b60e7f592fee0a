/** Options and positions that came to their end of late, found by their receipts, which are kept in order of time. */
import type { OptionRow, PositionRow } from '@fairlead/engine';
import type { Queryable } from './database.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from './futures-record.ts';
import { OUTCOME_RECEIPTS_MAX } from './limits.ts';
import { OPTION_COLUMNS, type OptionRecord, toOption } from './option-record.ts';

/** The subjects of the last receipts of some kinds; `$1` is how many are looked at, `$2` since when. */
const subjectsOf = (...kinds: readonly string[]): string => `
  SELECT subject_id FROM (SELECT kind, subject_id, time_ms FROM receipts
    ORDER BY receipt_id DESC LIMIT $1) AS latest
  WHERE time_ms >= $2 AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;

export async function latestOutcomes(
  source: Queryable,
  fromMs: number,
): Promise<{ readonly options: OptionRow[]; readonly positions: PositionRow[] }> {
  const deliveries = subjectsOf('delivery');
  const closings = subjectsOf('take_profit', 'stop_loss', 'liquidation', 'profit_cap');
  const options = await source.query<OptionRecord>(
    `SELECT ${OPTION_COLUMNS} FROM option_orders WHERE option_id IN (${deliveries})
     ORDER BY option_id`,
    [OUTCOME_RECEIPTS_MAX, fromMs],
  );
  const positions = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions WHERE position_id IN (${closings})
     ORDER BY position_id`,
    [OUTCOME_RECEIPTS_MAX, fromMs],
  );
  return { options: options.map(toOption), positions: positions.map(toPosition) };
}
