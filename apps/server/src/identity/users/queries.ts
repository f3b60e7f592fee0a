/** Users as their table holds them. */

import type { Language } from '@fairlead/contract';
import { MAIN_OWNER_MAX } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';

export type AccountKind = 'phone' | 'email';

export interface UserRow {
  readonly userId: number;
  readonly kind: AccountKind;
  /** E.164 or a lower-case e-mail address. */
  readonly account: string;
  readonly passwordHash: string;
  readonly nickname: string;
  readonly inviteCode: string;
  /** Whose code it was. */
  readonly inviterId: number | undefined;
  readonly lang: Language;
  readonly isBot: boolean;
  readonly isPartner: boolean;
  readonly createdAtMs: number;
}

/** Makes others who change what guards this account wait until the transaction ends. */
export async function lockUser(transaction: Queryable, userId: number): Promise<void> {
  await transaction.query('SELECT user_id FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
}

/** Whether its owner has locked it. */
export async function isLockedByOwner(source: Queryable, userId: number): Promise<boolean> {
  const rows = await source.query(
    'SELECT FROM account_locks WHERE user_id = $1 AND lifted_at_ms IS NULL',
    [userId],
  );
  return rows.length > 0;
}

interface UserRecord {
  readonly user_id: bigint;
  readonly kind: AccountKind;
  readonly account: string;
  readonly password_hash: string;
  readonly nickname: string;
  readonly invite_code: string;
  readonly inviter_id: bigint | null;
  readonly lang: Language;
  readonly is_bot: boolean;
  readonly is_partner: boolean;
  readonly created_at_ms: bigint;
}

/** Whether a user is a partner, by a column that names the user. */
export const partnerSql = (userColumn: string): string =>
  `EXISTS (SELECT FROM partners WHERE partners.owner_id = ${userColumn} AND ratio_ppm IS NOT NULL)`;

const COLUMNS = `user_id, kind, account, password_hash, nickname, invite_code, inviter_id, lang, is_bot,
  ${partnerSql('users.user_id')} AS is_partner, created_at_ms`;

const toUser = (row: UserRecord): UserRow => ({
  userId: Number(row.user_id),
  kind: row.kind,
  account: row.account,
  passwordHash: row.password_hash,
  nickname: row.nickname,
  inviteCode: row.invite_code,
  inviterId: row.inviter_id === null ? undefined : Number(row.inviter_id),
  lang: row.lang,
  isBot: row.is_bot,
  isPartner: row.is_partner,
  createdAtMs: Number(row.created_at_ms),
});

export interface NewUser {
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
  readonly passwordHash: string;
  readonly nickname: string;
  readonly inviteCode: string;
  readonly inviterId: number | undefined;
  readonly lang: Language;
  readonly isBot: boolean;
  readonly createdAtMs: number;
}

/** Adds a user; undefined when the account or the invite code is taken. */
export async function insertUser(source: Queryable, user: NewUser): Promise<UserRow | undefined> {
  const rows = await source.query<UserRecord>(
    `INSERT INTO users (kind, account, area_code, password_hash, nickname, invite_code, inviter_id,
       lang, is_bot, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [
      user.kind,
      user.account,
      user.areaCode ?? null,
      user.passwordHash,
      user.nickname,
      user.inviteCode,
      user.inviterId ?? null,
      user.lang,
      user.isBot,
      user.createdAtMs,
    ],
  );
  return rows.map(toUser)[0];
}

export async function findUserByAccount(
  source: Queryable,
  account: string,
): Promise<UserRow | undefined> {
  // A sub-account is nobody's login.
  const rows = await source.query<UserRecord>(
    `SELECT ${COLUMNS} FROM users WHERE account = $1 AND user_id <= $2`,
    [account, MAIN_OWNER_MAX],
  );
  return rows.map(toUser)[0];
}

export async function findUserById(
  source: Queryable,
  userId: number,
): Promise<UserRow | undefined> {
  const rows = await source.query<UserRecord>(`SELECT ${COLUMNS} FROM users WHERE user_id = $1`, [
    userId,
  ]);
  return rows.map(toUser)[0];
}

/** The user whose invite code this is. */
export async function findInviter(
  source: Queryable,
  inviteCode: string,
): Promise<number | undefined> {
  const [row] = await source.query<{ user_id: bigint }>(
    'SELECT user_id FROM users WHERE invite_code = $1 AND user_id <= $2',
    [inviteCode, MAIN_OWNER_MAX],
  );
  return row === undefined ? undefined : Number(row.user_id);
}

export interface NewPassword {
  readonly hash: string;
  /** Undefined when the same password is hashed anew. */
  readonly changedAtMs: number | undefined;
  /** Written only where this is still the hash; undefined writes in any case. */
  readonly verifiedHash: string | undefined;
}

/** Sets a password; false when it is not the verified one any more. */
export async function updatePassword(
  source: Queryable,
  userId: number,
  password: NewPassword,
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE users SET password_hash = $2,
       password_changed_at_ms = coalesce($3, password_changed_at_ms)
     WHERE user_id = $1 AND ($4::text IS NULL OR password_hash = $4) RETURNING user_id`,
    [userId, password.hash, password.changedAtMs ?? null, password.verifiedHash ?? null],
  );
  return rows.length > 0;
}

/** When a user's password was last changed; undefined when it is the first one. */
export async function findPasswordChange(
  source: Queryable,
  userId: number,
): Promise<number | undefined> {
  const [row] = await source.query<{ password_changed_at_ms: bigint | null }>(
    'SELECT password_changed_at_ms FROM users WHERE user_id = $1',
    [userId],
  );
  const changedAtMs = row?.password_changed_at_ms ?? null;
  return changedAtMs === null ? undefined : Number(changedAtMs);
}

export async function updateLanguage(
  source: Queryable,
  userId: number,
  lang: Language,
): Promise<void> {
  await source.query('UPDATE users SET lang = $2 WHERE user_id = $1 AND lang <> $2', [
    userId,
    lang,
  ]);
}

/** Whether the user has logged in on this device before; notes that it is seen now when it is. */
export async function isKnownDevice(
  source: Queryable,
  userId: number,
  deviceHash: Uint8Array,
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    'SELECT user_id FROM known_devices WHERE user_id = $1 AND device_hash = $2',
    [userId, deviceHash],
  );
  return rows.length > 0;
}

export interface SeenDevice {
  readonly userId: number;
  readonly deviceHash: Uint8Array;
  readonly nowMs: number;
  /** Beyond so many the ones unseen longest are forgotten. */
  readonly devicesMax: number;
}

/** Remembers a device. Answers whether it is new on an account that had others. */
export async function rememberDevice(source: Queryable, seen: SeenDevice): Promise<boolean> {
  const { userId, deviceHash, nowMs, devicesMax } = seen;
  const [row] = await source.query<{ is_new: boolean; others: bigint }>(
    `WITH others AS (
       SELECT count(*) AS others FROM known_devices WHERE user_id = $1 AND device_hash <> $2
     ), seen AS (
       INSERT INTO known_devices VALUES ($1, $2, $3, $3)
       ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at_ms = $3
       RETURNING first_seen_at_ms = last_seen_at_ms AS is_new
     )
     SELECT is_new, others FROM seen, others`,
    [userId, deviceHash, nowMs],
  );
  const others = Number(row?.others ?? 0);
  if (others >= devicesMax) {
    await source.query(
      `DELETE FROM known_devices WHERE user_id = $1 AND device_hash NOT IN (
         SELECT device_hash FROM known_devices WHERE user_id = $1
         ORDER BY last_seen_at_ms DESC, device_hash LIMIT $2)`,
      [userId, devicesMax],
    );
  }
  return row?.is_new === true && others > 0;
}
