/**
 * Transfers as their owners read them, and what is on its way between two engines: out of an account of one and not yet in that of
 * the other. Read from the tables of all engines together. Those may lag behind one another, so each transfer counts by the rows that are
 * there of both sides, whichever came first: never twice, and never not at all (docs/internals/growth.md).
 */
import type { BalanceRow, Reject, SentSource, UserAccount } from '@fairlead/engine';
import { type AmountMinor, amountMinor, HOUR_MS } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { arrivedByEntry, cameBackByEntry, leftByEntry } from './proof-queries.ts';
import { BALANCE_COLUMNS, type BalanceRecord, toBalance } from './record.ts';

/** What one side has ended this long ago, the other has in its tables. */
const LAG_MAX_MS = HOUR_MS;

/** A transfer of either kind: within one engine, or to another. */
export interface OwnTransfer {
  readonly transferId: number;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  /** When it left. */
  readonly timeMs: number;
  readonly status: 'done' | 'on_the_way' | 'returned';
  /** When it arrived or came back, if it was on its way. */
  readonly endedAtMs: number | undefined;
  /** Why it came back. */
  readonly reject: Reject | undefined;
}

interface OwnTransferRecord {
  readonly transfer_id: bigint;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly time_ms: bigint;
  /** Null within one engine. */
  readonly sent_status: 'sent' | 'done' | 'back' | null;
  readonly reject: Reject | null;
  readonly ended_at_ms: bigint | null;
  /** When the other engine credited it; null while its row is not there. */
  readonly arrived_at_ms: bigint | null;
}

// What an engine owes an inviter goes the same way and is no transfer of theirs. On its way is what left by an entry.
const OWN_TRANSFERS = `(
  SELECT transfer_id, owner_id, source, target, currency_id, amount_minor, time_ms,
    NULL::text AS sent_status, NULL::text AS reject, NULL::bigint AS ended_at_ms FROM transfers
  UNION ALL
  SELECT transfer_id, owner_id, source, target, currency_id, amount_minor, time_ms,
    status, reject, ended_at_ms FROM sent_transfers
  WHERE source <> 'referral_rebates' AND (status <> 'sent' OR ${leftByEntry('sent_transfers')})
) AS moved`;
const OWN_TRANSFER_COLUMNS = `moved.*, (
  SELECT time_ms FROM received_transfers AS received
  WHERE received.transfer_id = moved.transfer_id AND received.status = 'credited'
    AND ${arrivedByEntry('received')}
) AS arrived_at_ms`;

function toOwnTransfer(row: OwnTransferRecord): OwnTransfer {
  const endedAtMs = row.arrived_at_ms ?? row.ended_at_ms;
  const isOnItsWay = row.sent_status === 'sent' && row.arrived_at_ms === null;
  return {
    transferId: Number(row.transfer_id),
    source: row.source,
    target: row.target,
    currencyId: row.currency_id,
    amount: amountMinor(row.amount_minor),
    timeMs: Number(row.time_ms),
    status: row.sent_status === 'back' ? 'returned' : isOnItsWay ? 'on_the_way' : 'done',
    endedAtMs: endedAtMs === null ? undefined : Number(endedAtMs),
    reject: row.reject ?? undefined,
  };
}

/** A user's transfers, newest first: by time, as numbers of different engines are far apart. */
export const transfersPage = (
  source: Queryable,
  owner: number,
  request: PageRequest,
): Promise<Page<OwnTransfer>> =>
  readPage<OwnTransferRecord, OwnTransfer>(
    source,
    {
      columns: OWN_TRANSFER_COLUMNS,
      from: OWN_TRANSFERS,
      where: new Conditions().add('owner_id =', owner),
      orderBy: 'time_ms DESC, transfer_id DESC',
    },
    request,
    toOwnTransfer,
  );

export interface TransferKey {
  readonly timeMs: number;
  readonly transferId: number;
}

export interface OwnTransfersFilter {
  readonly owner: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Only what comes after it. */
  readonly after: TransferKey | undefined;
  readonly rowsMax: number;
}

/** A user's transfers of a time, oldest first. */
export async function ownTransfers(
  source: Queryable,
  { owner, fromMs, toMs, after, rowsMax }: OwnTransfersFilter,
): Promise<OwnTransfer[]> {
  const rows = await source.query<OwnTransferRecord>(
    `SELECT ${OWN_TRANSFER_COLUMNS} FROM ${OWN_TRANSFERS}
     WHERE owner_id = $1 AND time_ms >= $2 AND time_ms < $3 AND (time_ms, transfer_id) > ($4, $5)
     ORDER BY time_ms, transfer_id LIMIT ${rowsMax}`,
    [owner, fromMs, toMs, after?.timeMs ?? -1, after?.transferId ?? 0],
  );
  return rows.map(toOwnTransfer);
}

/**
 * Owner, currency and amount of what is on its way to users now: what is sent counts until it is credited; what is credited before its
 * sending is seen counts against the account that it will have left. Rows of both sides name what is asked for, and the
 * engines' journals say what of it is so: a row that no entry bears out counts nothing, whoever wrote it. What has not ended
 * within an hour before `sinceMs`, SQL of a time, is looked at. `also` narrows all parts, by `transfers.`.
 */
export const onTheWaySql = (sinceMs: string, also: string): string => `
  SELECT transfers.owner_id, transfers.currency_id, transfers.amount_minor
  FROM sent_transfers AS transfers
  WHERE transfers.source <> 'referral_rebates' AND ${also}
    AND (transfers.status = 'sent' OR transfers.ended_at_ms > ${sinceMs} - ${LAG_MAX_MS})
    AND NOT ${arrivedByEntry('transfers')}
    AND ${leftByEntry('transfers')} AND NOT ${cameBackByEntry('transfers')}
  UNION ALL
  SELECT transfers.owner_id, transfers.currency_id, -transfers.amount_minor
  FROM received_transfers AS transfers
  WHERE transfers.source <> 'referral_rebates' AND ${also} AND transfers.status = 'credited'
    AND transfers.time_ms > ${sinceMs} - ${LAG_MAX_MS}
    AND NOT ${leftByEntry('transfers')} AND ${arrivedByEntry('transfers')}`;

export interface Holdings {
  /** All that ever changed. */
  readonly balances: readonly BalanceRow[];
  /** What is between two accounts, by currency; negative where it is in both. */
  readonly onTheWay: ReadonlyMap<number, bigint>;
}

/** What an owner has, and what of it is on its way: in one statement, so that nothing is seen twice or not at all. */
export async function holdingsOf(
  source: Queryable,
  owner: number,
  nowMs: number,
): Promise<Holdings> {
  const rows = await source.query<BalanceRecord>(
    `SELECT ${BALANCE_COLUMNS} FROM balances WHERE owner_id = $1
     UNION ALL
     SELECT 0, $1, '', currency_id, sum(amount_minor)::bigint, 0
     FROM (${onTheWaySql('$2::bigint', 'transfers.owner_id = $1')}) AS moving
     GROUP BY currency_id HAVING sum(amount_minor) <> 0
     ORDER BY account_id, currency_id`,
    [owner, nowMs],
  );
  const all = rows.map(toBalance);
  return {
    balances: all.filter(({ accountId }) => accountId > 0),
    onTheWay: new Map(
      all
        .filter(({ accountId }) => accountId === 0)
        .map(({ currencyId, total }) => [currencyId, total]),
    ),
  };
}

/** A time in which an amount was in no account. */
export interface Passage {
  readonly currencyId: number;
  /** Negative where the clocks of two engines differ by more than it took. */
  readonly amount: bigint;
  /** Places of the moments that it covers, from 1: (after, until]. */
  readonly after: number;
  readonly until: number;
}

/** What of an owner's was on its way at one of the moments at least: left before it, and not there before it. By entries, as above. */
export async function passagesAt(
  source: Queryable,
  owner: number,
  momentsMs: readonly number[],
): Promise<Passage[]> {
  const rows = await source.query<{
    currency_id: number;
    amount: string;
    after: number;
    until: number;
  }>(
    `SELECT currency_id, after, until, sum(amount_minor)::text AS amount FROM (
       SELECT coalesce(sent.currency_id, arrived.currency_id) AS currency_id,
         coalesce(sent.amount_minor, -arrived.amount_minor)
           * CASE WHEN sent.time_ms > coalesce(arrived.time_ms, sent.returned_at_ms) THEN -1 ELSE 1 END
           AS amount_minor,
         width_bucket(least(sent.time_ms, arrived.time_ms, sent.returned_at_ms), $2::bigint[]) AS after,
         -- What is there of one side only goes on.
         CASE WHEN sent.time_ms IS NULL OR coalesce(arrived.time_ms, sent.returned_at_ms) IS NULL
           THEN cardinality($2::bigint[])
           ELSE width_bucket(greatest(sent.time_ms, arrived.time_ms, sent.returned_at_ms), $2::bigint[])
         END AS until
       FROM (
         SELECT transfer_id, currency_id, amount_minor, time_ms,
           CASE WHEN status = 'back' AND ${cameBackByEntry('sent_transfers')} THEN ended_at_ms END
             AS returned_at_ms
         FROM sent_transfers WHERE owner_id = $1 AND source <> 'referral_rebates'
           AND ${leftByEntry('sent_transfers')}
       ) AS sent
       FULL JOIN (
         SELECT transfer_id, currency_id, amount_minor, time_ms FROM received_transfers
         WHERE owner_id = $1 AND source <> 'referral_rebates' AND status = 'credited'
           AND ${arrivedByEntry('received_transfers')}
       ) AS arrived USING (transfer_id)
     ) AS passed WHERE until > after GROUP BY currency_id, after, until`,
    [owner, momentsMs],
  );
  return rows.map(({ currency_id, amount, after, until }) => ({
    currencyId: currency_id,
    amount: BigInt(amount),
    after,
    until,
  }));
}

/** A transfer that another engine refused. */
export interface ReturnedTransfer {
  readonly transferId: number;
  readonly owner: number;
  readonly source: SentSource;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  readonly reject?: Reject;
}

/** Those that came back since a time. */
export async function returnedSince(
  source: Queryable,
  sinceMs: number,
): Promise<ReturnedTransfer[]> {
  const rows = await source.query<{
    transfer_id: bigint;
    owner_id: bigint;
    source: SentSource;
    target: UserAccount;
    currency_id: number;
    amount_minor: bigint;
    reject: Reject | null;
  }>(
    `SELECT transfer_id, owner_id, source, target, currency_id, amount_minor, reject
     FROM sent_transfers WHERE status = 'back' AND ended_at_ms >= $1 ORDER BY ended_at_ms, transfer_id`,
    [sinceMs],
  );
  return rows.map((row) => ({
    transferId: Number(row.transfer_id),
    owner: Number(row.owner_id),
    source: row.source,
    target: row.target,
    currencyId: row.currency_id,
    amount: amountMinor(row.amount_minor),
    ...(row.reject !== null && { reject: row.reject }),
  }));
}
