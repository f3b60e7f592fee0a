/** Conversations with the desk and their messages, as both sides read them. Changes: chat-record.ts. */
import type { ChatEvent, ChatStatus } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { CHAT_UNREAD_MAX } from '../core/store/limits.ts';
import { Conditions } from '../core/store/pages.ts';

/** Who answers, as far as users may know. */
export interface ChatOperator {
  readonly operatorId: number;
  readonly displayName: string | undefined;
}

export interface ConversationRow {
  readonly conversationId: number;
  readonly userId: number;
  readonly status: ChatStatus;
  readonly operator: ChatOperator | undefined;
  readonly startedAtMs: number;
  readonly closedAtMs: number | undefined;
  readonly waitsSinceMs: number | undefined;
  readonly lastAtMs: number;
  readonly isOutOfHours: boolean;
  /** From 1, while waiting. */
  readonly position: number | undefined;
  readonly readByUser: number;
  readonly readByOperator: number;
  /** Messages of operators after `readByUser`, counted to CHAT_UNREAD_MAX; those of the user likewise. */
  readonly unread: number;
  readonly unreadAtDesk: number;
}

export interface ConversationRecord {
  readonly conversation_id: bigint;
  readonly user_id: bigint;
  readonly status: ChatStatus;
  readonly operator_id: bigint | null;
  readonly display_name: string | null;
  readonly started_at_ms: bigint;
  readonly closed_at_ms: bigint | null;
  readonly waits_since_ms: bigint | null;
  readonly last_at_ms: bigint;
  readonly is_out_of_hours: boolean;
  readonly position: bigint | null;
  readonly read_by_user: bigint;
  readonly read_by_operator: bigint;
  readonly unread: bigint;
  readonly unread_at_desk: bigint;
}

const unreadSql = (sender: 'user' | 'operator', mark: string): string =>
  `(SELECT count(*) FROM (SELECT FROM chat_messages AS unread
     WHERE unread.conversation_id = c.conversation_id AND unread.message_id > c.${mark}
       AND unread.sender = '${sender}' LIMIT ${CHAT_UNREAD_MAX}) AS counted)`;

/** Of a conversation `c` and its operator `o`. */
export const CONVERSATION_COLUMNS = `c.conversation_id, c.user_id, c.status, c.operator_id,
  o.display_name, c.started_at_ms, c.closed_at_ms, c.waits_since_ms, c.last_at_ms,
  c.is_out_of_hours, c.read_by_user, c.read_by_operator,
  CASE WHEN c.status = 'waiting' THEN (SELECT count(*) FROM chat_conversations AS ahead
    WHERE ahead.status = 'waiting'
      AND (ahead.queued_at_ms, ahead.conversation_id) <= (c.queued_at_ms, c.conversation_id))
  END AS position,
  ${unreadSql('operator', 'read_by_user')} AS unread,
  ${unreadSql('user', 'read_by_operator')} AS unread_at_desk`;
export const CONVERSATION_FROM =
  'chat_conversations AS c LEFT JOIN operators AS o ON o.operator_id = c.operator_id';

const numberOf = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const operatorOf = (id: bigint | null, displayName: string | null): ChatOperator | undefined =>
  id === null ? undefined : { operatorId: Number(id), displayName: displayName ?? undefined };

export const toConversation = (row: ConversationRecord): ConversationRow => ({
  conversationId: Number(row.conversation_id),
  userId: Number(row.user_id),
  status: row.status,
  operator: operatorOf(row.operator_id, row.display_name),
  startedAtMs: Number(row.started_at_ms),
  closedAtMs: numberOf(row.closed_at_ms),
  waitsSinceMs: numberOf(row.waits_since_ms),
  lastAtMs: Number(row.last_at_ms),
  isOutOfHours: row.is_out_of_hours,
  position: numberOf(row.position),
  readByUser: Number(row.read_by_user),
  readByOperator: Number(row.read_by_operator),
  unread: Number(row.unread),
  unreadAtDesk: Number(row.unread_at_desk),
});

export async function findConversation(
  source: Queryable,
  conversationId: number,
): Promise<ConversationRow | undefined> {
  const rows = await source.query<ConversationRecord>(
    `SELECT ${CONVERSATION_COLUMNS} FROM ${CONVERSATION_FROM} WHERE c.conversation_id = $1`,
    [conversationId],
  );
  return rows.map(toConversation)[0];
}

/** The user's conversation that is open, or their last one. */
export async function latestConversation(
  source: Queryable,
  userId: number,
): Promise<ConversationRow | undefined> {
  const rows = await source.query<ConversationRecord>(
    `SELECT ${CONVERSATION_COLUMNS} FROM ${CONVERSATION_FROM}
     WHERE c.user_id = $1 ORDER BY c.conversation_id DESC LIMIT 1`,
    [userId],
  );
  return rows.map(toConversation)[0];
}

/** Median of the waits that ended last, of at most `waitsMax` since `sinceMs`; undefined when there was none. */
export async function medianWaitMs(
  source: Queryable,
  { sinceMs, waitsMax }: { readonly sinceMs: number; readonly waitsMax: number },
): Promise<number | undefined> {
  const [row] = await source.query<{ median: bigint | null }>(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY waited_ms) AS median FROM (
       SELECT waited_ms FROM chat_conversations
       WHERE waited_ms IS NOT NULL AND first_taken_at_ms > $1
       ORDER BY first_taken_at_ms DESC LIMIT $2) AS waits`,
    [sinceMs, waitsMax],
  );
  return numberOf(row?.median ?? null);
}

export interface ChatMessageRow {
  readonly messageId: number;
  readonly conversationId: number;
  readonly sender: 'user' | 'operator' | 'system';
  /** Who wrote it; of an event, whom it names. */
  readonly operator: ChatOperator | undefined;
  readonly text: string | undefined;
  readonly fileId: number | undefined;
  readonly event: ChatEvent | undefined;
  readonly clientMessageId: string | undefined;
  readonly createdAtMs: number;
}

interface MessageRecord {
  readonly message_id: bigint;
  readonly conversation_id: bigint;
  readonly sender: ChatMessageRow['sender'];
  readonly operator_id: bigint | null;
  readonly display_name: string | null;
  readonly text: string | null;
  readonly file_id: bigint | null;
  readonly event: ChatEvent | null;
  readonly client_message_id: string | null;
  readonly created_at_ms: bigint;
}

const MESSAGES = `SELECT m.message_id, m.conversation_id, m.sender, m.operator_id, o.display_name,
    m.text, m.file_id, m.event, m.client_message_id, m.created_at_ms
  FROM chat_messages AS m LEFT JOIN operators AS o ON o.operator_id = m.operator_id`;

const toMessage = (row: MessageRecord): ChatMessageRow => ({
  messageId: Number(row.message_id),
  conversationId: Number(row.conversation_id),
  sender: row.sender,
  operator: operatorOf(row.operator_id, row.display_name),
  text: row.text ?? undefined,
  fileId: numberOf(row.file_id),
  event: row.event ?? undefined,
  clientMessageId: row.client_message_id ?? undefined,
  createdAtMs: Number(row.created_at_ms),
});

export async function findChatMessage(
  source: Queryable,
  messageId: number,
): Promise<ChatMessageRow | undefined> {
  const rows = await source.query<MessageRecord>(`${MESSAGES} WHERE m.message_id = $1`, [
    messageId,
  ]);
  return rows.map(toMessage)[0];
}

/** What a sender sent under a name before: a user ever, an operator in this conversation. */
export async function findSentMessage(
  source: Queryable,
  sent:
    | { readonly userId: number; readonly clientMessageId: string }
    | {
        readonly conversationId: number;
        readonly operatorId: number;
        readonly clientMessageId: string;
      },
): Promise<ChatMessageRow | undefined> {
  const where = new Conditions();
  if ('userId' in sent) where.add("m.sender = 'user' AND m.user_id =", sent.userId);
  else
    where
      .add("m.sender = 'operator' AND m.conversation_id =", sent.conversationId)
      .add('m.operator_id =', sent.operatorId);
  where.add('m.client_message_id =', sent.clientMessageId);
  const rows = await source.query<MessageRecord>(`${MESSAGES} WHERE ${where.sql}`, where.values);
  return rows.map(toMessage)[0];
}

export interface MessageWindow {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

export interface MessagePage {
  /** Oldest first. */
  readonly list: readonly ChatMessageRow[];
  /** Whether there are more in the direction that was asked for. */
  readonly hasMore: boolean;
}

/** Messages of a user's conversations, or of one: after a message, or the newest before one. */
export async function chatMessages(
  source: Queryable,
  of: { readonly userId: number } | { readonly conversationId: number },
  { before, after, limit }: MessageWindow,
): Promise<MessagePage> {
  const where = new Conditions();
  if ('userId' in of) where.add('m.user_id =', of.userId);
  else where.add('m.conversation_id =', of.conversationId);
  where.add('m.message_id <', before).add('m.message_id >', after);
  const isForward = after !== undefined;
  const rows = await source.query<MessageRecord>(
    `${MESSAGES} WHERE ${where.sql}
     ORDER BY m.message_id ${isForward ? 'ASC' : 'DESC'} LIMIT ${limit + 1}`,
    where.values,
  );
  const list = rows.slice(0, limit).map(toMessage);
  return { list: isForward ? list : list.reverse(), hasMore: rows.length > limit };
}

/** Messages that a user sent since a time, and the oldest of them. */
export async function countSentSince(
  source: Queryable,
  userId: number,
  sinceMs: number,
): Promise<{ readonly count: number; readonly oldestMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; oldest: bigint | null }>(
    `SELECT count(*) AS count, min(created_at_ms) AS oldest FROM chat_messages
     WHERE sender = 'user' AND user_id = $1 AND created_at_ms > $2`,
    [userId, sinceMs],
  );
  return { count: Number(row?.count ?? 0), oldestMs: numberOf(row?.oldest ?? null) };
}

/** Whether a picture was sent in a conversation. */
export async function isFileOfConversation(
  source: Queryable,
  conversationId: number,
  fileId: number,
): Promise<boolean> {
  const rows = await source.query(
    'SELECT 1 AS one FROM chat_messages WHERE conversation_id = $1 AND file_id = $2 LIMIT 1',
    [conversationId, fileId],
  );
  return rows.length > 0;
}
