/**
 * Looks for what must never be: money that came from nowhere, holds without orders, balances that are not
 * the sum of their postings. The quick check reads running totals; the recount reads all postings, a
 * bounded step at a time.
 */
import type { Database, Queryable } from './database.ts';
import { RECOUNT_ENTRIES_PER_STEP } from './limits.ts';
import { readLeader } from './snapshot-reader.ts';

/** One thing that is not as it must be. */
export interface Drift {
  readonly check:
    | 'currency_sum'
    | 'negative_balance'
    | 'frozen_without_hold'
    | 'in_transit'
    | 'option_escrow'
    | 'referral_rebates'
    | 'hosting_totals'
    | 'counter_behind'
    | 'balance_is_not_postings'
    | 'posting_balance'
    | 'unbalanced_entry'
    | 'engine_differs'
    | 'receipt_chain'
    | 'receipt_hash'
    | 'receipt_row'
    | 'receipt_posting'
    | 'receipt_missing'
    | 'receipt_head'
    | 'trade_posting'
    | 'order_fills'
    | 'agreed_terms'
    | 'stop_missing';
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
  WHERE frozen_minor < 0 OR (account <> 'external' AND total_minor - frozen_minor < 0)
  LIMIT ${DRIFTS_MAX}`;

/**
 * What is frozen is the sum of the holds: of waiting orders (quote for a buy, base for a sell) and withdrawals
 * under review in coin accounts, of waiting and holding positions in contract accounts, of suspended deposits in
 * the house's suspense. The house's reserves are holds too: what open positions and options may win is frozen in
 * the contract house and the option house, interest that is not posted yet in the yield treasury, what is subscribed
 * for in the supply. Principal in hosting is frozen in trust accounts, payments of subscriptions under review and
 * amounts of passed ones that are not released in coin accounts.
 */
const FROZEN_SUMS = `
  SELECT subject, sum(frozen)::text AS difference
  FROM (
    SELECT owner_id || ' ' || account || ' ' || currency_id AS subject, frozen_minor AS frozen
    FROM balances WHERE frozen_minor <> 0
    UNION ALL
    SELECT owner_id || ' coin '
        || CASE side WHEN 'buy' THEN quote_currency_id ELSE base_currency_id END,
      -hold_minor
    FROM orders JOIN markets USING (market_id) WHERE status = 'waiting'
    UNION ALL
    SELECT owner_id || ' coin ' || currency_id, -hold_minor
    FROM withdrawals WHERE status = 'under_review'
    UNION ALL
    SELECT '0 suspense ' || currency_id, -amount_minor
    FROM deposits WHERE status = 'under_review' AND is_suspended
    UNION ALL
    SELECT owner_id || ' contract ' || currency_id, -hold_minor
    FROM positions WHERE status IN ('waiting', 'holding')
    UNION ALL
    SELECT '0 contract_house ' || currency_id, -reserved_minor
    FROM positions WHERE status IN ('waiting', 'holding')
    UNION ALL
    SELECT '0 option_house ' || currency_id, -payout_minor
    FROM option_orders WHERE status = 'open'
    UNION ALL
    SELECT owner_id || ' trust ' || currency_id, -sum(amount_minor)
    FROM hosting_orders WHERE status = 'hosting' GROUP BY owner_id, currency_id
    UNION ALL
    SELECT '0 yield_treasury ' || currency_id, sum(earned_minor - interest_minor)
    FROM hosting_orders WHERE status = 'hosting' GROUP BY currency_id
    UNION ALL
    SELECT owner_id || ' coin ' || payment_currency_id, -paid_minor
    FROM subscriptions WHERE status = 'under_review'
    UNION ALL
    SELECT '0 subscription_supply ' || currency_id, -amount_minor
    FROM subscriptions WHERE status = 'under_review'
    UNION ALL
    SELECT owner_id || ' coin ' || currency_id, -amount_minor
    FROM subscriptions WHERE status = 'passed' AND NOT is_released
  ) AS frozen_and_held
  GROUP BY subject HAVING sum(frozen) <> 0 LIMIT ${DRIFTS_MAX}`;

/** What is in transit is what withdrawals that are passed, not sent and not refunded are to send. */
const IN_TRANSIT = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'withdrawals_in_transit'
    UNION ALL
    SELECT currency_id, fee_minor - amount_minor
    FROM withdrawals WHERE status = 'passed' AND send_state <> 'sent'
  ) AS held_and_due
  GROUP BY currency_id HAVING sum(amount) <> 0 LIMIT ${DRIFTS_MAX}`;

/** What is in escrow is the stakes and fees of open options. */
const OPTION_ESCROW = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'option_escrow'
    UNION ALL
    SELECT currency_id, -stake_minor - fee_minor FROM option_orders WHERE status = 'open'
  ) AS held_and_owed
  GROUP BY currency_id HAVING sum(amount) <> 0 LIMIT ${DRIFTS_MAX}`;

/** Rebates that are not paid out are what the house holds for them. */
const REFERRAL_REBATES = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'referral_rebates'
    UNION ALL
    SELECT currency_id, -amount_minor FROM rebate_days WHERE paid_at_ms IS NULL
  ) AS held_and_owed
  GROUP BY currency_id HAVING sum(amount) <> 0 LIMIT ${DRIFTS_MAX}`;

/** What products say to be in hosting is. */
const HOSTING_TOTALS = `
  SELECT product_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT product_id, principal_minor AS amount FROM hosting_products
    UNION ALL
    SELECT product_id, -amount_minor FROM hosting_orders WHERE status = 'hosting'
  ) AS said_and_held
  GROUP BY product_id HAVING sum(amount) <> 0 LIMIT ${DRIFTS_MAX}`;

/** No row carries a number that the leader has not given out. */
const COUNTERS = `
  SELECT subject, difference::text FROM (
    SELECT 'order' AS subject, (SELECT max(order_id) FROM orders) - last_order_id AS difference
    FROM leader
    UNION ALL
    SELECT 'trade', (SELECT max(trade_id) FROM trades) - last_trade_id FROM leader
    UNION ALL
    SELECT 'entry', (SELECT max(entry_id) FROM journal_entries) - last_entry_id FROM leader
    UNION ALL
    SELECT 'deposit', (SELECT max(deposit_id) FROM deposits) - last_sequence FROM leader
    UNION ALL
    SELECT 'withdrawal', (SELECT max(withdrawal_id) FROM withdrawals) - last_sequence FROM leader
    UNION ALL
    SELECT 'position', (SELECT max(position_id) FROM positions) - last_sequence FROM leader
    UNION ALL
    SELECT 'option', (SELECT max(option_id) FROM option_orders) - last_sequence FROM leader
    UNION ALL
    SELECT 'hosting', (SELECT max(hosting_id) FROM hosting_orders) - last_sequence FROM leader
    UNION ALL
    SELECT 'subscription', (SELECT max(subscription_id) FROM subscriptions) - last_sequence
    FROM leader
  ) AS counters WHERE difference > 0`;

/** Checks running totals as of one moment. Empty when all is well. */
export function quickCheck(database: Database): Promise<Drift[]> {
  return atOneMoment(database, quickCheckWithin);
}

/** The same within a transaction that sees one moment already. */
export async function quickCheckWithin(transaction: Queryable): Promise<Drift[]> {
  return [
    ...(await findDrifts(transaction, 'currency_sum', CURRENCY_SUMS)),
    ...(await findDrifts(transaction, 'negative_balance', NEGATIVE_BALANCES)),
    ...(await findDrifts(transaction, 'frozen_without_hold', FROZEN_SUMS)),
    ...(await findDrifts(transaction, 'in_transit', IN_TRANSIT)),
    ...(await findDrifts(transaction, 'option_escrow', OPTION_ESCROW)),
    ...(await findDrifts(transaction, 'referral_rebates', REFERRAL_REBATES)),
    ...(await findDrifts(transaction, 'hosting_totals', HOSTING_TOTALS)),
    ...(await findDrifts(transaction, 'counter_behind', COUNTERS)),
  ];
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
  { balances, lastEntryId }: Said,
  { entriesPerStep = RECOUNT_ENTRIES_PER_STEP, onStep }: RecountOptions = {},
): Promise<Drift[]> {
  const counted = new Map<bigint, bigint>();
  const drifts: Drift[] = [];
  for (let done = 0; done < lastEntryId && drifts.length < DRIFTS_MAX; done += entriesPerStep) {
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
  readonly lastEntryId: number;
}

async function readBalances(transaction: Queryable): Promise<Said> {
  const { counters } = await readLeader(transaction);
  const rows = await transaction.query<{ account_id: bigint; total_minor: bigint }>(
    'SELECT account_id, total_minor FROM balances',
  );
  const balances = new Map(rows.map((row) => [row.account_id, row.total_minor]));
  return { balances, lastEntryId: counters.entryId };
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
