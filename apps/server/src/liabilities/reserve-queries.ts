/** Addresses of the house and what they held: rows are added and never changed. */
import type { Chain } from '../chains/index.ts';
import type { Queryable } from '../core/store/database.ts';

export type BalanceSource = 'node' | 'operator';

export interface Reserve {
  readonly reserveId: number;
  readonly chain: Chain;
  /** Canonical. */
  readonly address: string;
  readonly currencyId: number;
  readonly message: string;
  readonly signature: string;
  readonly timeMs: number;
  readonly endedAtMs: number | undefined;
  /** The last that is known of what it holds. */
  readonly balance:
    | { readonly amount: bigint; readonly source: BalanceSource; readonly timeMs: number }
    | undefined;
}

interface ReserveRecord {
  readonly reserve_id: bigint;
  readonly chain: Chain;
  readonly address: string;
  readonly currency_id: number;
  readonly message: string;
  readonly signature: string;
  readonly time_ms: bigint;
  readonly ended_at_ms: bigint | null;
  readonly amount_minor: bigint | null;
  readonly source: BalanceSource | null;
  readonly balance_at_ms: bigint | null;
}

function toReserve(row: ReserveRecord): Reserve {
  const { amount_minor: amount, source, balance_at_ms: timeMs } = row;
  const isKnown = amount !== null && source !== null && timeMs !== null;
  return {
    reserveId: Number(row.reserve_id),
    chain: row.chain,
    address: row.address,
    currencyId: row.currency_id,
    message: row.message,
    signature: row.signature,
    timeMs: Number(row.time_ms),
    endedAtMs: row.ended_at_ms === null ? undefined : Number(row.ended_at_ms),
    balance: isKnown ? { amount, source, timeMs: Number(timeMs) } : undefined,
  };
}

/** All there ever were, those in use first; a house has few, and there are never more than `limit`. */
export async function listReserves(source: Queryable, limit: number): Promise<Reserve[]> {
  const rows = await source.query<ReserveRecord>(
    `SELECT reserves.*, reserve_ends.time_ms AS ended_at_ms, amount_minor, source, balance_at_ms
     FROM reserves LEFT JOIN reserve_ends USING (reserve_id)
     LEFT JOIN LATERAL (
       SELECT amount_minor, source, time_ms AS balance_at_ms FROM reserve_balances
       WHERE reserve_balances.reserve_id = reserves.reserve_id
       ORDER BY time_ms DESC, source LIMIT 1
     ) AS last ON true
     ORDER BY reserve_ends.time_ms IS NOT NULL, reserve_id LIMIT $1`,
    [limit],
  );
  return rows.map(toReserve);
}

export interface NewReserve
  extends Pick<Reserve, 'chain' | 'address' | 'currencyId' | 'message' | 'signature' | 'timeMs'> {
  readonly proposalId: number;
}

/** Adds an address in use, once a proposal; undefined where it is in use by another one. */
export async function insertReserve(
  transaction: Queryable,
  reserve: NewReserve,
): Promise<number | undefined> {
  const { chain, address, currencyId, message, signature, timeMs, proposalId } = reserve;
  const [row] = await transaction.query<{ reserve_id: bigint }>(
    `WITH known AS (
       SELECT reserve_id FROM reserves WHERE proposal_id = $6
     ), added AS (
       INSERT INTO reserves (chain, address, currency_id, message, signature, proposal_id, time_ms)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE NOT EXISTS (SELECT FROM known) AND NOT EXISTS (
         SELECT FROM reserves LEFT JOIN reserve_ends USING (reserve_id)
         WHERE chain = $1 AND address = $2 AND currency_id = $3 AND reserve_ends.time_ms IS NULL)
       RETURNING reserve_id
     )
     SELECT reserve_id FROM known UNION ALL SELECT reserve_id FROM added`,
    [chain, address, currencyId, message, signature, proposalId, timeMs],
  );
  return row && Number(row.reserve_id);
}

/** Notes that an address counts no more; a second time changes nothing. */
export async function endReserve(
  target: Queryable,
  end: { readonly reserveId: number; readonly proposalId: number; readonly timeMs: number },
): Promise<void> {
  await target.query('INSERT INTO reserve_ends VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    end.reserveId,
    end.proposalId,
    end.timeMs,
  ]);
}

export async function insertReserveBalance(
  target: Queryable,
  balance: {
    readonly reserveId: number;
    readonly amount: bigint;
    readonly source: BalanceSource;
    readonly timeMs: number;
  },
): Promise<void> {
  await target.query(
    'INSERT INTO reserve_balances VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [balance.reserveId, balance.timeMs, balance.amount, balance.source],
  );
}
