/** What guards an account and how long it has: what a reviewer weighs a user's request by. */
import type { ReviewCheck } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { Queryable } from '../../core/store/database.ts';

export interface Guards {
  readonly createdAtMs: number;
  readonly passwordChangedAtMs: number | undefined;
  readonly fundPasswordChangedAtMs: number | undefined;
  readonly hasFactor: boolean;
  /** Basic verification has passed. */
  readonly isVerified: boolean;
  readonly devices: number;
  /** When a device was first seen beside an older one. */
  readonly newDeviceAtMs: number | undefined;
  /** From where the user logged in last; undefined where no proxy names countries. */
  readonly country: string | undefined;
  /** When a country was first seen beside an older one. */
  readonly newCountryAtMs: number | undefined;
}

interface GuardsRecord {
  readonly user_id: bigint;
  readonly created: bigint;
  readonly password: bigint | null;
  readonly fund: bigint | null;
  readonly has_factor: boolean;
  readonly is_verified: boolean;
  readonly devices: bigint;
  readonly device: bigint | null;
  readonly country: string | null;
  readonly countries: bigint;
  readonly first_country: bigint | null;
}

const number = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toGuards = (row: GuardsRecord): Guards => ({
  createdAtMs: Number(row.created),
  passwordChangedAtMs: number(row.password),
  fundPasswordChangedAtMs: number(row.fund),
  hasFactor: row.has_factor,
  isVerified: row.is_verified,
  devices: Number(row.devices),
  newDeviceAtMs: row.devices > 1n ? number(row.device) : undefined,
  country: row.country ?? undefined,
  newCountryAtMs: row.countries > 1n ? number(row.first_country) : undefined,
});

/** Of several users at once, each by the primary keys of what is asked. */
export async function guardsOf(
  source: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Guards>> {
  if (userIds.length === 0) return new Map();
  const rows = await source.query<GuardsRecord>(
    `SELECT users.user_id, created_at_ms AS created, password_changed_at_ms AS password,
       (SELECT changed_at_ms FROM fund_passwords WHERE fund_passwords.user_id = users.user_id) AS fund,
       EXISTS (SELECT FROM user_otps WHERE user_otps.user_id = users.user_id AND is_confirmed)
         OR EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.user_id) AS has_factor,
       EXISTS (SELECT FROM verifications WHERE verifications.user_id = users.user_id
         AND level = 'basic' AND status = 'passed') AS is_verified,
       devices.count AS devices, devices.first AS device,
       countries.last AS country, countries.count AS countries, countries.first AS first_country
     FROM users,
       LATERAL (SELECT count(*) AS count, max(first_seen_at_ms) AS first
         FROM known_devices WHERE known_devices.user_id = users.user_id) AS devices,
       LATERAL (SELECT count(*) AS count, max(first_seen_at_ms) AS first,
           (array_agg(country ORDER BY last_seen_at_ms DESC, country))[1] AS last
         FROM known_countries WHERE known_countries.user_id = users.user_id) AS countries
     WHERE users.user_id = ANY ($1::bigint[])`,
    [[...new Set(userIds)]],
  );
  return new Map(rows.map((row) => [Number(row.user_id), toGuards(row)]));
}

/** What is younger than this is pointed out. */
const YOUNG_MS = 7 * DAY_MS;

export const isYoung = (atMs: number | undefined, nowMs: number): boolean =>
  atMs !== undefined && nowMs - atMs < YOUNG_MS;

/** What the account itself speaks for or against a request. A country that nobody names is said to be unknown. */
export function guardChecks(guards: Guards, nowMs: number): ReviewCheck[] {
  const since = (check: ReviewCheck['check'], atMs: number | undefined): ReviewCheck => ({
    check,
    state: isYoung(atMs, nowMs) ? 'look' : 'passed',
    ...(atMs !== undefined && { time: atMs }),
  });
  return [
    { check: 'verified', state: guards.isVerified ? 'passed' : 'look' },
    since('account', guards.createdAtMs),
    since('password', guards.passwordChangedAtMs),
    since('fund_password', guards.fundPasswordChangedAtMs),
    { check: 'second_factor', state: guards.hasFactor ? 'passed' : 'look' },
    since('device', guards.newDeviceAtMs),
    guards.country === undefined
      ? { check: 'country', state: 'unknown' }
      : { ...since('country', guards.newCountryAtMs), country: guards.country },
  ];
}

/** Remembers from which country a user has logged in. */
export async function rememberCountry(
  source: Queryable,
  userId: number,
  { country, nowMs }: { readonly country: string; readonly nowMs: number },
): Promise<void> {
  await source.query(
    `INSERT INTO known_countries VALUES ($1, $2, $3, $3)
     ON CONFLICT (user_id, country) DO UPDATE SET last_seen_at_ms = $3`,
    [userId, country, nowMs],
  );
}
