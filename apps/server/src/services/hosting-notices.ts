/** What owners of hosting orders are told, from committed rows. */
import type { HostingRow } from '@fairlead/engine';
import type { Notice } from './notice.ts';
import type { Terms } from './terms.ts';
import { amountText } from './views.ts';

/** A completed order's owner must know that the principal is available again. Other states are the owner's own doing. */
export function hostingNotices(row: HostingRow, terms: Terms): Notice[] {
  if (row.status !== 'completed') return [];
  const { owner: userId, hostingId, amount, interest } = row;
  const currency = terms.knownCurrency(row.currencyId);
  const params = {
    amount: amountText(amount, currency),
    currency: currency.name,
    interest: amountText(interest, currency),
  };
  const kind = 'hosting_completed';
  return [{ userId, kind, params, key: `${kind}:${hostingId}` }];
}
