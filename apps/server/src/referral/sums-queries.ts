/** What referral comes to: an inviter's standing, the ranking, and its totals. */
import { type AmountMinor, amountMinor, type RatePpm, ratePpm } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';

/** The ratio that a partner has of their own; undefined for everybody else. */
export async function partnerRatio(source: Queryable, owner: number): Promise<RatePpm | undefined> {
  const [row] = await source.query<{ ratio_ppm: bigint }>(
    'SELECT ratio_ppm FROM partners WHERE owner_id = $1 AND ratio_ppm IS NOT NULL',
    [owner],
  );
  return row && ratePpm(row.ratio_ppm);
}

/** Currencies in which anybody ever earned a rebate. */
export async function rebateCurrencies(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ currency_id: number }>(
    'SELECT DISTINCT currency_id FROM referral_sums ORDER BY currency_id',
  );
  return rows.map((row) => row.currency_id);
}

/** One minor unit of a currency in what earnings are counted in, as a fraction. */
export interface WorthRate {
  readonly currencyId: number;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface Earning {
  readonly inviter: number;
  readonly earnings: bigint;
}

/** All who earned something, bots left out, the most first. Each currency's sum is rounded down by itself. */
export async function rankedEarnings(
  source: Queryable,
  rates: readonly WorthRate[],
): Promise<Earning[]> {
  const rows = await source.query<{ inviter_id: bigint; earnings: string }>(
    `SELECT earned.inviter_id, sum(div(rebate * numerator, denominator))::text AS earnings
     FROM (SELECT inviter_id, currency_id, sum(rebate_minor) AS rebate FROM referral_sums
       GROUP BY inviter_id, currency_id) AS earned
     JOIN unnest($1::int[], $2::numeric[], $3::numeric[]) AS rate (currency_id, numerator, denominator)
       USING (currency_id)
     JOIN users ON user_id = earned.inviter_id AND NOT is_bot
     GROUP BY earned.inviter_id HAVING sum(div(rebate * numerator, denominator)) > 0
     ORDER BY sum(div(rebate * numerator, denominator)) DESC, earned.inviter_id`,
    [
      rates.map(({ currencyId }) => currencyId),
      rates.map(({ numerator }) => `${numerator}`),
      rates.map(({ denominator }) => `${denominator}`),
    ],
  );
  return rows.map((row) => ({ inviter: Number(row.inviter_id), earnings: BigInt(row.earnings) }));
}

/** How many users each of these inviters has brought. */
export async function inviteeCounts(
  source: Queryable,
  inviters: readonly number[],
): Promise<Map<number, number>> {
  const rows = await source.query<{ inviter_id: bigint; invitees: bigint }>(
    `SELECT inviter_id, count(*) AS invitees FROM referrals
     WHERE inviter_id = ANY ($1::bigint[]) GROUP BY inviter_id`,
    [inviters],
  );
  return new Map(rows.map((row) => [Number(row.inviter_id), Number(row.invitees)]));
}

export interface ReferralTotals {
  readonly inviters: number;
  readonly invitees: number;
  /** By currency; none where nothing is pending. */
  readonly pending: readonly { readonly currencyId: number; readonly amount: AmountMinor }[];
}

export async function referralTotals(source: Queryable): Promise<ReferralTotals> {
  const [counted] = await source.query<{ inviters: bigint; invitees: bigint }>(
    'SELECT count(DISTINCT inviter_id) AS inviters, count(*) AS invitees FROM referrals',
  );
  const pending = await source.query<{ currency_id: number; amount: string }>(
    `SELECT currency_id, sum(amount_minor)::text AS amount FROM rebate_days
     WHERE paid_at_ms IS NULL GROUP BY currency_id ORDER BY currency_id`,
  );
  return {
    inviters: Number(counted?.inviters ?? 0n),
    invitees: Number(counted?.invitees ?? 0n),
    pending: pending.map((row) => ({
      currencyId: row.currency_id,
      amount: amountMinor(BigInt(row.amount)),
    })),
  };
}
