/** Challenges that passkeys answer, and tickets for what they proved: digests, taken out as they are used. */
import type { Queryable } from '../../core/store/database.ts';

export interface Challenge {
  readonly hash: Uint8Array;
  /** The user who registers one; undefined where a passkey is used, by whomever. */
  readonly userId: number | undefined;
}

export async function insertChallenge(
  source: Queryable,
  { hash, userId }: Challenge,
  expiresAtMs: number,
): Promise<void> {
  await source.query(
    `INSERT INTO passkey_challenges (challenge_hash, purpose, user_id, expires_at_ms) VALUES ($1, $2, $3, $4)`,
    [hash, userId === undefined ? 'use' : 'register', userId ?? null, expiresAtMs],
  );
}

/** Uses a challenge up; false when it is over, used, or another's. */
export async function takeChallenge(
  source: Queryable,
  { hash, userId }: Challenge,
  nowMs: number,
): Promise<boolean> {
  const rows = await source.query<{ is_good: boolean }>(
    `DELETE FROM passkey_challenges WHERE challenge_hash = $1
     RETURNING user_id IS NOT DISTINCT FROM $2::bigint AND expires_at_ms > $3 AS is_good`,
    [hash, userId ?? null, nowMs],
  );
  return rows[0]?.is_good === true;
}

export async function insertTicket(
  source: Queryable,
  ticket: { readonly hash: Uint8Array; readonly userId: number; readonly expiresAtMs: number },
): Promise<void> {
  await source.query(
    'INSERT INTO passkey_tickets (ticket_hash, user_id, expires_at_ms) VALUES ($1, $2, $3)',
    [ticket.hash, ticket.userId, ticket.expiresAtMs],
  );
}

/** Uses a ticket up; false when it is over, used, or another's. */
export async function takeProvenTicket(
  source: Queryable,
  taken: { readonly hash: Uint8Array; readonly userId: number; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query<{ is_good: boolean }>(
    `DELETE FROM passkey_tickets WHERE ticket_hash = $1
     RETURNING user_id = $2 AND expires_at_ms > $3 AS is_good`,
    [taken.hash, taken.userId, taken.nowMs],
  );
  return rows[0]?.is_good === true;
}

/** Tickets of a user's passkey that is gone prove nothing. */
export async function deleteTickets(source: Queryable, userId: number): Promise<void> {
  await source.query('DELETE FROM passkey_tickets WHERE user_id = $1', [userId]);
}

/** Ends what this user has begun to register. */
export async function deleteBegun(source: Queryable, userId: number): Promise<void> {
  await source.query('DELETE FROM passkey_challenges WHERE user_id = $1', [userId]);
}

/** Forgets what is over. */
export async function deleteOldChallenges(source: Queryable, nowMs: number): Promise<void> {
  await source.query('DELETE FROM passkey_challenges WHERE expires_at_ms <= $1', [nowMs]);
  await source.query('DELETE FROM passkey_tickets WHERE expires_at_ms <= $1', [nowMs]);
}
