/**
 * What is owed to users at one moment, read a page of owners at a time while trading goes on; what is published of it,
 * and the leaves below. Every page is of the same moment: balances as they are now, less what entries after that moment
 * moved. So nothing is locked and no transaction is long, on either database.
 */
import type { LiabilityTree } from '@fairlead/receipt';
import { ENGINE_NAMES, NUMBERS_APART } from '../core/config/engines.ts';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { readLeader } from '../core/store/snapshot-reader.ts';
import { onTheWaySql } from '../ledger/index.ts';

/** Up to where the entries of one engine are in a moment. */
export interface Mark {
  readonly entryId: number;
  /** The last number that it may give. */
  readonly untilId: number;
  /** Nothing that is posted later is earlier. */
  readonly timeMs: number;
}

/** A moment of the ledger: all that was posted up to an entry. */
export interface LedgerMoment {
  readonly sequence: number;
  readonly entryId: number;
  readonly timeMs: number;
  /**
   * What the house's own accounts add up to, the outside world included, less what is on its way to users: minus what users
   * have. By currency's id.
   */
  readonly houseSums: ReadonlyMap<number, bigint>;
  /** Of each engine. */
  readonly marks: readonly Mark[];
}

/** What the house's accounts have, less what is on its way to users. */
const houseSql = (nowMs: string): string => `SELECT currency_id, sum(minor)::text AS total FROM (
    SELECT currency_id, total_minor AS minor FROM balances WHERE owner_id = 0
    UNION ALL
    SELECT currency_id, -amount_minor FROM (${onTheWaySql(nowMs, 'true')}) AS moving
  ) AS parts GROUP BY currency_id`;

/** The present moment. One statement, so that the sums are of just that entry. */
export async function ledgerMoment(source: Queryable): Promise<LedgerMoment> {
  const rows = await source.query<{
    last_sequence: bigint;
    last_entry_id: bigint;
    last_time_ms: bigint;
    currency_id: number | null;
    total: string | null;
  }>(
    `SELECT last_sequence, last_entry_id, last_time_ms, currency_id, total
     FROM leader LEFT JOIN (${houseSql('(SELECT max(last_time_ms) FROM leader)')}) AS house ON true`,
  );
  const [first] = rows;
  const houseSums = new Map<number, bigint>();
  for (const { currency_id, total } of rows)
    if (currency_id !== null) houseSums.set(currency_id, BigInt(total ?? 0));
  const entryId = Number(first?.last_entry_id ?? 0);
  const timeMs = Number(first?.last_time_ms ?? 0);
  return {
    sequence: Number(first?.last_sequence ?? 0),
    entryId,
    timeMs,
    houseSums,
    marks: [{ entryId, timeMs, untilId: Number.MAX_SAFE_INTEGER }],
  };
}

/**
 * The same where there are several engines, whose tables lie together in `reports`: what one moment of these has of each of them.
 * Its sequence is the home's, from before.
 */
export async function momentOfAll(home: Queryable, reports: Queryable): Promise<LedgerMoment> {
  const { counters } = await readLeader(home);
  const rows = await reports.query<{
    until_id: bigint | null;
    entry_id: bigint | null;
    time_ms: bigint | null;
    currency_id: number | null;
    total: string | null;
  }>(
    `WITH last AS MATERIALIZED (
       SELECT after_id, (SELECT max(entry_id) FROM journal_entries
         WHERE entry_id > after_id AND entry_id <= after_id + $2) AS entry_id
       FROM unnest($1::bigint[]) AS after_id)
     SELECT after_id + $2 AS until_id, coalesce(last.entry_id, after_id) AS entry_id,
       coalesce((SELECT time_ms FROM journal_entries AS entry WHERE entry.entry_id = last.entry_id), 0) AS time_ms,
       NULL::integer AS currency_id, NULL AS total FROM last
     UNION ALL
     SELECT NULL, NULL, NULL, currency_id, total FROM (${houseSql('$3::bigint')}) AS house`,
    [ENGINE_NAMES.map((_, at) => at * NUMBERS_APART), NUMBERS_APART, counters.timeMs],
  );
  const marks: Mark[] = [];
  const houseSums = new Map<number, bigint>();
  for (const { until_id, entry_id, time_ms, currency_id, total } of rows) {
    if (currency_id !== null) houseSums.set(currency_id, BigInt(total ?? 0));
    else
      marks.push({
        entryId: Number(entry_id),
        untilId: Number(until_id),
        timeMs: Number(time_ms),
      });
  }
  marks.sort((left, right) => left.untilId - right.untilId);
  const { sequence, timeMs } = counters;
  return { sequence, entryId: marks[0]?.entryId ?? 0, timeMs, houseSums, marks };
}

export interface OwedPage {
  /** The last owner of the page; undefined after the last page. */
  readonly lastOwner: number | undefined;
  /** For each owner and currency that is not zero: owner (8 bytes), currency's id (4), amount (8), big-endian. */
  readonly bytes: Uint8Array;
}

/**
 * What the owners after `after` had at a moment, all accounts of theirs together, available and frozen, and what was between two
 * accounts in different engines. A transfer moves no more than that, so what is on its way now stands for what was then. As bytes
 * made by the database: a million rows of objects would cost the thread that serves requests seconds.
 */
export async function owedPage(
  source: Queryable,
  { marks, timeMs }: Pick<LedgerMoment, 'marks' | 'timeMs'>,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<OwedPage> {
  const [row] = await source.query<{ last_owner: bigint | null; bytes: Uint8Array | null }>(
    `WITH page AS MATERIALIZED (
       SELECT owner_id FROM owners WHERE owner_id > $1 ORDER BY owner_id LIMIT $2
     ), sums AS (
       SELECT owner_id, currency_id, sum(amount)::bigint AS amount FROM (
         SELECT owner_id, currency_id, total_minor AS amount FROM balances JOIN page USING (owner_id)
         UNION ALL
         SELECT page.owner_id, later.currency_id, -later.amount_minor
         FROM page, unnest($3::bigint[], $5::bigint[], $6::bigint[]) AS mark(entry_id, until_id, time_ms), LATERAL (
           SELECT currency_id, amount_minor FROM postings JOIN journal_entries USING (entry_id)
           WHERE postings.owner_id = page.owner_id AND postings.owner_id <> 0
             AND entry_id > mark.entry_id AND entry_id <= mark.until_id
             AND postings.time_ms >= mark.time_ms AND reason <> 'transfer'
         ) AS later
         UNION ALL
         ${onTheWaySql('$4::bigint', 'transfers.owner_id IN (SELECT owner_id FROM page)')}
       ) AS parts GROUP BY owner_id, currency_id
     )
     SELECT (SELECT max(owner_id) FROM page) AS last_owner,
       (SELECT string_agg(int8send(owner_id) || int4send(currency_id) || int8send(amount), ''::bytea)
        FROM sums WHERE amount <> 0) AS bytes`,
    [
      after,
      limit,
      marks.map(({ entryId }) => entryId),
      timeMs,
      marks.map(({ untilId }) => untilId),
      marks.map((mark) => mark.timeMs),
    ],
  );
  return {
    lastOwner: row?.last_owner == null ? undefined : Number(row.last_owner),
    bytes: row?.bytes ?? new Uint8Array(),
  };
}

export interface StoredSnapshot {
  readonly snapshotId: number;
  readonly timeMs: number;
  readonly sequence: number;
  readonly entryId: number;
  /** As they were hashed. */
  readonly trees: readonly LiabilityTree[];
  readonly previousHash: string;
  readonly hash: string;
  /** The head of the receipts that it names. */
  readonly receipts: { readonly count: number; readonly hash: string } | undefined;
  /** The operator who had it taken; undefined where the schedule did. */
  readonly takenBy: string | undefined;
}

interface SnapshotRecord {
  readonly snapshot_id: bigint;
  readonly time_ms: bigint;
  readonly sequence: bigint;
  readonly entry_id: bigint;
  readonly trees: readonly LiabilityTree[];
  readonly previous_hash: string;
  readonly hash: string;
  readonly receipts_count: bigint | null;
  readonly receipts_hash: string | null;
  readonly taken_by_name: string | null;
}

const SNAPSHOT_COLUMNS = `snapshot_id, time_ms, sequence, entry_id, trees, previous_hash, hash,
  receipts_count, receipts_hash, operators.name AS taken_by_name`;
const SNAPSHOT_FROM = 'liability_snapshots LEFT JOIN operators ON operator_id = taken_by';

const toSnapshot = (row: SnapshotRecord): StoredSnapshot => ({
  snapshotId: Number(row.snapshot_id),
  timeMs: Number(row.time_ms),
  sequence: Number(row.sequence),
  entryId: Number(row.entry_id),
  trees: row.trees,
  previousHash: row.previous_hash,
  hash: row.hash,
  receipts:
    row.receipts_count === null || row.receipts_hash === null
      ? undefined
      : { count: Number(row.receipts_count), hash: row.receipts_hash },
  takenBy: row.taken_by_name ?? undefined,
});

/** The one of an id, or the last; undefined where there is none. */
export async function findSnapshot(
  source: Queryable,
  snapshotId?: number,
): Promise<StoredSnapshot | undefined> {
  const rows = await source.query<SnapshotRecord>(
    `SELECT ${SNAPSHOT_COLUMNS} FROM ${SNAPSHOT_FROM}
     WHERE $1::bigint IS NULL OR snapshot_id = $1 ORDER BY snapshot_id DESC LIMIT 1`,
    [snapshotId ?? null],
  );
  return rows.map(toSnapshot)[0];
}

/** Snapshots, newest first. */
export const snapshotsPage = (
  source: Queryable,
  request: PageRequest,
): Promise<Page<StoredSnapshot>> =>
  readPage<SnapshotRecord, StoredSnapshot>(
    source,
    {
      columns: SNAPSHOT_COLUMNS,
      from: SNAPSHOT_FROM,
      where: new Conditions(),
      orderBy: 'snapshot_id DESC',
    },
    request,
    toSnapshot,
  );

export interface NewSnapshot extends Omit<StoredSnapshot, 'trees' | 'takenBy'> {
  /** JSON text. */
  readonly trees: string;
  readonly takenBy: number | undefined;
}

export interface SnapshotKey {
  /** Whose parts hold its leaves. */
  readonly buildId: string;
  readonly sealed: Uint8Array;
}

export async function insertSnapshot(
  transaction: Queryable,
  snapshot: NewSnapshot,
  key: SnapshotKey & { readonly keyId: string },
): Promise<void> {
  const { snapshotId, timeMs, sequence, entryId, trees, previousHash, hash, takenBy } = snapshot;
  await transaction.query(
    `INSERT INTO liability_snapshots
       (snapshot_id, time_ms, sequence, entry_id, trees, previous_hash, hash, taken_by,
        receipts_count, receipts_hash)
     VALUES ($1, $2, $3, $4, $5::text::json, $6, $7, $8, $9, $10)`,
    [
      ...[snapshotId, timeMs, sequence, entryId, trees, previousHash, hash, takenBy ?? null],
      ...[snapshot.receipts?.count ?? null, snapshot.receipts?.hash ?? null],
    ],
  );
  await transaction.query('INSERT INTO liability_keys VALUES ($1, $2, $3, $4)', [
    snapshotId,
    key.buildId,
    key.sealed,
    key.keyId,
  ]);
}

/** The key of a snapshot; undefined when its proofs are not given any more. */
export async function findSnapshotKey(
  source: Queryable,
  snapshotId: number,
): Promise<SnapshotKey | undefined> {
  const [row] = await source.query<{ build_id: string; sealed: Uint8Array }>(
    'SELECT build_id, sealed FROM liability_keys WHERE snapshot_id = $1',
    [snapshotId],
  );
  return row && { buildId: row.build_id, sealed: row.sealed };
}

/** The first snapshot whose proofs are still given. */
export async function firstProvenSnapshot(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ first: bigint | null }>(
    'SELECT min(snapshot_id) AS first FROM liability_keys',
  );
  return row?.first == null ? undefined : Number(row.first);
}

/** A part of a tree without its leaves. */
export interface PartHead {
  readonly firstPlace: bigint;
  readonly firstOwner: number;
  readonly hash: Uint8Array;
  readonly sum: bigint;
}

export interface NewPart extends PartHead {
  readonly currency: string;
  readonly part: number;
  /** Owner and amount of each leaf, 8 bytes each, big-endian. */
  readonly leaves: Uint8Array;
}

export async function insertParts(
  target: Queryable,
  build: { readonly buildId: string; readonly begunAtMs: number },
  parts: readonly NewPart[],
): Promise<void> {
  for (const each of parts)
    await target.query('INSERT INTO liability_parts VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      build.buildId,
      build.begunAtMs,
      each.currency,
      each.part,
      each.firstPlace,
      each.firstOwner,
      each.leaves,
      each.hash,
      each.sum,
    ]);
}

/** All parts of a tree in their order. */
export async function partHeads(
  source: Queryable,
  buildId: string,
  currency: string,
): Promise<PartHead[]> {
  const rows = await source.query<{
    first_place: bigint;
    first_owner: bigint;
    hash: Uint8Array;
    sum_minor: bigint;
  }>(
    `SELECT first_place, first_owner, hash, sum_minor FROM liability_parts
     WHERE build_id = $1 AND currency = $2 ORDER BY part`,
    [buildId, currency],
  );
  return rows.map((row) => ({
    firstPlace: row.first_place,
    firstOwner: Number(row.first_owner),
    hash: row.hash,
    sum: row.sum_minor,
  }));
}

export async function partLeaves(
  source: Queryable,
  at: { readonly buildId: string; readonly currency: string; readonly part: number },
): Promise<Uint8Array> {
  const [row] = await source.query<{ leaves: Uint8Array }>(
    'SELECT leaves FROM liability_parts WHERE build_id = $1 AND currency = $2 AND part = $3',
    [at.buildId, at.currency, at.part],
  );
  return row?.leaves ?? new Uint8Array();
}

/** Removes the parts of builds that did not end: those begun before a time and not published. */
export async function dropUnpublished(target: Queryable, beforeMs: number): Promise<void> {
  await target.query(
    `DELETE FROM liability_parts
     WHERE begun_at_ms < $1 AND build_id NOT IN (SELECT build_id FROM liability_keys)`,
    [beforeMs],
  );
}

/** Removes the parts of one build. */
export async function dropBuild(target: Queryable, buildId: string): Promise<void> {
  await target.query('DELETE FROM liability_parts WHERE build_id = $1', [buildId]);
}

/** Forgets leaves and keys of snapshots before a time; the roots stay. The last one keeps its own. */
export async function dropOldProofs(target: Queryable, beforeMs: number): Promise<void> {
  const rows = await target.query<{ snapshot_id: bigint; build_id: string }>(
    `SELECT snapshot_id, build_id FROM liability_keys JOIN liability_snapshots USING (snapshot_id)
     WHERE time_ms < $1 AND snapshot_id < (SELECT max(snapshot_id) FROM liability_snapshots)
     ORDER BY snapshot_id`,
    [beforeMs],
  );
  for (const { snapshot_id: snapshotId, build_id: buildId } of rows) {
    // The key first: without it no proof is begun whose leaves go away.
    await target.query('DELETE FROM liability_keys WHERE snapshot_id = $1', [snapshotId]);
    await dropBuild(target, buildId);
  }
}
