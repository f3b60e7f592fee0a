/** Messages to people, kept until they are handed over. */
import type { Language } from '@fairlead/contract';
import type { Queryable } from './database.ts';
import type { AccountKind } from './user-queries.ts';

export interface OutboxRow {
  readonly messageId: number;
  readonly target: string;
  readonly kind: 'sms' | 'email';
  readonly scene: string;
  readonly lang: Language;
  /** Encrypted. */
  readonly body: Uint8Array;
  readonly createdAtMs: number;
  readonly tries: number;
}

interface OutboxRecord {
  readonly message_id: bigint;
  readonly target: string;
  readonly kind: 'sms' | 'email';
  readonly scene: string;
  readonly lang: Language;
  readonly body: Uint8Array;
  readonly created_at_ms: bigint;
  readonly tries: number;
}

const COLUMNS = 'message_id, target, kind, scene, lang, body, created_at_ms, tries';

const toMessage = (row: OutboxRecord): OutboxRow => ({
  messageId: Number(row.message_id),
  target: row.target,
  kind: row.kind,
  scene: row.scene,
  lang: row.lang,
  body: row.body,
  createdAtMs: Number(row.created_at_ms),
  tries: row.tries,
});

export const channelOf = (kind: AccountKind): 'sms' | 'email' =>
  kind === 'phone' ? 'sms' : 'email';

export interface NewMessage {
  readonly target: string;
  readonly kind: 'sms' | 'email';
  readonly scene: string;
  readonly lang: Language;
  readonly body: Uint8Array;
  readonly createdAtMs: number;
  /** Set for what is shown in the inbox at once. */
  readonly sentAtMs: number | undefined;
  /** Tries already used up; as many as allowed keep it from ever being sent. */
  readonly tries: number;
}

export async function insertMessage(source: Queryable, message: NewMessage): Promise<void> {
  await source.query(
    `INSERT INTO outbox_messages (target, kind, scene, lang, body, is_encrypted, created_at_ms,
       sent_at_ms, tries)
     VALUES ($1, $2, $3, $4, $5, true, $6, $7, $8)`,
    [
      message.target,
      message.kind,
      message.scene,
      message.lang,
      message.body,
      message.createdAtMs,
      message.sentAtMs ?? null,
      message.tries,
    ],
  );
}

/** The oldest messages to be sent. */
export async function listUnsent(
  source: Queryable,
  limits: { readonly triesMax: number; readonly messagesMax: number },
): Promise<OutboxRow[]> {
  const rows = await source.query<OutboxRecord>(
    `SELECT ${COLUMNS} FROM outbox_messages WHERE sent_at_ms IS NULL AND tries < $1
     ORDER BY message_id LIMIT $2`,
    [limits.triesMax, limits.messagesMax],
  );
  return rows.map(toMessage);
}

/** The newest messages that were sent to a target, newest first; digits alone name every number that ends so. */
export async function listSent(
  source: Queryable,
  target: string,
  messagesMax: number,
): Promise<OutboxRow[]> {
  const rows = await source.query<OutboxRecord>(
    `SELECT ${COLUMNS} FROM outbox_messages WHERE sent_at_ms IS NOT NULL
       AND CASE WHEN $1 ~ '^[0-9]+$' THEN right(target, length($1)) = $1 ELSE target = $1 END
     ORDER BY message_id DESC LIMIT $2`,
    [target, messagesMax],
  );
  return rows.map(toMessage);
}

/** Notes one try; `sentAtMs` when it succeeded. */
export async function noteTry(
  source: Queryable,
  messageId: number,
  sentAtMs: number | undefined,
): Promise<void> {
  await source.query(
    'UPDATE outbox_messages SET tries = tries + 1, sent_at_ms = $2 WHERE message_id = $1',
    [messageId, sentAtMs ?? null],
  );
}

/** Forgets messages made before `beforeMs`. */
export async function deleteOldMessages(source: Queryable, beforeMs: number): Promise<void> {
  await source.query('DELETE FROM outbox_messages WHERE created_at_ms < $1', [beforeMs]);
}

/** Messages that no gateway has taken yet. */
export async function countUnsent(source: Queryable): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM outbox_messages WHERE sent_at_ms IS NULL',
  );
  return Number(row?.count ?? 0n);
}
