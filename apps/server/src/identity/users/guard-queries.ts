/** What guards an account and how long it has: what a reviewer weighs a user's request by. */
import type { ReviewCheck } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import type { Queryable } from '../../core/store/database.ts';

export interface Guards {
  readonly createdAtMs: number;
  readonly passwordChangedAtMs: number | undefined;
  readonly fundPasswordChangedAtMs: number | undefined;
  /** Of those that there are, when the youngest was made; undefined without one. */
  readonly factorSinceMs: number | undefined;
  /** Basic verification has passed. */
  readonly isVerified: boolean;
  readonly devices: number;
  /** When a device was first seen beside an older one. */
  readonly newDeviceAtMs: number | undefined;
  /** From where the user logged in last; undefined where no proxy names countries. */
  readonly country: string | undefined;
  /** When a country was first seen beside an older one. */
  readonly newCountryAtMs: number | undefined;
  /** When any country was first seen. */
  readonly countriesSinceMs: number | undefined;
}

interface GuardsRecord {
  readonly user_id: bigint;
  readonly created: bigint;
  readonly password: bigint | null;
  readonly fund: bigint | null;
  readonly otp: bigint | null;
  readonly passkey: bigint | null;
  readonly is_verified: boolean;
  readonly devices: bigint;
  readonly device: bigint | null;
  readonly country: string | null;
  readonly countries: bigint;
  readonly last_country: bigint | null;
  readonly first_country: bigint | null;
}

const number = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const latest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

const toGuards = (row: GuardsRecord): Guards => ({
  createdAtMs: Number(row.created),
  passwordChangedAtMs: number(row.password),
  fundPasswordChangedAtMs: number(row.fund),
  factorSinceMs: latest(number(row.otp), number(row.passkey)),
  isVerified: row.is_verified,
  devices: Number(row.devices),
  newDeviceAtMs: row.devices > 1n ? number(row.device) : undefined,
  country: row.country ?? undefined,
  newCountryAtMs: row.countries > 1n ? number(row.last_country) : undefined,
  countriesSinceMs: number(row.first_country),
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
       (SELECT created_at_ms FROM user_otps
         WHERE user_otps.user_id = users.user_id AND is_confirmed) AS otp,
       (SELECT max(created_at_ms) FROM passkeys WHERE passkeys.user_id = users.user_id) AS passkey,
       EXISTS (SELECT FROM verifications WHERE verifications.user_id = users.user_id
         AND level = 'basic' AND status = 'passed') AS is_verified,
       devices.count AS devices, devices.first AS device,
       countries.last AS country, countries.count AS countries, countries.newest AS last_country,
       countries.oldest AS first_country
     FROM users,
       LATERAL (SELECT count(*) AS count, max(first_seen_at_ms) AS first
         FROM known_devices WHERE known_devices.user_id = users.user_id) AS devices,
       LATERAL (SELECT count(*) AS count, max(first_seen_at_ms) AS newest,
           min(first_seen_at_ms) AS oldest,
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

/** Between an account and its first log-in. */
const OPENING_MS = HOUR_MS;

/** What the account itself speaks for or against a request. */
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
    guards.factorSinceMs === undefined
      ? { check: 'second_factor', state: 'look' }
      : since('second_factor', guards.factorSinceMs),
    since('device', guards.newDeviceAtMs),
    guards.newCountryAtMs === undefined || guards.country === undefined
      ? onlyCountry(guards, nowMs)
      : { ...since('country', guards.newCountryAtMs), country: guards.country },
  ];
}

/** The first country says nothing where nobody named one before it: the account may have been used from elsewhere. */
function onlyCountry(
  { createdAtMs, country, countriesSinceMs }: Guards,
  nowMs: number,
): ReviewCheck {
  if (country === undefined || countriesSinceMs === undefined)
    return { check: 'country', state: 'unknown' };
  const isLate = countriesSinceMs - createdAtMs > OPENING_MS;
  return isLate && isYoung(countriesSinceMs, nowMs)
    ? { check: 'country', state: 'unknown', country, time: countriesSinceMs }
    : { check: 'country', state: 'passed', country };
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
