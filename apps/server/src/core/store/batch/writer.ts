/**
 * Turns what a batch of commands did into one transaction: the fencing row first, then one multi-row
 * statement for each table that has rows. What it writes is complete: a reload from the tables gives the
 * engine that made the changes. The engine promises that a batch names no order, balance, currency or
 * market twice.
 */
import type { Changes } from '@fairlead/engine';
import type { SealedReceipt } from '../../../receipts/record.ts';
import type { BatchEncoder, EncodedBatch, Statement } from './encoder.ts';

/** A first answer to be kept with its effects. */
export interface AnswerRow {
  readonly owner: number;
  readonly key: string;
  readonly route: string;
  readonly fingerprint: string;
  readonly status: number;
  /** JSON text, kept to the byte. */
  readonly body: string;
  readonly sequence: number;
  readonly timeMs: number;
}

/** Makes digests of what was agreed of what is open, under a key that is not in the database. */
export interface AgreedDigests {
  of(agreed: string): string;
}

export interface BatchRows {
  readonly epoch: number;
  /** Where the batch before ended. */
  readonly previousSequence: number;
  readonly previousOrderId: number;
  readonly changes: Changes;
  readonly answers: readonly AnswerRow[];
  /** JSON text of the sources of `changes.index`, by sampleKey. */
  readonly sampleSources: ReadonlyMap<string, string>;
  /** `changes.receipts`, sealed. */
  readonly receipts: readonly SealedReceipt[];
  /** Where there is a secret to make them with. */
  readonly agreed?: AgreedDigests | undefined;
}

/** Writes what a batch did to one table, or to some that belong together. Nothing done is no statement. */
export type BatchPart = (encoder: BatchEncoder, batch: BatchRows) => void;

/** Names an index sample among the samples of a batch. */
export const sampleKey = (marketId: number, sampleTimeMs: number): string =>
  `${marketId}:${sampleTimeMs}`;

const ADVANCE_LEADER: Statement = {
  name: 'advance_leader',
  sql: 'SELECT advance_leader($1, $2, $3, $4, $5, $6, $7)',
  columns: 7,
};

/** Encodes a batch by its parts, in their order; the bytes are one transaction when followed by a Sync. */
export function encodeBatch(
  encoder: BatchEncoder,
  { writes }: { readonly writes: readonly BatchPart[] },
  batch: BatchRows,
): EncodedBatch {
  encodeLeader(encoder, batch);
  for (const write of writes) write(encoder, batch);
  return encoder.take();
}

function encodeLeader(
  encoder: BatchEncoder,
  { epoch, previousSequence, changes: { counters } }: BatchRows,
): void {
  encoder.execute(ADVANCE_LEADER, () => {
    encoder.int8(epoch);
    encoder.int8(previousSequence);
    encoder.int8(counters.sequence);
    encoder.int8(counters.timeMs);
    encoder.int8(counters.orderId);
    encoder.int8(counters.tradeId);
    encoder.int8(counters.entryId);
  });
}
