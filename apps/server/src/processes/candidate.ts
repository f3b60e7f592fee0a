/**
 * Who would lead must hear the deployment in Redis. The database says who is there; an engine that hears none of them has
 * another Redis: it would end a healthy leader, or lead where no gateway hears it. So it does nothing but complain.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { otherProcesses } from '../store/leader-queries.ts';
import { COMPLAIN_EACH_MS } from './limits.ts';
import type { Names } from './names.ts';
import { command, type RedisClient } from './redis.ts';
import type { Sealer } from './sealer.ts';
import type { Sightings } from './sightings.ts';

/** Between two looks. */
const LOOK_AGAIN_MS = 1_000;
/** How long Redis remembers whose it is. */
const MARK_EXPIRES_MS = 86_400_000;

export interface CandidateParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly database: Database;
  readonly deployment: string;
  readonly sightings: Sightings;
  readonly log: Pick<Logger, 'error'>;
}

/** Says in Redis which exchange's it is. */
export async function markRedis({
  redis,
  sealer,
  names,
  deployment,
}: Pick<CandidateParts, 'redis' | 'sealer' | 'names' | 'deployment'>): Promise<void> {
  const mark = sealer.seal(names.mark, deployment);
  await command(redis, ['SET', names.mark, mark, 'PX', String(MARK_EXPIRES_MS)]);
}

/** Whether this Redis is the deployment's, as far as the database can tell. */
async function hearsDeployment(parts: CandidateParts): Promise<boolean> {
  const { redis, sealer, names, database, deployment, sightings } = parts;
  const mark = await command<Buffer | null>(redis, ['GET', names.mark]);
  if (mark !== null && sealer.open<string>(names.mark, mark) === deployment) return true;
  const others = await otherProcesses(database);
  // Nobody is there who could be heard: this one begins.
  if (others.length === 0) return true;
  const { processes } = await sightings.read();
  return others.some((other) => processes.includes(other));
}

/** Resolves once it hears the deployment; rejects when `signal` is aborted first. */
export async function untilHeard(
  parts: CandidateParts,
  {
    signal,
    onWaiting,
  }: { readonly signal?: AbortSignal | undefined; readonly onWaiting: () => void },
): Promise<void> {
  let complainedAtMs = Number.NEGATIVE_INFINITY;
  while (!(await hearsDeployment(parts))) {
    signal?.throwIfAborted();
    onWaiting();
    if (performance.now() - complainedAtMs >= COMPLAIN_EACH_MS) {
      complainedAtMs = performance.now();
      parts.log.error(
        'REDIS_URL: the database has processes of this exchange that are not heard in this Redis; this engine does not lead',
      );
    }
    await setTimeoutPromise(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
  }
}
