/** Makes the conversations between users and the desk. */
import type { Config } from '../core/config/config.ts';
import type { Events } from '../core/http/events.ts';
import type { Presence } from '../core/operations/presence.ts';
import type { Database } from '../core/store/database.ts';
import type { Messages } from '../notices/index.ts';
import type { Files } from '../verification/index.ts';
import { ChatDesk } from './desk.ts';
import { Chat } from './service.ts';

export interface ChatParts {
  readonly config: Pick<Config, 'rateLimitFactor'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly events: Events;
  readonly presence: Presence;
  readonly messages: Messages;
  readonly files: Files;
}

export interface ChatServices {
  readonly chat: Chat;
  readonly chatDesk: ChatDesk;
}

export function createChat(parts: ChatParts): ChatServices {
  const { config, clock, database, events, presence, messages, files } = parts;
  const chat = new Chat({ database, clock, files, events, budgetFactor: config.rateLimitFactor });
  return { chat, chatDesk: new ChatDesk({ database, clock, chat, messages, presence }) };
}
