/** Verification codes and the tickets they are traded for. Codes and tickets are stored as digests only. */
import type { Queryable } from './database.ts';

export interface NewCode {
  readonly scene: string;
  readonly target: string;
  /** Who asked for it logged in. */
  readonly userId: number | undefined;
  readonly codeHash: Uint8Array;
  readonly requester: Requester;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Who asks for a code or tries one: digests of address and device; a code works for whoever shares one of them. */
export interface Requester {
  readonly addressHash: Uint8Array | undefined;
  readonly deviceHash: Uint8Array | undefined;
}

export interface CodeCount {
  readonly target: string;
  readonly scene: string;
  /** Only codes this user asked for logged in; undefined: only those that anyone may ask for. */
  readonly ownerId: number | undefined;
  readonly sinceMs: number;
}

/** When the last code for a target and scene was made, and how many were since `sinceMs`. */
export async function countCodes(
  source: Queryable,
  { target, scene, ownerId, sinceMs }: CodeCount,
): Promise<{ readonly lastAtMs: number | undefined; readonly count: number }> {
  const [row] = await source.query<{ last_at_ms: bigint | null; count: bigint }>(
    `SELECT max(created_at_ms) AS last_at_ms, count(*) AS count FROM verification_codes
     WHERE target = $1 AND scene = $2 AND created_at_ms > $3
       AND user_id IS NOT DISTINCT FROM $4::bigint`,
    [target, scene, sinceMs, ownerId ?? null],
  );
  return {
    lastAtMs: row === undefined || row.last_at_ms === null ? undefined : Number(row.last_at_ms),
    count: Number(row?.count ?? 0),
  };
}

/** All codes since `sinceMs`. */
export async function countAllCodes(source: Queryable, sinceMs: number): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM verification_codes WHERE expires_at_ms > $1',
    [sinceMs],
  );
  return Number(row?.count ?? 0);
}

export async function insertCode(source: Queryable, code: NewCode): Promise<number> {
  const [row] = await source.query<{ code_id: bigint }>(
    `INSERT INTO verification_codes (scene, target, user_id, code_hash, created_at_ms, expires_at_ms,
       address_hash, device_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING code_id`,
    [
      code.scene,
      code.target,
      code.userId ?? null,
      code.codeHash,
      code.createdAtMs,
      code.expiresAtMs,
      code.requester.addressHash ?? null,
      code.requester.deviceHash ?? null,
    ],
  );
  return Number(row?.code_id ?? 0);
}

export interface CodeTry {
  readonly scene: string;
  readonly target: string;
  readonly codeHash: Uint8Array;
  readonly nowMs: number;
  /** Only codes that this one asked for are tried. */
  readonly requester: Requester;
  /** Or that this user asked for logged in. */
  readonly ownerId: number | undefined;
  readonly triesMax: number;
  /** The requester's wrong tries of a target and scene since `daySinceMs` after which no code works for them. */
  readonly wrongPerDayMax: number;
  /** The same of all together, after which none works for anyone. */
  readonly wrongByAllPerDayMax: number;
  readonly daySinceMs: number;
  /** Digest of the ticket to be given out for it, and when that ends. */
  readonly ticket?: { readonly hash: Uint8Array; readonly expiresAtMs: number };
}

/** The outcome of a try. 'dead': there is no code to try. */
export type CodeOutcome =
  | { readonly kind: 'right'; readonly codeId: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'dead' };

const MINE = '(address_hash = $8 OR device_hash = $9 OR user_id = $10)';
const WRONG = 'coalesce(sum(tries - (used_at_ms IS NOT NULL)::integer), 0)';

/**
 * Tries a code, counting the try and using the code up in one statement, so that of parallel tries of the
 * right code one succeeds and no more wrong ones pass than allowed. A stranger's codes and guesses are not in
 * the way of the owner's.
 */
export async function tryCode(source: Queryable, tried: CodeTry): Promise<CodeOutcome> {
  const [row] = await source.query<{ code_id: bigint; is_right: boolean }>(
    `UPDATE verification_codes SET
       tries = tries + 1,
       used_at_ms = CASE WHEN code_hash = $3 THEN $4::bigint END,
       ticket_hash = CASE WHEN code_hash = $3 THEN $12::bytea END,
       ticket_expires_at_ms = CASE WHEN code_hash = $3 THEN $13::bigint END
     WHERE code_id = (
         SELECT code_id FROM verification_codes WHERE target = $1 AND scene = $2 AND ${MINE}
         ORDER BY code_id DESC LIMIT 1)
       AND used_at_ms IS NULL AND expires_at_ms > $4 AND tries < $5
       AND $6 > (
         SELECT ${WRONG} FROM verification_codes
         WHERE target = $1 AND scene = $2 AND created_at_ms > $7 AND ${MINE})
       AND $11 > (
         SELECT ${WRONG} FROM verification_codes
         WHERE target = $1 AND scene = $2 AND created_at_ms > $7)
     RETURNING code_id, used_at_ms IS NOT NULL AS is_right`,
    [
      tried.target,
      tried.scene,
      tried.codeHash,
      tried.nowMs,
      tried.triesMax,
      tried.wrongPerDayMax,
      tried.daySinceMs,
      tried.requester.addressHash ?? null,
      tried.requester.deviceHash ?? null,
      tried.ownerId ?? null,
      tried.wrongByAllPerDayMax,
      tried.ticket?.hash ?? null,
      tried.ticket?.expiresAtMs ?? null,
    ],
  );
  if (row === undefined) return { kind: 'dead' };
  return row.is_right ? { kind: 'right', codeId: Number(row.code_id) } : { kind: 'wrong' };
}

/** Makes a code that was right good for another try, as if this one had not been. */
export async function giveCodeBack(source: Queryable, codeId: number): Promise<void> {
  await source.query(
    `UPDATE verification_codes SET used_at_ms = NULL, tries = tries - 1
     WHERE code_id = $1 AND used_at_ms IS NOT NULL AND ticket_hash IS NULL`,
    [codeId],
  );
}

export interface TicketUse {
  readonly scene: string;
  readonly target: string;
  readonly ticketHash: Uint8Array;
  readonly nowMs: number;
}

/** Uses a ticket up; undefined when it is not one for this target and scene, is over, or was used. */
export async function takeTicket(source: Queryable, use: TicketUse): Promise<number | undefined> {
  const rows = await source.query<{ code_id: bigint }>(
    `UPDATE verification_codes SET ticket_used_at_ms = $4
     WHERE ticket_hash = $3 AND target = $1 AND scene = $2 AND ticket_used_at_ms IS NULL
       AND ticket_expires_at_ms > $4 RETURNING code_id`,
    [use.target, use.scene, use.ticketHash, use.nowMs],
  );
  return rows[0] && Number(rows[0].code_id);
}

/** Makes a ticket that was used good again. */
export async function giveTicketBack(source: Queryable, codeId: number): Promise<void> {
  await source.query('UPDATE verification_codes SET ticket_used_at_ms = NULL WHERE code_id = $1', [
    codeId,
  ]);
}

/** Forgets codes that ended before `beforeMs`. */
export async function deleteOldCodes(source: Queryable, beforeMs: number): Promise<void> {
  await source.query('DELETE FROM verification_codes WHERE expires_at_ms < $1', [beforeMs]);
}
