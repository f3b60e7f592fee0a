/** The part of a batch, of a start and of what must add up that referral has: levels, partners, who invited whom, rebates, and what they come to. */
import type { RebateRow } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import type { Statement } from '../core/store/batch/encoder.ts';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import {
  readPartners,
  readPendingRebateDays,
  readReferrals,
  readReferralTerms,
} from './queries.ts';
import { REBATE_DAYS, REBATES, REFERRAL_TERMS, REFERRALS } from './record.ts';

/** A partnership begins when there was none before, and goes on when only its ratio changes. */
const UPSERT_PARTNERS: Statement = {
  name: 'upsert_partners',
  sql: `INSERT INTO partners AS stored (owner_id, ratio_ppm, since_ms)
    SELECT owner_id, ratio_ppm, $3 FROM unnest($1::bigint[], $2::bigint[]) AS changed (owner_id, ratio_ppm)
    ON CONFLICT (owner_id) DO UPDATE SET ratio_ppm = excluded.ratio_ppm,
      since_ms = CASE WHEN stored.ratio_ppm IS NULL THEN excluded.since_ms ELSE stored.since_ms END`,
  columns: 3,
};

const ADD_REFERRAL_SUMS: Statement = {
  name: 'add_referral_sums',
  sql: `INSERT INTO referral_sums AS stored
      (invitee_id, currency_id, inviter_id, fee_minor, rebate_minor)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[])
    ON CONFLICT (invitee_id, currency_id) DO UPDATE
      SET fee_minor = stored.fee_minor + excluded.fee_minor,
        rebate_minor = stored.rebate_minor + excluded.rebate_minor`,
  columns: 5,
};

const upsertTerms = upserts(REFERRAL_TERMS);
/** One row, which has a number of its own. */
const terms: BatchPart = (encoder, { changes: { referralTerms } }) =>
  upsertTerms(
    encoder,
    referralTerms.map((row) => ({ termsId: 1, ...row })),
  );

/** A partnership begins at the batch's time. */
const partners: BatchPart = (encoder, { changes: { partners: rows, counters } }) => {
  if (rows.length === 0) return;
  encoder.execute(UPSERT_PARTNERS, () => {
    encoder.int8Column(rows, (row) => row.owner);
    encoder.int8Column(rows, (row) => row.ratioPpm);
    encoder.int8(counters.timeMs);
  });
};

const copyRebates = copies(REBATES);

/** The rebates themselves, and their sums by invitee and currency. */
const rebates: BatchPart = (encoder, { changes: { rebates: rows } }) => {
  if (rows.length === 0) return;
  copyRebates(encoder, rows);
  const sums = sumsOf(rows);
  encoder.execute(ADD_REFERRAL_SUMS, () => {
    encoder.int8Column(sums, (sum) => sum.invitee);
    encoder.int8Column(sums, (sum) => sum.currencyId);
    encoder.int8Column(sums, (sum) => sum.inviter);
    encoder.numericColumn(sums, (sum) => sum.fee);
    encoder.numericColumn(sums, (sum) => sum.amount);
  });
};

interface ReferralSum {
  readonly invitee: number;
  readonly inviter: number;
  readonly currencyId: number;
  fee: bigint;
  amount: bigint;
}

function sumsOf(rows: readonly RebateRow[]): ReferralSum[] {
  const sums = new Map<string, ReferralSum>();
  for (const { invitee, inviter, currencyId, fee, amount } of rows) {
    const key = `${invitee} ${currencyId}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { invitee, inviter, currencyId, fee, amount });
    else {
      sum.fee += fee;
      sum.amount += amount;
    }
  }
  return [...sums.values()];
}

/** Rebates that are not paid out are what the house holds for them. */
const PENDING = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'referral_rebates'
    UNION ALL
    SELECT currency_id, -amount_minor FROM rebate_days WHERE paid_at_ms IS NULL
  ) AS held_and_owed
  GROUP BY currency_id HAVING sum(amount) <> 0`;

export const referralTables = {
  writes: {
    terms: [terms, partners, rowsOf('referrals', copies(REFERRALS))],
    acts: [rebates, rowsOf('rebateDays', upserts(REBATE_DAYS))],
  },
  reads: {
    referralTerms: readReferralTerms,
    partners: readPartners,
    referrals: readReferrals,
    rebateDays: readPendingRebateDays,
  },
  checks: { sums: [{ check: 'referral_rebates', sql: PENDING }] },
  // The rebates of a day, when it is over.
  due: ({ rebateDays }) =>
    rebateDays
      .filter(({ paidAtMs }) => paidAtMs === undefined)
      .map(({ day }) => (day + 1) * DAY_MS),
} satisfies TablesPart;
