/** Held deposits that nobody said or answered anything about, and that are not worth asking about any more. */
import type { Queryable } from '../core/store/database.ts';
import { IS_HELD, WAITS } from './deposit-queries.ts';

const IS_UNSAID = `${IS_HELD} AND asked.wallet IS NULL AND asked.answer IS NULL`;

/** Of which currencies there are any. */
export async function unsaidCurrencies(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ currency_id: number }>(
    `SELECT DISTINCT deposits.currency_id FROM travel_deposits AS asked JOIN deposits USING (deposit_id) WHERE ${IS_UNSAID}`,
  );
  return rows.map((row) => row.currency_id);
}

export interface SmallDeposit {
  readonly depositId: number;
  /** The one that waits for its owner's word, where it stands. */
  readonly holdId: number | undefined;
}

/** Those of a currency up to an amount, but for what anything else holds. */
export async function smallDeposits(
  source: Queryable,
  asked: { readonly currencyId: number; readonly amountMax: bigint; readonly limit: number },
): Promise<SmallDeposit[]> {
  const rows = await source.query<{ deposit_id: bigint; hold_id: bigint | null }>(
    `SELECT asked.deposit_id, waits.hold_id FROM travel_deposits AS asked JOIN deposits USING (deposit_id)
       LEFT JOIN holds AS waits ON waits.hold_id = asked.hold_id AND waits.ended_at_ms IS NULL
         AND waits.reason IN ${WAITS} AND waits.placed_by IS NULL AND waits.worded_by IS NULL
     WHERE ${IS_UNSAID} AND deposits.currency_id = $1 AND deposits.amount_minor <= $2::numeric
       AND NOT EXISTS (SELECT FROM holds AS other WHERE other.kind = 'deposit' AND other.record_id = asked.deposit_id
         AND other.ended_at_ms IS NULL AND other.hold_id IS DISTINCT FROM waits.hold_id)
     ORDER BY asked.deposit_id LIMIT ${asked.limit}`,
    [asked.currencyId, asked.amountMax.toString()],
  );
  return rows.map((row) => ({
    depositId: Number(row.deposit_id),
    holdId: row.hold_id === null ? undefined : Number(row.hold_id),
  }));
}
