/** Deposit addresses, and how far each chain was scanned. */

import type { Database, Queryable } from '../core/store/database.ts';
import type { NewTransfer } from './transfer-queries.ts';

export interface ChainCursor {
  readonly chain: string;
  readonly networkId: string;
  /** The last block whose payments are all noted. */
  readonly height: number;
  readonly generation: number;
  readonly deepReorgBlocks: number;
  readonly pausedReason: string | undefined;
}

export interface ScannedBlock {
  readonly height: number;
  readonly hash: string;
  readonly timeMs: number;
}

interface CursorRecord {
  readonly chain: string;
  readonly network_id: string;
  readonly height: bigint;
  readonly generation: bigint;
  readonly deep_reorg_blocks: number;
  readonly paused_reason: string | null;
}

/** The address of a user on a chain, if one was given out. */
export async function depositAddress(
  source: Queryable,
  chain: string,
  userId: number,
): Promise<string | undefined> {
  const [row] = await source.query<{ address: string }>(
    'SELECT address FROM deposit_addresses WHERE chain = $1 AND user_id = $2',
    [chain, userId],
  );
  return row?.address;
}

/** Keeps the first address of a user on a chain, and gives the one that holds. */
export async function keepDepositAddress(
  database: Queryable,
  {
    chain,
    userId,
    address,
    nowMs,
  }: { chain: string; userId: number; address: string; nowMs: number },
): Promise<string> {
  await database.query(
    `INSERT INTO deposit_addresses VALUES ($1, $2, $3, $4) ON CONFLICT (chain, user_id) DO NOTHING`,
    [chain, address, userId, nowMs],
  );
  return (await depositAddress(database, chain, userId)) ?? address;
}

/** Whose addresses these are; those of nobody are left out. */
export async function ownersOfAddresses(
  source: Queryable,
  chain: string,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await source.query<{ address: string; user_id: bigint }>(
    'SELECT address, user_id FROM deposit_addresses WHERE chain = $1 AND address = ANY ($2::text[])',
    [chain, [...new Set(addresses)]],
  );
  return new Map(rows.map((row) => [row.address, Number(row.user_id)]));
}

export async function readCursor(
  source: Queryable,
  chain: string,
): Promise<ChainCursor | undefined> {
  const [row] = await source.query<CursorRecord>(
    `SELECT chain, network_id, height, generation, deep_reorg_blocks, paused_reason
     FROM chain_cursors WHERE chain = $1`,
    [chain],
  );
  return (
    row && {
      chain: row.chain,
      networkId: row.network_id,
      height: Number(row.height),
      generation: Number(row.generation),
      deepReorgBlocks: row.deep_reorg_blocks,
      pausedReason: row.paused_reason ?? undefined,
    }
  );
}

/** Begins a chain at a block, unless it has begun. */
export async function beginCursor(
  database: Database,
  {
    chain,
    networkId,
    block,
    nowMs,
  }: { chain: string; networkId: string; block: ScannedBlock; nowMs: number },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const rows = await transaction.query(
      `INSERT INTO chain_cursors VALUES ($1, $2, $3, 0, 0, NULL, $4)
       ON CONFLICT (chain) DO NOTHING RETURNING 1 AS one`,
      [chain, networkId, block.height, nowMs],
    );
    if (rows.length > 0) await insertBlock(transaction, chain, block);
  });
}

function insertBlock(target: Queryable, chain: string, block: ScannedBlock): Promise<unknown> {
  return target.query(
    `INSERT INTO chain_blocks VALUES ($1, $2, $3, $4)
     ON CONFLICT (chain, height) DO UPDATE SET hash = excluded.hash, time_ms = excluded.time_ms`,
    [chain, block.height, block.hash, block.timeMs],
  );
}

export async function scannedBlock(
  source: Queryable,
  chain: string,
  height: number,
): Promise<ScannedBlock | undefined> {
  const [row] = await source.query<{ hash: string; time_ms: bigint }>(
    'SELECT hash, time_ms FROM chain_blocks WHERE chain = $1 AND height = $2',
    [chain, height],
  );
  return row && { height, hash: row.hash, timeMs: Number(row.time_ms) };
}

/**
 * Notes one block and its payments behind the cursor, all or nothing. False when the cursor is not there any
 * more: another scanner, a rewind or an operator moved it, and nothing was noted (D1, D12).
 */
export function noteBlock(
  database: Database,
  cursor: ChainCursor,
  noted: {
    readonly block: ScannedBlock;
    readonly transfers: readonly NewTransfer[];
    readonly keptBlocks: number;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { chain } = cursor;
  const { block, transfers, keptBlocks, nowMs } = noted;
  return database.transaction(async (transaction) => {
    const moved = await transaction.query(
      `UPDATE chain_cursors SET height = $4, updated_at_ms = $5
       WHERE chain = $1 AND height = $2 AND generation = $3 AND paused_reason IS NULL
       RETURNING 1 AS one`,
      [chain, cursor.height, cursor.generation, block.height, nowMs],
    );
    if (moved.length === 0) return false;
    await insertBlock(transaction, chain, block);
    await transaction.query('DELETE FROM chain_blocks WHERE chain = $1 AND height <= $2', [
      chain,
      block.height - keptBlocks,
    ]);
    for (const transfer of transfers) await noteTransfer(transaction, chain, { transfer, nowMs });
    return true;
  });
}

const BEGINS_ANEW = "kept.state IN ('dropped', 'reversed', 'held', 'ignored')";

/**
 * One row per output, for ever. Seen again it is where it is now; one that was given up, taken back, left out
 * or could not be proved begins anew. A transaction that pays something else on another branch leaves the row
 * missing: what it paid before is settled first.
 */
async function noteTransfer(
  transaction: Queryable,
  chain: string,
  { transfer, nowMs }: { readonly transfer: NewTransfer; readonly nowMs: number },
): Promise<void> {
  await transaction.query(
    `INSERT INTO chain_transfers AS kept (chain, tx_id, output_index, address, owner_id, currency_id,
       amount_minor, height, block_hash, state, note, is_missing, reversals, created_at_ms, updated_at_ms, senders)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, 0, $12, $12, $13)
     ON CONFLICT (chain, tx_id, output_index) DO UPDATE SET
       height = excluded.height, block_hash = excluded.block_hash, is_missing = false,
       address = excluded.address, owner_id = excluded.owner_id,
       currency_id = excluded.currency_id, amount_minor = excluded.amount_minor,
       updated_at_ms = excluded.updated_at_ms, senders = excluded.senders,
       deposit_id = CASE WHEN ${BEGINS_ANEW} THEN NULL ELSE kept.deposit_id END,
       state = CASE WHEN ${BEGINS_ANEW} THEN excluded.state ELSE kept.state END,
       note = CASE WHEN ${BEGINS_ANEW} THEN excluded.note ELSE kept.note END
     WHERE ${BEGINS_ANEW} OR (kept.address = excluded.address
       AND kept.currency_id = excluded.currency_id AND kept.amount_minor = excluded.amount_minor)`,
    [
      chain,
      transfer.txId,
      transfer.outputIndex,
      transfer.address,
      transfer.owner,
      transfer.currencyId,
      transfer.amountMinor,
      transfer.height,
      transfer.blockHash,
      transfer.state,
      transfer.note ?? null,
      nowMs,
      transfer.senders,
    ],
  );
}

/** Goes back to where another branch began. False when the cursor is not there any more. */
export function rewindCursor(
  database: Database,
  cursor: ChainCursor,
  to: { readonly height: number; readonly deepReorgBlocks: number; readonly nowMs: number },
): Promise<boolean> {
  const { chain } = cursor;
  return database.transaction(async (transaction) => {
    const moved = await transaction.query(
      `UPDATE chain_cursors SET height = $4, generation = generation + 1, updated_at_ms = $6,
         deep_reorg_blocks = greatest(deep_reorg_blocks, $5)
       WHERE chain = $1 AND height = $2 AND generation = $3 RETURNING 1 AS one`,
      [chain, cursor.height, cursor.generation, to.height, to.deepReorgBlocks, to.nowMs],
    );
    if (moved.length === 0) return false;
    await transaction.query('DELETE FROM chain_blocks WHERE chain = $1 AND height > $2', [
      chain,
      to.height,
    ]);
    await transaction.query(
      `UPDATE chain_transfers SET is_missing = true, updated_at_ms = $3
       WHERE chain = $1 AND height > $2 AND state NOT IN ('ignored', 'dropped', 'reversed')`,
      [chain, to.height, to.nowMs],
    );
    return true;
  });
}

/** Sees to it that the chain stands still after a credited payment is taken back, whatever happens meanwhile. */
export async function expectPause(target: Queryable, chain: string): Promise<void> {
  await target.query(
    `UPDATE chain_cursors SET deep_reorg_blocks = greatest(deep_reorg_blocks, 1) WHERE chain = $1`,
    [chain],
  );
}

/** Stops a chain until an operator resumes it. */
export async function pauseCursor(
  target: Queryable,
  cursor: ChainCursor,
  { reason, nowMs }: { readonly reason: string; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `UPDATE chain_cursors SET paused_reason = $3, deep_reorg_blocks = 0, updated_at_ms = $4
     WHERE chain = $1 AND generation = $2`,
    [cursor.chain, cursor.generation, reason, nowMs],
  );
}

/**
 * Resumes a chain, and reads it again from a height when one is given that was read before. False when the
 * chain never began.
 */
export function resumeCursor(
  database: Database,
  chain: string,
  { fromHeight, nowMs }: { readonly fromHeight: number | undefined; readonly nowMs: number },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const rows = await transaction.query<{ height: bigint }>(
      `UPDATE chain_cursors SET height = least(height, $2::bigint), generation = generation + 1,
         paused_reason = NULL, deep_reorg_blocks = 0, updated_at_ms = $3
       WHERE chain = $1 RETURNING height`,
      [chain, fromHeight === undefined ? null : fromHeight - 1, nowMs],
    );
    const height = rows[0]?.height;
    if (height === undefined) return false;
    await transaction.query('DELETE FROM chain_blocks WHERE chain = $1 AND height > $2', [
      chain,
      height,
    ]);
    return true;
  });
}

/** The ledger's decimals of a currency by name. */
export async function currencyScale(
  source: Queryable,
  name: string,
): Promise<{ readonly currencyId: number; readonly scale: number } | undefined> {
  const [row] = await source.query<{ currency_id: number; scale: number }>(
    'SELECT currency_id, scale FROM currencies WHERE name = $1',
    [name],
  );
  return row && { currencyId: row.currency_id, scale: row.scale };
}
