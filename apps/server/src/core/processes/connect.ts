/** What every process of several begins with: Redis, the seal of what is said there, and the names of places. */
import type { Logger } from 'pino';
import type { Secrets } from '../operations/secrets.ts';
import { NotThereError, StartRefusedError } from '../store/database.ts';
import { Sealer } from './calls/sealer.ts';
import { COMPLAIN_EACH_MS } from './limits.ts';
import { Names } from './names.ts';
import { foreignLine } from './protocol.ts';
import { closeRedis, command, openRedis, type RedisClient } from './redis.ts';

export interface Connected {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  /** A connection of its own, for a reader that waits on it. */
  openAnother(): Promise<RedisClient>;
  close(): void;
}

/** Throws StartRefusedError when Redis does not answer, or is not one that can be used. */
export async function connectProcesses(
  url: string,
  secrets: Secrets,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<Connected> {
  let isClosed = false;
  const onError = (error: Error) => {
    if (!isClosed) log.warn({ err: error }, 'a connection to Redis was lost');
  };
  const names = new Names(secrets.keyId);
  const redis = await openRedis({ url, onError, name: names.client });
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const onForeign = (protocol: number) => {
    if (performance.now() - saidAtMs < COMPLAIN_EACH_MS) return;
    saidAtMs = performance.now();
    log.error(foreignLine(protocol));
  };
  try {
    await checkServer(redis);
  } catch (error) {
    closeRedis(redis);
    throw error;
  }
  return {
    redis,
    sealer: new Sealer(secrets.digest('processes'), onForeign),
    names,
    openAnother: () => openRedis({ url, onError, name: `${names.client}:reader` }),
    close: () => {
      isClosed = true;
      closeRedis(redis);
    },
  };
}

/** `SET … GET`, `NOMKSTREAM` and `MINID` are of this version. */
const VERSION_MIN = 6.2;

async function readInfo(redis: RedisClient): Promise<string> {
  try {
    return (await command<Buffer>(redis, ['INFO'])).toString();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefusedError(`REDIS_URL: Redis refused: ${reason}`, { cause: error });
  }
}

async function checkServer(redis: RedisClient): Promise<void> {
  const info = await readInfo(redis);
  const version = /^redis_version:(\d+\.\d+)/m.exec(info)?.[1];
  if (version === undefined || Number(version) < VERSION_MIN)
    throw new StartRefusedError(`REDIS_URL: Redis ${VERSION_MIN} or newer is needed`);
  if (/^redis_mode:cluster/m.test(info))
    throw new StartRefusedError('REDIS_URL: a Redis Cluster cannot be used; give one server');
  if (/^loading:1/m.test(info))
    throw new NotThereError('REDIS_URL: Redis is still reading its data');
}
