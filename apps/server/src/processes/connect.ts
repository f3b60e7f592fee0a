/** What every process of several begins with: Redis, the seal of what is said there, and the names of places. */
import type { Logger } from 'pino';
import type { Secrets } from '../services/secrets.ts';
import { Names } from './names.ts';
import { closeRedis, openRedis, type RedisClient } from './redis.ts';
import { Sealer } from './sealer.ts';

export interface Connected {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  /** A connection of its own, for a reader that waits on it. */
  openAnother(): Promise<RedisClient>;
  close(): void;
}

/** Throws StartRefusedError when Redis does not answer. */
export async function connectProcesses(
  url: string,
  secrets: Secrets,
  log: Pick<Logger, 'warn'>,
): Promise<Connected> {
  let isClosed = false;
  const onError = (error: Error) => {
    if (!isClosed) log.warn({ err: error }, 'a connection to Redis was lost');
  };
  const names = new Names(secrets.keyId);
  const redis = await openRedis({ url, onError, name: names.client });
  return {
    redis,
    sealer: new Sealer(secrets.digest('processes')),
    names,
    openAnother: () => openRedis({ url, onError, name: `${names.client}:reader` }),
    close: () => {
      isClosed = true;
      closeRedis(redis);
    },
  };
}
