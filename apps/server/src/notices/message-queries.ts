/** Personal messages: what was said, and when it was read. */
import type { MessageKind } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';

export interface MessageRow {
  readonly messageId: number;
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
  readonly isRead: boolean;
  readonly createdAtMs: number;
}

interface MessageRecord {
  readonly message_id: bigint;
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
  readonly is_read: boolean;
  readonly created_at_ms: bigint;
}

const COLUMNS = 'message_id, kind, params, read_at_ms IS NOT NULL AS is_read, created_at_ms';

const toMessage = (row: MessageRecord): MessageRow => ({
  messageId: Number(row.message_id),
  kind: row.kind,
  params: row.params,
  isRead: row.is_read,
  createdAtMs: Number(row.created_at_ms),
});

/** Keeps a message and gives its id; undefined when what it tells of was told before. */
export async function insertUserMessage(
  source: Queryable,
  message: {
    readonly userId: number;
    readonly kind: MessageKind;
    readonly params: Readonly<Record<string, string>>;
    /** Names what it tells of; of one user's messages with the same name there is one. */
    readonly dedupe: string | undefined;
    readonly createdAtMs: number;
  },
): Promise<number | undefined> {
  const [row] = await source.query<{ message_id: bigint }>(
    `INSERT INTO user_messages (user_id, kind, params, dedupe, created_at_ms)
     VALUES ($1, $2, $3::text::json, $4, $5)
     ON CONFLICT (user_id, dedupe) WHERE dedupe IS NOT NULL DO NOTHING RETURNING message_id`,
    [
      message.userId,
      message.kind,
      JSON.stringify(message.params),
      message.dedupe ?? null,
      message.createdAtMs,
    ],
  );
  return row && Number(row.message_id);
}

/** The last message of these kinds that each of these users was told, by user. */
export async function lastTold(
  source: Queryable,
  userIds: readonly number[],
  kinds: readonly MessageKind[],
): Promise<ReadonlyMap<number, MessageRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await source.query<MessageRecord & { readonly user_id: bigint }>(
    `SELECT DISTINCT ON (user_id) user_id, ${COLUMNS} FROM user_messages
     WHERE user_id = ANY ($1::bigint[]) AND kind = ANY ($2::text[]) ORDER BY user_id, message_id DESC`,
    [[...userIds], [...kinds]],
  );
  return new Map(rows.map((row) => [Number(row.user_id), toMessage(row)]));
}

export function userMessagesPage(
  source: Queryable,
  userId: number,
  request: PageRequest,
): Promise<Page<MessageRow>> {
  const where = new Conditions().add('user_id =', userId);
  const listing = { columns: COLUMNS, from: 'user_messages', where, orderBy: 'message_id DESC' };
  return readPage<MessageRecord, MessageRow>(source, listing, request, toMessage);
}

export async function countUnread(source: Queryable, userId: number): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM user_messages WHERE user_id = $1 AND read_at_ms IS NULL',
    [userId],
  );
  return Number(row?.count ?? 0);
}

/** Marks one message of the user, or all, as read; false when there is no such one of theirs. */
export async function markRead(
  source: Queryable,
  read: { readonly userId: number; readonly messageId?: number; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query<{ message_id: bigint }>(
    `UPDATE user_messages SET read_at_ms = coalesce(read_at_ms, $3)
     WHERE user_id = $1 AND ($2::bigint IS NULL AND read_at_ms IS NULL OR message_id = $2)
     RETURNING message_id`,
    [read.userId, read.messageId ?? null, read.nowMs],
  );
  return rows.length > 0;
}

declare module '../core/http/events.ts' {
  interface ServerEvents {
    /** A personal message was kept: the user's sockets show it. */
    readonly message: [{ readonly userId: number; readonly message: MessageRow }];
  }
}
