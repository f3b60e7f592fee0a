import { EventEmitter } from 'node:events';

/** What services tell one another without knowing who listens. */
export interface ServerEvents {
  /** A session ended before its time: its sockets must be closed. */
  readonly session_ended: [{ readonly userId: number; readonly sessionKey: string }];
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
