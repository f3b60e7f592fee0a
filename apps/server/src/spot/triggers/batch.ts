/** The part that orders which wait for a price have of a batch, of a start and of what must add up. */
import type { TriggerRow } from '@fairlead/engine';
import { copies, updates, upserts } from '../../core/store/batch/table-writer.ts';
import type { BatchPart } from '../../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../../core/store/exchange-tables.ts';
import { text } from '../../core/store/table.ts';
import { TRIGGER_LAYOUT } from '../layouts.ts';
import { agreedTrigger, readAgreedTriggers } from './agreed.ts';
import { readOpenTriggers, readTriggerBacklogs } from './queries.ts';
import { TRIGGER_BACKLOGS, TRIGGERS } from './record.ts';

const copyTriggers = copies(TRIGGERS, text('agreed_digest'));
const updateTriggers = updates(TRIGGERS, text('agreed_digest'));

/** Those that came to be in this batch are copied, the others' changing columns are updated. */
const triggers: BatchPart = (encoder, { changes, previousOrderId, agreed }) => {
  const digestOf = (row: TriggerRow): string | undefined =>
    row.status === 'waiting' || row.status === 'pending'
      ? agreed?.of(agreedTrigger(row))
      : undefined;
  const isNew = ({ triggerId }: TriggerRow): boolean => triggerId > previousOrderId;
  copyTriggers(encoder, changes.triggers.filter(isNew), digestOf);
  updateTriggers(
    encoder,
    changes.triggers.filter((row) => !isNew(row)),
    digestOf,
  );
};

export const triggerTables = {
  writes: { acts: [triggers, rowsOf('triggerBacklogs', upserts(TRIGGER_BACKLOGS))] },
  reads: { triggers: readOpenTriggers, triggerBacklogs: readTriggerBacklogs },
  told: { triggers: TRIGGER_LAYOUT },
  due: ({ triggerBacklogs, triggers: waiting }) => [
    ...triggerBacklogs.flatMap(({ moves: [first] }) => first?.timeMs ?? []),
    ...waiting.flatMap(({ expiresAtMs, status }) =>
      expiresAtMs !== undefined && (status === 'waiting' || status === 'pending')
        ? expiresAtMs
        : [],
    ),
  ],
  checks: {
    agreed: { table: 'trigger_orders', id: 'trigger_id', read: readAgreedTriggers },
    // Quote for a buy, base for a sell.
    holds: [
      `SELECT owner_id || ' coin '
        || CASE side WHEN 'buy' THEN quote_currency_id ELSE base_currency_id END,
      -hold_minor
    FROM trigger_orders JOIN markets USING (market_id) WHERE status = 'waiting'`,
    ],
    numbers: [['trigger_order', 'SELECT max(trigger_id) FROM trigger_orders', 'last_order_id']],
  },
} satisfies TablesPart;
