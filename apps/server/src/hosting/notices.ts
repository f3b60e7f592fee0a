/** What owners of hosting orders are told, from committed rows. */
import type { HostingRow } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  type Notice,
  startCommitNotices,
} from '../notices/index.ts';
import { latestCompletions } from './queries.ts';

export interface HostingNoticesParts extends CommitNoticesParts {
  readonly books: Database;
  readonly terms: Terms;
}

export function startHostingNotices(parts: HostingNoticesParts): CommitNotices<HostingRow> {
  const { books, terms } = parts;
  return startCommitNotices(parts, {
    name: 'locked funds',
    rowsOf: ({ hostings }) => hostings,
    missedRows: (withinMs) => latestCompletions(books, withinMs),
    notices: (rows) => rows.flatMap((row) => hostingNotices(row, terms)),
  });
}

/** A completed order's owner must know that the principal is available again. Other states are the owner's own doing. */
function hostingNotices(row: HostingRow, terms: Terms): Notice[] {
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
