/**
 * The recount in the background: the same as recount in reconciliation.ts, but what is added up so far lies in a table, so
 * that a round which a restart cut off goes on where it was. A step is one transaction with its place.
 */

import type { Database, Queryable } from '../store/database.ts';
import { readCut } from '../store/history-cut.ts';
import { RECOUNT_ENTRIES_PER_STEP } from '../store/limits.ts';
import { readLeader } from '../store/snapshot-reader.ts';
import { readCheckPlace, writeCheckPlace } from './check-places.ts';
import {
  atOneMoment,
  DRIFTS_MAX,
  type Drift,
  STEP_SUMS,
  STEP_UNBALANCED,
} from './reconciliation.ts';

const NAME = 'recount';
const STEP_MAX_MS = 60_000;

/** A round, and how far it came. */
export interface RecountPlace {
  readonly beganAtMs: number;
  readonly lastEntryId: number;
  /** Absent while it is under way. */
  readonly endedAtMs?: number;
}

export async function readRecountPlace(source: Queryable): Promise<RecountPlace | undefined> {
  const place = (await readCheckPlace(source, NAME)) as Partial<RecountPlace> | undefined;
  const isPlace =
    Number.isSafeInteger(place?.beganAtMs) && Number.isSafeInteger(place?.lastEntryId);
  return isPlace ? (place as RecountPlace) : undefined;
}

/** Begins a round where history begins, with what accounts had there. */
export function beginRecount(database: Database, nowMs: number): Promise<RecountPlace> {
  return database.transaction((transaction) => beginWithin(transaction, nowMs));
}

async function beginWithin(transaction: Queryable, nowMs: number): Promise<RecountPlace> {
  const { entryId } = await readCut(transaction);
  const place = { beganAtMs: nowMs, lastEntryId: entryId };
  await transaction.query('DELETE FROM recount_sums');
  await transaction.query(
    'INSERT INTO recount_sums SELECT account_id, balance_minor FROM opening_balances',
  );
  await writeCheckPlace(transaction, NAME, { place, nowMs });
  return place;
}

/** By how much a step's postings miss what was added up before them. */
const STEP_FAULTS = `
  SELECT step.account_id::text AS subject,
    (CASE WHEN lowest::numeric <> coalesce(sum_minor, 0) THEN lowest ELSE highest END::numeric
      - coalesce(sum_minor, 0))::text AS difference
  FROM (${STEP_SUMS}) AS step LEFT JOIN recount_sums USING (account_id)
  WHERE lowest::numeric <> coalesce(sum_minor, 0) OR highest::numeric <> coalesce(sum_minor, 0)
  LIMIT ${DRIFTS_MAX}`;

const ADD_UP = `
  INSERT INTO recount_sums
  SELECT account_id, sum(amount_minor) FROM postings WHERE entry_id > $1 AND entry_id <= $2
  GROUP BY account_id
  ON CONFLICT (account_id) DO UPDATE SET sum_minor = recount_sums.sum_minor + excluded.sum_minor`;

const BALANCES = `
  SELECT account_id::text AS subject, (coalesce(total_minor, 0) - coalesce(sum, 0))::text AS difference
  FROM balances FULL JOIN (
    SELECT account_id, sum(sum_minor) AS sum FROM (
      SELECT account_id, sum_minor FROM recount_sums
      UNION ALL
      SELECT account_id, amount_minor FROM postings WHERE entry_id > $1 AND entry_id <= $2
    ) AS counted GROUP BY account_id
  ) AS sums USING (account_id)
  WHERE coalesce(total_minor, 0) <> coalesce(sum, 0) LIMIT ${DRIFTS_MAX}`;

export interface RecountStep {
  readonly place: RecountPlace;
  readonly drifts: readonly Drift[];
}

/** The next entries; the last of a round is followed by the balances. */
export async function recountStep(
  database: Database,
  from: RecountPlace,
  { nowMs, entriesPerStep = RECOUNT_ENTRIES_PER_STEP }: { nowMs: number; entriesPerStep?: number },
): Promise<RecountStep> {
  // History was cut beyond where this round had come: what it has yet to read may be gone.
  if ((await readCut(database)).entryId > from.lastEntryId)
    return { place: await beginRecount(database, nowMs), drifts: [] };
  const { counters } = await readLeader(database);
  const lastEntryId = Math.min(from.lastEntryId + entriesPerStep, counters.entryId);
  const range = [from.lastEntryId, lastEntryId];
  const place = { ...from, lastEntryId };
  const drifts = await database.transaction(
    async (transaction) => {
      await transaction.query(`SET LOCAL statement_timeout = ${STEP_MAX_MS}`);
      const found = [
        ...(await find(transaction, 'posting_balance', [STEP_FAULTS, range])),
        ...(await find(transaction, 'unbalanced_entry', [STEP_UNBALANCED, range])),
      ];
      await transaction.query(ADD_UP, range);
      await writeCheckPlace(transaction, NAME, { place, nowMs });
      return found;
    },
    { maxMs: STEP_MAX_MS },
  );
  if (lastEntryId < counters.entryId) return { place, drifts };
  const ended = { ...place, endedAtMs: nowMs };
  drifts.push(
    ...(await atOneMoment(database, (transaction) => balances(transaction, lastEntryId))),
  );
  await writeCheckPlace(database, NAME, { place: ended, nowMs });
  return { place: ended, drifts };
}

async function balances(transaction: Queryable, counted: number): Promise<Drift[]> {
  const { counters } = await readLeader(transaction);
  return find(transaction, 'balance_is_not_postings', [BALANCES, [counted, counters.entryId]]);
}

async function find(
  source: Queryable,
  check: Drift['check'],
  [sql, values]: readonly [sql: string, values: readonly number[]],
): Promise<Drift[]> {
  const rows = await source.query<{ subject: string; difference: string }>(sql, values);
  return rows.map(({ subject, difference }) => ({
    check,
    subject,
    difference: BigInt(difference),
  }));
}
