/** Verification codes and the tickets they are traded for. Codes and tickets are stored as digests only. */
import type { Queryable } from '../../core/store/database.ts';

export interface NewCode {
  readonly scene: string;
  readonly target: string;
  /** Who asked for it logged in. */
  readonly userId: number | undefined;
  readonly codeHash: Uint8Array;
  readonly requester: Requester;
  /** Digest of the network that the address is of. */
  readonly networkHash: Uint8Array;
  /** Asked for by a device that the account knows, or by its owner: apart from all strangers'. */
  readonly isReserved: boolean;
  /** Too long to be guessed. */
  readonly isLong: boolean;
  /** Names the proof of work that was spent on it. */
  readonly workHash: Uint8Array | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Who asks for a code or tries one: digests of address and device. A code works for the device that asked for it, or
 * for the address where it was asked for without one.
 */
export interface Requester {
  readonly addressHash: Uint8Array | undefined;
  readonly deviceHash: Uint8Array | undefined;
}

/** The codes of one asker: those of their device, or without one those that their address asked for without. */
const asker = (address: string, device: string): string =>
  `CASE WHEN ${device}::bytea IS NULL THEN device_hash IS NULL AND address_hash = ${address}::bytea
    ELSE device_hash = ${device}::bytea END`;
const ASKER = asker('$5', '$6');
/** Tries of a code that were wrong. */
const WRONG_TRIES = 'tries - (used_at_ms IS NOT NULL)::integer';
/** What strangers may guess at, and whose guesses are bounded together. */
const GUESSABLE = '(NOT is_reserved AND NOT is_long)';

export interface CodeCount {
  readonly target: string;
  readonly scene: string;
  readonly requester: Requester;
  readonly networkHash: Uint8Array;
  /** The logged-in user who asks; undefined: somebody else. */
  readonly ownerId: number | undefined;
  readonly sinceMs: number;
}

/** Codes since `sinceMs`, by who asked for them. */
export interface CodeCounts {
  /** When this asker's last one for target and scene was made. */
  readonly lastAtMs: number | undefined;
  /** For target and scene, of the owner or of the known device. */
  readonly own: number;
  /** For target and scene, of strangers: of all, and of this address. */
  readonly target: number;
  readonly pair: number;
  /** Of strangers to anybody: of this address, of its network, of all. */
  readonly address: number;
  readonly network: number;
  readonly all: number;
  /** Wrong tries of strangers' short codes for target and scene: of all, and of this asker. */
  readonly wrongByAll: number;
  readonly wrongByAsker: number;
}

type CountRow = Readonly<Record<Exclude<keyof CodeCounts, 'lastAtMs'>, bigint>> & {
  readonly last_at_ms: bigint | null;
};

export async function countCodes(
  source: Queryable,
  { target, scene, requester, networkHash, ownerId, sinceMs }: CodeCount,
): Promise<CodeCounts> {
  const [row] = await source.query<CountRow>(
    `WITH mine AS (
       SELECT *, CASE WHEN $4::bigint IS NOT NULL THEN user_id = $4 ELSE user_id IS NULL AND (${ASKER}) END AS is_mine
       FROM verification_codes WHERE target = $1 AND scene = $2 AND created_at_ms > $3
     ), here AS (
       SELECT max(created_at_ms) FILTER (WHERE is_mine) AS last_at_ms,
         count(*) FILTER (WHERE is_mine AND is_reserved) AS own,
         count(*) FILTER (WHERE NOT is_reserved) AS target,
         count(*) FILTER (WHERE NOT is_reserved AND address_hash = $5) AS pair,
         coalesce(sum(${WRONG_TRIES}) FILTER (WHERE ${GUESSABLE}), 0) AS "wrongByAll",
         coalesce(sum(${WRONG_TRIES}) FILTER (WHERE ${GUESSABLE} AND is_mine), 0) AS "wrongByAsker"
       FROM mine
     )
     SELECT here.*,
       (SELECT count(*) FROM verification_codes
        WHERE address_hash = $5 AND created_at_ms > $3 AND NOT is_reserved) AS address,
       (SELECT count(*) FROM verification_codes
        WHERE prefix_hash = $7 AND created_at_ms > $3 AND NOT is_reserved) AS network,
       (SELECT count(*) FROM verification_codes
        WHERE created_at_ms > $3 AND NOT is_reserved) AS "all"
     FROM here`,
    [
      target,
      scene,
      sinceMs,
      ownerId ?? null,
      requester.addressHash ?? null,
      requester.deviceHash ?? null,
      networkHash,
    ],
  );
  const count = (name: Exclude<keyof CodeCounts, 'lastAtMs'>) => Number(row?.[name] ?? 0);
  return {
    lastAtMs: row === undefined || row.last_at_ms === null ? undefined : Number(row.last_at_ms),
    own: count('own'),
    target: count('target'),
    pair: count('pair'),
    address: count('address'),
    network: count('network'),
    all: count('all'),
    wrongByAll: count('wrongByAll'),
    wrongByAsker: count('wrongByAsker'),
  };
}

/** Keeps a code; undefined when the proof of work was spent before. */
export async function insertCode(source: Queryable, code: NewCode): Promise<number | undefined> {
  const [row] = await source.query<{ code_id: bigint }>(
    `INSERT INTO verification_codes (scene, target, user_id, code_hash, created_at_ms, expires_at_ms,
       address_hash, device_hash, prefix_hash, is_reserved, is_long, work_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (work_hash) WHERE work_hash IS NOT NULL DO NOTHING RETURNING code_id`,
    [
      code.scene,
      code.target,
      code.userId ?? null,
      code.codeHash,
      code.createdAtMs,
      code.expiresAtMs,
      code.requester.addressHash ?? null,
      code.requester.deviceHash ?? null,
      code.networkHash,
      code.isReserved,
      code.isLong,
      code.workHash ?? null,
    ],
  );
  return row && Number(row.code_id);
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

const MINE = `(user_id = $10 OR (${asker('$8', '$9')}))`;
const WRONG = `coalesce(sum(${WRONG_TRIES}), 0)`;

/**
 * Tries a code, counting the try and using the code up in one statement, so that of parallel tries of the
 * right code one succeeds and no more wrong ones pass than allowed. A stranger's codes and guesses are not in
 * the way of the owner's: a known device's code, and one too long to be guessed, do not ask what others tried.
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
       AND (is_long OR $6 > (
         SELECT ${WRONG} FROM verification_codes
         WHERE target = $1 AND scene = $2 AND created_at_ms > $7 AND NOT is_long AND ${MINE}))
       AND (is_long OR is_reserved OR $11 > (
         SELECT ${WRONG} FROM verification_codes
         WHERE target = $1 AND scene = $2 AND created_at_ms > $7 AND ${GUESSABLE}))
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
