/**
 * What proves that money was sent to another engine, or came from one: the entry in the journal. A row alone, or one whose owner or
 * amount is another than its entry's, is none that the engine wrote.
 */
import type { ReceivedTransferRow, SentTransferRow, UserAccount } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { ENGINE_NAMES, type EngineName, NUMBERS_APART } from '../core/config/engines.ts';
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
  return hasMoved(books, { ...row, reference: `${row.reference}:restored` });
}

/** Whether money that left came back, by an entry each. */
export async function hasComeBackAsSaid(books: Queryable, row: SentTransferRow): Promise<boolean> {
  const { reference, amount } = row;
  const isBack = await hasMoved(books, {
    ...row,
    reference: `${reference}:back`,
    amount: amountMinor(-amount),
  });
  return isBack && (await hasMoved(books, row));
}

/** Whether an entry put an amount against the other engines. */
async function hasMoved(
  books: Queryable,
  {
    reference,
    source,
    currencyId,
    amount,
  }: Pick<SentTransferRow, 'reference' | 'source' | 'currencyId' | 'amount'>,
): Promise<boolean> {
  const moved = await books.query(
    `SELECT FROM journal_entries AS left_by JOIN postings USING (entry_id, time_ms)
     WHERE left_by.reason = $2 AND left_by.reference = $1
       AND account = 'other_engines' AND currency_id = $3 AND amount_minor = $4::bigint`,
    [reference, entryReason(source), currencyId, amount],
  );
  return moved.length > 0;
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

/** The account that users have with each engine: an entry of it is of the engine whose numbers it is among. */
const KEPT = {
  spot: 'coin',
  futures: 'contract',
  options: 'option',
  wealth: 'trust',
} as const satisfies Record<EngineName, UserAccount>;
const placeOf = (id: string): string => `(${id} - 1) / ${NUMBERS_APART}`;
const placeOfKeeper = (account: string): string =>
  `array_position(ARRAY[${ENGINE_NAMES.map((name) => `'${KEPT[name]}'`).join(', ')}], ${account}) - 1`;

/** Asked of one row after another, by its number: folded into a join it would read all entries. */
const BY_NUMBER = 'OFFSET 0';

const postedIn = (is: string): string => `EXISTS (SELECT FROM posting_rows AS posted
      WHERE posted.entry_id = moved_by.entry_id AND posted.time_ms = moved_by.time_ms AND ${is} ${BY_NUMBER})`;

/** The entry of a transfer by its reference, of the engine that keeps the account, and what it put against the other engines. */
const movedBy = (
  row: string,
  {
    reference,
    account,
    elsewhere,
    also,
  }: Readonly<Record<'reference' | 'account' | 'elsewhere' | 'also', string>>,
): string => `EXISTS (SELECT FROM journal_entries AS moved_by
    WHERE moved_by.reason = 'transfer' AND moved_by.reference = ${reference}
      AND ${placeOf('moved_by.entry_id')} = ${placeOfKeeper(account)}
      AND ${postedIn(`owner_id = 0 AND account = 'other_engines' AND currency_id = ${row}.currency_id AND amount_minor = ${elsewhere}`)}
      AND ${also} ${BY_NUMBER})`;

const ofOwner = (row: string, account: string, amount: string): string =>
  postedIn(
    `owner_id = ${row}.owner_id AND account = ${account} AND currency_id = ${row}.currency_id AND amount_minor = ${amount}`,
  );

const given = (row: string, suffix: string, account: string): string =>
  movedBy(row, {
    reference: `${row}.transfer_id || '${suffix}'`,
    account,
    elsewhere: `-${row}.amount_minor`,
    also: ofOwner(row, account, `${row}.amount_minor`),
  });

/**
 * Whether money of a user left by an entry of the engine that keeps its account, as a row of either side says: whoever reads the
 * tables of all engines together believes no row of one of them alone. What a loss had leave once more has left too, of whatever
 * was there.
 */
export const leftByEntry = (row: string): string => {
  const account = `${row}.source`;
  const elsewhere = `${row}.amount_minor`;
  const left = movedBy(row, {
    reference: `${row}.transfer_id::text`,
    account,
    elsewhere,
    also: `moved_by.entry_id = ${row}.transfer_id AND ${ofOwner(row, account, `-${row}.amount_minor`)}`,
  });
  const restored = movedBy(row, {
    reference: `${row}.transfer_id || ':restored'`,
    account,
    elsewhere,
    also: 'true',
  });
  return `(${left} OR ${restored})`;
};

/** Whether it came back to where it left. */
export const cameBackByEntry = (row: string): string => given(row, ':back', `${row}.source`);

/** Whether it arrived, by an entry of the engine that keeps the other account. */
export const arrivedByEntry = (row: string): string => given(row, ':in', `${row}.target`);
