/** What users said that their deposits had cost: a row a deposit, read by nothing but their own tax reports. */
import { TAX_COSTS_MAX } from '@fairlead/contract';
import type { Database, Queryable } from '../../core/store/database.ts';

export interface DepositCost {
  readonly entryId: number;
  readonly currencyId: number;
  readonly cost: bigint;
  /** "2025-03-01". */
  readonly acquired: string;
  readonly statedMs: number;
}

interface CostRecord {
  readonly entry_id: bigint;
  readonly currency_id: number;
  readonly cost_minor: bigint;
  readonly acquired: string;
  readonly stated_ms: bigint;
}

/** The newest deposit first. */
export async function depositCostsOf(
  source: Queryable,
  userIds: readonly number[],
): Promise<DepositCost[]> {
  const rows = await source.query<CostRecord>(
    `SELECT entry_id, currency_id, cost_minor, to_char(acquired, 'YYYY-MM-DD') AS acquired, stated_ms
     FROM deposit_costs WHERE user_id = ANY($1::bigint[]) ORDER BY entry_id DESC`,
    [userIds],
  );
  return rows.map((row) => ({
    entryId: Number(row.entry_id),
    currencyId: row.currency_id,
    cost: row.cost_minor,
    acquired: row.acquired,
    statedMs: Number(row.stated_ms),
  }));
}

/**
 * Takes away, then puts each in place of what was stated of its deposit; what says the same as before keeps its time. Undefined, and
 * nothing is changed, where more than the most would be there. The lock lets two devices count one another.
 */
export function changeDepositCosts(
  database: Database,
  userId: number,
  { put, remove }: { readonly put: readonly DepositCost[]; readonly remove: readonly number[] },
  costsMax = TAX_COSTS_MAX,
): Promise<DepositCost[] | undefined> {
  return database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    const before = await depositCostsOf(transaction, [userId]);
    const ids = new Set(before.map(({ entryId }) => entryId));
    for (const entryId of remove) ids.delete(entryId);
    for (const { entryId } of put) ids.add(entryId);
    if (ids.size > costsMax) return undefined;
    await transaction.query('DELETE FROM deposit_costs WHERE user_id = $1 AND entry_id = ANY($2)', [
      userId,
      remove,
    ]);
    await transaction.query(
      `INSERT INTO deposit_costs (user_id, entry_id, currency_id, cost_minor, acquired, stated_ms)
       SELECT $1::bigint, entry_id, currency_id, cost_minor, acquired::date, stated_ms
       FROM unnest($2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::bigint[])
         AS put (entry_id, currency_id, cost_minor, acquired, stated_ms)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET currency_id = excluded.currency_id,
         cost_minor = excluded.cost_minor, acquired = excluded.acquired, stated_ms = excluded.stated_ms
       WHERE (deposit_costs.currency_id, deposit_costs.cost_minor, deposit_costs.acquired)
         <> (excluded.currency_id, excluded.cost_minor, excluded.acquired)`,
      [
        userId,
        put.map(({ entryId }) => entryId),
        put.map(({ currencyId }) => currencyId),
        put.map(({ cost }) => cost),
        put.map(({ acquired }) => acquired),
        put.map(({ statedMs }) => statedMs),
      ],
    );
    return depositCostsOf(transaction, [userId]);
  });
}

export interface OwnDeposit {
  readonly entryId: number;
  readonly currencyId: number;
  readonly timeMs: number;
}

/** Those of some entries that are deposits to an owner. */
export async function depositsAmong(
  source: Queryable,
  owner: number,
  entryIds: readonly number[],
): Promise<OwnDeposit[]> {
  if (entryIds.length === 0) return [];
  const rows = await source.query<{ entry_id: bigint; currency_id: number; time_ms: bigint }>(
    `SELECT entry_id, currency_id, postings.time_ms
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE owner_id = $1 AND owner_id <> 0 AND entry_id = ANY($2) AND reason = 'deposit'
       AND amount_minor > 0`,
    [owner, entryIds],
  );
  return rows.map(({ entry_id, currency_id, time_ms }) => ({
    entryId: Number(entry_id),
    currencyId: currency_id,
    timeMs: Number(time_ms),
  }));
}
