/** All that ever came in and went out of a user's account, by currency. */
import type { Queryable } from '../core/store/database.ts';

export interface Turnover {
  readonly currencyId: number;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
}

export async function turnoverOf(source: Queryable, userId: number): Promise<Turnover[]> {
  const sums = await source.query<{ currency_id: number; deposited: string; withdrawn: string }>(
    `SELECT currency_id, sum(deposited)::text AS deposited, sum(withdrawn)::text AS withdrawn FROM (
       SELECT currency_id, credited_minor AS deposited, 0 AS withdrawn FROM deposits
         WHERE owner_id = $1 AND status = 'passed'
       UNION ALL
       SELECT currency_id, 0, amount_minor FROM withdrawals
         WHERE owner_id = $1 AND status = 'passed' AND send_state <> 'refunded') AS moved
     GROUP BY currency_id ORDER BY currency_id`,
    [userId],
  );
  return sums.map((sum) => ({
    currencyId: sum.currency_id,
    deposited: BigInt(sum.deposited),
    withdrawn: BigInt(sum.withdrawn),
  }));
}
