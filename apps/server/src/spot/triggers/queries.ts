/** Orders that wait for a price, or did, as users read them. Committed state only: the engine may be a batch ahead. */
import type { TriggerBacklogRow, TriggerRow, TriggerStatus } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { LIST_ROWS_MAX, OUTCOME_RECEIPTS_MAX } from '../../core/store/limits.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';
import { latestSubjects } from '../../receipts/index.ts';
import {
  TRIGGER_BACKLOGS,
  TRIGGER_COLUMNS,
  type TriggerBacklogRecord,
  type TriggerRecord,
  toTrigger,
} from './record.ts';

interface TriggerFilter {
  readonly owner: number;
  readonly marketId?: number;
  readonly status?: TriggerStatus;
  readonly side?: TriggerRow['side'];
  readonly type?: TriggerRow['type'];
  readonly trigger?: TriggerRow['triggerKind'];
  /** When it was placed, both included. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** An owner's, newest first. */
export function triggersPage(
  source: Queryable,
  { owner, marketId, status, side, type, trigger, fromMs, toMs }: TriggerFilter,
  request: PageRequest,
): Promise<Page<TriggerRow>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('status =', status)
    .add('side =', side)
    .add('type =', type)
    .add('trigger_kind =', trigger)
    .add('created_at_ms >=', fromMs)
    .add('created_at_ms <=', toMs);
  return readPage<TriggerRecord, TriggerRow>(
    source,
    { columns: TRIGGER_COLUMNS, from: 'trigger_orders', where, orderBy: 'trigger_id DESC' },
    request,
    toTrigger,
  );
}

/** What waited for a price and became this order of its owner. */
export async function triggerOfOrder(
  source: Queryable,
  owner: number,
  orderId: number,
): Promise<TriggerRow | undefined> {
  const [row] = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders WHERE order_id = $1 AND owner_id = $2`,
    [orderId, owner],
  );
  return row && toTrigger(row);
}

/** All that wait or are pending, by id. */
export async function readOpenTriggers(source: Queryable): Promise<TriggerRow[]> {
  const rows = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders
     WHERE status IN ('waiting', 'pending') ORDER BY trigger_id`,
  );
  return rows.map(toTrigger);
}

/** Those with something left, by market. */
export async function readTriggerBacklogs(source: Queryable): Promise<TriggerBacklogRow[]> {
  const rows = await source.query<TriggerBacklogRecord>(
    `SELECT ${TRIGGER_BACKLOGS.columns} FROM trigger_backlogs ORDER BY market_id`,
  );
  return rows.map(TRIGGER_BACKLOGS.toRow).filter(({ moves }) => moves.length > 0);
}

/** Those whose price was reached of late, found by their receipts. */
export async function latestTriggered(source: Queryable, fromMs: number): Promise<TriggerRow[]> {
  const rows = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders
     WHERE trigger_id IN (${latestSubjects('trigger')}) ORDER BY trigger_id`,
    [OUTCOME_RECEIPTS_MAX, fromMs],
  );
  return rows.map(toTrigger);
}

/** Those of lists that ended of late without a price that was reached. */
export async function latestRefusedLegs(source: Queryable, fromMs: number): Promise<TriggerRow[]> {
  const rows = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders
     WHERE list_id IS NOT NULL AND status = 'cancelled' AND receipt_id IS NULL
       AND updated_at_ms >= $1 ORDER BY updated_at_ms LIMIT ${LIST_ROWS_MAX}`,
    [fromMs],
  );
  return rows.map(toTrigger);
}

/** One of a trigger order's two names. */
export type TriggerName = { readonly triggerId: number } | { readonly clientOrderId: string };

/** An owner's that wait or are pending, by id, in one market or in all. */
export async function waitingTriggers(
  source: Queryable,
  owner: number,
  marketId?: number,
): Promise<TriggerRow[]> {
  const where = new Conditions().add('owner_id =', owner).add('market_id =', marketId);
  const rows = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders WHERE ${where.sql} AND status IN ('waiting', 'pending')
     ORDER BY trigger_id LIMIT ${LIST_ROWS_MAX}`,
    where.values,
  );
  return rows.map(toTrigger);
}

/** This owner's by one of its names, whatever became of it. */
export async function triggerNamed(
  source: Queryable,
  owner: number,
  name: TriggerName,
): Promise<TriggerRow | undefined> {
  const isById = 'triggerId' in name;
  const [row] = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders
     WHERE owner_id = $1 AND ${isById ? 'trigger_id' : 'client_order_id'} = $2`,
    [owner, isById ? name.triggerId : name.clientOrderId],
  );
  return row && toTrigger(row);
}

/** The id of this owner's trigger order, whatever became of it; another's is not found. */
export async function triggerIdNamed(
  source: Queryable,
  owner: number,
  name: TriggerName,
): Promise<number | undefined> {
  const isById = 'triggerId' in name;
  const [row] = await source.query<{ trigger_id: bigint }>(
    `SELECT trigger_id FROM trigger_orders
     WHERE owner_id = $1 AND ${isById ? 'trigger_id' : 'client_order_id'} = $2`,
    [owner, isById ? name.triggerId : name.clientOrderId],
  );
  return row && Number(row.trigger_id);
}
