/** The leader row: who writes. */
import { FencedError, type Queryable } from './database.ts';
import { type Leader, type LeaderRecord, toLeader } from './snapshot-reader.ts';

/**
 * Begins a new epoch, from which on every batch of an earlier one is refused. With `fromEpoch` it must be
 * the present one, or another writer acted (FencedError). The update waits for the row, so a batch still
 * on its way has ended when it returns: the numbers it gives are final.
 */
export async function beginEpoch(source: Queryable, fromEpoch?: number): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>(
    'UPDATE leader SET epoch = epoch + 1 WHERE $1::bigint IS NULL OR epoch = $1 RETURNING *',
    [fromEpoch ?? null],
  );
  if (row === undefined) throw new FencedError(`fenced: epoch ${fromEpoch} is over`);
  // Not asked for in a second statement: were its answer lost, this epoch would look like another writer's.
  return toLeader(row);
}
