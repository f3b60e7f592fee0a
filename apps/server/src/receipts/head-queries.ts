/** Heads of the chain that were given to others to keep, and the proofs of time that came of it. */
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { ChainHead } from './queries.ts';

export interface HeadPublication extends ChainHead {
  readonly target: string;
  readonly timeMs: number;
  readonly proof: Uint8Array | undefined;
  readonly isComplete: boolean;
}

interface PublicationRecord {
  readonly target: string;
  readonly receipt_id: bigint;
  readonly hash: string;
  readonly time_ms: bigint;
  readonly proof: Uint8Array | null;
  readonly is_complete: boolean;
}

const COLUMNS = 'target, receipt_id, hash, time_ms, proof, is_complete';

const toPublication = (row: PublicationRecord): HeadPublication => ({
  target: row.target,
  receiptId: Number(row.receipt_id),
  hash: row.hash,
  timeMs: Number(row.time_ms),
  proof: row.proof ?? undefined,
  isComplete: row.is_complete,
});

export async function insertPublication(
  target: Queryable,
  { target: name, receiptId, hash, timeMs, proof, isComplete }: HeadPublication,
): Promise<void> {
  await target.query(
    `INSERT INTO head_publications (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (target, receipt_id) DO NOTHING`,
    [name, receiptId, hash, timeMs, proof ?? null, isComplete],
  );
}

export async function completePublication(
  target: Queryable,
  { target: name, receiptId }: Pick<HeadPublication, 'target' | 'receiptId'>,
  { proof, isComplete }: { readonly proof: Uint8Array; readonly isComplete: boolean },
): Promise<void> {
  await target.query(
    `UPDATE head_publications SET proof = $3, is_complete = $4
     WHERE target = $1 AND receipt_id = $2 AND NOT is_complete`,
    [name, receiptId, proof, isComplete],
  );
}

/** The last one of a target; undefined before the first. */
export async function lastPublication(
  source: Queryable,
  target: string,
): Promise<HeadPublication | undefined> {
  const rows = await source.query<PublicationRecord>(
    `SELECT ${COLUMNS} FROM head_publications WHERE target = $1 ORDER BY receipt_id DESC LIMIT 1`,
    [target],
  );
  return rows.map(toPublication)[0];
}

/** Those that a calendar has not anchored yet, the oldest first. */
export async function incompletePublications(
  source: Queryable,
  target: string,
  limit: number,
): Promise<HeadPublication[]> {
  const rows = await source.query<PublicationRecord>(
    `SELECT ${COLUMNS} FROM head_publications WHERE target = $1 AND NOT is_complete
     ORDER BY receipt_id LIMIT $2`,
    [target, limit],
  );
  return rows.map(toPublication);
}

/** All of them, newest first. */
export const publicationsPage = (
  source: Queryable,
  request: PageRequest,
): Promise<Page<HeadPublication>> =>
  readPage<PublicationRecord, HeadPublication>(
    source,
    {
      columns: COLUMNS,
      from: 'head_publications',
      where: new Conditions(),
      orderBy: 'receipt_id DESC, target',
    },
    request,
    toPublication,
  );
