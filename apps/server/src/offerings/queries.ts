/** Offerings with their introductions, and subscriptions as users and operators read them. */
import type { OfferingRow, SubscriptionRow, SubscriptionStatus } from '@fairlead/engine';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  OFFERING_COLUMNS,
  type OfferingRecord,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRecord,
  toOffering,
  toSubscription,
} from './record.ts';

/** All offerings, by id: what a reload reads. */
export async function readOfferings(source: Queryable): Promise<OfferingRow[]> {
  const rows = await source.query<OfferingRecord>(
    `SELECT ${OFFERING_COLUMNS} FROM offerings ORDER BY offering_id`,
  );
  return rows.map(toOffering);
}

/** Under review, and passed ones that are not released, by id: what a reload reads. */
export async function readOpenSubscriptions(source: Queryable): Promise<SubscriptionRow[]> {
  const rows = await source.query<SubscriptionRecord>(
    `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
     WHERE status = 'under_review' OR (status = 'passed' AND NOT is_released)
     ORDER BY subscription_id`,
  );
  return rows.map(toSubscription);
}

/** An offering's text by language key. */
export type Introductions = Readonly<Record<string, string>>;

/** Introductions of all offerings, by offering id. */
export async function readIntroductions(source: Queryable): Promise<Map<number, Introductions>> {
  const rows = await source.query<{ offering_id: number; introductions: Introductions }>(
    'SELECT offering_id, introductions FROM offerings',
  );
  return new Map(rows.map((row) => [row.offering_id, row.introductions]));
}

export async function saveIntroductions(
  source: Queryable,
  offeringId: number,
  introductions: Introductions,
): Promise<void> {
  await source.query('UPDATE offerings SET introductions = $2::jsonb WHERE offering_id = $1', [
    offeringId,
    JSON.stringify(introductions),
  ]);
}

export interface SubscriptionFilter {
  readonly id?: number;
  readonly owner?: number;
  readonly offeringId?: number;
  readonly status?: SubscriptionStatus;
}

const conditionsOf = ({ id, owner, offeringId, status }: SubscriptionFilter): Conditions =>
  new Conditions()
    .add('subscription_id =', id)
    .add('owner_id =', owner)
    .add('offering_id =', offeringId)
    .add('status =', status);

/** Subscriptions, newest first. */
export function subscriptionsPage(
  source: Queryable,
  filter: SubscriptionFilter,
  request: PageRequest,
): Promise<Page<SubscriptionRow>> {
  return readPage<SubscriptionRecord, SubscriptionRow>(
    source,
    {
      columns: SUBSCRIPTION_COLUMNS,
      from: 'subscriptions',
      where: conditionsOf(filter),
      orderBy: 'subscription_id DESC',
    },
    request,
    toSubscription,
  );
}

/** Subscriptions for operators: what is under review first, the oldest first; then what is decided, newest first. */
export function subscriptionsQueue(
  source: Queryable,
  filter: SubscriptionFilter,
  request: PageRequest,
): Promise<Page<SubscriptionRow>> {
  return readPage<SubscriptionRecord, SubscriptionRow>(
    source,
    {
      columns: SUBSCRIPTION_COLUMNS,
      from: 'subscriptions',
      where: conditionsOf(filter),
      orderBy: `(CASE WHEN status = 'under_review' THEN 0 ELSE 1 END),
        (CASE WHEN status = 'under_review' THEN subscription_id ELSE -subscription_id END)`,
    },
    request,
    toSubscription,
  );
}

export async function findSubscription(
  source: Queryable,
  subscriptionId: number,
): Promise<SubscriptionRow | undefined> {
  const [row] = await source.query<SubscriptionRecord>(
    `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE subscription_id = $1`,
    [subscriptionId],
  );
  return row && toSubscription(row);
}

/** Those decided or released within a while before the last one was: what a crash may have kept from being told. */
export async function latestSubscriptions(
  source: Queryable,
  withinMs: number,
): Promise<SubscriptionRow[]> {
  const rows = await source.query<SubscriptionRecord>(
    `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
     WHERE coalesce(released_at_ms, decided_at_ms) >= (
       SELECT max(coalesce(released_at_ms, decided_at_ms)) - $1::bigint FROM subscriptions)
     ORDER BY coalesce(released_at_ms, decided_at_ms), subscription_id`,
    [withinMs],
  );
  return rows.map(toSubscription);
}

/** What one owner has subscribed for of one offering, rejected ones left out. */
export async function subscribedAmount(
  source: Queryable,
  owner: number,
  offeringId: number,
): Promise<AmountMinor> {
  const [row] = await source.query<{ amount: string }>(
    `SELECT coalesce(sum(amount_minor), 0)::text AS amount FROM subscriptions
     WHERE owner_id = $1 AND offering_id = $2 AND status <> 'rejected'`,
    [owner, offeringId],
  );
  return amountMinor(BigInt(row?.amount ?? '0'));
}

/** What the subscriptions of one offering come to. */
export interface OfferingSums {
  readonly offeringId: number;
  /** In the currency sold. */
  readonly underReview: AmountMinor;
  /** Paid by those that passed. */
  readonly proceeds: AmountMinor;
  readonly subscriptions: number;
}

/** By offering; those without subscriptions are left out. Reads all subscriptions. */
export async function offeringSums(source: Queryable): Promise<OfferingSums[]> {
  const rows = await source.query<{
    offering_id: number;
    under_review: string;
    proceeds: string;
    subscriptions: bigint;
  }>(
    `SELECT offering_id, count(*) AS subscriptions,
       sum(CASE status WHEN 'under_review' THEN amount_minor ELSE 0 END)::text AS under_review,
       sum(CASE status WHEN 'passed' THEN paid_minor ELSE 0 END)::text AS proceeds
     FROM subscriptions GROUP BY offering_id ORDER BY offering_id`,
  );
  return rows.map((row) => ({
    offeringId: row.offering_id,
    underReview: amountMinor(BigInt(row.under_review)),
    proceeds: amountMinor(BigInt(row.proceeds)),
    subscriptions: Number(row.subscriptions),
  }));
}
