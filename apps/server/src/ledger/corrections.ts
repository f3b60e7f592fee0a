/** What two operators changed of users' balances, as the owners are told of it. */
import type { Changes } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Queryable, Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  type Notice,
  startCommitNotices,
} from '../notices/index.ts';
import { type CorrectedPosting, correctedPostings, correctionsOf } from './correction-queries.ts';

export interface CorrectionNoticesParts extends CommitNoticesParts {
  readonly reads: Reads;
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startCorrectionNotices(
  parts: CorrectionNoticesParts,
): CommitNotices<CorrectedPosting> {
  const { reads, clock, terms } = parts;
  return startCommitNotices(parts, {
    name: 'corrected balances',
    rowsOf: correctedIn,
    missedRows: (withinMs) => correctedPostings(reads, clock.now() - withinMs),
    notices: (rows) => correctionNotices(reads, rows, terms),
  });
}

/** Postings of a batch by which two operators changed a user's balance. */
function correctedIn({ entries, postings }: Changes): CorrectedPosting[] {
  const corrections = new Map(
    entries
      .filter(
        ({ reason, reference }) => reason === 'correction' && reference.startsWith('proposal:'),
      )
      .map((entry) => [entry.entryId, entry]),
  );
  if (corrections.size === 0) return [];
  return postings.flatMap(({ entryId, owner, currencyId, amount }) => {
    const entry = corrections.get(entryId);
    if (entry === undefined || owner === 0) return [];
    const { reason, reference } = entry;
    return [{ entryId, reason, reference, owner, currencyId, amountMinor: amount }];
  });
}

/** What their owners must have been told: by message and by mail. */
async function correctionNotices(
  source: Queryable,
  postings: readonly CorrectedPosting[],
  terms: Terms,
): Promise<Notice[]> {
  const corrections = await correctionsOf(source, postings);
  return postings.map((posting) => {
    const currency = terms.knownCurrency(posting.currencyId);
    const { entryId, owner: userId } = posting;
    const { reason = '', operatorIds = [] } = corrections.get(entryId) ?? {};
    const text = amountText(posting.amountMinor, currency);
    return {
      userId,
      kind: 'balance_corrected',
      params: {
        change: posting.amountMinor > 0n ? `+${text}` : text,
        currency: currency.name,
        reason,
        entry: String(entryId),
        operators: operatorIds.join(', '),
      },
      key: `balance_corrected:${entryId}:${posting.currencyId}`,
      isMailed: true,
    };
  });
}
