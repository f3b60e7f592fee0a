/** The part of a batch that offerings and subscriptions have. */
import type { OfferingRow, SubscriptionRow } from '@fairlead/engine';
import type { BatchEncoder } from './batch-encoder.ts';
import { upsert } from './statement-builders.ts';

/** Their introductions are not the engine's: the service writes them. */
const UPSERT_OFFERINGS = upsert('offerings', [
  ['offering_id', 'bigint'],
  ['currency_id', 'bigint'],
  ['payment_currency_id', 'bigint'],
  ['issue_price_e8', 'bigint'],
  ['total_minor', 'bigint'],
  ['min_minor', 'bigint'],
  ['max_minor', 'bigint'],
  ['lockup_days', 'bigint'],
  ['starts_at_ms', 'bigint'],
  ['closes_at_ms', 'bigint'],
  ['launches_at_ms', 'bigint'],
  ['is_open', 'boolean'],
  ['sold_minor', 'bigint'],
]);

/** What was subscribed for never changes. */
const UPSERT_SUBSCRIPTIONS = upsert(
  'subscriptions',
  [
    ['subscription_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['offering_id', 'bigint'],
    ['currency_id', 'bigint'],
    ['payment_currency_id', 'bigint'],
    ['amount_minor', 'bigint'],
    ['paid_minor', 'bigint'],
    ['issue_price_e8', 'bigint'],
    ['unlocks_at_ms', 'bigint'],
    ['status', 'text'],
    ['is_released', 'boolean'],
    ['operator_id', 'bigint'],
    ['reason', 'text'],
    ['created_at_ms', 'bigint'],
    ['decided_at_ms', 'bigint'],
    ['released_at_ms', 'bigint'],
  ],
  {
    fixed: [
      'owner_id',
      'offering_id',
      'currency_id',
      'payment_currency_id',
      'amount_minor',
      'paid_minor',
      'issue_price_e8',
      'unlocks_at_ms',
      'created_at_ms',
    ],
  },
);

/** After the currencies that they name. */
export function encodeOfferings(encoder: BatchEncoder, rows: readonly OfferingRow[]): void {
  encoder.execute(UPSERT_OFFERINGS, () => {
    encoder.int8Column(rows, (row) => row.offeringId);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.paymentCurrencyId);
    encoder.int8Column(rows, (row) => row.issuePrice);
    encoder.int8Column(rows, (row) => row.totalMinor);
    encoder.int8Column(rows, (row) => row.minMinor);
    encoder.int8Column(rows, (row) => row.maxMinor);
    encoder.int8Column(rows, (row) => row.lockupDays);
    encoder.int8Column(rows, (row) => row.startsAtMs);
    encoder.int8Column(rows, (row) => row.closesAtMs);
    encoder.int8Column(rows, (row) => row.launchesAtMs);
    encoder.textColumn(rows, (row) => String(row.isOpen));
    encoder.int8Column(rows, (row) => row.soldMinor);
  });
}

export function encodeSubscriptions(encoder: BatchEncoder, rows: readonly SubscriptionRow[]): void {
  encoder.execute(UPSERT_SUBSCRIPTIONS, () => {
    encoder.int8Column(rows, (row) => row.subscriptionId);
    encoder.int8Column(rows, (row) => row.owner);
    encoder.int8Column(rows, (row) => row.offeringId);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.paymentCurrencyId);
    encoder.int8Column(rows, (row) => row.amount);
    encoder.int8Column(rows, (row) => row.paid);
    encoder.int8Column(rows, (row) => row.issuePrice);
    encoder.int8Column(rows, (row) => row.unlocksAtMs);
    encoder.textColumn(rows, (row) => row.status);
    encoder.textColumn(rows, (row) => String(row.isReleased));
    encoder.int8Column(rows, (row) => row.operatorId);
    encoder.textColumn(rows, (row) => row.reason);
    encoder.int8Column(rows, (row) => row.createdAtMs);
    encoder.int8Column(rows, (row) => row.decidedAtMs);
    encoder.int8Column(rows, (row) => row.releasedAtMs);
  });
}
