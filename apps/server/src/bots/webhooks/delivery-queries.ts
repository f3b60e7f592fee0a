/** Messages to endpoints: their bounds, their tries and what came of them. */
import type { StepEventName, WebhookFailure } from '@fairlead/contract';
import type { EngineName } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';
import type { WebhookRow } from './queries.ts';

export interface DeliveryRow {
  readonly deliveryId: number;
  readonly webhookId: number;
  /** Whose numbers. */
  readonly engine: EngineName;
  readonly after: number;
  readonly to: number;
  readonly events: readonly StepEventName[];
  readonly createdAtMs: number;
  readonly attempts: number;
  readonly lastTryMs?: number;
  readonly code?: number;
  readonly failure?: WebhookFailure;
  readonly deliveredAtMs?: number;
}

interface DeliveryRecord {
  readonly delivery_id: bigint;
  readonly webhook_id: bigint;
  readonly engine: EngineName;
  readonly after_number: bigint;
  readonly to_number: bigint;
  readonly events: readonly StepEventName[];
  readonly created_at_ms: bigint;
  readonly attempts: bigint;
  readonly last_try_ms: bigint | null;
  readonly last_code: bigint | null;
  readonly last_failure: WebhookFailure | null;
  readonly delivered_at_ms: bigint | null;
}

const DELIVERY = `delivery_id, webhook_id, engine, after_number, to_number, events, created_at_ms, attempts, last_try_ms,
  last_code, last_failure, delivered_at_ms`;

const toDelivery = (row: DeliveryRecord): DeliveryRow => ({
  deliveryId: Number(row.delivery_id),
  webhookId: Number(row.webhook_id),
  engine: row.engine,
  after: Number(row.after_number),
  to: Number(row.to_number),
  events: row.events,
  createdAtMs: Number(row.created_at_ms),
  attempts: Number(row.attempts),
  ...(row.last_try_ms !== null && { lastTryMs: Number(row.last_try_ms) }),
  ...(row.last_code !== null && { code: Number(row.last_code) }),
  ...(row.last_failure !== null && { failure: row.last_failure }),
  ...(row.delivered_at_ms !== null && { deliveredAtMs: Number(row.delivered_at_ms) }),
});

export const deliveriesPage = (
  source: Queryable,
  webhookId: number,
  request: PageRequest,
): Promise<Page<DeliveryRow>> =>
  readPage<DeliveryRecord, DeliveryRow>(
    source,
    {
      columns: DELIVERY,
      from: 'webhook_deliveries',
      where: new Conditions().add('webhook_id =', webhookId),
      orderBy: 'delivery_id DESC',
    },
    request,
    toDelivery,
  );

/** The first message that ends at a number or behind it. */
export async function deliveryFrom(
  source: Queryable,
  { webhookId, engine }: Pick<WebhookRow, 'webhookId' | 'engine'>,
  number: number,
): Promise<DeliveryRow | undefined> {
  const [row] = await source.query<DeliveryRecord>(
    `SELECT ${DELIVERY} FROM webhook_deliveries WHERE webhook_id = $1 AND engine = $2 AND to_number >= $3
     ORDER BY to_number LIMIT 1`,
    [webhookId, engine, number],
  );
  return row && toDelivery(row);
}

export async function insertDelivery(
  target: Queryable,
  delivery: Pick<DeliveryRow, 'webhookId' | 'engine' | 'after' | 'to' | 'events' | 'createdAtMs'>,
): Promise<DeliveryRow> {
  const { webhookId, engine, after, to, events, createdAtMs } = delivery;
  const [row] = await target.query<DeliveryRecord>(
    `INSERT INTO webhook_deliveries (webhook_id, engine, after_number, to_number, events, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${DELIVERY}`,
    [webhookId, engine, after, to, [...events], createdAtMs],
  );
  return toDelivery(row as DeliveryRecord);
}

/** Where an endpoint stands at the engine $6. */
const PLACE = `CASE WHEN $6 = 'spot' THEN sent_to ELSE (SELECT place.sent_to FROM webhook_places AS place
  WHERE place.webhook_id = webhooks.webhook_id AND place.engine = $6) END`;

/**
 * Begins a try, unless another process did, or its owner stopped it or set it elsewhere. Until it is over the endpoint waits: one that a crash cut
 * off is tried again after that. Gives the number of the try, which no other has.
 */
export async function beginTry(
  transaction: Queryable,
  {
    webhookId,
    engine,
    nextTryMs,
    sentTo,
  }: Pick<WebhookRow, 'webhookId' | 'engine' | 'nextTryMs' | 'sentTo'>,
  trying: { readonly deliveryId: number; readonly nowMs: number; readonly untilMs: number },
): Promise<number | undefined> {
  const { deliveryId, nowMs, untilMs } = trying;
  const claimed = await transaction.query(
    `UPDATE webhooks SET next_try_ms = $3, tried_at_ms = $4 WHERE webhook_id = $1 AND next_try_ms = $2 AND $5 = ${PLACE}
       AND paused_at_ms IS NULL AND disabled_at_ms IS NULL RETURNING 1`,
    [webhookId, nextTryMs, untilMs, nowMs, sentTo, engine],
  );
  if (claimed.length === 0) return undefined;
  const [row] = await transaction.query<{ attempts: bigint }>(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, last_try_ms = $2 WHERE delivery_id = $1
     RETURNING attempts`,
    [deliveryId, nowMs],
  );
  return row && Number(row.attempts);
}

export interface TryResult {
  readonly webhook: Pick<WebhookRow, 'webhookId' | 'engine' | 'sentTo'>;
  readonly delivery: Pick<DeliveryRow, 'deliveryId' | 'to'>;
  readonly code: number | undefined;
  readonly failure: WebhookFailure | undefined;
  readonly nowMs: number;
}

async function noteTry(transaction: Queryable, result: TryResult): Promise<void> {
  const { delivery, code, failure, nowMs } = result;
  await transaction.query(
    `UPDATE webhook_deliveries SET last_code = $2, last_failure = $3,
       delivered_at_ms = CASE WHEN $3::text IS NULL THEN $4::bigint ELSE delivered_at_ms END
     WHERE delivery_id = $1`,
    [delivery.deliveryId, code ?? null, failure ?? null, nowMs],
  );
}

/** It was taken: the endpoint goes on behind it, unless it was set elsewhere meanwhile. */
export async function endTry(transaction: Queryable, result: TryResult): Promise<void> {
  const { webhook, delivery } = result;
  await noteTry(transaction, result);
  await transaction.query(
    `WITH moved AS (
       UPDATE webhook_places SET sent_to = $3 WHERE webhook_id = $1 AND engine = $4 AND sent_to = $2
     )
     UPDATE webhooks SET tries = 0, failing_since_ms = NULL, next_try_ms = 0,
       sent_to = CASE WHEN $4 = 'spot' AND sent_to = $2 THEN $3 ELSE sent_to END WHERE webhook_id = $1`,
    [webhook.webhookId, webhook.sentTo, delivery.to, webhook.engine],
  );
}

/**
 * It was not: `nextTryMs` undefined ends it. False, and no failure of the endpoint, where the claim until `untilMs` is over: its owner may have
 * sent it elsewhere meanwhile.
 */
export async function failTry(
  transaction: Queryable,
  result: TryResult & { readonly untilMs: number },
  nextTryMs: number | undefined,
): Promise<boolean> {
  await noteTry(transaction, result);
  const failed = await transaction.query(
    `UPDATE webhooks SET tries = tries + 1, failing_since_ms = coalesce(failing_since_ms, $2),
       next_try_ms = $3, disabled_at_ms = $4 WHERE webhook_id = $1 AND next_try_ms = $5 RETURNING 1`,
    [
      result.webhook.webhookId,
      result.nowMs,
      nextTryMs ?? 0,
      nextTryMs === undefined ? result.nowMs : null,
      result.untilMs,
    ],
  );
  return failed.length > 0;
}

/** Removes what was made before a time, and of each endpoint all but so many of the last. */
export async function removeDeliveries(
  target: Queryable,
  { beforeMs, keptMax }: { readonly beforeMs: number; readonly keptMax: number },
): Promise<void> {
  await target.query(
    `DELETE FROM webhook_deliveries USING (
       SELECT delivery_id, row_number() OVER (PARTITION BY webhook_id ORDER BY delivery_id DESC) AS place
       FROM webhook_deliveries
     ) AS placed, webhooks
     WHERE placed.delivery_id = webhook_deliveries.delivery_id
       AND webhooks.webhook_id = webhook_deliveries.webhook_id
       AND to_number <= CASE WHEN webhook_deliveries.engine = 'spot' THEN webhooks.sent_to ELSE
         (SELECT there.sent_to FROM webhook_places AS there
          WHERE there.webhook_id = webhooks.webhook_id AND there.engine = webhook_deliveries.engine) END
       AND (place > $2 OR webhook_deliveries.created_at_ms < $1)`,
    [beforeMs, keptMax],
  );
}
