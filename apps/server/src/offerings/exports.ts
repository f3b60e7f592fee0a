/** A user's own subscriptions as CSV. */
import { type OwnExports, ownRow, ownRows } from '../core/operations/exports.ts';
import type { OfferingsNeeds } from './needs.ts';
import { SUBSCRIPTION_COLUMNS, type SubscriptionRecord, toSubscription } from './record.ts';
import { subscriptionViewer } from './views.ts';

const SUBSCRIPTIONS = {
  columns: SUBSCRIPTION_COLUMNS,
  table: 'subscriptions',
  key: 'subscription_id',
  time: 'created_at_ms',
};

export const ownOfferingExports = (
  needs: Pick<OfferingsNeeds, 'reads' | 'terms' | 'marketData' | 'clock'>,
): Pick<OwnExports, 'subscriptions'> => ({
  subscriptions: {
    columns: [
      'id',
      'offering_id',
      'currency',
      'amount',
      'issue_price',
      'paid',
      'payment_currency',
      'status',
      'reason',
      'unlocks_time',
      'released',
    ],
    read: ownRows<SubscriptionRecord>(needs.reads, SUBSCRIPTIONS, (record, say) => {
      const view = subscriptionViewer(needs, say)(toSubscription(record));
      return ownRow(view.id, view.time, { ...view, unlocks_time: view.unlocks_at });
    }),
  },
});
