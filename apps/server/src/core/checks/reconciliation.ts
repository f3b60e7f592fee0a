/**
 * Looks for what must never be: money that came from nowhere, holds without orders, balances that are not
 * the sum of their postings. The quick check reads running totals; the recount reads all postings, a
 * bounded step at a time.
 */
import type { Database, Queryable } from '../store/database.ts';
import type { SumCheck, TableChecks } from '../store/exchange-tables.ts';
import { readCut } from '../store/history-cut.ts';
import { RECOUNT_ENTRIES_PER_STEP } from '../store/limits.ts';
import { readLeader } from '../store/snapshot-reader.ts';

/** One thing that is not as it must be. */
export interface Drift {
  /** What was looked at: the sums of capabilities are called as these call them. */
  readonly check: string;
  /** Which currency, account, entry, counter, receipt, trade or order. */
  readonly subject: string;
  /** How far it is off, in minor units or numbers. */
  readonly difference: bigint;
}

/** Drifts that one check reports at most. */
export const DRIFTS_MAX = 100;
/** The quick check reads every balance once. */
const QUICK_CHECK_MAX_MS = 60_000;

const WORDS_MAX = 500;

/** What a check found, as a reason to stop. */
export const driftWords = (drifts: readonly Drift[]): string =>
  drifts
    .map(({ check, subject, difference }) => `${check} ${subject} ${difference}`)
    .join('; ')
    .slice(0, WORDS_MAX);

interface DriftRecord {
  readonly subject: string;
  readonly difference: string;
}

/** In each currency all balances sum to zero. */
const CURRENCY_SUMS = `
  SELECT currency_id::text AS subject, sum(total_minor)::text AS difference
  FROM balances GROUP BY currency_id HAVING sum(total_minor) <> 0 LIMIT ${DRIFTS_MAX}`;

/** Nobody has less than nothing, whatever became of the table's own CHECK: sums alone would not show it. */
const NEGATIVE_BALANCES = `
  SELECT owner_id || ' ' || account || ' ' || currency_id AS subject,
    least(total_minor - frozen_minor, frozen_minor)::text AS difference
  FROM balances
  WHERE frozen_minor < 0 OR (account NOT IN ('external', 'other_engines') AND total_minor - frozen_minor < 0)
  LIMIT ${DRIFTS_MAX}`;

/**
 * What is frozen is the sum of the holds: of what is open for its owner, and the house's reserves, which are holds too, for
 * whatever somebody may win or was promised.
 */
const frozenSums = (checks: readonly TableChecks[]): string => `
  SELECT subject, sum(frozen)::text AS difference
  FROM (
    SELECT owner_id || ' ' || account || ' ' || currency_id AS subject, frozen_minor AS frozen
    FROM balances WHERE frozen_minor <> 0
    ${checks.flatMap(({ holds = [] }) => holds.map((hold) => `UNION ALL ${hold}`)).join('\n    ')}
  ) AS frozen_and_held
  GROUP BY subject HAVING sum(frozen) <> 0 LIMIT ${DRIFTS_MAX}`;

/** No row carries a number that the leader has not given out. */
const countersBehind = (checks: readonly TableChecks[]): string => `
  SELECT subject, difference::text FROM (
    ${checks
      .flatMap(({ numbers = [] }) => numbers)
      .map(
        ([what, largest, counter]) =>
          `SELECT '${what}' AS subject, (${largest}) - ${counter} AS difference FROM leader`,
      )
      .join('\n    UNION ALL ')}
  ) AS counters WHERE difference > 0`;

interface Tables {
  readonly checks: readonly TableChecks[];
}

/** Checks running totals as of one moment. Empty when all is well. */
export function quickCheck(database: Database, tables: Tables): Promise<Drift[]> {
  return atOneMoment(database, (transaction) => quickCheckWithin(transaction, tables));
}

/** The same within a transaction that sees one moment already. */
export async function quickCheckWithin(
  transaction: Queryable,
  { checks }: Tables,
): Promise<Drift[]> {
  const all: SumCheck[] = [
    { check: 'currency_sum', sql: CURRENCY_SUMS },
    { check: 'negative_balance', sql: NEGATIVE_BALANCES },
    { check: 'frozen_without_hold', sql: frozenSums(checks) },
    ...checks
      .flatMap(({ sums = [] }) => sums)
      .map(({ check, sql }) => ({ check, sql: `${sql} LIMIT ${DRIFTS_MAX}` })),
    { check: 'counter_behind', sql: countersBehind(checks) },
  ];
  const drifts: Drift[] = [];
  for (const { check, sql } of all) drifts.push(...(await findDrifts(transaction, check, sql)));
  return drifts;
}

export function atOneMoment<Answer>(
  database: Database,
  look: (transaction: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return database.transaction(
    async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await transaction.query(`SET LOCAL statement_timeout = ${QUICK_CHECK_MAX_MS}`);
      return look(transaction);
    },
    { maxMs: QUICK_CHECK_MAX_MS },
  );
}

async function findDrifts(source: Queryable, check: Drift['check'], sql: string): Promise<Drift[]> {
  const rows = await source.query<DriftRecord>(sql);
  return rows.map(({ subject, difference }) => ({
    check,
    subject,
    difference: BigInt(difference),
  }));
}

/** Sums of a step's postings by account, and by how much their balances miss the running sum. */
export const STEP_SUMS = `
  SELECT account_id, sum(amount_minor)::text AS sum,
    min(balance_minor - running)::text AS lowest, max(balance_minor - running)::text AS highest
  FROM (
    SELECT account_id, amount_minor, balance_minor,
      sum(amount_minor) OVER (PARTITION BY account_id ORDER BY entry_id, ordinal) AS running
    FROM postings WHERE entry_id > $1 AND entry_id <= $2
  ) AS step
  GROUP BY account_id`;

export const STEP_UNBALANCED = `
  SELECT entry_id::text AS subject, sum(amount_minor)::text AS difference
  FROM postings WHERE entry_id > $1 AND entry_id <= $2
  GROUP BY entry_id, currency_id HAVING sum(amount_minor) <> 0 LIMIT ${DRIFTS_MAX}`;

interface StepRecord {
  readonly account_id: bigint;
  readonly sum: string;
  readonly lowest: string;
  readonly highest: string;
}

export interface RecountOptions {
  readonly entriesPerStep?: number;
  /** Called between steps; throw to give up. */
  readonly onStep?: (entriesDone: number) => void;
}

/**
 * Recounts every balance from all postings as of the moment of the call. Others are served between its
 * steps. Memory grows with the number of accounts.
 */
export async function recount(database: Database, options?: RecountOptions): Promise<Drift[]> {
  return recountFrom(database, await atOneMoment(database, readBalances), options);
}

/** The same within a transaction that sees one moment already. */
export async function recountWithin(transaction: Queryable): Promise<Drift[]> {
  return recountFrom(transaction, await readBalances(transaction));
}

async function recountFrom(
  database: Queryable,
  { balances, openings, cutEntryId, lastEntryId }: Said,
  { entriesPerStep = RECOUNT_ENTRIES_PER_STEP, onStep }: RecountOptions = {},
): Promise<Drift[]> {
  const counted = new Map(openings);
  const drifts: Drift[] = [];
  for (
    let done = cutEntryId;
    done < lastEntryId && drifts.length < DRIFTS_MAX;
    done += entriesPerStep
  ) {
    const range = [done, Math.min(done + entriesPerStep, lastEntryId)];
    for (const row of await database.query<StepRecord>(STEP_SUMS, range)) {
      const opening = counted.get(row.account_id) ?? 0n;
      // Each posting's balance is the running sum plus what the account had before this step.
      for (const difference of [BigInt(row.lowest) - opening, BigInt(row.highest) - opening]) {
        if (difference === 0n) continue;
        drifts.push({ check: 'posting_balance', subject: `${row.account_id}`, difference });
        break;
      }
      counted.set(row.account_id, opening + BigInt(row.sum));
    }
    for (const row of await database.query<DriftRecord>(STEP_UNBALANCED, range)) {
      const { subject, difference } = row;
      drifts.push({ check: 'unbalanced_entry', subject, difference: BigInt(difference) });
    }
    onStep?.(range[1] ?? 0);
  }
  return [...drifts, ...compareBalances(balances, counted)].slice(0, DRIFTS_MAX);
}

/** What the running totals say. */
interface Said {
  readonly balances: ReadonlyMap<bigint, bigint>;
  /** What accounts had where history begins, and the last entry before it. */
  readonly openings: ReadonlyMap<bigint, bigint>;
  readonly cutEntryId: number;
  readonly lastEntryId: number;
}

async function readBalances(transaction: Queryable): Promise<Said> {
  const { counters } = await readLeader(transaction);
  const rows = await transaction.query<{ account_id: bigint; total_minor: bigint }>(
    'SELECT account_id, total_minor FROM balances',
  );
  const balances = new Map(rows.map((row) => [row.account_id, row.total_minor]));
  const openings = await transaction.query<{ account_id: bigint; balance_minor: bigint }>(
    'SELECT account_id, balance_minor FROM opening_balances',
  );
  return {
    balances,
    openings: new Map(openings.map((row) => [row.account_id, row.balance_minor])),
    cutEntryId: (await readCut(transaction)).entryId,
    lastEntryId: counters.entryId,
  };
}

function compareBalances(
  balances: ReadonlyMap<bigint, bigint>,
  counted: ReadonlyMap<bigint, bigint>,
): Drift[] {
  const drifts: Drift[] = [];
  for (const accountId of new Set([...balances.keys(), ...counted.keys()])) {
    const difference = (balances.get(accountId) ?? 0n) - (counted.get(accountId) ?? 0n);
    if (difference === 0n) continue;
    drifts.push({ check: 'balance_is_not_postings', subject: `${accountId}`, difference });
  }
  return drifts;
}
