import { EventEmitter } from 'node:events';
import type { MessageRow } from '../store/message-queries.ts';

/** What services tell one another without knowing who listens. */
export interface ServerEvents {
  /** A session ended before its time: its sockets must be closed. */
  readonly session_ended: [{ readonly userId: number; readonly sessionKey: string }];
  /** A personal message was kept: the user's sockets show it. */
  readonly message: [{ readonly userId: number; readonly message: MessageRow }];
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
