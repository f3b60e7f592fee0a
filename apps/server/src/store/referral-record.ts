/** Levels, partners and rebates as their tables hold them, and back. Ratios inside json are decimal texts. */
import type {
  PartnerRow,
  RebateDayRow,
  RebateRow,
  ReferralLevel,
  ReferralTerms,
} from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';

interface LevelRecord {
  readonly needs: number;
  readonly ratio_ppm: string;
}

export const levelsJson = (levels: readonly ReferralLevel[]): string =>
  JSON.stringify(
    levels.map((level): LevelRecord => ({ needs: level.needs, ratio_ppm: `${level.ratioPpm}` })),
  );

export interface ReferralTermsRecord {
  readonly levels: readonly LevelRecord[];
}

export function toReferralTerms(row: ReferralTermsRecord): ReferralTerms {
  return {
    levels: row.levels.map((level) => ({
      needs: level.needs,
      ratioPpm: ratePpm(BigInt(level.ratio_ppm)),
    })),
  };
}

export interface PartnerRecord {
  readonly owner_id: bigint;
  readonly ratio_ppm: bigint | null;
}

export function toPartner(row: PartnerRecord): PartnerRow {
  const owner = Number(row.owner_id);
  return row.ratio_ppm === null ? { owner } : { owner, ratioPpm: ratePpm(row.ratio_ppm) };
}

export const REBATE_COLUMNS = `rebate_id, entry_id, invitee_id, inviter_id, currency_id, fee_minor,
  amount_minor, ratio_ppm, day, time_ms`;

export interface RebateRecord {
  readonly rebate_id: bigint;
  readonly entry_id: bigint;
  readonly invitee_id: bigint;
  readonly inviter_id: bigint;
  readonly currency_id: number;
  readonly fee_minor: bigint;
  readonly amount_minor: bigint;
  readonly ratio_ppm: bigint;
  readonly day: number;
  readonly time_ms: bigint;
}

/** A rebate with the number that its table gave it. */
export interface StoredRebate extends RebateRow {
  readonly rebateId: number;
}

export function toRebate(row: RebateRecord): StoredRebate {
  return {
    rebateId: Number(row.rebate_id),
    entryId: Number(row.entry_id),
    invitee: Number(row.invitee_id),
    inviter: Number(row.inviter_id),
    currencyId: row.currency_id,
    fee: amountMinor(row.fee_minor),
    amount: amountMinor(row.amount_minor),
    ratioPpm: ratePpm(row.ratio_ppm),
    day: row.day,
    timeMs: Number(row.time_ms),
  };
}

export const REBATE_DAY_COLUMNS = 'inviter_id, currency_id, day, amount_minor, paid_at_ms';

export interface RebateDayRecord {
  readonly inviter_id: bigint;
  readonly currency_id: number;
  readonly day: number;
  readonly amount_minor: bigint;
  readonly paid_at_ms: bigint | null;
}

export function toRebateDay(row: RebateDayRecord): RebateDayRow {
  return {
    inviter: Number(row.inviter_id),
    currencyId: row.currency_id,
    day: row.day,
    amount: amountMinor(row.amount_minor),
    ...(row.paid_at_ms !== null && { paidAtMs: Number(row.paid_at_ms) }),
  };
}
