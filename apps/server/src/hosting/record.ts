/** Products and orders of locked funds as their tables hold them, and back. */
import type { HostingProduct, HostingRow } from '@fairlead/engine';
import {
  amount,
  flag,
  int4,
  int8,
  type RecordOf,
  rate,
  tableOf,
  text,
} from '../core/store/table.ts';

export const HOSTING_PRODUCTS = tableOf<HostingProduct>()({
  name: 'hosting_products',
  keys: { productId: int4('product_id') },
  fixed: { currencyId: int4('currency_id') },
  changing: {
    days: int4('days'),
    minMinor: amount('min_minor'),
    maxMinor: amount('max_minor'),
    capacityMinor: amount('capacity_minor'),
    dailyYieldPpm: rate('daily_yield_ppm'),
    damagesRatePpm: rate('damages_rate_ppm'),
    isOpen: flag('is_open'),
  },
});

export const HOSTING_PRODUCT_COLUMNS = HOSTING_PRODUCTS.columns;
export type HostingProductRecord = RecordOf<typeof HOSTING_PRODUCTS>;
export const toHostingProduct = HOSTING_PRODUCTS.toRow;

/** What was bought never changes. */
export const HOSTING_ORDERS = tableOf<HostingRow>()({
  name: 'hosting_orders',
  keys: { hostingId: int8('hosting_id') },
  fixed: {
    owner: int8('owner_id'),
    productId: int4('product_id'),
    currencyId: int4('currency_id'),
    amount: amount('amount_minor'),
    days: int4('days'),
    dailyYieldPpm: rate('daily_yield_ppm'),
    damagesRatePpm: rate('damages_rate_ppm'),
    interest: amount('interest_minor'),
    paidAtMs: int8('paid_at_ms'),
    completesAtMs: int8('completes_at_ms'),
  },
  changing: {
    postedDays: int4('posted_days'),
    earned: amount('earned_minor'),
    damages: amount('damages_minor'),
    penalty: amount('penalty_minor'),
    status: text('status'),
    endedAtMs: int8('ended_at_ms'),
  },
});

export const HOSTING_COLUMNS = HOSTING_ORDERS.columns;
export type HostingRecord = RecordOf<typeof HOSTING_ORDERS>;
export const toHosting = HOSTING_ORDERS.toRow;
