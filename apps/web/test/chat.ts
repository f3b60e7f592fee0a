/** Conversations and messages as the server would give them; say what matters for the test. */
import type { ChatConversation, ChatMessage, ChatState } from '@fairlead/contract';

/** A Saturday, 21 November 2026, 14:00 UTC. */
export const NOON_MS = 1_795_269_600_000;

export const conversation = (own: Partial<ChatConversation> = {}): ChatConversation => ({
  id: 3,
  status: 'active',
  operator: 'Mara',
  started_at: NOON_MS,
  unread: 0,
  read_by_user: 0,
  read_by_operator: 0,
  ...own,
});

export const fromUser = (id: number, own: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  from: 'user',
  text: `question ${id}`,
  client_message_id: `c${id}`,
  time: NOON_MS + id * 1_000,
  ...own,
});

export const fromDesk = (id: number, own: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  from: 'operator',
  operator: 'Mara',
  text: `answer ${id}`,
  time: NOON_MS + id * 1_000,
  ...own,
});

export const chatState = (own: Partial<ChatState> = {}): ChatState => ({
  is_open: true,
  conversation: conversation(),
  ...own,
});
