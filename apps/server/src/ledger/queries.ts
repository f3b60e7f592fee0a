/** Balances and postings as users read them, and what is carried between engines. */
import type {
  BalanceRow,
  EntryReason,
  ReceivedTransferRow,
  SentTransferRow,
  UserAccount,
} from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { type OwnPosting, POSTINGS_PER_ENTRY } from '../core/steps/told-rows.ts';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { RecordOf } from '../core/store/table.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRecord,
  RECEIVED_TRANSFERS,
  SENT_TRANSFERS,
  toBalance,
} from './record.ts';

/** All balances of an owner that ever changed. */
export async function balancesOf(source: Queryable, owner: number): Promise<BalanceRow[]> {
  const rows = await source.query<BalanceRecord>(
    `SELECT ${BALANCE_COLUMNS} FROM balances WHERE owner_id = $1 ORDER BY account_id`,
    [owner],
  );
  return rows.map(toBalance);
}

/** One posting with the reason of its entry. */
export interface PostingView extends Omit<OwnPosting, 'owner'> {
  readonly entryId: number;
}

export interface PostingFilter {
  readonly owner: number;
  readonly account?: UserAccount;
  readonly currencyId?: number;
  readonly reason?: EntryReason;
  /** Only what may be no act of the owner: corrections, and withdrawals that were given back. */
  readonly isCorrecting?: true;
  /** From this time on. */
  readonly fromMs?: number;
  /** Until and with this time. */
  readonly toMs?: number;
  /** Newest first by time: of several engines numbers do not rise with it. */
  readonly isOfAll?: boolean;
}

interface PostingRecord {
  readonly entry_id: bigint;
  readonly ordinal: number;
  readonly account: UserAccount;
  readonly currency_id: number;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly amount_minor: bigint;
  readonly balance_minor: bigint;
  readonly time_ms: bigint;
}

/** A user's postings, newest first. */
export function postingsPage(
  source: Queryable,
  { owner, account, currencyId, reason, isCorrecting, fromMs, toMs, isOfAll }: PostingFilter,
  request: PageRequest,
): Promise<Page<PostingView>> {
  const where = new Conditions()
    .add('postings.owner_id =', owner)
    // The index of users' postings leaves the house out; the planner must see that this does too.
    .add('postings.owner_id <>', 0)
    .add('postings.account =', account)
    .add('postings.currency_id =', currencyId)
    .add('journal_entries.reason =', reason)
    .add(
      "(journal_entries.reason = 'correction' OR reference LIKE 'withdrawal:%:refund') =",
      isCorrecting,
    )
    .add('postings.time_ms >=', fromMs)
    .add('postings.time_ms <=', toMs);
  return readPage<PostingRecord, PostingView>(
    source,
    {
      columns: `postings.entry_id, ordinal, account, currency_id, reason, reference, amount_minor,
        balance_minor, postings.time_ms`,
      from: 'postings JOIN journal_entries USING (entry_id)',
      where,
      orderBy: `${isOfAll === true ? 'postings.time_ms DESC, ' : ''}postings.entry_id DESC, ordinal DESC`,
    },
    request,
    (row) => ({
      postingId: Number(row.entry_id) * POSTINGS_PER_ENTRY + row.ordinal,
      entryId: Number(row.entry_id),
      account: row.account,
      currencyId: row.currency_id,
      reason: row.reason,
      reference: row.reference,
      amount: amountMinor(row.amount_minor),
      balance: amountMinor(row.balance_minor),
      timeMs: Number(row.time_ms),
    }),
  );
}

/** On their way to other engines, by id. */
export async function readSentTransfers(source: Queryable): Promise<SentTransferRow[]> {
  const rows = await source.query<RecordOf<typeof SENT_TRANSFERS>>(
    `SELECT ${SENT_TRANSFERS.columns} FROM sent_transfers WHERE status = 'sent' ORDER BY transfer_id`,
  );
  return rows.map(SENT_TRANSFERS.toRow);
}

/** When the first left of those that are on their way, by the partial index of these. */
export async function oldestSentMs(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ time_ms: bigint | null }>(
    "SELECT min(time_ms) AS time_ms FROM sent_transfers WHERE status = 'sent'",
  );
  return row?.time_ms == null ? undefined : Number(row.time_ms);
}

/** Ids of those on their way to an account, behind one of them. */
export async function sentTransfersPage(
  source: Queryable,
  { target, after, limit }: SentTransfersPage,
): Promise<number[]> {
  const rows = await source.query<{ transfer_id: bigint }>(
    `SELECT transfer_id FROM sent_transfers
     WHERE status = 'sent' AND transfer_id > $1 AND target = $2 ORDER BY transfer_id LIMIT $3`,
    [after, target, limit],
  );
  return rows.map((row) => Number(row.transfer_id));
}

export interface SentTransfersPage {
  readonly target: UserAccount;
  readonly after: number;
  readonly limit: number;
}

/** What became of a transfer that came here; undefined while nothing is committed. */
export async function receivedTransfer(
  source: Queryable,
  transferId: number,
): Promise<ReceivedTransferRow | undefined> {
  const [row] = await source.query<RecordOf<typeof RECEIVED_TRANSFERS>>(
    `SELECT ${RECEIVED_TRANSFERS.columns} FROM received_transfers WHERE transfer_id = $1`,
    [transferId],
  );
  return row && RECEIVED_TRANSFERS.toRow(row);
}
