/** Devices that take push messages, the server's key for them, and how far announcements have come. */
import { type Language, PUSH_DEVICES_MAX, zLanguage } from '@fairlead/contract';
import type { Database, Queryable } from '../../core/store/database.ts';

export interface PushSubscriptionRow {
  readonly subscriptionId: number;
  readonly userId: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly lang: Language;
}

interface SubscriptionRecord {
  readonly subscription_id: bigint;
  readonly user_id: bigint;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly lang: string;
}

const COLUMNS = `subscription_id, push_subscriptions.user_id, endpoint, p256dh, auth, lang`;
/** Of sessions that are open; `$1` is now. */
const OPEN = `push_subscriptions JOIN sessions USING (session_id) WHERE expires_at_ms > $1`;

function toSubscription(row: SubscriptionRecord): PushSubscriptionRow {
  const lang = zLanguage.safeParse(row.lang);
  return {
    subscriptionId: Number(row.subscription_id),
    userId: Number(row.user_id),
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    lang: lang.success ? lang.data : 'en',
  };
}

export interface NewSubscription extends Omit<PushSubscriptionRow, 'subscriptionId'> {
  readonly sessionId: number;
  readonly createdAtMs: number;
}

/** Adds a device, or takes it over; of a user's devices the newest stay. Gives how many there are. */
export function saveSubscription(
  database: Database,
  subscription: NewSubscription,
): Promise<number> {
  const { userId, sessionId, endpoint, p256dh, auth, lang, createdAtMs } = subscription;
  return database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO push_subscriptions
         (user_id, session_id, endpoint, p256dh, auth, lang, created_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id,
         session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
         lang = excluded.lang`,
      [userId, sessionId, endpoint, p256dh, auth, lang, createdAtMs],
    );
    await transaction.query(
      `DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint <> $2
         AND subscription_id NOT IN (SELECT subscription_id FROM push_subscriptions
           WHERE user_id = $1 AND endpoint <> $2 ORDER BY subscription_id DESC LIMIT $3)`,
      [userId, endpoint, PUSH_DEVICES_MAX - 1],
    );
    return countSubscriptions(transaction, userId, createdAtMs);
  });
}

export async function countSubscriptions(
  source: Queryable,
  userId: number,
  nowMs: number,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${OPEN} AND push_subscriptions.user_id = $2`,
    [nowMs, userId],
  );
  return Number(row?.count ?? 0);
}

/** Takes a device of this user away; another's stays. */
export async function deleteSubscription(
  source: Queryable,
  userId: number,
  endpoint: string,
): Promise<void> {
  await source.query('DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2', [
    userId,
    endpoint,
  ]);
}

/** The push service says that it is no more. */
export async function forgetSubscription(source: Queryable, subscriptionId: number): Promise<void> {
  await source.query('DELETE FROM push_subscriptions WHERE subscription_id = $1', [subscriptionId]);
}

export async function subscriptionsOf(
  source: Queryable,
  userId: number,
  nowMs: number,
): Promise<PushSubscriptionRow[]> {
  const rows = await source.query<SubscriptionRecord>(
    `SELECT ${COLUMNS} FROM ${OPEN} AND push_subscriptions.user_id = $2 ORDER BY subscription_id`,
    [nowMs, userId],
  );
  return rows.map(toSubscription);
}

/** The next ones of all users, by id. */
export async function subscriptionsAfter(
  source: Queryable,
  after: { readonly subscriptionId: number; readonly nowMs: number; readonly rowsMax: number },
): Promise<PushSubscriptionRow[]> {
  const rows = await source.query<SubscriptionRecord>(
    `SELECT ${COLUMNS} FROM ${OPEN} AND subscription_id > $2 ORDER BY subscription_id LIMIT $3`,
    [after.nowMs, after.subscriptionId, after.rowsMax],
  );
  return rows.map(toSubscription);
}

/** Who has a device, for the copy in memory. */
export async function usersWithDevices(source: Queryable, nowMs: number): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>(
    `SELECT DISTINCT push_subscriptions.user_id AS user_id FROM ${OPEN}`,
    [nowMs],
  );
  return rows.map((row) => Number(row.user_id));
}

export interface PushKeyRow {
  readonly publicKey: string;
  readonly sealed: Uint8Array;
}

export async function readPushKey(source: Queryable): Promise<PushKeyRow | undefined> {
  const [row] = await source.query<{ public_key: string; sealed: Uint8Array }>(
    'SELECT public_key, sealed FROM push_keys',
  );
  return row && { publicKey: row.public_key, sealed: row.sealed };
}

/** Keeps the key unless there is one, and gives the one that holds. */
export async function settlePushKey(
  source: Queryable,
  made: PushKeyRow & { readonly keyId: string; readonly createdAtMs: number },
): Promise<PushKeyRow> {
  await source.query(
    `INSERT INTO push_keys (push_key_id, public_key, sealed, key_id, created_at_ms)
     VALUES (1, $1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [made.publicKey, made.sealed, made.keyId, made.createdAtMs],
  );
  return (await readPushKey(source)) ?? made;
}

export interface PushedNews {
  readonly newsId: number;
  readonly lastSubscriptionId: number;
  /** By language. */
  readonly texts: Readonly<Record<string, { readonly title: string; readonly summary: string }>>;
}

/** The oldest announcement of late that is not pushed to the end. */
export async function nextNewsToPush(
  source: Queryable,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Promise<PushedNews | undefined> {
  const [row] = await source.query<{
    news_id: bigint;
    last: bigint | null;
    texts: PushedNews['texts'] | null;
  }>(
    `SELECT news.news_id, last_subscription_id AS last, (
       SELECT json_object_agg(lang, json_build_object('title', title, 'summary', summary))
       FROM news_translations WHERE news_translations.news_id = news.news_id) AS texts
     FROM news LEFT JOIN pushed_news ON pushed_news.news_id = news.news_id
     WHERE category = 'notice' AND published_at_ms > $1 AND published_at_ms <= $2
       AND finished_at_ms IS NULL
     ORDER BY published_at_ms, news.news_id LIMIT 1`,
    [fromMs, nowMs],
  );
  return (
    row && {
      newsId: Number(row.news_id),
      lastSubscriptionId: Number(row.last ?? 0),
      texts: row.texts ?? {},
    }
  );
}

/** Notes how far an announcement has come, before anybody is told: nobody is told twice. */
export async function notePushedNews(
  source: Queryable,
  pushed: {
    readonly newsId: number;
    readonly lastSubscriptionId: number;
    readonly finishedAtMs: number | undefined;
  },
): Promise<void> {
  await source.query(
    `INSERT INTO pushed_news (news_id, last_subscription_id, finished_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (news_id) DO UPDATE SET last_subscription_id = excluded.last_subscription_id,
       finished_at_ms = excluded.finished_at_ms`,
    [pushed.newsId, pushed.lastSubscriptionId, pushed.finishedAtMs ?? null],
  );
}
