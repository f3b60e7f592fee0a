/**
 * Compares what accounts have with what their last posting says: by index, so that it is done before anybody may spend. The
 * fees of the house have no index, and follow: all balances of a currency sum to zero, and so do all postings.
 */
import type { Database, Queryable } from '../store/database.ts';
import type { Drift } from './reconciliation.ts';

/** Accounts of one step. */
const ACCOUNTS_PER_STEP = 2_000;
/** Postings of an owner that are looked through for an account's last; beyond, an account is asked for by itself. */
const POSTINGS_MAX = 5_000;
const ONE_ACCOUNT_MAX_MS = 60_000;

export interface BalancesStep {
  /** Undefined when it was the last. */
  readonly lastId: number | undefined;
  readonly drifts: readonly Drift[];
}

interface StepRecord {
  readonly account_id: bigint;
  readonly total_minor: bigint;
  readonly balance_minor: bigint | null;
}

/** What the last posting of `page`'s account left there: users' by their index, the house's by its own. */
const lastPosting = (limit: string): string => `
  SELECT balance_minor FROM (
    SELECT account_id, balance_minor FROM postings WHERE owner_id = page.owner_id AND owner_id <> 0
    ORDER BY entry_id DESC, ordinal DESC ${limit}
  ) AS of_user WHERE account_id = page.account_id AND page.owner_id <> 0
  UNION ALL
  SELECT balance_minor FROM (
    SELECT account_id, balance_minor FROM postings
    WHERE account = page.account AND owner_id = 0 AND account <> 'fees'
    ORDER BY entry_id DESC, ordinal DESC ${limit}
  ) AS of_house WHERE account_id = page.account_id AND page.owner_id = 0
  LIMIT 1`;

/** Of an account without a posting since history begins. */
const OPENING = `(
  SELECT balance_minor FROM opening_balances WHERE opening_balances.account_id = page.account_id)`;

const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT account_id, owner_id, account, total_minor FROM balances
    WHERE account_id > $1 AND NOT (owner_id = 0 AND account = 'fees') ORDER BY account_id LIMIT $2
  )
  SELECT account_id, total_minor,
    coalesce((${lastPosting(`LIMIT ${POSTINGS_MAX}`)}), ${OPENING}) AS balance_minor FROM page
  ORDER BY account_id`;

const ONE = `
  SELECT account_id, total_minor, coalesce((${lastPosting('')}), ${OPENING}) AS balance_minor
  FROM balances AS page
  WHERE account_id = $1`;

/** Accounts after an id. Each statement sees one moment, so that others may write meanwhile. */
export async function balancesStep(database: Database, after: number): Promise<BalancesStep> {
  const rows = await database.query<StepRecord>(PAGE, [after, ACCOUNTS_PER_STEP]);
  const drifts: Drift[] = [];
  for (const row of rows) {
    if (row.total_minor === row.balance_minor) continue;
    // Not among its owner's last postings, or not what they say.
    const drift = await oneAccount(database, row.account_id);
    if (drift !== undefined) drifts.push(drift);
  }
  const isLast = rows.length < ACCOUNTS_PER_STEP;
  return { lastId: isLast ? undefined : Number(rows.at(-1)?.account_id), drifts };
}

async function oneAccount(database: Database, accountId: bigint): Promise<Drift | undefined> {
  const [row] = await database.transaction(
    async (transaction: Queryable) => {
      await transaction.query(`SET LOCAL statement_timeout = ${ONE_ACCOUNT_MAX_MS}`);
      return transaction.query<StepRecord>(ONE, [accountId]);
    },
    { maxMs: ONE_ACCOUNT_MAX_MS },
  );
  const difference = row === undefined ? 0n : row.total_minor - (row.balance_minor ?? 0n);
  if (difference === 0n) return undefined;
  return { check: 'balance_is_not_postings', subject: `${accountId}`, difference };
}
