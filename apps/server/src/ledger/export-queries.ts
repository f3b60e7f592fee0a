/** Postings as their owners take them along. */
import type { EntryReason } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import type { OwnRowsFilter } from '../core/store/export-queries.ts';

/** A posting's place: its entry, and within it. */
export interface PostingKey {
  readonly entryId: number;
  readonly ordinal: number;
}

export interface OwnPostingRecord {
  readonly entry_id: bigint;
  readonly ordinal: number;
  readonly account: string;
  readonly currency_id: number;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly amount_minor: bigint;
  readonly balance_minor: bigint;
  readonly time_ms: bigint;
}

export function ownPostings(
  source: Queryable,
  {
    owner,
    fromMs,
    toMs,
    after,
    untilEntryId = Number.MAX_SAFE_INTEGER,
    rowsMax,
  }: Omit<OwnRowsFilter, 'after'> & {
    readonly after: PostingKey | undefined;
    readonly untilEntryId?: number;
  },
): Promise<OwnPostingRecord[]> {
  const { entryId, ordinal } = after ?? { entryId: 0, ordinal: 0 };
  return source.query<OwnPostingRecord>(
    `SELECT entry_id, ordinal, account, currency_id, reason, reference, amount_minor, balance_minor,
       postings.time_ms
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE owner_id = $1 AND owner_id <> 0 AND (entry_id, ordinal) > ($2, $3)
       AND postings.time_ms >= $4 AND postings.time_ms < $5 AND entry_id <= $6
     ORDER BY entry_id, ordinal LIMIT ${rowsMax}`,
    [owner, entryId, ordinal, fromMs, toMs, untilEntryId],
  );
}
