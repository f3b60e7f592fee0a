/** The leader row: who writes. */
import { FencedError, type Queryable } from './database.ts';
import { type Leader, readLeader } from './snapshot-reader.ts';

/**
 * Begins a new epoch, from which on every batch of an earlier one is refused. With `fromEpoch` it must be
 * the present one, or another writer acted (FencedError). The update waits for the row, so a batch still
 * on its way has ended when it returns: the numbers it gives are final.
 */
export async function beginEpoch(source: Queryable, fromEpoch?: number): Promise<Leader> {
  const rows = await source.query<{ epoch: bigint }>(
    'UPDATE leader SET epoch = epoch + 1 WHERE $1::bigint IS NULL OR epoch = $1 RETURNING epoch',
    [fromEpoch ?? null],
  );
  if (rows.length === 0) throw new FencedError(`fenced: epoch ${fromEpoch} is over`);
  return readLeader(source);
}
