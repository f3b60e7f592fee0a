/** Users as operators look them up: all of it but secrets. What is masked is masked by the service. */

import type { FreezeMark, HoldMark } from '../core/acts/payloads.ts';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { type VerificationState, verificationSql } from '../custody/index.ts';
import { type AccountKind, partnerSql } from '../identity/users/index.ts';

export interface LookedUpUser {
  readonly userId: number;
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
  readonly nickname: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number | undefined;
  readonly basic: VerificationState;
  readonly advanced: VerificationState;
  readonly hasOtp: boolean;
  readonly passkeys: number;
  readonly hasFundPassword: boolean;
  readonly isBot: boolean;
  readonly isFrozen: boolean;
  /** Why all withdrawals are held. */
  readonly withdrawalHold: string | undefined;
  readonly isPartner: boolean;
}

interface LookedUpRecord {
  readonly user_id: bigint;
  readonly kind: AccountKind;
  readonly account: string;
  readonly area_code: string | null;
  readonly nickname: string;
  readonly created_at_ms: bigint;
  readonly seen: bigint | null;
  readonly basic: VerificationState;
  readonly advanced: VerificationState;
  readonly has_otp: boolean;
  readonly passkeys: bigint;
  readonly has_fund_password: boolean;
  readonly is_bot: boolean;
  readonly is_frozen: boolean;
  readonly withdrawal_hold: string | null;
  readonly is_partner: boolean;
}

const COLUMNS = `users.user_id, kind, account, area_code, nickname, created_at_ms, is_bot,
  ${partnerSql('users.user_id')} AS is_partner,
  (SELECT max(last_seen_at_ms) FROM sessions WHERE sessions.user_id = users.user_id) AS seen,
  ${verificationSql('basic', 'users.user_id')} AS basic,
  ${verificationSql('advanced', 'users.user_id')} AS advanced,
  EXISTS (SELECT FROM user_otps WHERE user_otps.user_id = users.user_id AND is_confirmed) AS has_otp,
  (SELECT count(*) FROM passkeys WHERE passkeys.user_id = users.user_id) AS passkeys,
  EXISTS (SELECT FROM fund_passwords WHERE fund_passwords.user_id = users.user_id)
    AS has_fund_password,
  coalesce(is_frozen, false) AS is_frozen, held.reason AS withdrawal_hold`;
const FROM = `users LEFT JOIN owners ON owners.owner_id = users.user_id
  LEFT JOIN withdrawal_holds AS held ON held.owner_id = users.user_id`;

const toUser = (row: LookedUpRecord): LookedUpUser => ({
  userId: Number(row.user_id),
  kind: row.kind,
  account: row.account,
  areaCode: row.area_code ?? undefined,
  nickname: row.nickname,
  createdAtMs: Number(row.created_at_ms),
  lastSeenAtMs: row.seen === null ? undefined : Number(row.seen),
  basic: row.basic,
  advanced: row.advanced,
  hasOtp: row.has_otp,
  passkeys: Number(row.passkeys),
  hasFundPassword: row.has_fund_password,
  isBot: row.is_bot,
  isFrozen: row.is_frozen,
  withdrawalHold: row.withdrawal_hold ?? undefined,
  isPartner: row.is_partner,
});

export interface UserFilter {
  readonly userId?: number | undefined;
  /** All of it: a part of an account finds nobody. */
  readonly account?: string | undefined;
  /** How the nickname begins, in lower case. */
  readonly nickname?: string | undefined;
  readonly isFrozen?: boolean | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Users, the newest first. */
export function usersPage(
  source: Queryable,
  filter: UserFilter,
  request: PageRequest,
): Promise<Page<LookedUpUser>> {
  const where = new Conditions()
    .add('users.user_id =', filter.userId)
    .add('account =', filter.account)
    .add('lower(nickname) LIKE', likePrefix(filter.nickname))
    .add('coalesce(is_frozen, false) =', filter.isFrozen)
    .add('created_at_ms >=', filter.fromMs)
    .add('created_at_ms <=', filter.toMs);
  return readPage<LookedUpRecord, LookedUpUser>(
    source,
    { columns: COLUMNS, from: FROM, where, orderBy: 'users.user_id DESC' },
    request,
    toUser,
  );
}

const likePrefix = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export async function lookUpUser(
  source: Queryable,
  userId: number,
): Promise<LookedUpUser | undefined> {
  const rows = await source.query<LookedUpRecord>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE users.user_id = $1`,
    [userId],
  );
  return rows.map(toUser)[0];
}

export async function countSessions(
  source: Queryable,
  userId: number,
  nowMs: number,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM sessions WHERE user_id = $1 AND expires_at_ms > $2',
    [userId, nowMs],
  );
  return Number(row?.count ?? 0n);
}

/** What reversed deposits could not take back, by currency. */
export async function receivablesOf(
  source: Queryable,
  userId: number,
): Promise<{ readonly currencyId: number; readonly amount: bigint }[]> {
  const rows = await source.query<{ currency_id: number; amount: string }>(
    `SELECT currency_id, sum(receivable_minor)::text AS amount FROM deposits
     WHERE owner_id = $1 AND receivable_minor > 0 GROUP BY currency_id ORDER BY currency_id`,
    [userId],
  );
  return rows.map((row) => ({ currencyId: row.currency_id, amount: BigInt(row.amount) }));
}

/** What the withdrawals of a user are held by: it changes with each further reason. */
export async function holdMarkOf(source: Queryable, userId: number): Promise<HoldMark> {
  const [row] = await source.query<{ hold: bigint; reason: string }>(
    `SELECT hold_id AS hold, reason FROM holds WHERE user_id = $1 AND kind = 'withdrawals'
     ORDER BY hold_id DESC LIMIT 1`,
    [userId],
  );
  return { ...(row && { hold: Number(row.hold) }), held_for: row?.reason ?? '' };
}

/** The act that last asked for a hold of all withdrawals, also one that was refused: what a release of before looked at. */
export async function heldActOf(source: Queryable, userId: number): Promise<number | undefined> {
  const [row] = await source.query<{ act: bigint | null }>(
    `SELECT max(audit_id) AS act FROM audit_log WHERE action = 'user.withdrawals_held' AND subject = $1`,
    [`user ${userId}`],
  );
  return row?.act == null ? undefined : Number(row.act);
}

export async function freezeMarkOf(source: Queryable, userId: number): Promise<FreezeMark> {
  const [row] = await source.query<{
    act: bigint | null;
    reversed: bigint | null;
    lock: bigint | null;
  }>(
    `SELECT
       (SELECT max(audit_id) FROM audit_log WHERE action = 'user.frozen' AND subject = $1) AS act,
       (SELECT max(updated_at_ms) FROM deposits WHERE owner_id = $2 AND receivable_minor > 0) AS reversed,
       (SELECT lock_id FROM account_locks WHERE user_id = $2 AND lifted_at_ms IS NULL) AS lock`,
    [`user ${userId}`, userId],
  );
  return {
    ...(typeof row?.act === 'bigint' && { frozen_act: Number(row.act) }),
    ...(typeof row?.reversed === 'bigint' && { reversed_at: Number(row.reversed) }),
    ...(typeof row?.lock === 'bigint' && { lock: Number(row.lock) }),
  };
}
