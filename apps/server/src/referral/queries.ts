/** Levels, partners, who invited whom, rebates, and what they come to. */
import type { PartnerRow, RebateDayRow, ReferralRow, ReferralTerms } from '@fairlead/engine';
import { type AmountMinor, amountMinor, type RatePpm, ratePpm } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { RecordOf } from '../core/store/table.ts';
import {
  type PartnerRecord,
  REBATE_COLUMNS,
  REBATE_DAYS,
  type REFERRAL_TERMS,
  REFERRALS,
  type RebateRecord,
  type StoredRebate,
  toPartner,
  toRebate,
  toReferralTerms,
} from './record.ts';

/** The levels in force: none before the first were set. */
export async function readReferralTerms(source: Queryable): Promise<ReferralTerms[]> {
  const rows = await source.query<Pick<RecordOf<typeof REFERRAL_TERMS>, 'levels'>>(
    'SELECT levels FROM referral_terms',
  );
  return rows.map(toReferralTerms);
}

/** Present partners, by owner. */
export async function readPartners(source: Queryable): Promise<PartnerRow[]> {
  const rows = await source.query<PartnerRecord>(
    'SELECT owner_id, ratio_ppm FROM partners WHERE ratio_ppm IS NOT NULL ORDER BY owner_id',
  );
  return rows.map(toPartner);
}

/** All, by owner. */
export async function readReferrals(source: Queryable): Promise<ReferralRow[]> {
  const rows = await source.query<RecordOf<typeof REFERRALS>>(
    `SELECT ${REFERRALS.columns} FROM referrals ORDER BY owner_id`,
  );
  return rows.map(REFERRALS.toRow);
}

/** Days that are not paid, by day, inviter and currency. */
export async function readPendingRebateDays(source: Queryable): Promise<RebateDayRow[]> {
  const rows = await source.query<RecordOf<typeof REBATE_DAYS>>(
    `SELECT ${REBATE_DAYS.columns} FROM rebate_days WHERE paid_at_ms IS NULL
     ORDER BY day, inviter_id, currency_id`,
  );
  return rows.map(REBATE_DAYS.toRow);
}

/** An inviter with a ratio of their own. */
export interface StoredPartner {
  readonly owner: number;
  readonly ratioPpm: RatePpm;
  readonly sinceMs: number;
  readonly invitees: number;
}

interface StoredPartnerRecord {
  readonly owner_id: bigint;
  readonly ratio_ppm: bigint;
  readonly since_ms: bigint;
  readonly invitees: bigint;
}

const toStoredPartner = (row: StoredPartnerRecord): StoredPartner => ({
  owner: Number(row.owner_id),
  ratioPpm: ratePpm(row.ratio_ppm),
  sinceMs: Number(row.since_ms),
  invitees: Number(row.invitees),
});

/** Present partners, the newest user first. */
export function partnersPage(
  source: Queryable,
  request: PageRequest,
): Promise<Page<StoredPartner>> {
  return readPage<StoredPartnerRecord, StoredPartner>(
    source,
    {
      columns: `owner_id, ratio_ppm, since_ms, (SELECT count(*) FROM referrals
        WHERE referrals.inviter_id = partners.owner_id) AS invitees`,
      from: 'partners',
      where: new Conditions().add('ratio_ppm >=', 0),
      orderBy: 'owner_id DESC',
    },
    request,
    toStoredPartner,
  );
}

/** How many users one inviter has brought. */
export async function inviteeCount(source: Queryable, inviter: number): Promise<number> {
  const [row] = await source.query<{ invitees: bigint }>(
    'SELECT count(*) AS invitees FROM referrals WHERE inviter_id = $1',
    [inviter],
  );
  return Number(row?.invitees ?? 0n);
}

/** Rebates of one inviter in one currency. */
export interface RebateSums {
  readonly currencyId: number;
  readonly paid: AmountMinor;
  readonly pending: AmountMinor;
}

/** By currency. */
export async function rebateSums(source: Queryable, inviter: number): Promise<RebateSums[]> {
  const rows = await source.query<{ currency_id: number; paid: string; pending: string }>(
    `SELECT currency_id,
       sum(CASE WHEN paid_at_ms IS NULL THEN 0 ELSE amount_minor END)::text AS paid,
       sum(CASE WHEN paid_at_ms IS NULL THEN amount_minor ELSE 0 END)::text AS pending
     FROM rebate_days WHERE inviter_id = $1 GROUP BY currency_id ORDER BY currency_id`,
    [inviter],
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    paid: amountMinor(BigInt(row.paid)),
    pending: amountMinor(BigInt(row.pending)),
  }));
}

/** A rebate, and whether its day was paid. */
export interface ListedRebate extends StoredRebate {
  readonly isPaid: boolean;
}

/** Rebates of one inviter, newest first. */
export function rebatesPage(
  source: Queryable,
  inviter: number,
  request: PageRequest,
): Promise<Page<ListedRebate>> {
  return readPage<RebateRecord & { readonly is_paid: boolean }, ListedRebate>(
    source,
    {
      columns: `${REBATE_COLUMNS}, EXISTS (SELECT FROM rebate_days AS paid
        WHERE paid.inviter_id = rebates.inviter_id AND paid.currency_id = rebates.currency_id
          AND paid.day = rebates.day AND paid.paid_at_ms IS NOT NULL) AS is_paid`,
      from: 'rebates',
      where: new Conditions().add('inviter_id =', inviter).add('amount_minor >', 0),
      orderBy: 'rebate_id DESC',
    },
    request,
    (row) => ({ ...toRebate(row), isPaid: row.is_paid }),
  );
}

/** Invitees of one inviter, newest first. */
export function inviteesPage(
  source: Queryable,
  inviter: number,
  request: PageRequest,
): Promise<Page<number>> {
  return readPage<{ readonly owner_id: bigint }, number>(
    source,
    {
      columns: 'owner_id',
      from: 'referrals',
      where: new Conditions().add('inviter_id =', inviter),
      orderBy: 'owner_id DESC',
    },
    request,
    (row) => Number(row.owner_id),
  );
}

/** What one invitee paid in fees in one currency, and what of it went to the inviter. */
export interface InviteeSums {
  readonly invitee: number;
  readonly currencyId: number;
  readonly fee: bigint;
  readonly rebate: bigint;
}

/** Of these invitees, by invitee and currency. */
export async function inviteeSums(
  source: Queryable,
  invitees: readonly number[],
): Promise<InviteeSums[]> {
  const rows = await source.query<{
    invitee_id: bigint;
    currency_id: number;
    fee_minor: string;
    rebate_minor: string;
  }>(
    // Each engine has sums of its own of what was paid there.
    `SELECT invitee_id, currency_id, sum(fee_minor)::text AS fee_minor, sum(rebate_minor)::text AS rebate_minor
     FROM referral_sums WHERE invitee_id = ANY ($1::bigint[])
     GROUP BY invitee_id, currency_id ORDER BY invitee_id, currency_id`,
    [invitees],
  );
  return rows.map((row) => ({
    invitee: Number(row.invitee_id),
    currencyId: row.currency_id,
    fee: BigInt(row.fee_minor),
    rebate: BigInt(row.rebate_minor),
  }));
}
