import { EventEmitter } from 'node:events';
import type { ChatMessageRow } from '../store/chat-queries.ts';
import type { MessageRow } from '../store/message-queries.ts';
import type { ShownConversation } from './chat-views.ts';

/** What services tell one another without knowing who listens. */
export interface ServerEvents {
  /** A session ended before its time: its sockets must be closed. */
  readonly session_ended: [{ readonly userId: number; readonly sessionKey: string }];
  /** A key was revoked or changed: what was opened with it must be closed. */
  readonly api_key_ended: [{ readonly userId: number; readonly apiKeyId: number }];
  /** A personal message was kept: the user's sockets show it. */
  readonly message: [{ readonly userId: number; readonly message: MessageRow }];
  /** A conversation with the desk changed, or got a message: the user's sockets show it. */
  readonly chat: [ChatChange];
  /** Terms of money in and out changed in the tables. */
  readonly terms_changed: [undefined];
}

/** All of them, for those who pass them on. */
export const EVENT_NAMES = [
  'session_ended',
  'api_key_ended',
  'message',
  'chat',
  'terms_changed',
] as const satisfies readonly (keyof ServerEvents)[];

export interface ChatChange {
  readonly userId: number;
  readonly conversation: ShownConversation;
  readonly message?: ChatMessageRow;
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
