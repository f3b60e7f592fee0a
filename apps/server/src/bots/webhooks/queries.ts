/** Endpoints of users' webhooks, and which of them something waits for. */
import type { StepEventName } from '@fairlead/contract';
import type { EngineName, ProductEngine } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';

export interface WebhookRow {
  readonly webhookId: number;
  readonly userId: number;
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly events: readonly StepEventName[];
  readonly sealedSecrets: Uint8Array;
  readonly createdAtMs: number;
  /** Whose numbers `sentTo` is of. */
  readonly engine: EngineName;
  readonly sentTo: number;
  /** The same of engines beside the home. */
  readonly places: Readonly<Partial<Record<ProductEngine, number>>>;
  readonly tries: number;
  readonly failingSinceMs?: number;
  readonly nextTryMs: number;
  readonly isPaused: boolean;
  readonly isDisabled: boolean;
}

export interface WebhookRecord {
  readonly webhook_id: bigint;
  readonly user_id: bigint;
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly events: readonly StepEventName[];
  readonly sealed_secrets: Uint8Array;
  readonly created_at_ms: bigint;
  readonly sent_to: bigint;
  readonly tries: bigint;
  readonly failing_since_ms: bigint | null;
  readonly next_try_ms: bigint;
  readonly paused_at_ms: bigint | null;
  readonly disabled_at_ms: bigint | null;
  readonly places: Readonly<Partial<Record<ProductEngine, number>>> | null;
}

export const COLUMNS = `webhooks.webhook_id, user_id, name, label, url, events, sealed_secrets, created_at_ms, webhooks.sent_to, tries,
  failing_since_ms, next_try_ms, paused_at_ms, disabled_at_ms,
  (SELECT json_object_agg(place.engine, place.sent_to) FROM webhook_places AS place
   WHERE place.webhook_id = webhooks.webhook_id) AS places`;

export const toWebhook = (row: WebhookRecord): WebhookRow => ({
  webhookId: Number(row.webhook_id),
  userId: Number(row.user_id),
  name: row.name,
  label: row.label,
  url: row.url,
  events: row.events,
  sealedSecrets: row.sealed_secrets,
  createdAtMs: Number(row.created_at_ms),
  engine: 'spot',
  sentTo: Number(row.sent_to),
  places: row.places ?? {},
  tries: Number(row.tries),
  ...(row.failing_since_ms !== null && { failingSinceMs: Number(row.failing_since_ms) }),
  nextTryMs: Number(row.next_try_ms),
  isPaused: row.paused_at_ms !== null,
  isDisabled: row.disabled_at_ms !== null,
});

/** Whose endpoint, so that nobody reaches another's. */
export interface OwnWebhook {
  readonly userId: number;
  readonly webhookId: number;
}

export async function webhooksOf(source: Queryable, userId: number): Promise<WebhookRow[]> {
  const rows = await source.query<WebhookRecord>(
    `SELECT ${COLUMNS} FROM webhooks WHERE user_id = $1 ORDER BY webhook_id`,
    [userId],
  );
  return rows.map(toWebhook);
}

export async function findWebhook(
  source: Queryable,
  { userId, webhookId }: OwnWebhook,
): Promise<WebhookRow | undefined> {
  const [row] = await source.query<WebhookRecord>(
    `SELECT ${COLUMNS} FROM webhooks WHERE user_id = $1 AND webhook_id = $2`,
    [userId, webhookId],
  );
  return row && toWebhook(row);
}

export type NewWebhook = Pick<
  WebhookRow,
  'userId' | 'name' | 'label' | 'url' | 'events' | 'sealedSecrets' | 'createdAtMs' | 'places'
> & { readonly keyId: string };

/** It goes on from what the home has committed now, and at each engine from its place. */
export async function insertWebhook(
  transaction: Queryable,
  webhook: NewWebhook,
): Promise<WebhookRow> {
  const { userId, name, label, url, events, sealedSecrets, createdAtMs, keyId, places } = webhook;
  const [row] = await transaction.query<WebhookRecord>(
    `INSERT INTO webhooks (user_id, name, label, url, events, sealed_secrets, key_id, created_at_ms, sent_to)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, last_sequence FROM leader LIMIT 1
     RETURNING ${COLUMNS}`,
    [userId, name, label, url, [...events], sealedSecrets, keyId, createdAtMs],
  );
  const made = toWebhook(row as WebhookRecord);
  for (const [engine, sentTo] of Object.entries(places) as [ProductEngine, number][])
    await setPlace(transaction, { webhookId: made.webhookId, engine, sentTo });
  return { ...made, places };
}

export interface WebhookTerms extends OwnWebhook {
  readonly label: string;
  readonly url: string;
  readonly events: readonly StepEventName[];
  /** Undefined: it goes on, at once. */
  readonly pausedAtMs: number | undefined;
}

export async function updateWebhook(
  target: Queryable,
  { userId, webhookId, label, url, events, pausedAtMs }: WebhookTerms,
): Promise<WebhookRow | undefined> {
  const [row] = await target.query<WebhookRecord>(
    `UPDATE webhooks SET label = $3, url = $4, events = $5, paused_at_ms = $6, disabled_at_ms = NULL,
       tries = 0, failing_since_ms = NULL, next_try_ms = 0
     WHERE user_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`,
    [userId, webhookId, label, url, [...events], pausedAtMs ?? null],
  );
  return row && toWebhook(row);
}

export async function updateWebhookSecrets(
  target: Queryable,
  { webhookId }: Pick<WebhookRow, 'webhookId'>,
  sealed: { readonly secrets: Uint8Array; readonly keyId: string },
): Promise<void> {
  await target.query('UPDATE webhooks SET sealed_secrets = $2, key_id = $3 WHERE webhook_id = $1', [
    webhookId,
    sealed.secrets,
    sealed.keyId,
  ]);
}

export async function deleteWebhook(
  target: Queryable,
  { userId, webhookId }: OwnWebhook,
): Promise<WebhookRow | undefined> {
  const [row] = await target.query<WebhookRecord>(
    `DELETE FROM webhooks WHERE user_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`,
    [userId, webhookId],
  );
  return row && toWebhook(row);
}

/** Whoever had the account may have added some: nothing more is sent until its owner says so. */
export async function pauseWebhooksOf(
  transaction: Queryable,
  userId: number,
  nowMs: number,
): Promise<void> {
  await transaction.query(
    'UPDATE webhooks SET paused_at_ms = $2 WHERE user_id = $1 AND paused_at_ms IS NULL',
    [userId, nowMs],
  );
}

/**
 * Goes on after a number, or after the message before which it falls, so that what is sent again has the ids that it had. Undefined
 * for what is not the user's.
 */
export async function replayWebhookFrom(
  transaction: Queryable,
  { userId, webhookId }: OwnWebhook,
  { engine, after }: { readonly engine: EngineName; readonly after: number },
): Promise<WebhookRow | undefined> {
  const own = await transaction.query(
    'UPDATE webhooks SET tries = 0, next_try_ms = 0 WHERE user_id = $1 AND webhook_id = $2 RETURNING 1',
    [userId, webhookId],
  );
  if (own.length === 0) return undefined;
  const [found] = await transaction.query<{ after_number: bigint }>(
    `SELECT after_number FROM webhook_deliveries WHERE webhook_id = $1 AND engine = $2
       AND after_number <= $3 AND to_number > $3 ORDER BY to_number LIMIT 1`,
    [webhookId, engine, after],
  );
  await setPlace(transaction, { webhookId, engine, sentTo: Number(found?.after_number ?? after) });
  return findWebhook(transaction, { userId, webhookId });
}

/** From where an endpoint goes on at an engine. */
async function setPlace(
  target: Queryable,
  { webhookId, engine, sentTo }: Pick<WebhookRow, 'webhookId' | 'engine' | 'sentTo'>,
): Promise<void> {
  if (engine === 'spot')
    await target.query('UPDATE webhooks SET sent_to = $2 WHERE webhook_id = $1', [
      webhookId,
      sentTo,
    ]);
  else
    await target.query(
      `INSERT INTO webhook_places (webhook_id, engine, sent_to) VALUES ($1, $2, $3)
       ON CONFLICT (webhook_id, engine) DO UPDATE SET sent_to = excluded.sent_to`,
      [webhookId, engine, sentTo],
    );
}

/** Endpoints that something may wait for, those first that had no turn for longest; none of users who are being served. */
export async function dueWebhooks(
  source: Queryable,
  {
    nowMs,
    limit,
    busy = [],
  }: { readonly nowMs: number; readonly limit: number; readonly busy?: readonly number[] },
): Promise<WebhookRow[]> {
  const rows = await source.query<WebhookRecord>(
    `WITH fresh AS (
       SELECT owner, max(sequence) AS last FROM step_marks, batch_steps, unnest(owners) AS owner
       WHERE sequence > indexed_to GROUP BY owner
     )
     SELECT ${COLUMNS} FROM webhooks
     WHERE paused_at_ms IS NULL AND disabled_at_ms IS NULL AND next_try_ms <= $1 AND user_id <> ALL ($3::bigint[]) AND (
       EXISTS (SELECT FROM owner_steps WHERE owner_id = user_id AND last_sequence > webhooks.sent_to)
       OR EXISTS (SELECT FROM fresh WHERE owner = user_id AND last > sent_to))
     ORDER BY tried_at_ms, webhook_id LIMIT $2`,
    [nowMs, limit, [...busy]],
  );
  return rows.map(toWebhook);
}

/** Nothing of what lies between was to be sent; it was a turn all the same. */
export async function passWebhook(
  target: Queryable,
  webhook: Pick<WebhookRow, 'webhookId' | 'engine' | 'sentTo'>,
  { to, nowMs }: { readonly to: number; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `WITH moved AS (
       UPDATE webhook_places SET sent_to = $4 WHERE webhook_id = $1 AND engine = $2 AND sent_to = $3
     )
     UPDATE webhooks SET tried_at_ms = $5,
       sent_to = CASE WHEN $2 = 'spot' AND sent_to = $3 THEN $4 ELSE sent_to END WHERE webhook_id = $1`,
    [webhook.webhookId, webhook.engine, webhook.sentTo, to, nowMs],
  );
}

/** Moves on those whose owners did nothing, so that what is removed meanwhile is no gap for them. */
export async function passIdleWebhooks(target: Queryable): Promise<void> {
  await target.query(
    `UPDATE webhooks SET sent_to = leader.last_sequence FROM leader, step_marks
     WHERE sent_to < leader.last_sequence
       AND NOT EXISTS (SELECT FROM owner_steps WHERE owner_id = user_id AND owner_steps.last_sequence > sent_to)
       AND NOT EXISTS (SELECT FROM batch_steps
         WHERE sequence > step_marks.indexed_to AND owners @> ARRAY[webhooks.user_id])
       AND NOT EXISTS (SELECT FROM webhook_deliveries
         WHERE webhook_deliveries.webhook_id = webhooks.webhook_id AND engine = 'spot' AND to_number > sent_to)`,
  );
}

export interface WebhookCounts {
  readonly active: number;
  readonly failing: number;
  readonly paused: number;
  readonly disabled: number;
}

export async function countWebhooks(source: Queryable): Promise<WebhookCounts> {
  const [row] = await source.query<Record<keyof WebhookCounts, bigint>>(
    `SELECT count(*) FILTER (WHERE paused_at_ms IS NULL AND disabled_at_ms IS NULL AND failing_since_ms IS NULL) AS active,
       count(*) FILTER (WHERE paused_at_ms IS NULL AND disabled_at_ms IS NULL AND failing_since_ms IS NOT NULL) AS failing,
       count(*) FILTER (WHERE paused_at_ms IS NOT NULL AND disabled_at_ms IS NULL) AS paused,
       count(*) FILTER (WHERE disabled_at_ms IS NOT NULL) AS disabled
     FROM webhooks`,
  );
  return {
    active: Number(row?.active ?? 0),
    failing: Number(row?.failing ?? 0),
    paused: Number(row?.paused ?? 0),
    disabled: Number(row?.disabled ?? 0),
  };
}
