/** Tells users of transfers that another engine refused: the money is back in the account that it left. */
import type { Changes } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  type Notice,
  startCommitNotices,
} from '../notices/index.ts';
import { type ReturnedTransfer, returnedSince } from './transfer-queries.ts';
import { returnReason } from './views.ts';

export interface ReturnNoticesParts extends CommitNoticesParts {
  readonly reads: Reads;
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startReturnNotices(parts: ReturnNoticesParts): CommitNotices<ReturnedTransfer> {
  const { reads, clock, terms } = parts;
  return startCommitNotices(parts, {
    name: 'returned transfers',
    rowsOf: returnedIn,
    missedRows: (withinMs) => returnedSince(reads, clock.now() - withinMs),
    notices: (rows) => rows.flatMap((row) => returnNotices(row, terms)),
  });
}

const returnedIn = ({ sentTransfers }: Changes): ReturnedTransfer[] =>
  sentTransfers.filter(({ status }) => status === 'back');

function returnNotices(transfer: ReturnedTransfer, terms: Terms): Notice[] {
  const { transferId, owner: userId, source, target, currencyId, amount, reject } = transfer;
  // What an engine owed an inviter is the house's again, and operators look why.
  if (source === 'referral_rebates') return [];
  const currency = terms.knownCurrency(currencyId);
  return [
    {
      userId,
      kind: 'transfer_returned',
      params: {
        amount: amountText(amount, currency),
        currency: currency.name,
        from: source,
        to: target,
        reason: returnReason(reject),
      },
      key: `transfer_returned:${transferId}`,
    },
  ];
}
