/** What the tables of two engines say of the transfers between them, pages of ids from the newest on. */
import type { ReceivedTransferRow, SentTransferRow } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { Queryable } from '../../core/store/database.ts';
import { readSetting, writeSetting } from '../../core/store/settings-queries.ts';

/** What both rows of a transfer say alike. */
export type TransferFacts = Pick<
  SentTransferRow,
  'transferId' | 'owner' | 'source' | 'target' | 'currencyId' | 'amount'
>;
export type Sent = TransferFacts &
  Pick<SentTransferRow, 'reference' | 'timeMs' | 'status' | 'reject' | 'endedAtMs' | 'word'>;
export type Received = TransferFacts & Pick<ReceivedTransferRow, 'status' | 'reject' | 'timeMs'>;

interface FactsRecord {
  readonly transfer_id: bigint;
  readonly owner_id: bigint;
  readonly source: string;
  readonly target: string;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly reject: string | null;
  readonly time_ms: bigint;
}

interface SentRecord extends FactsRecord {
  readonly reference: string;
  readonly status: Sent['status'];
  readonly ended_at_ms: bigint | null;
  readonly word: string | null;
}

interface ReceivedRecord extends FactsRecord {
  readonly status: Received['status'];
}

/** Ids of one sender, from below one of them downwards. */
export interface IdPage {
  readonly above: number;
  readonly below: number;
  readonly limit: number;
}

const FACTS =
  'transfer_id, owner_id, source, target, currency_id, amount_minor, reject, status, time_ms';
const SENT = `${FACTS}, reference, ended_at_ms, word`;
const PAGE = 'transfer_id > $1 AND transfer_id < $2 ORDER BY transfer_id DESC LIMIT $3';

const toFacts = (row: FactsRecord): TransferFacts & Pick<Sent, 'reject' | 'timeMs'> => ({
  transferId: Number(row.transfer_id),
  owner: Number(row.owner_id),
  source: row.source as TransferFacts['source'],
  target: row.target as TransferFacts['target'],
  currencyId: row.currency_id,
  amount: amountMinor(row.amount_minor),
  timeMs: Number(row.time_ms),
  ...(row.reject !== null && { reject: row.reject as NonNullable<Sent['reject']> }),
});

const toSent = (row: SentRecord): Sent => ({
  ...toFacts(row),
  reference: row.reference,
  status: row.status,
  ...(row.ended_at_ms !== null && { endedAtMs: Number(row.ended_at_ms) }),
  ...(row.word !== null && { word: row.word }),
});

const toReceived = (row: ReceivedRecord): Received => ({ ...toFacts(row), status: row.status });

/** Those that are over, newest first. */
export async function endedPage(
  source: Queryable,
  { above, below, limit }: IdPage,
): Promise<Sent[]> {
  const rows = await source.query<SentRecord>(
    `SELECT ${SENT} FROM sent_transfers WHERE status <> 'sent' AND ${PAGE}`,
    [above, below, limit],
  );
  return rows.map(toSent);
}

/** What came from one sender, newest first. */
export async function receivedPage(
  source: Queryable,
  { above, below, limit }: IdPage,
): Promise<Received[]> {
  const rows = await source.query<ReceivedRecord>(
    `SELECT ${FACTS} FROM received_transfers WHERE ${PAGE}`,
    [above, below, limit],
  );
  return rows.map(toReceived);
}

export async function sentOf(
  source: Queryable,
  ids: readonly number[],
): Promise<Map<number, Sent>> {
  const rows = await source.query<SentRecord>(
    `SELECT ${SENT} FROM sent_transfers WHERE transfer_id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [Number(row.transfer_id), toSent(row)]));
}

export async function receivedOf(
  source: Queryable,
  ids: readonly number[],
): Promise<Map<number, Received>> {
  const rows = await source.query<ReceivedRecord>(
    `SELECT ${FACTS} FROM received_transfers WHERE transfer_id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [Number(row.transfer_id), toReceived(row)]));
}

/** What a declared loss left out. */
export interface LostRange {
  readonly receiptId: number;
  readonly entryFrom: number;
  readonly entryTo: number;
  /** From the last commit that is left until it was declared. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Of all losses that were declared here, newest first. */
export async function lostRanges(source: Queryable): Promise<LostRange[]> {
  const rows = await source.query<{
    receipt_id: bigint;
    entry_from: bigint;
    entry_to: bigint;
    from_ms: bigint;
    time_ms: bigint;
  }>(
    `SELECT receipt_id, (result->>'entry_from')::bigint AS entry_from,
       (result->>'entry_to')::bigint AS entry_to, (terms->>'time_from')::bigint AS from_ms, time_ms
     FROM receipts WHERE kind = 'loss' ORDER BY receipt_id DESC`,
  );
  return rows.map((row) => ({
    receiptId: Number(row.receipt_id),
    entryFrom: Number(row.entry_from),
    entryTo: Number(row.entry_to),
    fromMs: Number(row.from_ms),
    toMs: Number(row.time_ms),
  }));
}

const COMPARED = 'exchange_compared';

/** The receipt of the last loss since which an engine was compared with the others; undefined before one. */
export async function readCompared(books: Queryable): Promise<number | undefined> {
  return (await readSetting(books, COMPARED)) as number | undefined;
}

export function writeCompared(books: Queryable, receiptId: number, nowMs: number): Promise<void> {
  return writeSetting(books, COMPARED, { value: JSON.stringify(receiptId), nowMs });
}

/** Whether the entry by which a transfer left is here. */
export async function hasLeft(source: Queryable, transferId: number): Promise<boolean> {
  const rows = await source.query('SELECT FROM journal_entries WHERE entry_id = $1', [transferId]);
  return rows.length > 0;
}

/** Whether the entry by which a transfer was credited is here. */
export async function hasArrived(
  source: Queryable,
  { source: from, reference }: Pick<Sent, 'source' | 'reference'>,
): Promise<boolean> {
  const rows = await source.query(
    'SELECT FROM journal_entries WHERE reason = $1 AND reference = $2',
    [from === 'referral_rebates' ? 'rebate_payout' : 'transfer', `${reference}:in`],
  );
  return rows.length > 0;
}

/** What an entry put against the world outside, in minor units. */
export async function outsideOf(source: Queryable, entryId: number): Promise<bigint> {
  const [row] = await source.query<{ amount: string }>(
    `SELECT coalesce(sum(amount_minor), 0)::text AS amount FROM postings
     WHERE entry_id = $1 AND owner_id = 0 AND account = 'external'`,
    [entryId],
  );
  return BigInt(row?.amount ?? 0);
}

/** The highest number of a main account that an owner's names, its own or as a sub-account of it; 0 without any. */
export async function lastOwner(source: Queryable): Promise<number> {
  const [row] = await source.query<{ last: bigint | null }>(
    'SELECT max(owner_id % 268435456) AS last FROM owners',
  );
  return Number(row?.last ?? 0);
}

/**
 * Has people who come numbered after a number, where they are not yet. One at a time, which the role of the server may do: they are
 * those who came in the moments that were lost.
 */
export async function numberPeopleAfter(home: Queryable, after: number): Promise<void> {
  await home.query(
    `SELECT count(nextval(sequence)) FROM (
       SELECT pg_get_serial_sequence('users', 'user_id')::regclass AS sequence
     ) AS people, generate_series(coalesce(pg_sequence_last_value(sequence), 0) + 1, $1::bigint)`,
    [after],
  );
}
