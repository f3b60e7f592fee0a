/** Products and orders of locked funds as their tables hold them, and back. */
import type { HostingProduct, HostingRow, HostingStatus } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';

export const HOSTING_PRODUCT_COLUMNS = `product_id, currency_id, days, min_minor, max_minor,
  capacity_minor, daily_yield_ppm, damages_rate_ppm, is_open`;

export interface HostingProductRecord {
  readonly product_id: number;
  readonly currency_id: number;
  readonly days: number;
  readonly min_minor: bigint;
  readonly max_minor: bigint;
  readonly capacity_minor: bigint;
  readonly daily_yield_ppm: bigint;
  readonly damages_rate_ppm: bigint;
  readonly is_open: boolean;
}

export function toHostingProduct(row: HostingProductRecord): HostingProduct {
  return {
    productId: row.product_id,
    currencyId: row.currency_id,
    days: row.days,
    minMinor: amountMinor(row.min_minor),
    maxMinor: amountMinor(row.max_minor),
    capacityMinor: amountMinor(row.capacity_minor),
    dailyYieldPpm: ratePpm(row.daily_yield_ppm),
    damagesRatePpm: ratePpm(row.damages_rate_ppm),
    isOpen: row.is_open,
  };
}

export const HOSTING_COLUMNS = `hosting_id, owner_id, product_id, currency_id, amount_minor, days,
  daily_yield_ppm, damages_rate_ppm, interest_minor, posted_days, earned_minor, damages_minor,
  penalty_minor, status, paid_at_ms, completes_at_ms, ended_at_ms`;

export interface HostingRecord {
  readonly hosting_id: bigint;
  readonly owner_id: bigint;
  readonly product_id: number;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly days: number;
  readonly daily_yield_ppm: bigint;
  readonly damages_rate_ppm: bigint;
  readonly interest_minor: bigint;
  readonly posted_days: number;
  readonly earned_minor: bigint;
  readonly damages_minor: bigint;
  readonly penalty_minor: bigint;
  readonly status: HostingStatus;
  readonly paid_at_ms: bigint;
  readonly completes_at_ms: bigint;
  readonly ended_at_ms: bigint | null;
}

export function toHosting(row: HostingRecord): HostingRow {
  return {
    hostingId: Number(row.hosting_id),
    owner: Number(row.owner_id),
    productId: row.product_id,
    currencyId: row.currency_id,
    amount: amountMinor(row.amount_minor),
    days: row.days,
    dailyYieldPpm: ratePpm(row.daily_yield_ppm),
    damagesRatePpm: ratePpm(row.damages_rate_ppm),
    interest: amountMinor(row.interest_minor),
    postedDays: row.posted_days,
    earned: amountMinor(row.earned_minor),
    damages: amountMinor(row.damages_minor),
    penalty: amountMinor(row.penalty_minor),
    status: row.status,
    paidAtMs: Number(row.paid_at_ms),
    completesAtMs: Number(row.completes_at_ms),
    ...(row.ended_at_ms !== null && { endedAtMs: Number(row.ended_at_ms) }),
  };
}
