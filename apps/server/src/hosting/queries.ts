/** Locked funds: products, orders as users and operators read them, and what they come to. */
import type { HostingProduct, HostingRow, HostingStatus } from '@fairlead/engine';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  HOSTING_COLUMNS,
  HOSTING_PRODUCT_COLUMNS,
  type HostingProductRecord,
  type HostingRecord,
  toHosting,
  toHostingProduct,
} from './record.ts';

/** All products, by id. */
export async function readHostingProducts(source: Queryable): Promise<HostingProduct[]> {
  const rows = await source.query<HostingProductRecord>(
    `SELECT ${HOSTING_PRODUCT_COLUMNS} FROM hosting_products
     WHERE keeps_account('trust') ORDER BY product_id`,
  );
  return rows.map(toHostingProduct);
}

/** A product with what is in hosting of it now. */
export interface HostingProductState extends HostingProduct {
  readonly principal: AmountMinor;
  readonly orders: number;
}

/** All products with what is in hosting, by id. Costs the products, not the orders. */
export async function hostingProductStates(source: Queryable): Promise<HostingProductState[]> {
  const rows = await source.query<
    HostingProductRecord & { readonly principal_minor: bigint; readonly orders: bigint }
  >(
    `SELECT ${HOSTING_PRODUCT_COLUMNS}, principal_minor, orders FROM hosting_products
     ORDER BY product_id`,
  );
  return rows.map((row) => ({
    ...toHostingProduct(row),
    principal: amountMinor(row.principal_minor),
    orders: Number(row.orders),
  }));
}

/** Those in hosting, by id: what a reload reads. */
export async function readOpenHostings(source: Queryable): Promise<HostingRow[]> {
  const rows = await source.query<HostingRecord>(
    `SELECT ${HOSTING_COLUMNS} FROM hosting_orders
     WHERE status = 'hosting' AND keeps_account('trust') ORDER BY hosting_id`,
  );
  return rows.map(toHosting);
}

export async function findHosting(
  source: Queryable,
  hostingId: number,
): Promise<HostingRow | undefined> {
  const [row] = await source.query<HostingRecord>(
    `SELECT ${HOSTING_COLUMNS} FROM hosting_orders WHERE hosting_id = $1`,
    [hostingId],
  );
  return row && toHosting(row);
}

/** Those completed in the last so many ms before the latest completion, by time: what there is to tell of. */
export async function latestCompletions(
  source: Queryable,
  withinMs: number,
): Promise<HostingRow[]> {
  const rows = await source.query<HostingRecord>(
    `SELECT ${HOSTING_COLUMNS} FROM hosting_orders
     WHERE status = 'completed' AND ended_at_ms >=
       (SELECT max(ended_at_ms) - $1::bigint FROM hosting_orders WHERE status = 'completed')
     ORDER BY ended_at_ms, hosting_id`,
    [withinMs],
  );
  return rows.map(toHosting);
}

export interface HostingFilter {
  /** Operators see everybody's. */
  readonly owner?: number;
  readonly productId?: number;
  readonly status?: HostingStatus;
}

/** Orders, newest first. */
export function hostingsPage(
  source: Queryable,
  { owner, productId, status }: HostingFilter,
  request: PageRequest,
): Promise<Page<HostingRow>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('product_id =', productId)
    .add('status =', status);
  return readPage<HostingRecord, HostingRow>(
    source,
    { columns: HOSTING_COLUMNS, from: 'hosting_orders', where, orderBy: 'hosting_id DESC' },
    request,
    toHosting,
  );
}

/** One owner's orders in one currency, as sums. */
export interface HostingSums {
  readonly currencyId: number;
  /** In hosting. */
  readonly principal: AmountMinor;
  readonly orders: number;
  /** Posted on the UTC day that was asked for, if it is the last on which anything was. */
  readonly earnedOnDay: AmountMinor;
  /** Posted ever. */
  readonly earned: AmountMinor;
}

/** By currency. `day` is a UTC day number: today's, or one on which nothing later has been posted. */
export async function hostingSums(
  source: Queryable,
  owner: number,
  day: number,
): Promise<HostingSums[]> {
  const rows = await source.query<{
    currency_id: number;
    principal: string;
    orders: bigint;
    earned_on_day: string;
    earned: string;
  }>(
    `SELECT currency_id, sum(CASE status WHEN 'hosting' THEN amount_minor ELSE 0 END)::text AS principal,
       count(*) FILTER (WHERE status = 'hosting') AS orders,
       sum(CASE earned_day WHEN $2 THEN earned_day_minor ELSE 0 END)::text AS earned_on_day,
       sum(earned_minor)::text AS earned
     FROM hosting_orders WHERE owner_id = $1 GROUP BY currency_id ORDER BY currency_id`,
    [owner, day],
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    principal: amountMinor(BigInt(row.principal)),
    orders: Number(row.orders),
    earnedOnDay: amountMinor(BigInt(row.earned_on_day)),
    earned: amountMinor(BigInt(row.earned)),
  }));
}

/** The order of an owner whose next day is posted first. */
export async function nextHosting(
  source: Queryable,
  owner: number,
): Promise<HostingRow | undefined> {
  const [row] = await source.query<HostingRecord>(
    `SELECT ${HOSTING_COLUMNS} FROM hosting_orders WHERE owner_id = $1 AND status = 'hosting'
     ORDER BY paid_at_ms + (posted_days + 1) * 86400000::bigint, hosting_id LIMIT 1`,
    [owner],
  );
  return row && toHosting(row);
}

/** All interest of what was bought since a time, redeemed ones included, by currency id. */
export async function interestSold(
  source: Queryable,
  sinceMs: number,
): Promise<Map<number, AmountMinor>> {
  const rows = await source.query<{ currency_id: number; interest: string }>(
    `SELECT currency_id, sum(interest_minor)::text AS interest
     FROM hosting_orders WHERE paid_at_ms > $1 GROUP BY currency_id`,
    [sinceMs],
  );
  return new Map(rows.map((row) => [row.currency_id, amountMinor(BigInt(row.interest))]));
}

/** What falls due of orders in hosting by a time, overdue days included, by currency id. Reads them all. */
export async function interestDue(
  source: Queryable,
  untilMs: number,
): Promise<Map<number, AmountMinor>> {
  const rows = await source.query<{ currency_id: number; due: string }>(
    `SELECT currency_id, sum(div(interest_minor::numeric
         * greatest(posted_days, least(days, ($1 - paid_at_ms) / 86400000)), days)
       - earned_minor)::text AS due
     FROM hosting_orders WHERE status = 'hosting' GROUP BY currency_id`,
    [untilMs],
  );
  return new Map(rows.map((row) => [row.currency_id, amountMinor(BigInt(row.due))]));
}
