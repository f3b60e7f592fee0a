/** The whole ledger as operators read it: entries with their postings, holds, sums by currency. */
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';

export interface ExplorerEntry {
  readonly entryId: number;
  readonly sequence: number;
  readonly reason: string;
  readonly reference: string;
  readonly timeMs: number;
  readonly postings: readonly ExplorerPosting[];
}

export interface ExplorerPosting {
  readonly entryId: number;
  readonly owner: number;
  readonly account: string;
  readonly currencyId: number;
  readonly amount: bigint;
  /** The account's total after it. */
  readonly balance: bigint;
  readonly timeMs: number;
}

export interface EntryFilter {
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  /** Owner 0 is the house. */
  readonly account?: { readonly owner: number; readonly account: string } | undefined;
  readonly currencyId?: number | undefined;
  readonly entryId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

interface EntryRecord {
  readonly entry_id: bigint;
  readonly sequence: bigint;
  readonly reason: string;
  readonly reference: string;
  readonly time_ms: bigint;
}

interface PostingRecord {
  readonly entry_id: bigint;
  readonly owner_id: bigint;
  readonly account: string;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly balance_minor: bigint;
  readonly time_ms: bigint;
}

/** Entries, the newest first. */
export async function entriesPage(
  source: Queryable,
  filter: EntryFilter,
  request: PageRequest,
): Promise<Page<ExplorerEntry>> {
  const page = await readPage<EntryRecord, Omit<ExplorerEntry, 'postings'>>(
    source,
    {
      columns: 'entry_id, sequence, reason, reference, time_ms',
      from: filter.account || filter.currencyId ? touchedEntries(filter) : 'journal_entries',
      where: entryConditions(filter),
      orderBy: 'entry_id DESC',
    },
    request,
    (row) => ({
      entryId: Number(row.entry_id),
      sequence: Number(row.sequence),
      reason: row.reason,
      reference: row.reference,
      timeMs: Number(row.time_ms),
    }),
  );
  const postings = await postingsOf(
    source,
    page.list.map(({ entryId }) => entryId),
  );
  const list = page.list.map((entry) => ({
    ...entry,
    postings: postings.get(entry.entryId) ?? [],
  }));
  return { ...page, list };
}

function entryConditions({ account, currencyId, ...filter }: EntryFilter): Conditions {
  const where = new Conditions();
  if (account !== undefined) {
    where.add('posting_owner =', account.owner).add('posting_account =', account.account);
    // The indexes of postings are the users' or the house's; the planner must see which.
    if (account.owner !== 0) where.add('posting_owner <>', 0);
  }
  return where
    .add('posting_currency =', currencyId)
    .add('entry_id =', filter.entryId)
    .add('reason =', filter.reason)
    .add('reference =', filter.reference)
    .add('time_ms >=', filter.fromMs)
    .add('time_ms <=', filter.toMs);
}

/** Entries with the posting that a filter is about: of several in one entry the first. */
function touchedEntries({ account, currencyId }: EntryFilter): string {
  const same = [
    'earlier.entry_id = postings.entry_id AND earlier.ordinal < postings.ordinal',
    ...(account === undefined
      ? []
      : ['earlier.owner_id = postings.owner_id AND earlier.account = postings.account']),
    ...(currencyId === undefined ? [] : ['earlier.currency_id = postings.currency_id']),
  ].join(' AND ');
  return `(SELECT journal_entries.entry_id, sequence, reason, reference, journal_entries.time_ms,
      postings.owner_id AS posting_owner, postings.account AS posting_account,
      postings.currency_id AS posting_currency
    FROM journal_entries JOIN postings ON postings.entry_id = journal_entries.entry_id
      AND NOT EXISTS (SELECT FROM postings AS earlier WHERE ${same})) AS touched`;
}

async function postingsOf(
  source: Queryable,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, ExplorerPosting[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await source.query<PostingRecord>(
    `SELECT entry_id, owner_id, account, currency_id, amount_minor, balance_minor, time_ms
     FROM postings WHERE entry_id = ANY($1::bigint[]) ORDER BY entry_id, ordinal`,
    [entryIds],
  );
  return Map.groupBy(rows.map(toPosting), ({ entryId }) => entryId);
}

const toPosting = (row: PostingRecord): ExplorerPosting => ({
  entryId: Number(row.entry_id),
  owner: Number(row.owner_id),
  account: row.account,
  currencyId: row.currency_id,
  amount: row.amount_minor,
  balance: row.balance_minor,
  timeMs: Number(row.time_ms),
});

export interface HoldRow {
  readonly kind: 'order' | 'trigger_order' | 'position' | 'withdrawal' | 'hosting' | 'subscription';
  readonly id: number;
  readonly owner: number;
  readonly currencyId: number;
  readonly amount: bigint;
  readonly timeMs: number;
}

interface HoldRecord {
  readonly kind: HoldRow['kind'];
  readonly id: bigint;
  readonly owner_id: bigint;
  readonly currency_id: number;
  readonly amount: bigint;
  readonly time_ms: bigint;
}

const HOLDS = `(
  SELECT 'order' AS kind, order_id AS id, owner_id, hold_minor AS amount,
    CASE side WHEN 'buy' THEN quote_currency_id ELSE base_currency_id END AS currency_id,
    created_at_ms AS time_ms
  FROM orders JOIN markets USING (market_id) WHERE status = 'waiting' AND hold_minor > 0
  UNION ALL
  SELECT 'trigger_order', trigger_id, owner_id, hold_minor,
    CASE side WHEN 'buy' THEN quote_currency_id ELSE base_currency_id END, created_at_ms
  FROM trigger_orders JOIN markets USING (market_id) WHERE status = 'waiting'
  UNION ALL
  SELECT 'position', position_id, owner_id, hold_minor, currency_id, created_at_ms
  FROM positions WHERE status IN ('waiting', 'holding')
  UNION ALL
  SELECT 'withdrawal', withdrawal_id, owner_id, hold_minor, currency_id, created_at_ms
  FROM withdrawals WHERE status = 'under_review'
  UNION ALL
  SELECT 'hosting', hosting_id, owner_id, amount_minor, currency_id, paid_at_ms
  FROM hosting_orders WHERE status = 'hosting'
  UNION ALL
  SELECT 'subscription', subscription_id, owner_id, paid_minor, payment_currency_id, created_at_ms
  FROM subscriptions WHERE status = 'under_review'
  UNION ALL
  SELECT 'subscription', subscription_id, owner_id, amount_minor, currency_id, created_at_ms
  FROM subscriptions WHERE status = 'passed' AND NOT is_released
) AS holds`;

/** What is frozen and for what, the newest first. */
export function holdsPage(
  source: Queryable,
  filter: { readonly userId?: number | undefined; readonly currencyId?: number | undefined },
  request: PageRequest,
): Promise<Page<HoldRow>> {
  return readPage<HoldRecord, HoldRow>(
    source,
    {
      columns: '*',
      from: HOLDS,
      where: new Conditions()
        .add('owner_id =', filter.userId)
        .add('currency_id =', filter.currencyId),
      orderBy: 'time_ms DESC, kind, id DESC',
    },
    request,
    (row) => ({
      kind: row.kind,
      id: Number(row.id),
      owner: Number(row.owner_id),
      currencyId: row.currency_id,
      amount: row.amount,
      timeMs: Number(row.time_ms),
    }),
  );
}

/** The sum of one kind of account in one currency. */
export interface AccountSum {
  readonly currencyId: number;
  readonly isHouse: boolean;
  readonly account: string;
  readonly total: bigint;
  readonly frozen: bigint;
}

/** All balances summed by currency and kind of account, as of one moment. */
export async function accountSums(source: Queryable): Promise<AccountSum[]> {
  const rows = await source.query<{
    currency_id: number;
    is_house: boolean;
    account: string;
    total: string;
    frozen: string;
  }>(
    `SELECT currency_id, owner_id = 0 AS is_house, account, sum(total_minor)::text AS total,
       sum(frozen_minor)::text AS frozen
     FROM balances GROUP BY currency_id, owner_id = 0, account
     ORDER BY currency_id, is_house, account`,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    isHouse: row.is_house,
    account: row.account,
    total: BigInt(row.total),
    frozen: BigInt(row.frozen),
  }));
}

/** What reversed deposits could not take back, by currency. */
export async function receivableSums(source: Queryable): Promise<ReadonlyMap<number, bigint>> {
  const rows = await source.query<{ currency_id: number; amount: string }>(
    `SELECT currency_id, sum(receivable_minor)::text AS amount FROM deposits
     WHERE receivable_minor > 0 GROUP BY currency_id`,
  );
  return new Map(rows.map((row) => [row.currency_id, BigInt(row.amount)]));
}
