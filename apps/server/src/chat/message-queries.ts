/** What changes conversations and adds messages. Each within a transaction that holds the conversation's row. */
import type { ChatEvent } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface NewChatMessage {
  readonly conversationId: number;
  readonly userId: number;
  readonly sender: 'user' | 'operator' | 'system';
  readonly operatorId?: number | undefined;
  readonly text?: string | undefined;
  readonly fileId?: number | undefined;
  readonly event?: ChatEvent;
  readonly clientMessageId?: string;
  readonly createdAtMs: number;
}

/** Adds a message and gives its id, which rises within a conversation as its row is held. */
export async function insertChatMessage(
  transaction: Queryable,
  message: NewChatMessage,
): Promise<number> {
  const [row] = await transaction.query<{ message_id: bigint }>(
    `INSERT INTO chat_messages (conversation_id, user_id, sender, operator_id, text, file_id, event,
       client_message_id, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING message_id`,
    [
      message.conversationId,
      message.userId,
      message.sender,
      message.operatorId ?? null,
      message.text ?? null,
      message.fileId ?? null,
      message.event ?? null,
      message.clientMessageId ?? null,
      message.createdAtMs,
    ],
  );
  return Number(row?.message_id ?? 0);
}

/** Lets the sends of one user come one after another, without being in the way of rows that name the user. */
export async function holdChatUser(transaction: Queryable, userId: number): Promise<void> {
  await transaction.query('SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [
    userId,
  ]);
}

/** Holds a conversation until the transaction ends; false when there is none. */
export async function holdConversation(
  transaction: Queryable,
  conversationId: number,
): Promise<boolean> {
  const rows = await transaction.query(
    'SELECT 1 AS one FROM chat_conversations WHERE conversation_id = $1 FOR NO KEY UPDATE',
    [conversationId],
  );
  return rows.length > 0;
}

/** Holds the user's open conversation and gives its id; undefined when none is open. */
export async function holdOpenConversation(
  transaction: Queryable,
  userId: number,
): Promise<number | undefined> {
  const [row] = await transaction.query<{ conversation_id: bigint }>(
    `SELECT conversation_id FROM chat_conversations WHERE user_id = $1 AND status <> 'closed'
     FOR NO KEY UPDATE`,
    [userId],
  );
  return row && Number(row.conversation_id);
}

export async function insertConversation(
  transaction: Queryable,
  userId: number,
  nowMs: number,
): Promise<number> {
  const [row] = await transaction.query<{ conversation_id: bigint }>(
    `INSERT INTO chat_conversations (user_id, started_at_ms, queued_at_ms, waits_since_ms, last_at_ms)
     VALUES ($1, $2, $2, $2, $2) RETURNING conversation_id`,
    [userId, nowMs],
  );
  return Number(row?.conversation_id ?? 0);
}

/** Notes a message of the user, who waits from the first that is not answered. */
export async function noteWritten(
  transaction: Queryable,
  conversationId: number,
  nowMs: number,
): Promise<void> {
  await transaction.query(
    `UPDATE chat_conversations SET waits_since_ms = coalesce(waits_since_ms, $2), last_at_ms = $2
     WHERE conversation_id = $1`,
    [conversationId, nowMs],
  );
}

/** Notes an answer: it is the user's turn, and whoever answers has read what was written. */
export async function noteAnswered(
  transaction: Queryable,
  conversationId: number,
  answer: { readonly messageId: number; readonly nowMs: number },
): Promise<void> {
  await transaction.query(
    `UPDATE chat_conversations SET waits_since_ms = NULL, last_at_ms = $2,
       read_by_operator = greatest(read_by_operator, $3)
     WHERE conversation_id = $1`,
    [conversationId, answer.nowMs, answer.messageId],
  );
}

/** Notes that a waiting user was told of the hours; false when they were told before. */
export async function noteOutOfHours(
  transaction: Queryable,
  conversationId: number,
): Promise<boolean> {
  const rows = await transaction.query(
    `UPDATE chat_conversations SET is_out_of_hours = true
     WHERE conversation_id = $1 AND status = 'waiting' AND NOT is_out_of_hours RETURNING 1 AS one`,
    [conversationId],
  );
  return rows.length > 0;
}

/** Gives a conversation to an operator. */
export async function giveConversation(
  transaction: Queryable,
  conversationId: number,
  to: { readonly operatorId: number; readonly nowMs: number },
): Promise<void> {
  await transaction.query(
    `UPDATE chat_conversations SET status = 'active', operator_id = $2, held_since_ms = $3,
       waited_ms = CASE WHEN first_taken_at_ms IS NULL AND NOT is_out_of_hours
         THEN greatest($3 - started_at_ms, 0) ELSE waited_ms END,
       first_taken_at_ms = coalesce(first_taken_at_ms, $3)
     WHERE conversation_id = $1`,
    [conversationId, to.operatorId, to.nowMs],
  );
}

/** Puts a conversation back into the queue, at the place of whoever waits as long for an answer. */
export async function requeueConversation(
  transaction: Queryable,
  conversationId: number,
  nowMs: number,
): Promise<void> {
  await transaction.query(
    `UPDATE chat_conversations SET status = 'waiting', operator_id = NULL, held_since_ms = NULL,
       queued_at_ms = coalesce(waits_since_ms, $2), waits_since_ms = coalesce(waits_since_ms, $2)
     WHERE conversation_id = $1`,
    [conversationId, nowMs],
  );
}

export async function closeConversation(
  transaction: Queryable,
  conversationId: number,
  close: { readonly by: 'user' | 'operator' | 'silence'; readonly nowMs: number },
): Promise<void> {
  await transaction.query(
    `UPDATE chat_conversations SET status = 'closed', closed_at_ms = $3, closed_by = $2,
       waits_since_ms = NULL
     WHERE conversation_id = $1`,
    [conversationId, close.by, close.nowMs],
  );
}

/** Conversations that were answered and silent since a time. */
export async function silentConversations(
  source: Queryable,
  beforeMs: number,
  rowsMax: number,
): Promise<number[]> {
  const rows = await source.query<{ conversation_id: bigint }>(
    `SELECT conversation_id FROM chat_conversations
     WHERE status = 'active' AND waits_since_ms IS NULL AND last_at_ms <= $1
     ORDER BY last_at_ms LIMIT $2`,
    [beforeMs, rowsMax],
  );
  return rows.map((row) => Number(row.conversation_id));
}

/** Marks what the other side wrote as read up to a message, never less; false when nothing changed. */
export async function markChatRead(
  source: Queryable,
  conversationId: number,
  read: { readonly by: 'user' | 'operator'; readonly messageId: number },
): Promise<boolean> {
  const mark = read.by === 'user' ? 'read_by_user' : 'read_by_operator';
  const rows = await source.query(
    `UPDATE chat_conversations SET ${mark} = $2
     WHERE conversation_id = $1 AND ${mark} < $2 RETURNING 1 AS one`,
    [conversationId, read.messageId],
  );
  return rows.length > 0;
}
