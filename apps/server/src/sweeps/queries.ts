/** Sweeps as they were told, how their signers stand, and which addresses there is something to sweep from. */
import type { Chain, SweepStanding, SweepState, SweepTo } from '@fairlead/contract';
import { ORIGIN_NEEDED } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { openDepositOf } from '../screening/index.ts';

export interface ToldSweep {
  readonly chain: Chain;
  readonly txId: string;
  readonly state: SweepState;
  readonly to: SweepTo;
  readonly currencyId: number;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly sources: number;
  readonly reason: string | undefined;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

export interface Sweep extends ToldSweep {
  readonly id: number;
}

export interface Sweeper {
  readonly chain: Chain;
  readonly standing: SweepStanding;
  readonly sinceMs: number;
  readonly toldAtMs: number;
}

interface SweepRecord {
  readonly sweep_id: bigint;
  readonly chain: Chain;
  readonly tx_id: string;
  readonly state: SweepState;
  readonly destination: SweepTo;
  readonly currency_id: number;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly sources: number;
  readonly reason: string | null;
  readonly created_at_ms: bigint;
  readonly changed_at_ms: bigint;
}

const toSweep = (row: SweepRecord): Sweep => ({
  id: Number(row.sweep_id),
  chain: row.chain,
  txId: row.tx_id,
  state: row.state,
  to: row.destination,
  currencyId: row.currency_id,
  address: row.address,
  amount: row.amount,
  fee: row.fee,
  sources: row.sources,
  reason: row.reason ?? undefined,
  createdAtMs: Number(row.created_at_ms),
  changedAtMs: Number(row.changed_at_ms),
});

/**
 * Addresses that a watcher credited something from, by user from the one after. Not those of users who are on hold, or for whom
 * something that came in since is not screened yet, or is held there for its origin: an address is swept whole, and what may have to be
 * given up stays by itself.
 */
export async function creditedAddresses(
  source: Queryable,
  asked: {
    readonly chain: Chain;
    readonly after: number;
    readonly limit: number;
    /** Absent where nothing is screened. */
    readonly screenedSinceMs: number | undefined;
  },
): Promise<{ readonly userId: number; readonly address: string }[]> {
  const rows = await source.query<{ user_id: bigint; address: string }>(
    `SELECT given.user_id, given.address FROM deposit_addresses AS given
     WHERE given.chain = $1 AND given.user_id > $2 AND EXISTS (
       SELECT 1 FROM chain_transfers AS paid
       WHERE paid.chain = given.chain AND paid.address = given.address AND paid.state = 'credited')
       AND NOT EXISTS (
         SELECT FROM holds WHERE holds.user_id = given.user_id AND holds.ended_at_ms IS NULL
           AND holds.kind IN ('account', 'withdrawals'))
       AND NOT EXISTS (
         SELECT FROM deposits AS kept WHERE kept.owner_id = given.user_id AND kept.chain = given.chain
           AND kept.status = 'under_review' AND kept.is_suspended AND kept.reason = '${ORIGIN_NEEDED}')
       AND ($4::bigint IS NULL OR NOT ${openDepositOf('given.user_id', '$4')})
     ORDER BY given.user_id LIMIT $3`,
    [asked.chain, asked.after, asked.limit, asked.screenedSinceMs ?? null],
  );
  return rows.map((row) => ({ userId: Number(row.user_id), address: row.address }));
}

/** Keeps what is told of a sweep for the first time; false where it is known. */
export async function insertSweep(target: Queryable, sweep: ToldSweep): Promise<boolean> {
  const rows = await target.query(
    `INSERT INTO sweeps (chain, tx_id, state, destination, currency_id, address, amount, fee,
       sources, reason, created_at_ms, changed_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (chain, tx_id) DO NOTHING RETURNING sweep_id`,
    [
      ...[sweep.chain, sweep.txId, sweep.state, sweep.to, sweep.currencyId, sweep.address],
      ...[sweep.amount, sweep.fee, sweep.sources, sweep.reason ?? null],
      ...[sweep.createdAtMs, sweep.changedAtMs],
    ],
  );
  return rows.length > 0;
}

/** Ends an open sweep; false where it was not open. */
export async function endSweep(
  target: Queryable,
  { chain, txId, state, reason, changedAtMs }: ToldSweep,
): Promise<boolean> {
  const rows = await target.query(
    `UPDATE sweeps SET state = $3, reason = $4, changed_at_ms = $5
     WHERE chain = $1 AND tx_id = $2 AND state = 'signed' RETURNING tx_id`,
    [chain, txId, state, reason ?? null, changedAtMs],
  );
  return rows.length > 0;
}

export async function findSweep(
  source: Queryable,
  { chain, txId }: Pick<Sweep, 'chain' | 'txId'>,
): Promise<Sweep | undefined> {
  const [row] = await source.query<SweepRecord>(
    'SELECT * FROM sweeps WHERE chain = $1 AND tx_id = $2',
    [chain, txId],
  );
  return row && toSweep(row);
}

export function sweepsPage(
  source: Queryable,
  { state, ...request }: PageRequest & { readonly state?: SweepState | undefined },
): Promise<Page<Sweep>> {
  const where = new Conditions().add('state =', state);
  const listing = {
    ...{ columns: '*', from: 'sweeps', where },
    orderBy: 'sweep_id DESC',
  };
  return readPage<SweepRecord, Sweep>(source, listing, request, toSweep);
}

/** Keeps a signer's last word, and since when it is the same. */
export async function keepStanding(
  target: Queryable,
  { chain, standing, nowMs }: { chain: Chain; standing: SweepStanding; nowMs: number },
): Promise<void> {
  await target.query(
    `INSERT INTO sweepers (chain, standing, since_ms, told_at_ms) VALUES ($1, $2, $3, $3)
     ON CONFLICT (chain) DO UPDATE SET told_at_ms = excluded.told_at_ms, standing = excluded.standing,
       since_ms = CASE WHEN sweepers.standing = excluded.standing THEN sweepers.since_ms
         ELSE excluded.since_ms END`,
    [chain, standing, nowMs],
  );
}

export async function sweepers(source: Queryable): Promise<Sweeper[]> {
  const rows = await source.query<{
    chain: Chain;
    standing: SweepStanding;
    since_ms: bigint;
    told_at_ms: bigint;
  }>('SELECT chain, standing, since_ms, told_at_ms FROM sweepers ORDER BY chain');
  return rows.map((row) => ({
    chain: row.chain,
    standing: row.standing,
    sinceMs: Number(row.since_ms),
    toldAtMs: Number(row.told_at_ms),
  }));
}

export interface OpenSweeps {
  readonly chain: string;
  readonly count: number;
  readonly sinceMs: number | undefined;
}

/** How many sweeps of each signer's chain are open, and since when the oldest is. */
export async function openSweeps(source: Queryable): Promise<OpenSweeps[]> {
  const rows = await source.query<{ chain: string; count: bigint; since_ms: bigint | null }>(
    `SELECT sweepers.chain, count(sweeps.tx_id) AS count, min(sweeps.created_at_ms) AS since_ms
     FROM sweepers LEFT JOIN sweeps ON sweeps.chain = sweepers.chain AND sweeps.state = 'signed'
     GROUP BY sweepers.chain ORDER BY sweepers.chain`,
  );
  return rows.map((row) => ({
    chain: row.chain,
    count: Number(row.count),
    sinceMs: row.since_ms === null ? undefined : Number(row.since_ms),
  }));
}
