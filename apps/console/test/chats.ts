/** Conversations as the server would list them; say what matters for the test. */
import type { ChatMessage, OperatorChat } from '@fairlead/contract';
import { NOW_MS } from './records.ts';

export const chat = (own: Partial<OperatorChat> = {}): OperatorChat => ({
  id: 17,
  status: 'waiting',
  started_at: NOW_MS - 60_000,
  unread: 0,
  read_by_user: 0,
  read_by_operator: 0,
  user_id: 10_482,
  user: 'v***6@mail.test',
  lang: 'th',
  is_mine: false,
  last_text: 'Where is my deposit?',
  last_at: NOW_MS - 60_000,
  unread_at_desk: 1,
  ...own,
});

export const userMessage = (id: number, own: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  from: 'user',
  text: `question ${id}`,
  client_message_id: `c${id}`,
  time: NOW_MS - 60_000 + id,
  ...own,
});

export const deskAnswer = (id: number, own: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  from: 'operator',
  operator: 'Mara',
  text: `answer ${id}`,
  time: NOW_MS - 60_000 + id,
  ...own,
});
