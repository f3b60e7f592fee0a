import { EventEmitter } from 'node:events';
import type { PrivateData } from '@fairlead/contract';
import type { ToldRows } from '../steps/told-rows.ts';
import type { Say } from '../texts/texts.ts';

/** What services tell one another without knowing who listens; capabilities add what is theirs. */
export interface ServerEvents {
  /** A session ended before its time: its sockets must be closed. */
  readonly session_ended: [{ readonly userId: number; readonly sessionKey: string }];
  /** A key was revoked or changed: what was opened with it must be closed. */
  /** What was opened with it is closed; one that was edited goes on under its new terms. */
  readonly api_key_ended: [
    { readonly userId: number; readonly apiKeyId: number; readonly isEdited?: boolean },
  ];
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

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();

/** Sends to each socket of a user what `make` shows, in the socket's language; nothing is made where there is none. */
export type Tell = <Name extends keyof PrivateData>(
  userId: number,
  name: Name,
  make: (say: Say) => PrivateData[Name],
) => void;

/** Tells users what of a commit is theirs. */
export type TellChanges = (rows: ToldRows, tell: Tell) => void;
