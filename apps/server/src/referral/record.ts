/** Levels, partners and rebates as their tables hold them, and back. Ratios inside json are decimal texts. */
import type {
  PartnerRow,
  RebateDayRow,
  RebateRow,
  ReferralLevel,
  ReferralRow,
  ReferralTerms,
} from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import {
  amount,
  int2,
  int4,
  int8,
  json,
  type RecordOf,
  rate,
  tableOf,
} from '../core/store/table.ts';

interface LevelRecord {
  readonly needs: number;
  readonly ratio_ppm: string;
}

const levelsJson = (levels: readonly ReferralLevel[]): string =>
  JSON.stringify(
    levels.map((level): LevelRecord => ({ needs: level.needs, ratio_ppm: `${level.ratioPpm}` })),
  );

const toLevels = (stored: readonly LevelRecord[]): readonly ReferralLevel[] =>
  stored.map((level) => ({ needs: level.needs, ratioPpm: ratePpm(BigInt(level.ratio_ppm)) }));

export const REFERRAL_TERMS = tableOf<ReferralTerms & { readonly termsId: number }>()({
  name: 'referral_terms',
  keys: { termsId: int2('terms_id') },
  changing: { levels: json('levels', { toText: levelsJson, read: toLevels }) },
});

export const toReferralTerms = (
  record: Pick<RecordOf<typeof REFERRAL_TERMS>, 'levels'>,
): ReferralTerms => ({ levels: toLevels(record.levels) });

export interface PartnerRecord {
  readonly owner_id: bigint;
  readonly ratio_ppm: bigint | null;
}

export function toPartner(row: PartnerRecord): PartnerRow {
  const owner = Number(row.owner_id);
  return row.ratio_ppm === null ? { owner } : { owner, ratioPpm: ratePpm(row.ratio_ppm) };
}

export const REFERRALS = tableOf<ReferralRow>()({
  name: 'referrals',
  keys: { owner: int8('owner_id') },
  fixed: { inviter: int8('inviter_id') },
});

export const REBATES = tableOf<RebateRow>()({
  name: 'rebates',
  keys: { entryId: int8('entry_id') },
  fixed: {
    invitee: int8('invitee_id'),
    inviter: int8('inviter_id'),
    currencyId: int4('currency_id'),
    fee: amount('fee_minor'),
    amount: amount('amount_minor'),
    ratioPpm: rate('ratio_ppm'),
    day: int4('day'),
    timeMs: int8('time_ms'),
  },
});

export const REBATE_COLUMNS = `rebate_id, ${REBATES.columns}`;
export type RebateRecord = RecordOf<typeof REBATES> & { readonly rebate_id: bigint };

/** A rebate with the number that its table gave it. */
export interface StoredRebate extends RebateRow {
  readonly rebateId: number;
}

export const toRebate = (record: RebateRecord): StoredRebate => ({
  rebateId: Number(record.rebate_id),
  ...REBATES.toRow(record),
});

export const REBATE_DAYS = tableOf<RebateDayRow>()({
  name: 'rebate_days',
  keys: { inviter: int8('inviter_id'), currencyId: int4('currency_id'), day: int4('day') },
  changing: { amount: amount('amount_minor'), paidAtMs: int8('paid_at_ms') },
});
