/** What the chat tells others. */
import type { ChatMessageRow } from './queries.ts';
import type { ShownConversation } from './views.ts';

export interface ChatChange {
  readonly userId: number;
  readonly conversation: ShownConversation;
  readonly message?: ChatMessageRow;
}

declare module '../core/http/events.ts' {
  interface ServerEvents {
    /** A conversation with the desk changed, or got a message: the user's sockets show it. */
    readonly chat: [ChatChange];
  }
}
