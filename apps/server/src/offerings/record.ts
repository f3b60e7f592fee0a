/** Offerings and subscriptions as their tables hold them, and back. */
import type { OfferingRow, SubscriptionRow } from '@fairlead/engine';
import {
  amount,
  flag,
  int4,
  int8,
  price,
  type RecordOf,
  tableOf,
  text,
} from '../core/store/table.ts';

/** Their introductions are not the engine's: the service writes them. */
export const OFFERINGS = tableOf<OfferingRow>()({
  name: 'offerings',
  keys: { offeringId: int4('offering_id') },
  changing: {
    currencyId: int4('currency_id'),
    paymentCurrencyId: int4('payment_currency_id'),
    issuePrice: price('issue_price_e8'),
    totalMinor: amount('total_minor'),
    minMinor: amount('min_minor'),
    maxMinor: amount('max_minor'),
    lockupDays: int4('lockup_days'),
    startsAtMs: int8('starts_at_ms'),
    closesAtMs: int8('closes_at_ms'),
    launchesAtMs: int8('launches_at_ms'),
    isOpen: flag('is_open'),
    soldMinor: amount('sold_minor'),
  },
});

export const OFFERING_COLUMNS = OFFERINGS.columns;
export type OfferingRecord = RecordOf<typeof OFFERINGS>;
export const toOffering = OFFERINGS.toRow;

/** What was subscribed for never changes. */
export const SUBSCRIPTIONS = tableOf<SubscriptionRow>()({
  name: 'subscriptions',
  keys: { subscriptionId: int8('subscription_id') },
  fixed: {
    owner: int8('owner_id'),
    offeringId: int4('offering_id'),
    currencyId: int4('currency_id'),
    paymentCurrencyId: int4('payment_currency_id'),
    amount: amount('amount_minor'),
    paid: amount('paid_minor'),
    issuePrice: price('issue_price_e8'),
    unlocksAtMs: int8('unlocks_at_ms'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    status: text('status'),
    isReleased: flag('is_released'),
    operatorId: int8('operator_id'),
    reason: text('reason'),
    decidedAtMs: int8('decided_at_ms'),
    releasedAtMs: int8('released_at_ms'),
  },
});

export const SUBSCRIPTION_COLUMNS = SUBSCRIPTIONS.columns;
export type SubscriptionRecord = RecordOf<typeof SUBSCRIPTIONS>;
export const toSubscription = SUBSCRIPTIONS.toRow;
