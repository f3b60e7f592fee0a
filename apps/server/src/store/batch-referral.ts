/** The part of a batch that referral has: levels, partners, who invited whom, rebates, and what they come to. */
import type {
  PartnerRow,
  RebateDayRow,
  RebateRow,
  ReferralRow,
  ReferralTerms,
} from '@fairlead/engine';
import type { BatchEncoder, Statement } from './batch-encoder.ts';
import { levelsJson } from './referral-record.ts';
import { copy, upsert } from './statement-builders.ts';

const UPSERT_REFERRAL_TERMS = upsert('referral_terms', [
  ['terms_id', 'bigint'],
  ['levels', 'json'],
]);

/** A partnership begins when there was none before, and goes on when only its ratio changes. */
const UPSERT_PARTNERS: Statement = {
  name: 'upsert_partners',
  sql: `INSERT INTO partners AS stored (owner_id, ratio_ppm, since_ms)
    SELECT owner_id, ratio_ppm, $3 FROM unnest($1::bigint[], $2::bigint[]) AS changed (owner_id, ratio_ppm)
    ON CONFLICT (owner_id) DO UPDATE SET ratio_ppm = excluded.ratio_ppm,
      since_ms = CASE WHEN stored.ratio_ppm IS NULL THEN excluded.since_ms ELSE stored.since_ms END`,
  columns: 3,
};

const COPY_REFERRALS = copy('referrals', ['owner_id', 'inviter_id']);

const COPY_REBATES = copy('rebates', [
  'entry_id',
  'invitee_id',
  'inviter_id',
  'currency_id',
  'fee_minor',
  'amount_minor',
  'ratio_ppm',
  'day',
  'time_ms',
]);

const UPSERT_REBATE_DAYS = upsert(
  'rebate_days',
  [
    ['inviter_id', 'bigint'],
    ['currency_id', 'bigint'],
    ['day', 'bigint'],
    ['amount_minor', 'bigint'],
    ['paid_at_ms', 'bigint'],
  ],
  { keys: 3 },
);

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

export function encodeReferralTerms(encoder: BatchEncoder, rows: readonly ReferralTerms[]): void {
  encoder.execute(UPSERT_REFERRAL_TERMS, () => {
    encoder.int8Column(rows, () => 1);
    encoder.textColumn(rows, (row) => levelsJson(row.levels));
  });
}

/** `timeMs` is the batch's: when a partnership began. */
export function encodePartners(
  encoder: BatchEncoder,
  rows: readonly PartnerRow[],
  timeMs: number,
): void {
  encoder.execute(UPSERT_PARTNERS, () => {
    encoder.int8Column(rows, (row) => row.owner);
    encoder.int8Column(rows, (row) => row.ratioPpm);
    encoder.int8(timeMs);
  });
}

export function encodeReferrals(encoder: BatchEncoder, rows: readonly ReferralRow[]): void {
  encoder.copy(COPY_REFERRALS, rows, (row) => {
    encoder.int8(row.owner);
    encoder.int8(row.inviter);
  });
}

/** The rebates themselves, and their sums by invitee and currency. */
export function encodeRebates(encoder: BatchEncoder, rows: readonly RebateRow[]): void {
  encoder.copy(COPY_REBATES, rows, (row) => {
    encoder.int8(row.entryId);
    encoder.int8(row.invitee);
    encoder.int8(row.inviter);
    encoder.int4(row.currencyId);
    encoder.int8(row.fee);
    encoder.int8(row.amount);
    encoder.int8(row.ratioPpm);
    encoder.int4(row.day);
    encoder.int8(row.timeMs);
  });
  const sums = sumsOf(rows);
  encoder.execute(ADD_REFERRAL_SUMS, () => {
    encoder.int8Column(sums, (sum) => sum.invitee);
    encoder.int8Column(sums, (sum) => sum.currencyId);
    encoder.int8Column(sums, (sum) => sum.inviter);
    encoder.numericColumn(sums, (sum) => sum.fee);
    encoder.numericColumn(sums, (sum) => sum.amount);
  });
}

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

export function encodeRebateDays(encoder: BatchEncoder, rows: readonly RebateDayRow[]): void {
  encoder.execute(UPSERT_REBATE_DAYS, () => {
    encoder.int8Column(rows, (row) => row.inviter);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.day);
    encoder.int8Column(rows, (row) => row.amount);
    encoder.int8Column(rows, (row) => row.paidAtMs);
  });
}
