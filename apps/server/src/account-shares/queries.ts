/** Reading of accounts that owners gave: to whom, what, until when, and how often it was used. */
import type { AccountShareEnder } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface ShareRow {
  readonly shareId: number;
  readonly ownerId: number;
  readonly email: string;
  /** Of the family, lowest first: 0 is the main account. */
  readonly places: readonly number[];
  readonly untilMs: number;
  readonly createdAtMs: number;
  readonly readerId: number | undefined;
  readonly acceptedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly endedBy: AccountShareEnder | undefined;
  readonly reads: number;
  readonly lastReadAtMs: number | undefined;
}

interface ShareRecord {
  readonly share_id: bigint;
  readonly owner_id: bigint;
  readonly email: string;
  readonly places: readonly number[];
  readonly until_ms: bigint;
  readonly created_at_ms: bigint;
  readonly reader_id: bigint | null;
  readonly accepted_at_ms: bigint | null;
  readonly ended_at_ms: bigint | null;
  readonly ended_by: AccountShareEnder | null;
  readonly reads: bigint;
  readonly last_read_at_ms: bigint | null;
}

const COLUMNS = `share_id, owner_id, email, places, until_ms, account_shares.created_at_ms, reader_id, accepted_at_ms,
  ended_at_ms, ended_by, reads, last_read_at_ms`;
/** Neither ended nor over, at a moment that is the statement's first value. */
const OPEN = 'ended_at_ms IS NULL AND until_ms > $1';

const optional = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toShare = (row: ShareRecord): ShareRow => ({
  shareId: Number(row.share_id),
  ownerId: Number(row.owner_id),
  email: row.email,
  places: row.places,
  untilMs: Number(row.until_ms),
  createdAtMs: Number(row.created_at_ms),
  readerId: optional(row.reader_id),
  acceptedAtMs: optional(row.accepted_at_ms),
  endedAtMs: optional(row.ended_at_ms),
  endedBy: row.ended_by ?? undefined,
  reads: Number(row.reads),
  lastReadAtMs: optional(row.last_read_at_ms),
});

export interface NewShare {
  readonly ownerId: number;
  readonly email: string;
  readonly places: readonly number[];
  readonly untilMs: number;
  readonly createdAtMs: number;
}

export async function insertShare(transaction: Queryable, share: NewShare): Promise<ShareRow> {
  const [row] = await transaction.query<ShareRecord>(
    `INSERT INTO account_shares (owner_id, email, places, until_ms, created_at_ms)
     VALUES ($1, $2, $3::integer[], $4, $5) RETURNING ${COLUMNS}`,
    [share.ownerId, share.email, share.places, share.untilMs, share.createdAtMs],
  );
  if (row === undefined) throw new TypeError('an insert gives its row');
  return toShare(row);
}

export async function countOpenShares(
  source: Queryable,
  ownerId: number,
  nowMs: number,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM account_shares WHERE ${OPEN} AND owner_id = $2`,
    [nowMs, ownerId],
  );
  return Number(row?.count ?? 0);
}

/** What an owner offered since a moment, whatever became of it. */
export async function countOffersSince(
  source: Queryable,
  ownerId: number,
  sinceMs: number,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM account_shares WHERE owner_id = $1 AND created_at_ms > $2',
    [ownerId, sinceMs],
  );
  return Number(row?.count ?? 0);
}

/** Those that are open first, newest first. */
export async function sharesGivenBy(
  source: Queryable,
  ownerId: number,
  { nowMs, rowsMax }: { readonly nowMs: number; readonly rowsMax: number },
): Promise<ShareRow[]> {
  const rows = await source.query<ShareRecord>(
    `SELECT ${COLUMNS} FROM account_shares WHERE owner_id = $2
     ORDER BY (${OPEN}) DESC, share_id DESC LIMIT $3`,
    [nowMs, ownerId, rowsMax],
  );
  return rows.map(toShare);
}

/** A condition: accepted by this user, or offered to the address that is theirs. */
const FOR_READER = `(reader_id = $2 OR (reader_id IS NULL AND owner_id <> $2
  AND email = (SELECT account FROM users WHERE user_id = $2)))`;

/** Those that a user may read with, then those to accept, newest first: what strangers offer takes no place of what was accepted. */
export async function sharesFor(
  source: Queryable,
  readerId: number,
  max: { readonly nowMs: number; readonly acceptedMax: number; readonly offeredMax: number },
): Promise<ShareRow[]> {
  const rows = await source.query<ShareRecord>(
    `(SELECT ${COLUMNS} FROM account_shares WHERE ${OPEN} AND reader_id = $2
      ORDER BY share_id DESC LIMIT $3)
     UNION ALL
     (SELECT ${COLUMNS} FROM account_shares WHERE ${OPEN} AND ${FOR_READER} AND reader_id IS NULL
      ORDER BY share_id DESC LIMIT $4)
     ORDER BY reader_id NULLS LAST, share_id DESC`,
    [max.nowMs, readerId, max.acceptedMax, max.offeredMax],
  );
  return rows.map(toShare);
}

/** One that was accepted and is neither ended nor over. */
export async function findOpenShare(
  source: Queryable,
  share: { readonly shareId: number; readonly readerId: number; readonly nowMs: number },
): Promise<ShareRow | undefined> {
  const rows = await source.query<ShareRecord>(
    `SELECT ${COLUMNS} FROM account_shares WHERE ${OPEN} AND reader_id = $2 AND share_id = $3`,
    [share.nowMs, share.readerId, share.shareId],
  );
  return rows.map(toShare)[0];
}

/** Undefined where there is none that this user may accept. */
export async function acceptShare(
  transaction: Queryable,
  share: { readonly shareId: number; readonly readerId: number; readonly nowMs: number },
): Promise<ShareRow | undefined> {
  const rows = await transaction.query<ShareRecord>(
    `UPDATE account_shares SET reader_id = $2, accepted_at_ms = $1, told_at_ms = coalesce(told_at_ms, $1)
     WHERE ${OPEN} AND ${FOR_READER} AND reader_id IS NULL AND share_id = $3 RETURNING ${COLUMNS}`,
    [share.nowMs, share.readerId, share.shareId],
  );
  return rows.map(toShare)[0];
}

/** Undefined where there is none that this user gave, was given or was offered. */
export async function endShare(
  source: Queryable,
  share: { readonly shareId: number; readonly userId: number; readonly nowMs: number },
): Promise<ShareRow | undefined> {
  const rows = await source.query<ShareRecord>(
    `UPDATE account_shares SET ended_at_ms = $1,
       ended_by = CASE WHEN owner_id = $2 THEN 'owner' ELSE 'reader' END
     WHERE ${OPEN} AND (owner_id = $2 OR ${FOR_READER}) AND share_id = $3 RETURNING ${COLUMNS}`,
    [share.nowMs, share.userId, share.shareId],
  );
  return rows.map(toShare)[0];
}

/**
 * Ends all that a user gave, in the running transaction: whoever had the account may have given some. `isReaderToo`: also those that
 * the user reads with or may accept.
 */
export async function endSharesOf(
  transaction: Queryable,
  userId: number,
  { nowMs, isReaderToo = false }: { readonly nowMs: number; readonly isReaderToo?: boolean },
): Promise<void> {
  await transaction.query(
    `UPDATE account_shares SET ended_at_ms = $1, ended_by = 'protection'
     WHERE ${OPEN} AND (owner_id = $2 OR ($3 AND ${FOR_READER}))`,
    [nowMs, userId, isReaderToo],
  );
}

export interface SharesRead {
  readonly shareId: number;
  readonly reads: number;
  readonly lastMs: number;
}

export async function addReads(source: Queryable, reads: readonly SharesRead[]): Promise<void> {
  await source.query(
    `UPDATE account_shares SET reads = account_shares.reads + used.reads,
       last_read_at_ms = greatest(last_read_at_ms, used.last_ms)
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS used (share_id, reads, last_ms)
     WHERE account_shares.share_id = used.share_id`,
    [
      reads.map(({ shareId }) => shareId),
      reads.map(({ reads: count }) => count),
      reads.map(({ lastMs }) => lastMs),
    ],
  );
}

export interface UntoldShare {
  readonly share: ShareRow;
  /** Who has the address. */
  readonly userId: number;
}

/** Offers of which the user with that address has not been told, oldest first. */
export async function untoldShares(
  source: Queryable,
  nowMs: number,
  rowsMax: number,
): Promise<UntoldShare[]> {
  const rows = await source.query<ShareRecord & { readonly user_id: bigint }>(
    `SELECT ${COLUMNS}, users.user_id
     FROM account_shares JOIN users ON users.account = email AND users.user_id <> owner_id
     WHERE ${OPEN} AND told_at_ms IS NULL ORDER BY share_id LIMIT $2`,
    [nowMs, rowsMax],
  );
  return rows.map((row) => ({ share: toShare(row), userId: Number(row.user_id) }));
}

export async function noteTold(source: Queryable, shareId: number, nowMs: number): Promise<void> {
  await source.query('UPDATE account_shares SET told_at_ms = $2 WHERE share_id = $1', [
    shareId,
    nowMs,
  ]);
}

/** What readers are shown of owners, by user. */
export async function maskedNames(
  source: Queryable,
  userIds: readonly number[],
  mask: (user: {
    readonly kind: 'phone' | 'email';
    readonly account: string;
    readonly areaCode: string | undefined;
  }) => string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await source.query<{
    user_id: bigint;
    kind: 'phone' | 'email';
    account: string;
    area_code: string | null;
  }>('SELECT user_id, kind, account, area_code FROM users WHERE user_id = ANY ($1::bigint[])', [
    userIds,
  ]);
  return new Map(
    rows.map(({ user_id, kind, account, area_code }) => [
      Number(user_id),
      mask({ kind, account, areaCode: area_code ?? undefined }),
    ]),
  );
}
