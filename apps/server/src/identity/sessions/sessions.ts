/** Sessions of users: opaque tokens, kept in memory as long as they are open so that a call needs no query. */

import { hash, randomBytes } from 'node:crypto';
import { NewestMap } from '@fairlead/units';
import {
  SESSION_CACHE_MAX,
  SESSION_LIFETIME_MS,
  SESSION_SEEN_STEP_MS,
  SESSION_YOUNG_MS,
  SESSIONS_PER_USER_MAX,
} from '../../core/http/limits.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import {
  deleteSessions,
  deleteSurplusSessions,
  findSession,
  insertSession,
  listSessions,
  openAmong,
  type SessionRow,
  touchSessions,
} from './queries.ts';

/** An open session, as routes and sockets know it. */
export interface Session {
  readonly userId: number;
  readonly sessionId: number;
  /** Names the session without being able to use it: hex of the token's digest. */
  readonly sessionKey: string;
  readonly expiresAtMs: number;
}

/** Sessions that ended before their time; sockets of theirs must be closed. */
export interface SessionsEnded {
  readonly userId: number;
  readonly sessionKeys: readonly string[];
}

interface CachedSession extends Session {
  seenAtMs: number;
}

/** 256 random bits (cases.md S1). */
const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const tokenHash = (token: string): Uint8Array => hash('sha256', token, 'buffer');
const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly onEnded: (ended: SessionsEnded) => void;
}

export class Sessions {
  readonly #options: SessionsOptions;
  /** By token, in the order of their last lookup in the table. */
  readonly #open = new NewestMap<string, CachedSession>(SESSION_CACHE_MAX);
  readonly #seen = new Map<number, number>();
  /** Rises when sessions end: what a query read before that may be over. */
  #generation = 0;
  #isHearing = true;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The session of a token, at once when it is in memory. */
  find(token: string): Session | undefined | Promise<Session | undefined> {
    return this.findOpen(token) ?? this.#load(token);
  }

  /** The session of a token if it is in memory; never a query. */
  findOpen(token: string): Session | undefined {
    const cached = this.#open.get(token);
    if (cached === undefined) return undefined;
    const nowMs = this.#options.clock.now();
    if (cached.expiresAtMs <= nowMs) {
      this.#open.delete(token);
      return undefined;
    }
    this.#note(cached, nowMs);
    return cached;
  }

  /**
   * Opens a session and gives its token, which is known nowhere else; undefined when the password is no
   * longer the one that was verified.
   */
  async start(session: {
    readonly userId: number;
    readonly passwordHash: string;
    readonly deviceHash: Uint8Array | undefined;
    readonly ip: string;
    readonly userAgent: string | undefined;
    readonly isByPassword: boolean;
  }): Promise<string | undefined> {
    const { database, clock } = this.#options;
    const token = newToken();
    const nowMs = clock.now();
    const generation = this.#generation;
    const row = await insertSession(database, {
      ...session,
      userAgent: session.userAgent?.slice(0, 300),
      tokenHash: tokenHash(token),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + SESSION_LIFETIME_MS,
    });
    if (row === undefined) return undefined;
    // Sessions ended while this was written: the next call looks whether it is among them.
    if (generation === this.#generation) this.#keep(token, row);
    const surplus = { userId: session.userId, nowMs, sessionsMax: SESSIONS_PER_USER_MAX };
    this.forgetEnded(session.userId, await deleteSurplusSessions(database, surplus));
    return token;
  }

  list(userId: number): Promise<SessionRow[]> {
    return listSessions(this.#options.database, userId, this.#options.clock.now());
  }

  /** Whether a session of the user has just begun with the password, so that who has it has just given it. */
  async isYoung(userId: number, sessionId: number): Promise<boolean> {
    const session = (await this.list(userId)).find((each) => each.sessionId === sessionId);
    if (session?.isByPassword !== true) return false;
    return this.#options.clock.now() - session.createdAtMs <= SESSION_YOUNG_MS;
  }

  /** Ends one session of the user; false when there is none with this id. */
  async end(userId: number, sessionId: number): Promise<boolean> {
    const ended = await deleteSessions(this.#options.database, { userId, sessionId });
    this.forgetEnded(userId, ended);
    return ended.length > 0;
  }

  /** Ends all sessions of the user, or all but one. */
  async endAll(userId: number, exceptSessionKey?: string): Promise<void> {
    const { database } = this.#options;
    this.forgetEnded(userId, await this.endAllIn(database, userId, exceptSessionKey));
  }

  /** The same in a running transaction, with whose commit `forgetEnded` must follow. */
  endAllIn(
    transaction: Queryable,
    userId: number,
    exceptSessionKey?: string,
  ): Promise<readonly Uint8Array[]> {
    return deleteSessions(transaction, {
      userId,
      ...(exceptSessionKey !== undefined && {
        exceptTokenHash: Buffer.from(exceptSessionKey, 'hex'),
      }),
    });
  }

  /** Forgets a session that another process ended: its next call asks the table. */
  forget(sessionKey: string): void {
    this.#generation += 1;
    for (const [token, session] of this.#open)
      if (session.sessionKey === sessionKey) this.#open.delete(token);
  }

  /** Forgets all that is in memory. */
  forgetAll(): void {
    this.#generation += 1;
    this.#open.clear();
  }

  /** While this process does not hear which sessions others end, each call asks the table. */
  set isHearing(isHearing: boolean) {
    if (!isHearing) this.forgetAll();
    this.#isHearing = isHearing;
  }

  /** Which of these sessions are still open, by the table. */
  async stillOpen(sessionKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const digests = sessionKeys.map((key) => Buffer.from(key, 'hex'));
    const open = await openAmong(this.#options.database, digests, this.#options.clock.now());
    return new Set(open.map(keyOf));
  }

  /** Writes when sessions were last used; called every now and then and at the end. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = [...this.#seen].map(([sessionId, atMs]) => ({ sessionId, atMs }));
    this.#seen.clear();
    await touchSessions(this.#options.database, seen);
  }

  async #load(token: string): Promise<Session | undefined> {
    const generation = this.#generation;
    const row = await findSession(
      this.#options.database,
      tokenHash(token),
      this.#options.clock.now(),
    );
    if (row === undefined) return undefined;
    // Sessions ended while this was read: only a second look is sure.
    if (generation !== this.#generation) return this.#load(token);
    return this.#keep(token, row);
  }

  #keep(token: string, row: SessionRow): Session {
    const session: CachedSession = {
      userId: row.userId,
      sessionId: row.sessionId,
      sessionKey: keyOf(row.tokenHash),
      expiresAtMs: row.expiresAtMs,
      seenAtMs: row.lastSeenAtMs,
    };
    if (this.#isHearing) this.#open.set(token, session);
    this.#note(session, this.#options.clock.now());
    return session;
  }

  #note(session: CachedSession, nowMs: number): void {
    if (nowMs - session.seenAtMs < SESSION_SEEN_STEP_MS) return;
    session.seenAtMs = nowMs;
    this.#seen.set(session.sessionId, nowMs);
  }

  /** What ended with a commit opens nothing any more. */
  forgetEnded(userId: number, tokenHashes: readonly Uint8Array[]): void {
    if (tokenHashes.length === 0) return;
    this.#generation += 1;
    const sessionKeys = tokenHashes.map(keyOf);
    const gone = new Set(sessionKeys);
    for (const [token, session] of this.#open)
      if (gone.has(session.sessionKey)) this.#open.delete(token);
    this.#options.onEnded({ userId, sessionKeys });
  }
}
