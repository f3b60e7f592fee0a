/** Where endpoints stand at engines beside the home, whose steps lie in databases of their own. */
import type { ProductEngine } from '../../core/config/engines.ts';
import { ownersWithSteps, readLastNumber } from '../../core/steps/queries.ts';
import type { Queryable } from '../../core/store/database.ts';
import { COLUMNS, toWebhook, type WebhookRecord, type WebhookRow } from './queries.ts';

/** The home's database, where endpoints are, and that of the engine. */
export interface PlaceSource {
  readonly home: Queryable;
  readonly books: Queryable;
  readonly engine: ProductEngine;
}

/** Places that are looked at together. */
const PLACES_AT_ONCE = 1_000;

interface PlaceRow {
  readonly webhook_id: bigint;
  readonly user_id: bigint;
  readonly sent_to: bigint;
}

/**
 * As `dueWebhooks` has those of the home. Most have nothing that waits, which another database knows: only what is chosen is read
 * whole.
 */
export async function dueAt(
  { home, books, engine }: PlaceSource,
  asked: { readonly nowMs: number; readonly limit: number; readonly busy: readonly number[] },
): Promise<WebhookRow[]> {
  const { nowMs, limit, busy } = asked;
  const last = await readLastNumber(books);
  const chosen: PlaceRow[] = [];
  let after: readonly [bigint, bigint] = [-1n, 0n];
  for (let isMore = true; isMore && chosen.length < limit; ) {
    const rows = await home.query<PlaceRow & { readonly tried_at_ms: bigint }>(
      `SELECT webhook_id, user_id, place.sent_to, tried_at_ms
       FROM webhooks JOIN webhook_places AS place USING (webhook_id)
       WHERE place.engine = $1 AND place.sent_to < $2 AND paused_at_ms IS NULL AND disabled_at_ms IS NULL
         AND next_try_ms <= $3 AND user_id <> ALL ($4::bigint[]) AND (tried_at_ms, webhook_id) > ($5, $6)
       ORDER BY tried_at_ms, webhook_id LIMIT ${PLACES_AT_ONCE}`,
      [engine, last, nowMs, [...busy], ...after],
    );
    const waiting = await placesWaiting(books, rows);
    chosen.push(...rows.filter((_, at) => waiting.has(at)).slice(0, limit - chosen.length));
    const end = rows.at(-1);
    if (end !== undefined) after = [end.tried_at_ms, end.webhook_id];
    isMore = rows.length === PLACES_AT_ONCE;
  }
  if (chosen.length === 0) return [];
  const places = new Map(chosen.map((row) => [row.webhook_id, Number(row.sent_to)]));
  const whole = await home.query<WebhookRecord>(
    `SELECT ${COLUMNS} FROM webhooks WHERE webhook_id = ANY ($1::bigint[])
     ORDER BY tried_at_ms, webhook_id`,
    [[...places.keys()]],
  );
  return whole.flatMap((row) => {
    const sentTo = places.get(row.webhook_id);
    return sentTo === undefined ? [] : [{ ...toWebhook(row), engine, sentTo }];
  });
}

const placesWaiting = (books: Queryable, rows: readonly PlaceRow[]): Promise<ReadonlySet<number>> =>
  ownersWithSteps(
    books,
    rows.map((row) => ({ owner: Number(row.user_id), after: Number(row.sent_to) })),
  );

/** As `passIdleWebhooks` does at the home. */
export async function passIdleAt({ home, books, engine }: PlaceSource): Promise<void> {
  // Before it is asked who did nothing: what comes after it is not passed over.
  const last = await readLastNumber(books);
  let after = 0n;
  for (let isMore = true; isMore; ) {
    const rows = await home.query<PlaceRow>(
      `SELECT webhook_id, user_id, place.sent_to FROM webhook_places AS place JOIN webhooks USING (webhook_id)
       WHERE engine = $1 AND place.sent_to < $2 AND webhook_id > $3
         AND NOT EXISTS (SELECT FROM webhook_deliveries AS made
         WHERE made.webhook_id = place.webhook_id AND made.engine = $1 AND to_number > place.sent_to)
       ORDER BY webhook_id LIMIT ${PLACES_AT_ONCE}`,
      [engine, last, after],
    );
    const waiting = await placesWaiting(books, rows);
    const idle = rows.filter((_, at) => !waiting.has(at));
    if (idle.length > 0) await pass({ home, engine }, last, idle);
    after = rows.at(-1)?.webhook_id ?? after;
    isMore = rows.length === PLACES_AT_ONCE;
  }
}

async function pass(
  { home, engine }: Pick<PlaceSource, 'home' | 'engine'>,
  last: number,
  idle: readonly PlaceRow[],
): Promise<void> {
  await home.query(
    `UPDATE webhook_places SET sent_to = $2
     FROM unnest($3::bigint[], $4::bigint[]) AS idle (idle_id, stood_at)
     WHERE engine = $1 AND webhook_id = idle_id AND sent_to = stood_at`,
    [engine, last, idle.map((row) => row.webhook_id), idle.map((row) => row.sent_to)],
  );
}
