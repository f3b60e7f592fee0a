/** What prices made due and no command has placed yet: as its table holds it, its part of a batch and of a start. */
import type { TriggerBacklogRow, TriggerMove } from '@fairlead/engine';
import { upserts } from '../../core/store/batch/table-writer.ts';
import type { Queryable } from '../../core/store/database.ts';
import { rowsOf, type TablesPart } from '../../core/store/exchange-tables.ts';
import { int4, int8, json, type RecordOf, tableOf } from '../../core/store/table.ts';

/** Numbers that are safe integers, and words: JSON has them as they are. */
const TRIGGER_BACKLOGS = tableOf<TriggerBacklogRow>()({
  name: 'trigger_backlogs',
  keys: { marketId: int4('market_id') },
  changing: {
    moves: json('moves', {
      toText: (moves) => JSON.stringify(moves),
      read: (stored: readonly TriggerMove[]) => stored,
    }),
    sampleTimeMs: int8('sample_time_ms'),
  },
});

type TriggerBacklogRecord = RecordOf<typeof TRIGGER_BACKLOGS>;

/** Those with something left, by market. */
async function readTriggerBacklogs(source: Queryable): Promise<TriggerBacklogRow[]> {
  const rows = await source.query<TriggerBacklogRecord>(
    `SELECT ${TRIGGER_BACKLOGS.columns} FROM trigger_backlogs ORDER BY market_id`,
  );
  return rows.map(TRIGGER_BACKLOGS.toRow).filter(({ moves }) => moves.length > 0);
}

export const triggerBacklogTables = {
  writes: { acts: [rowsOf('triggerBacklogs', upserts(TRIGGER_BACKLOGS))] },
  reads: { triggerBacklogs: readTriggerBacklogs },
  due: ({ triggerBacklogs }) =>
    triggerBacklogs.flatMap(({ moves: [first] }) => first?.timeMs ?? []),
} satisfies TablesPart;
