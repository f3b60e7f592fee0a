/** Sessions of users as their table holds them. A token is never stored, only its SHA-256. */
import type { Queryable } from '../../core/store/database.ts';

export interface SessionRow {
  readonly sessionId: number;
  readonly userId: number;
  readonly tokenHash: Uint8Array;
  readonly ip: string;
  readonly userAgent: string;
  /** Else by a passkey. */
  readonly isByPassword: boolean;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

interface SessionRecord {
  readonly session_id: bigint;
  readonly user_id: bigint;
  readonly token_hash: Uint8Array;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly is_by_password: boolean;
  readonly created_at_ms: bigint;
  readonly last_seen_at_ms: bigint;
  readonly expires_at_ms: bigint;
}

const COLUMNS = `session_id, user_id, token_hash, ip, user_agent, is_by_password, created_at_ms,
  last_seen_at_ms, expires_at_ms`;

const toSession = (row: SessionRecord): SessionRow => ({
  sessionId: Number(row.session_id),
  userId: Number(row.user_id),
  tokenHash: row.token_hash,
  ip: row.ip ?? '',
  userAgent: row.user_agent ?? '',
  isByPassword: row.is_by_password,
  createdAtMs: Number(row.created_at_ms),
  lastSeenAtMs: Number(row.last_seen_at_ms),
  expiresAtMs: Number(row.expires_at_ms),
});

export interface NewSession {
  readonly userId: number;
  /** The hash that the password was verified against. */
  readonly passwordHash: string;
  readonly tokenHash: Uint8Array;
  readonly deviceHash: Uint8Array | undefined;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly isByPassword: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Adds a session; undefined when the user's password is another by now. The lock makes a change of the
 * password either come first, and be seen here, or find the session when it ends them all.
 */
export async function insertSession(
  source: Queryable,
  session: NewSession,
): Promise<SessionRow | undefined> {
  const rows = await source.query<SessionRecord>(
    `INSERT INTO sessions (user_id, token_hash, device_hash, ip, user_agent, created_at_ms,
       last_seen_at_ms, expires_at_ms, is_by_password)
     SELECT user_id, $2::bytea, $3::bytea, $4::text, $5::text, $6::bigint, $6::bigint, $7::bigint, $9::boolean
     FROM users WHERE user_id = $1 AND password_hash = $8 FOR SHARE RETURNING ${COLUMNS}`,
    [
      session.userId,
      session.tokenHash,
      session.deviceHash ?? null,
      session.ip,
      session.userAgent ?? null,
      session.createdAtMs,
      session.expiresAtMs,
      session.passwordHash,
      session.isByPassword,
    ],
  );
  return rows.map(toSession)[0];
}

/** The open session of a token. */
export async function findSession(
  source: Queryable,
  tokenHash: Uint8Array,
  nowMs: number,
): Promise<SessionRow | undefined> {
  const rows = await source.query<SessionRecord>(
    `SELECT ${COLUMNS} FROM sessions WHERE token_hash = $1 AND expires_at_ms > $2`,
    [tokenHash, nowMs],
  );
  return rows.map(toSession)[0];
}

/** Digests, of these, of sessions that are open. */
export async function openAmong(
  source: Queryable,
  tokenHashes: readonly Uint8Array[],
  nowMs: number,
): Promise<Uint8Array[]> {
  const rows = await source.query<{ token_hash: Uint8Array }>(
    `SELECT token_hash FROM sessions
     WHERE token_hash IN (SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS given (hex))
       AND expires_at_ms > $2`,
    [tokenHashes.map((digest) => Buffer.from(digest).toString('hex')), nowMs],
  );
  return rows.map((row) => row.token_hash);
}

/** Open sessions of a user, the one used last first. */
export async function listSessions(
  source: Queryable,
  userId: number,
  nowMs: number,
): Promise<SessionRow[]> {
  const rows = await source.query<SessionRecord>(
    `SELECT ${COLUMNS} FROM sessions WHERE user_id = $1 AND expires_at_ms > $2
     ORDER BY last_seen_at_ms DESC, session_id DESC`,
    [userId, nowMs],
  );
  return rows.map(toSession);
}

export interface EndedSessions {
  readonly userId: number;
  /** Only this one. */
  readonly sessionId?: number;
  /** All but this one. */
  readonly exceptTokenHash?: Uint8Array;
}

/** Ends sessions of a user and gives back the digests of their tokens. */
export async function deleteSessions(
  source: Queryable,
  { userId, sessionId, exceptTokenHash }: EndedSessions,
): Promise<Uint8Array[]> {
  const rows = await source.query<{ token_hash: Uint8Array }>(
    `DELETE FROM sessions WHERE user_id = $1 AND ($2::bigint IS NULL OR session_id = $2)
       AND ($3::bytea IS NULL OR token_hash <> $3) RETURNING token_hash`,
    [userId, sessionId ?? null, exceptTokenHash ?? null],
  );
  return rows.map((row) => row.token_hash);
}

/** Ends what is over, and of a user's open sessions all but the `sessionsMax` used last. */
export async function deleteSurplusSessions(
  source: Queryable,
  surplus: { readonly userId: number; readonly nowMs: number; readonly sessionsMax: number },
): Promise<Uint8Array[]> {
  const rows = await source.query<{ token_hash: Uint8Array }>(
    `DELETE FROM sessions WHERE user_id = $1 AND (expires_at_ms <= $2 OR token_hash NOT IN (
       SELECT token_hash FROM sessions WHERE user_id = $1
       ORDER BY last_seen_at_ms DESC, session_id DESC LIMIT $3)) RETURNING token_hash`,
    [surplus.userId, surplus.nowMs, surplus.sessionsMax],
  );
  return rows.map((row) => row.token_hash);
}

/** Notes when sessions were last used, many in one statement. */
export async function touchSessions(
  source: Queryable,
  seen: readonly { readonly sessionId: number; readonly atMs: number }[],
): Promise<void> {
  await source.query(
    `UPDATE sessions SET last_seen_at_ms = greatest(last_seen_at_ms, seen.at_ms)
     FROM unnest($1::bigint[], $2::bigint[]) AS seen (session_id, at_ms)
     WHERE sessions.session_id = seen.session_id`,
    [seen.map(({ sessionId }) => sessionId), seen.map(({ atMs }) => atMs)],
  );
}
