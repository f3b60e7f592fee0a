/** What a user was given by the faucet. */
import type { Queryable } from '../core/store/database.ts';

/** The sum in one currency and the number in all, since a time. */
export async function faucetGrants(
  source: Queryable,
  asked: { readonly owner: number; readonly currencyId: number; readonly sinceMs: number },
): Promise<{ readonly amount: bigint; readonly count: number }> {
  const [row] = await source.query<{ amount: string | null; count: bigint }>(
    `SELECT sum(amount_minor) FILTER (WHERE currency_id = $2) AS amount, count(*) AS count
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE postings.owner_id = $1 AND postings.owner_id <> 0 AND postings.time_ms >= $3
       AND journal_entries.reason = 'faucet'`,
    [asked.owner, asked.currencyId, asked.sinceMs],
  );
  return { amount: BigInt(row?.amount ?? 0), count: Number(row?.count ?? 0) };
}
