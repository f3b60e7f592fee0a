/**
 * Reads what the engine starts from: terms, open orders, balances, last index samples, deposits and withdrawals
 * under way. Never history. What the sequencer itself goes on from is read here, the rest by the capabilities.
 */
import type { Counters, IndexRow, StoredSnapshot } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import {
  type ReceiptChain,
  readAwaitedSamples,
  readChainHead,
  readLastSamples,
} from '../../receipts/queries.ts';
import { isStoredMarketStale, type StoredSample } from '../../receipts/record.ts';
import { receiptsGivenTo } from '../checks/missing-queries.ts';
import { readVoidSamples } from './clock-queries.ts';
import type { Database, Queryable } from './database.ts';
import type { SnapshotReads } from './exchange-tables.ts';
import { readTrading } from './trading-record.ts';

/** The leader row: who writes, and the last numbers given out. The receipts' table holds theirs. */
export interface Leader {
  readonly epoch: number;
  /** Names the epoch beyond its number. */
  readonly nonce: string;
  readonly counters: Omit<Counters, 'receiptId'>;
}

/** The engine's snapshot, and what the sealer of receipts goes on from. */
export interface TablesSnapshot extends StoredSnapshot {
  readonly receiptChain: ReceiptChain;
}

interface Tables {
  readonly reads: SnapshotReads;
}

/** Reads the snapshot as of one moment; `onBegun` tells that the moment has passed. */
export async function readSnapshot(
  database: Database,
  tables: Tables,
  onBegun?: () => void,
): Promise<TablesSnapshot> {
  return database.transaction(
    async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await transaction.query('SET LOCAL statement_timeout = 0');
      // Rows that arrive faster than they are read keep this process busy for long, and it says nothing meanwhile.
      await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      return readSnapshotWithin(transaction, tables, onBegun);
    },
    { maxMs: READ_MAX_MS },
  );
}

/** The same within a transaction that sees one moment already. */
export async function readSnapshotWithin(
  transaction: Queryable,
  tables: Tables,
  onBegun?: () => void,
): Promise<TablesSnapshot> {
  const { counters } = await readLeader(transaction);
  onBegun?.();
  const head = await readChainHead(transaction);
  const receiptId = Math.max(head?.receiptId ?? 0, await receiptsGivenTo(transaction));
  const lastSamples = await readLastSamples(transaction);
  const awaited = await readAwaitedSamples(transaction);
  const takenSamples = await readVoidSamples(transaction);
  const trading = await readTrading(transaction);
  return {
    ...(await readAll(transaction, tables.reads, counters.timeMs)),
    counters: { ...counters, receiptId },
    index: lastSamples.map(toIndexRow),
    ...(takenSamples.length > 0 && { takenSamples }),
    windowSamples: awaited.windows.map(toIndexRow),
    ...(trading !== undefined && { trading }),
    receiptChain: { head, lastId: receiptId, samples: [...awaited.all, ...lastSamples] },
  };
}

/** One after the other: it is one session. */
async function readAll(
  source: Queryable,
  reads: SnapshotReads,
  nowMs: number,
): Promise<Pick<StoredSnapshot, keyof SnapshotReads>> {
  const parts: Partial<Record<string, unknown>> = {};
  for (const [name, read] of Object.entries(reads)) parts[name] = await read(source, nowMs);
  return parts as Pick<StoredSnapshot, keyof SnapshotReads>;
}

/** A reload may read a million open orders. */
const READ_MAX_MS = 600_000;

export interface LeaderRecord {
  readonly epoch: bigint;
  readonly nonce: string;
  readonly last_sequence: bigint;
  readonly last_time_ms: bigint;
  readonly last_order_id: bigint;
  readonly last_trade_id: bigint;
  readonly last_entry_id: bigint;
}

export async function readLeader(source: Queryable): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>('SELECT * FROM leader');
  assert(row !== undefined, 'the leader row exists');
  return toLeader(row);
}

export function toLeader(row: LeaderRecord): Leader {
  return {
    epoch: Number(row.epoch),
    nonce: row.nonce,
    counters: {
      sequence: Number(row.last_sequence),
      timeMs: Number(row.last_time_ms),
      orderId: Number(row.last_order_id),
      tradeId: Number(row.last_trade_id),
      entryId: Number(row.last_entry_id),
    },
  };
}

const toIndexRow = (sample: StoredSample): IndexRow => ({
  marketId: sample.marketId,
  sampleTimeMs: sample.timeMs,
  ...(sample.price !== undefined && { price: sample.price }),
  ...(isStoredMarketStale(sample) && { isMarketStale: true }),
});
