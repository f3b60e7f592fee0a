/** Steps as they are kept: read by their owner, found again by an index that is written behind, removed when they are old. */
import type { Database, Queryable, Reads } from '../store/database.ts';

/** What one answer may hold of rows before it ends, whatever was asked for. */
const PAGE_BYTES = 256 * 1024;
/** Batches that one step of the index takes: some 20 ms of work. */
const INDEXED_PER_STEP = 500;
const REMOVED_PER_STEP = 2_000;

/** Up to where they were removed, or were not written: while a program has the epoch that writes none, up to now. */
const KEPT_AFTER = `greatest(CASE WHEN leader.steps_nonce = leader.nonce THEN leader.steps_from
  ELSE leader.last_sequence END, step_marks.cut_at)`;

export interface StepsAsked {
  readonly owner: number;
  /** Without it from the oldest that is kept. */
  readonly after: number | undefined;
  readonly limit: number;
}

export interface StoredStep {
  readonly sequence: number;
  readonly timeMs: number;
  readonly rows: Uint8Array;
}

export interface StoredSteps {
  /** The last sequence that this was read at: what has it for its number has all up to it. */
  readonly sequence: number;
  /** Before it nothing is kept. */
  readonly keptAfter: number;
  /** Whether `after` is a number that was lost, so that what was told with it never was. */
  readonly isLost: boolean;
  readonly steps: readonly StoredStep[];
  readonly hasMore: boolean;
}

/**
 * An owner's steps after a number, oldest first. Sequences come from the index as far as it goes, and from the batches
 * themselves behind it; all of it is one statement, so it is of one moment. Bounds are asked for one by one: joined to the rows they would not
 * be bounds of an index, and every read would go through all that is kept. Both rows are the only ones of their tables: `LIMIT 1` says so to a planner that has not seen
 * them, and would compile for millions.
 */
export async function readSteps(
  source: Reads,
  { owner, after, limit }: StepsAsked,
): Promise<StoredSteps> {
  const rows = await source.query<{
    last_sequence: bigint;
    kept_after: bigint;
    is_lost: boolean;
    sequence: bigint | null;
    time_ms: bigint;
    rows: Uint8Array | null;
  }>(
    `WITH bounds AS MATERIALIZED (
       SELECT last_sequence, ${KEPT_AFTER} AS kept_after, indexed_to,
         greatest(${KEPT_AFTER}, $2::bigint) AS after,
         EXISTS (SELECT FROM receipts WHERE kind = 'loss'
           AND $2::bigint BETWEEN (terms->>'sequence_from')::bigint AND subject_id - 1) AS is_lost
       FROM leader, step_marks LIMIT 1
     ), numbers AS (
       (SELECT number FROM (
          SELECT last_sequence, sequences FROM owner_steps
          WHERE owner_id = $1 AND last_sequence > (SELECT after FROM bounds)
          ORDER BY last_sequence LIMIT $3 + 1
        ) AS places, unnest(sequences) AS number
        WHERE number > (SELECT after FROM bounds)
        ORDER BY last_sequence, number LIMIT $3 + 1)
       UNION ALL
       (SELECT sequence FROM batch_steps
        WHERE sequence > (SELECT greatest(indexed_to, after) FROM bounds) AND owners @> ARRAY[$1::bigint]
        ORDER BY sequence LIMIT $3 + 1)
       ORDER BY number LIMIT $3 + 1
     ), pieces AS (
       SELECT sequence, time_ms, coalesce(ends[place - 1], 0) AS begins, ends[place] AS ends,
         row_number() OVER (ORDER BY sequence) AS at
       FROM numbers JOIN batch_steps ON sequence = number,
         LATERAL (SELECT array_position(owners, $1::bigint) AS place) AS found
     ), page AS (
       SELECT *, at > $3 OR at > 1 AND sum(ends - begins) OVER (ORDER BY sequence) > ${PAGE_BYTES} AS is_beyond
       FROM pieces
     )
     SELECT last_sequence, kept_after, is_lost, page.sequence, page.time_ms,
       CASE WHEN NOT is_beyond THEN
         substring(batch_steps.rows FROM (begins + 1)::int FOR (page.ends - begins)::int) END AS rows
     FROM bounds LEFT JOIN page ON true LEFT JOIN batch_steps ON batch_steps.sequence = page.sequence
     ORDER BY page.sequence`,
    [owner, after ?? null, limit],
  );
  const [bounds] = rows;
  const steps = rows.flatMap(({ sequence, time_ms: timeMs, rows: piece }) =>
    sequence === null || piece === null
      ? []
      : [{ sequence: Number(sequence), timeMs: Number(timeMs), rows: piece }],
  );
  return {
    sequence: Number(bounds?.last_sequence ?? 0),
    keptAfter: Number(bounds?.kept_after ?? 0),
    isLost: bounds?.is_lost === true,
    steps,
    hasMore: rows.length > Math.max(1, steps.length),
  };
}

/** Where an owner's steps stand. */
export interface StepHead {
  /** When it was read. */
  readonly sequence: number;
  /** The owner's last step, or up to where none is kept: after it there is none of theirs. */
  readonly previous: number;
}

export async function readStepHead(source: Queryable, owner: number): Promise<StepHead> {
  const [row] = await source.query<{ last_sequence: bigint; previous: bigint }>(
    `SELECT leader.last_sequence, greatest(${KEPT_AFTER},
       (SELECT owner_steps.last_sequence FROM owner_steps WHERE owner_id = $1
        ORDER BY owner_steps.last_sequence DESC LIMIT 1),
       (SELECT max(sequence) FROM batch_steps
        WHERE sequence > step_marks.indexed_to AND owners @> ARRAY[$1::bigint])) AS previous
     FROM leader, step_marks LIMIT 1`,
    [owner],
  );
  return { sequence: Number(row?.last_sequence ?? 0), previous: Number(row?.previous ?? 0) };
}

/** The last number that an engine gave. */
export async function readLastNumber(source: Queryable): Promise<number> {
  const [row] = await source.query<{ last_sequence: bigint }>(
    'SELECT last_sequence FROM leader LIMIT 1',
  );
  return Number(row?.last_sequence ?? 0);
}

/** Which of these owners have steps after a number of theirs: by their places in what is asked, from 0 on. */
export async function ownersWithSteps(
  source: Queryable,
  asked: readonly { readonly owner: number; readonly after: number }[],
): Promise<ReadonlySet<number>> {
  if (asked.length === 0) return new Set();
  const rows = await source.query<{ place: bigint }>(
    `WITH fresh AS (
       SELECT owner, max(sequence) AS last FROM step_marks, batch_steps, unnest(owners) AS owner
       WHERE sequence > indexed_to GROUP BY owner
     )
     SELECT place FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS asked (asked_owner, after, place)
     WHERE EXISTS (SELECT FROM owner_steps WHERE owner_id = asked_owner AND last_sequence > after)
       OR EXISTS (SELECT FROM fresh WHERE owner = asked_owner AND last > after)`,
    [asked.map(({ owner }) => owner), asked.map(({ after }) => after)],
  );
  return new Set(rows.map(({ place }) => Number(place) - 1));
}

export interface OwnersStep extends StoredStep {
  readonly owner: number;
}

/** What batches after one told everybody, in their order; `last` is undefined where there are no more. */
export async function stepsOfAll(
  source: Queryable,
  { after, batches }: { readonly after: number; readonly batches: number },
): Promise<{ readonly last: number | undefined; readonly steps: readonly OwnersStep[] }> {
  const rows = await source.query<{
    sequence: bigint;
    time_ms: bigint;
    owner: bigint;
    piece: Uint8Array;
  }>(
    `SELECT sequence, time_ms, owner, substring(rows FROM (coalesce(ends[place - 1], 0) + 1)::int
       FOR (ends[place] - coalesce(ends[place - 1], 0))::int) AS piece
     FROM (SELECT * FROM batch_steps WHERE sequence > $1 ORDER BY sequence LIMIT $2) AS next,
       unnest(owners) WITH ORDINALITY AS told (owner, place)
     ORDER BY sequence, place`,
    [after, batches],
  );
  const steps = rows.map((row) => ({
    sequence: Number(row.sequence),
    timeMs: Number(row.time_ms),
    owner: Number(row.owner),
    rows: row.piece,
  }));
  // A batch without owners has no row.
  return { last: steps.at(-1)?.sequence, steps };
}

/** Brings the index up to where the batches are. */
export async function indexSteps(database: Database): Promise<void> {
  while (await indexSome(database));
}

/** One step of it; whether there may be more. */
const indexSome = (database: Database): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const [mark] = await transaction.query<{ indexed_to: bigint }>(
      'SELECT indexed_to FROM step_marks FOR UPDATE',
    );
    const indexedTo = mark?.indexed_to ?? 0n;
    const [found] = await transaction.query<{ count: bigint; last: bigint | null }>(
      `SELECT count(*) AS count, max(sequence) AS last FROM (
         SELECT sequence FROM batch_steps WHERE sequence > $1 ORDER BY sequence LIMIT ${INDEXED_PER_STEP}
       ) AS next`,
      [indexedTo],
    );
    if (found?.last == null) return false;
    await transaction.query(
      `INSERT INTO owner_steps (owner_id, last_sequence, sequences)
       SELECT owner, max(sequence), array_agg(sequence ORDER BY sequence)
       FROM batch_steps, unnest(owners) AS owner WHERE sequence > $1 AND sequence <= $2 GROUP BY owner`,
      [indexedTo, found.last],
    );
    await transaction.query('UPDATE step_marks SET indexed_to = $1', [found.last]);
    return Number(found.count) === INDEXED_PER_STEP;
  });

/** Removes what was before a time; of each owner's places in the index those that lie before it altogether. */
export async function removeSteps(database: Database, beforeMs: number): Promise<void> {
  while (await removeSome(database, beforeMs));
}

const removeSome = (database: Database, beforeMs: number): Promise<boolean> =>
  database.transaction(async (transaction) => {
    // What nobody has indexed stays, so that the index never goes on from what is not there.
    const [found] = await transaction.query<{ count: bigint; last: bigint | null }>(
      `SELECT count(*) AS count, max(sequence) AS last FROM (
         SELECT sequence, time_ms FROM batch_steps, step_marks WHERE sequence <= indexed_to
         ORDER BY sequence LIMIT ${REMOVED_PER_STEP}
       ) AS oldest WHERE time_ms < $1`,
      [beforeMs],
    );
    if (found?.last == null) return false;
    await transaction.query('UPDATE step_marks SET cut_at = greatest(cut_at, $1)', [found.last]);
    await transaction.query('DELETE FROM batch_steps WHERE sequence <= $1', [found.last]);
    await transaction.query('DELETE FROM owner_steps WHERE last_sequence <= $1', [found.last]);
    return Number(found.count) === REMOVED_PER_STEP;
  });

/** Removes steps of before a time that were of nobody but these owners. */
export async function removeStepsOf(
  target: Queryable,
  { owners, untilMs }: { readonly owners: readonly number[]; readonly untilMs: number },
): Promise<boolean> {
  const rows = await target.query(
    `DELETE FROM batch_steps WHERE sequence IN (
       SELECT sequence FROM batch_steps, step_marks
       WHERE sequence <= indexed_to AND time_ms < $2 AND owners <@ $1::bigint[]
       ORDER BY sequence LIMIT ${REMOVED_PER_STEP}
     ) RETURNING 1`,
    [owners, untilMs],
  );
  return rows.length === REMOVED_PER_STEP;
}
