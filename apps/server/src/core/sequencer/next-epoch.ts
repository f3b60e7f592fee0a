/** Finding out on a new connection whether this process still leads, and whether the database still has what it wrote. */
import { randomBytes as systemRandom } from 'node:crypto';
import { FencedError, type Queryable } from '../store/database.ts';
import { beginEpoch, type Epoch } from '../store/leader-queries.ts';
import { type Leader, readLeader } from '../store/snapshot-reader.ts';
import type { RandomBytes } from './ports.ts';
import { isBehind, LossError, type Seen } from './seen.ts';

const NONCE_BYTES = 16;

/** Names an epoch as nobody else could. */
export const newNonce = (random: RandomBytes = systemRandom): string =>
  random(NONCE_BYTES).toString('hex');

export interface NextEpochParts {
  /** This process's own. */
  readonly from: Epoch;
  /** What was committed here. */
  readonly seen: Seen;
  readonly randomBytes: RandomBytes | undefined;
}

/**
 * Begins the epoch after this process's own. Throws LossError where the row is behind what was committed here, whoever wrote
 * to it since (its numbers alone would not tell); FencedError where another process leads.
 */
export async function beginNextEpoch(
  writer: Queryable,
  { from, seen, randomBytes }: NextEpochParts,
): Promise<Leader> {
  const refuseBehind = ({ epoch, counters }: Pick<Leader, 'epoch' | 'counters'>): void => {
    const tables = { ...counters, epoch, receiptId: seen.receiptId };
    if (isBehind(tables, seen)) throw new LossError(tables, seen);
    // Another past: what it has in common with this one is the tables' to say.
    if (tables.epoch < seen.epoch) throw new LossError(tables, seen);
  };
  try {
    const leader = await beginEpoch(writer, { nonce: newNonce(randomBytes), from });
    refuseBehind({ ...leader, epoch: from.epoch });
    return leader;
  } catch (error) {
    if (error instanceof FencedError) refuseBehind(await readLeader(writer));
    throw error;
  }
}
