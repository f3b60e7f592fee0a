/** What owners of subscriptions are told, from committed rows. */
import type { SubscriptionRow } from '@fairlead/engine';
import type { Notice } from './notice.ts';
import type { Terms } from './terms.ts';
import { amountText } from './views.ts';

/** What a subscription's owner must have been told. What is under review is news to nobody. */
export function subscriptionNotices(row: SubscriptionRow, terms: Terms): Notice[] {
  const { owner: userId, subscriptionId, status, isReleased, reason = '' } = row;
  if (status === 'under_review') return [];
  const currency = terms.knownCurrency(row.currencyId);
  const params = { amount: amountText(row.amount, currency), currency: currency.name };
  const key = (kind: string): string => `${kind}:${subscriptionId}`;
  if (status === 'rejected') {
    const kind = 'subscription_rejected';
    return [{ userId, kind, params: { ...params, reason }, key: key(kind) }];
  }
  const passed = { userId, kind: 'subscription_passed', params } as const;
  const released = { userId, kind: 'subscription_released', params } as const;
  const told: Notice[] = [{ ...passed, key: key(passed.kind) }];
  if (isReleased) told.push({ ...released, key: key(released.kind) });
  return told;
}
