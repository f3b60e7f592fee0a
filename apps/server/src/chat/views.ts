/** Conversations and messages as the wire shows them. */
import type { ChatConversation, ChatMessage, OperatorChat } from '@fairlead/contract';
import type { Say } from '../core/texts/texts.ts';
import { maskedAccount } from '../identity/users/index.ts';
import type { DeskConversation } from './desk-queries.ts';
import type { ChatMessageRow, ConversationRow } from './queries.ts';
import { operatorName } from './texts.ts';

export interface ShownConversation {
  readonly row: ConversationRow;
  /** What others waited lately; undefined when nobody did. */
  readonly expectedWaitMs: number | undefined;
}

export function conversationView(
  { row, expectedWaitMs }: ShownConversation,
  say: Say,
): ChatConversation {
  return {
    id: row.conversationId,
    status: row.status,
    ...(row.operator !== undefined && { operator: operatorName(row.operator, say) }),
    started_at: row.startedAtMs,
    ...(row.closedAtMs !== undefined && { closed_at: row.closedAtMs }),
    ...(row.position !== undefined && { position: row.position }),
    ...(row.status === 'waiting' &&
      expectedWaitMs !== undefined && { expected_wait_ms: expectedWaitMs }),
    unread: row.unread,
    read_by_user: row.readByUser,
    read_by_operator: row.readByOperator,
  };
}

export function chatMessageView(row: ChatMessageRow, say: Say): ChatMessage {
  return {
    id: row.messageId,
    from: row.sender,
    ...(row.operator !== undefined && { operator: operatorName(row.operator, say) }),
    ...(row.text !== undefined && { text: row.text }),
    ...(row.fileId !== undefined && { file_id: row.fileId }),
    ...(row.event !== undefined && { event: row.event }),
    ...(row.clientMessageId !== undefined && { client_message_id: row.clientMessageId }),
    time: row.createdAtMs,
  };
}

/** As one operator sees it. */
export function operatorChatView(
  row: DeskConversation,
  viewer: { readonly operatorId: number; readonly say: Say },
): OperatorChat {
  const isMine = row.status !== 'waiting' && row.operator?.operatorId === viewer.operatorId;
  const canTake = row.status === 'waiting' || (row.isLeftAlone && !isMine);
  return {
    ...conversationView({ row, expectedWaitMs: undefined }, viewer.say),
    user_id: row.userId,
    user: maskedAccount(row),
    lang: row.lang,
    ...(row.operator !== undefined && { operator_id: row.operator.operatorId }),
    is_mine: isMine,
    ...(row.waitsSinceMs !== undefined && { waits_since: row.waitsSinceMs }),
    ...(row.lastText !== undefined && { last_text: row.lastText }),
    last_at: row.lastAtMs,
    unread_at_desk: row.unreadAtDesk,
    can_take: canTake,
  };
}
