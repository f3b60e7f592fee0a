/** Offerings and subscriptions as their tables hold them, and back. */
import type { OfferingRow, SubscriptionRow, SubscriptionStatus } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';

export const OFFERING_COLUMNS = `offering_id, currency_id, payment_currency_id, issue_price_e8,
  total_minor, min_minor, max_minor, lockup_days, starts_at_ms, closes_at_ms, launches_at_ms, is_open,
  sold_minor`;

export interface OfferingRecord {
  readonly offering_id: number;
  readonly currency_id: number;
  readonly payment_currency_id: number;
  readonly issue_price_e8: bigint;
  readonly total_minor: bigint;
  readonly min_minor: bigint;
  readonly max_minor: bigint;
  readonly lockup_days: number;
  readonly starts_at_ms: bigint;
  readonly closes_at_ms: bigint;
  readonly launches_at_ms: bigint;
  readonly is_open: boolean;
  readonly sold_minor: bigint;
}

export function toOffering(row: OfferingRecord): OfferingRow {
  return {
    offeringId: row.offering_id,
    currencyId: row.currency_id,
    paymentCurrencyId: row.payment_currency_id,
    issuePrice: priceE8(row.issue_price_e8),
    totalMinor: amountMinor(row.total_minor),
    minMinor: amountMinor(row.min_minor),
    maxMinor: amountMinor(row.max_minor),
    lockupDays: row.lockup_days,
    startsAtMs: Number(row.starts_at_ms),
    closesAtMs: Number(row.closes_at_ms),
    launchesAtMs: Number(row.launches_at_ms),
    isOpen: row.is_open,
    soldMinor: amountMinor(row.sold_minor),
  };
}

export const SUBSCRIPTION_COLUMNS = `subscription_id, owner_id, offering_id, currency_id,
  payment_currency_id, amount_minor, paid_minor, issue_price_e8, unlocks_at_ms, status, is_released,
  operator_id, reason, created_at_ms, decided_at_ms, released_at_ms`;

export interface SubscriptionRecord {
  readonly subscription_id: bigint;
  readonly owner_id: bigint;
  readonly offering_id: number;
  readonly currency_id: number;
  readonly payment_currency_id: number;
  readonly amount_minor: bigint;
  readonly paid_minor: bigint;
  readonly issue_price_e8: bigint;
  readonly unlocks_at_ms: bigint;
  readonly status: SubscriptionStatus;
  readonly is_released: boolean;
  readonly operator_id: bigint | null;
  readonly reason: string | null;
  readonly created_at_ms: bigint;
  readonly decided_at_ms: bigint | null;
  readonly released_at_ms: bigint | null;
}

export function toSubscription(row: SubscriptionRecord): SubscriptionRow {
  return {
    subscriptionId: Number(row.subscription_id),
    owner: Number(row.owner_id),
    offeringId: row.offering_id,
    currencyId: row.currency_id,
    paymentCurrencyId: row.payment_currency_id,
    amount: amountMinor(row.amount_minor),
    paid: amountMinor(row.paid_minor),
    issuePrice: priceE8(row.issue_price_e8),
    unlocksAtMs: Number(row.unlocks_at_ms),
    status: row.status,
    isReleased: row.is_released,
    ...(row.operator_id !== null && { operatorId: Number(row.operator_id) }),
    ...(row.reason !== null && { reason: row.reason }),
    createdAtMs: Number(row.created_at_ms),
    ...(row.decided_at_ms !== null && { decidedAtMs: Number(row.decided_at_ms) }),
    ...(row.released_at_ms !== null && { releasedAtMs: Number(row.released_at_ms) }),
  };
}
