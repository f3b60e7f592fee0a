/** What owners of subscriptions are told, from committed rows. */
import type { SubscriptionRow } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  type Notice,
  startCommitNotices,
} from '../notices/index.ts';
import { latestSubscriptions } from './queries.ts';

export interface OfferingsNoticesParts extends CommitNoticesParts {
  readonly database: Database;
  readonly terms: Terms;
}

export function startOfferingsNotices(
  parts: OfferingsNoticesParts,
): CommitNotices<SubscriptionRow> {
  const { database, terms } = parts;
  return startCommitNotices(parts, {
    name: 'subscriptions',
    rowsOf: ({ subscriptions }) => subscriptions,
    missedRows: (withinMs) => latestSubscriptions(database, withinMs),
    notices: (rows) => rows.flatMap((row) => subscriptionNotices(row, terms)),
  });
}

/** What a subscription's owner must have been told. What is under review is news to nobody. */
function subscriptionNotices(row: SubscriptionRow, terms: Terms): Notice[] {
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
