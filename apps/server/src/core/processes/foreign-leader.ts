/** Who starts beside an engine that it does not understand ends before it does anything. */
import { type Database, StartRefusedError } from '../store/database.ts';
import { leaderSigns } from '../store/leader-queries.ts';
import type { Sealer } from './calls/sealer.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import { foreignLine, isUnderstood } from './protocol.ts';
import { command, type RedisClient } from './redis.ts';

/** Throws StartRefusedError where the engine that leads now is one that is not understood. */
export async function refuseForeignLeader(parts: {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly database: Database;
}): Promise<void> {
  const { redis, sealer, names, database } = parts;
  const sealed = await command<Buffer | null>(redis, ['GET', names.leader]);
  const read = sealed === null ? undefined : sealer.read<LeaderWord>(names.leader, sealed);
  if (read === undefined || isUnderstood(read.protocol)) return;
  // The word outlives its engine: only who has the lock leads.
  const signs = await leaderSigns(database);
  if (signs?.process === read.value.process)
    throw new StartRefusedError(foreignLine(read.protocol));
}
