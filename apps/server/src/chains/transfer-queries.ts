/** Payments to deposit addresses, as their chains show them. */
import type { Queryable } from '../core/store/database.ts';

export type TransferState =
  | 'seen'
  | 'held'
  | 'ignored'
  | 'open'
  | 'suspended'
  | 'credited'
  | 'dropped'
  | 'reversed'
  | 'refused';

/** One payment to a deposit address. */
export interface ChainTransfer {
  readonly chain: string;
  readonly txId: string;
  readonly outputIndex: number;
  readonly address: string;
  readonly owner: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly height: number;
  readonly blockHash: string;
  readonly state: TransferState;
  readonly note: string | undefined;
  readonly isMissing: boolean;
  readonly depositId: number | undefined;
  readonly reversals: number;
  readonly createdAtMs: number;
}

/** What is noted of a payment when its block is scanned. */
export type NewTransfer = Omit<
  ChainTransfer,
  'chain' | 'isMissing' | 'depositId' | 'reversals' | 'createdAtMs' | 'state'
> & {
  readonly state: 'seen' | 'held' | 'ignored';
  /** Whose money it was, where the chain tells. */
  readonly senders: readonly string[];
};

interface TransferRecord {
  readonly chain: string;
  readonly tx_id: string;
  readonly output_index: number;
  readonly address: string;
  readonly owner_id: bigint;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly height: bigint;
  readonly block_hash: string;
  readonly state: TransferState;
  readonly note: string | null;
  readonly is_missing: boolean;
  readonly deposit_id: bigint | null;
  readonly reversals: number;
  readonly created_at_ms: bigint;
}

const TRANSFER_COLUMNS = `chain, tx_id, output_index, address, owner_id, currency_id, amount_minor,
  height, block_hash, state, note, is_missing, deposit_id, reversals, created_at_ms`;

const toTransfer = (row: TransferRecord): ChainTransfer => ({
  chain: row.chain,
  txId: row.tx_id,
  outputIndex: row.output_index,
  address: row.address,
  owner: Number(row.owner_id),
  currencyId: row.currency_id,
  amountMinor: row.amount_minor,
  height: Number(row.height),
  blockHash: row.block_hash,
  state: row.state,
  note: row.note ?? undefined,
  isMissing: row.is_missing,
  depositId: row.deposit_id === null ? undefined : Number(row.deposit_id),
  reversals: row.reversals,
  createdAtMs: Number(row.created_at_ms),
});

/** Payments of a chain in a state, the oldest first, as many as one poll may treat. */
export async function transfersIn(
  source: Queryable,
  chain: string,
  asked: {
    readonly state: TransferState;
    readonly currencyId?: number;
    readonly heightMax: number;
    readonly limit: number;
  },
): Promise<ChainTransfer[]> {
  const rows = await source.query<TransferRecord>(
    `SELECT ${TRANSFER_COLUMNS} FROM chain_transfers
     WHERE chain = $1 AND state = $2 AND height <= $3 AND NOT is_missing
       AND currency_id = coalesce($5, currency_id)
     ORDER BY height, tx_id, output_index LIMIT $4`,
    [chain, asked.state, asked.heightMax, asked.limit, asked.currencyId ?? null],
  );
  return rows.map(toTransfer);
}

/** Payments whose block was orphaned and that no later block had so far. */
export async function missingTransfers(source: Queryable, chain: string): Promise<ChainTransfer[]> {
  const rows = await source.query<TransferRecord>(
    `SELECT ${TRANSFER_COLUMNS} FROM chain_transfers WHERE chain = $1 AND is_missing
     ORDER BY height, tx_id, output_index`,
    [chain],
  );
  return rows.map(toTransfer);
}

/** The payments of one transaction. */
export async function transfersOf(
  source: Queryable,
  chain: string,
  txId: string,
): Promise<ChainTransfer[]> {
  const rows = await source.query<TransferRecord>(
    `SELECT ${TRANSFER_COLUMNS} FROM chain_transfers WHERE chain = $1 AND tx_id = $2
     ORDER BY output_index`,
    [chain, txId],
  );
  return rows.map(toTransfer);
}

/** Where the payments of these deposits stand, by deposit. */
export async function heightsOfDeposits(
  source: Queryable,
  depositIds: readonly number[],
): Promise<Map<number, number>> {
  if (depositIds.length === 0) return new Map();
  const rows = await source.query<{ deposit_id: bigint; height: bigint }>(
    `SELECT deposit_id, height FROM chain_transfers
     WHERE deposit_id = ANY ($1::bigint[]) AND NOT is_missing`,
    [depositIds],
  );
  return new Map(rows.map((row) => [Number(row.deposit_id), Number(row.height)]));
}

/** Takes over that deposits were let out of suspense, or released, since they were credited. */
export async function noteReleased(target: Queryable, chain: string, nowMs: number): Promise<void> {
  await target.query(
    `UPDATE chain_transfers SET state = 'credited', updated_at_ms = $2 FROM deposits
     WHERE chain_transfers.chain = $1 AND state = 'suspended' AND NOT is_missing
       AND deposits.deposit_id = chain_transfers.deposit_id AND deposits.status = 'passed'`,
    [chain, nowMs],
  );
}

type TransferKey = Pick<ChainTransfer, 'chain' | 'txId' | 'outputIndex'>;

export interface TransferChange {
  readonly state: TransferState;
  readonly depositId?: number;
  readonly reversals?: number;
  readonly note?: string;
  readonly nowMs: number;
}

/** Takes over what became of a payment's deposit; it is missing no longer. */
export async function changeTransfer(
  target: Queryable,
  { chain, txId, outputIndex }: TransferKey,
  change: TransferChange,
): Promise<void> {
  await target.query(
    `UPDATE chain_transfers SET state = $4, deposit_id = coalesce($5, deposit_id),
       reversals = coalesce($6, reversals), note = $7, is_missing = false, updated_at_ms = $8
     WHERE chain = $1 AND tx_id = $2 AND output_index = $3`,
    [
      chain,
      txId,
      outputIndex,
      change.state,
      change.depositId ?? null,
      change.reversals ?? null,
      change.note ?? null,
      change.nowMs,
    ],
  );
}

/** Notes the block in which a missing payment was found again. */
export async function moveTransfer(
  target: Queryable,
  { chain, txId, outputIndex }: TransferKey,
  to: { readonly height: number; readonly blockHash: string; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `UPDATE chain_transfers SET height = $4, block_hash = $5, is_missing = false, updated_at_ms = $6
     WHERE chain = $1 AND tx_id = $2 AND output_index = $3`,
    [chain, txId, outputIndex, to.height, to.blockHash, to.nowMs],
  );
}

/** Payments seen before a time and not credited. */
export async function countStuck(
  source: Queryable,
  chain: string,
  beforeMs: number,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM chain_transfers
     WHERE chain = $1 AND (state IN ('seen', 'held', 'open') OR is_missing) AND created_at_ms < $2`,
    [chain, beforeMs],
  );
  return Number(row?.count ?? 0);
}
