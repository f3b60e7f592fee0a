/** Messages to people, kept until they are handed over. */
import { type Language, SCENES } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import type { AccountKind } from '../identity/users/index.ts';

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
  /** Who sees it in a demo's inbox; undefined: what holds no code, which its account's owner sees. */
  readonly shownTo: ShownTo | undefined;
}

/** Digests of address and device as they came, and the logged-in user. */
export interface ShownTo {
  readonly addressHash: Uint8Array | undefined;
  readonly deviceHash: Uint8Array | undefined;
  readonly userId: number | undefined;
}

export async function insertMessage(source: Queryable, message: NewMessage): Promise<void> {
  await source.query(
    `INSERT INTO outbox_messages (target, kind, scene, lang, body, is_encrypted, created_at_ms,
       sent_at_ms, tries, address_hash, device_hash, user_id)
     VALUES ($1, $2, $3, $4, $5, true, $6, $7, $8, $9, $10, $11)`,
    [
      message.target,
      message.kind,
      message.scene,
      message.lang,
      message.body,
      message.createdAtMs,
      message.sentAtMs ?? null,
      message.tries,
      message.shownTo?.addressHash ?? null,
      message.shownTo?.deviceHash ?? null,
      message.shownTo?.userId ?? null,
    ],
  );
}

export interface UnsentLimits {
  readonly nowMs: number;
  readonly triesMax: number;
  readonly messagesMax: number;
}

/** The oldest messages that may be tried now. */
export async function listUnsent(
  source: Queryable,
  { nowMs, triesMax, messagesMax }: UnsentLimits,
): Promise<OutboxRow[]> {
  const rows = await source.query<OutboxRecord>(
    `SELECT ${COLUMNS} FROM outbox_messages
     WHERE sent_at_ms IS NULL AND tries < $1 AND next_try_ms <= $3 ORDER BY message_id LIMIT $2`,
    [triesMax, messagesMax, nowMs],
  );
  return rows.map(toMessage);
}

export interface SentTo {
  /** Digits alone name every number that ends so. */
  readonly target: string;
  readonly messagesMax: number;
  /** Only what this one may see; absent: everything. */
  readonly viewer?: ShownTo;
}

/**
 * The newest messages that were sent to a target, newest first. What a viewer may see: what was asked for at the same
 * address on the same device, or by the same user logged in; and to the owner of the account what holds no code.
 */
export async function listSent(
  source: Queryable,
  { target, messagesMax, viewer }: SentTo,
): Promise<OutboxRow[]> {
  const rows = await source.query<OutboxRecord>(
    `SELECT ${COLUMNS} FROM outbox_messages AS message WHERE sent_at_ms IS NOT NULL
       AND CASE WHEN $1 ~ '^[0-9]+$' THEN right(target, length($1)) = $1 ELSE target = $1 END
       AND ($3::boolean OR user_id = $6::bigint
         OR (address_hash = $4::bytea AND device_hash IS NOT DISTINCT FROM $5::bytea)
         OR (address_hash IS NULL AND user_id IS NULL AND scene <> ALL ($7::text[])
           AND EXISTS (SELECT FROM users WHERE user_id = $6::bigint AND account = message.target)))
     ORDER BY message_id DESC LIMIT $2`,
    [
      target,
      messagesMax,
      viewer === undefined,
      viewer?.addressHash ?? null,
      viewer?.deviceHash ?? null,
      viewer?.userId ?? null,
      SCENES,
    ],
  );
  return rows.map(toMessage);
}

/** Takes one for a try, unless another process did: nobody else has it until `untilMs`. */
export async function claimMessage(
  source: Queryable,
  messageId: number,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE outbox_messages SET next_try_ms = $3
     WHERE message_id = $1 AND sent_at_ms IS NULL AND next_try_ms <= $2 RETURNING 1`,
    [messageId, nowMs, untilMs],
  );
  return rows.length > 0;
}

/** It was taken. */
export async function noteSent(
  source: Queryable,
  messageId: number,
  sentAtMs: number,
): Promise<void> {
  await source.query('UPDATE outbox_messages SET sent_at_ms = $2 WHERE message_id = $1', [
    messageId,
    sentAtMs,
  ]);
}

/** It was not: from when it is tried again, and how many of its tries that cost. */
export async function noteRefused(
  source: Queryable,
  messageId: number,
  { nextTryMs, tries }: { readonly nextTryMs: number; readonly tries: number },
): Promise<void> {
  await source.query(
    'UPDATE outbox_messages SET tries = tries + $3, next_try_ms = $2 WHERE message_id = $1',
    [messageId, nextTryMs, tries],
  );
}

export interface ForgottenMessages {
  /** Made before it. */
  readonly beforeMs: number;
  /** What may still be sent is kept until then. */
  readonly unsentBeforeMs: number;
  readonly triesMax: number;
}

export async function deleteOldMessages(
  source: Queryable,
  { beforeMs, unsentBeforeMs, triesMax }: ForgottenMessages,
): Promise<void> {
  await source.query(
    `DELETE FROM outbox_messages WHERE created_at_ms < $1
       AND (sent_at_ms IS NOT NULL OR tries >= $3 OR created_at_ms < $2)`,
    [beforeMs, unsentBeforeMs, triesMax],
  );
}

/** Messages that no gateway has taken yet. */
export async function countUnsent(source: Queryable): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM outbox_messages WHERE sent_at_ms IS NULL',
  );
  return Number(row?.count ?? 0n);
}
