/**
 * What proves that money was sent to another engine, or came from one: the entry in the journal. A row alone, or one whose owner or
 * amount is another than its entry's, is none that the engine wrote.
 */
import type { ReceivedTransferRow, SentTransferRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';

const entryReason = (source: SentTransferRow['source']): string =>
  source === 'referral_rebates' ? 'rebate_payout' : 'transfer';

const reasonOf = (row: string): string =>
  `CASE WHEN ${row}.source = 'referral_rebates' THEN 'rebate_payout' ELSE 'transfer' END`;

const posting = (row: string, is: string): string =>
  `EXISTS (SELECT FROM postings WHERE postings.entry_id = left_by.entry_id
     AND postings.time_ms = left_by.time_ms AND postings.currency_id = ${row}.currency_id AND ${is})`;

/** Whether a row of `sent_transfers` is as its entry, and did not come back. A rebate's inviter is in its reference. */
const leftAsSaid = (row: string): string => `
  EXISTS (
    SELECT FROM journal_entries AS left_by
    WHERE left_by.entry_id = ${row}.transfer_id AND left_by.time_ms = ${row}.time_ms
      AND left_by.reason = ${reasonOf(row)} AND left_by.reference = ${row}.reference
      AND (${row}.source <> 'referral_rebates'
        OR left_by.reference LIKE ${row}.owner_id || ':' || ${row}.currency_id || ':%')
      AND ${posting(row, `amount_minor = -${row}.amount_minor AND account = ${row}.source AND owner_id = CASE WHEN ${row}.source = 'referral_rebates' THEN 0 ELSE ${row}.owner_id END`)}
      AND ${posting(row, `amount_minor = ${row}.amount_minor AND account = 'other_engines' AND owner_id = 0`)}
  ) AND NOT EXISTS (
    SELECT FROM journal_entries AS back
    WHERE back.reason = ${reasonOf(row)} AND back.reference = ${row}.reference || ':back'
  )`;

/** What is on its way by its row and by no entry, as a check of the books. */
export const SENT_UNPROVEN = `
  SELECT 'transfer ' || transfer_id AS subject, amount_minor::text AS difference
  FROM sent_transfers WHERE status = 'sent' AND NOT (${leftAsSaid('sent_transfers')})`;

/** Those of a list, as an engine has them, that left as they say. */
export async function provenSent(
  books: Queryable,
  rows: readonly Omit<SentTransferRow, 'target' | 'status'>[],
): Promise<Set<number>> {
  const found = await books.query<{ transfer_id: bigint }>(
    `SELECT transfer_id FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[],
       $5::text[]::bigint[], $6::text[], $7::bigint[])
       AS sent (transfer_id, owner_id, source, currency_id, amount_minor, reference, time_ms)
     WHERE ${leftAsSaid('sent')}`,
    [
      rows.map(({ transferId }) => transferId),
      rows.map(({ owner }) => owner),
      rows.map(({ source }) => source),
      rows.map(({ currencyId }) => currencyId),
      rows.map(({ amount }) => String(amount)),
      rows.map(({ reference }) => reference),
      rows.map(({ timeMs }) => timeMs),
    ],
  );
  return new Set(found.map((row) => Number(row.transfer_id)));
}

/** Whether money left by a row that is over, or was taken once more for it after a loss. */
export async function hasLeftAsSaid(books: Queryable, row: SentTransferRow): Promise<boolean> {
  if ((await provenSent(books, [row])).size > 0) return true;
  const restored = await books.query(
    `SELECT FROM journal_entries AS left_by JOIN postings USING (entry_id, time_ms)
     WHERE left_by.reason = $2 AND left_by.reference = $1
       AND account = 'other_engines' AND currency_id = $3 AND amount_minor = $4::bigint`,
    [`${row.reference}:restored`, entryReason(row.source), row.currencyId, row.amount],
  );
  return restored.length > 0;
}

/** What an engine says of money that came from another. */
type Arrived = Omit<ReceivedTransferRow, 'status' | 'reject' | 'timeMs'>;

/**
 * Whether a transfer was credited by an entry, as its row says. Where its sender has lost what it was called, a rebate is found by all
 * that its name is made of.
 */
export async function isBookedIn(
  books: Queryable,
  { transferId, source, owner, target, currencyId, amount }: Arrived,
  reference?: string,
): Promise<boolean> {
  const isRebate = source === 'referral_rebates';
  const name = reference ?? (isRebate ? `${owner}:${currencyId}:%:${transferId}` : `${transferId}`);
  const rows = await books.query(
    `SELECT FROM journal_entries AS came_by JOIN postings USING (entry_id, time_ms)
     WHERE came_by.reason = $1 AND came_by.reference ${reference === undefined && isRebate ? 'LIKE' : '='} $2
       AND owner_id = $3 AND account = $4 AND currency_id = $5 AND amount_minor = $6::bigint`,
    [entryReason(source), `${name}:in`, owner, target, currencyId, amount],
  );
  return rows.length > 0;
}
