/** Connections to Redis. Values are bytes; a command that cannot be sent now fails now. */
import type * as Redis from '@redis/client';
import { NotThereError, StartRefusedError } from '../store/database.ts';
import { AWAY_CODES } from '../store/postgres/database-away.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Probes on an idle connection, and how long one may say nothing before it is made anew. */
const PING_MS = 2_000;
const SILENCE_MS = 6_000;
const RECONNECT_MAX_MS = 1_000;
/** Commands on their way; beyond, Redis is too slow to wait for. */
const COMMANDS_MAX = 20_000;

export interface RedisOptions {
  readonly url: string;
  /** Told of lost connections; they are made anew by themselves. */
  readonly onError: (error: Error) => void;
  /** Keeps commands until there is a connection again; otherwise they are refused meanwhile. */
  readonly isPatient?: boolean;
  /** What Redis' list of clients shows. */
  readonly name?: string;
}

const makeClient = (
  redis: typeof Redis,
  { url, onError, isPatient = false, name }: RedisOptions,
) => {
  let wasConnected = false;
  const client = redis.createClient({
    url,
    ...(name !== undefined && { name }),
    RESP: 2,
    disableOfflineQueue: !isPatient,
    commandsQueueMaxLength: COMMANDS_MAX,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // The first connection is made or refused; a later one is tried until it is there.
      reconnectStrategy: (tries: number, cause: Error) =>
        wasConnected ? Math.min(50 * 2 ** tries, RECONNECT_MAX_MS) : cause,
    },
  });
  client.on('error', (error) => {
    // Of the first connection whoever opens it is told.
    if (wasConnected) onError(error);
  });
  client.on('ready', () => {
    wasConnected = true;
  });
  return client;
};

export type RedisClient = ReturnType<typeof makeClient>;

/** Whether it may be there later: not reached, or cut off. What it answered, and who is not who they say, stays refused. */
function mayCome(redis: typeof Redis, error: unknown): boolean {
  const { ConnectionTimeoutError, SocketClosedUnexpectedlyError, SocketTimeoutError } = redis;
  const kinds = [ConnectionTimeoutError, SocketClosedUnexpectedlyError, SocketTimeoutError];
  if (!(error instanceof Error) || kinds.some((kind) => error instanceof kind)) return true;
  return 'code' in error && AWAY_CODES.has(String(error.code));
}

/** A connection to Redis. Throws NotThereError when there is no answer, StartRefusedError when it refuses. */
export async function openRedis(options: RedisOptions): Promise<RedisClient> {
  // Where there is one process it is not needed, and costs a tenth of a second and 28 MB.
  const redis = await import('@redis/client');
  const client = makeClient(redis, options);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const cause = error instanceof redis.ReconnectStrategyError ? error.originalError : error;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    if (mayCome(redis, cause))
      throw new NotThereError(`REDIS_URL: no answer from Redis: ${reason}`, { cause });
    throw new StartRefusedError(`REDIS_URL: Redis refused: ${reason}`, { cause });
  }
}

/** Ends a connection, answered or not. */
export function closeRedis(client: RedisClient): void {
  if (client.isOpen) client.destroy();
}

/** As the protocol marks a string of bytes: `$`. */
const BLOB_STRING: typeof Redis.RESP_TYPES.BLOB_STRING = 36;
const BYTES = { typeMapping: { [BLOB_STRING]: Buffer } };

/** Sends a command as it is written in Redis' own reference; strings come back as bytes. */
export const command = <Reply>(
  client: RedisClient,
  words: readonly (string | Buffer)[],
): Promise<Reply> => client.sendCommand<Reply>(words, BYTES);

/** An entry of a stream: its id, and its one field `d`. */
export interface StreamEntry {
  readonly id: string;
  readonly bytes: Buffer;
}

/** How much of a stream is kept. */
export type Trim = readonly ['MAXLEN', '~', string] | readonly ['MINID', '=', string];

/** Adds an entry; undefined when the stream must be there already and is not. */
export async function addEntry(
  client: RedisClient,
  key: string,
  bytes: Buffer,
  options: { readonly trim: Trim; readonly mustExist?: boolean },
): Promise<string | undefined> {
  const { trim, mustExist = false } = options;
  const id = await command<Buffer | null>(client, [
    'XADD',
    key,
    ...(mustExist ? ['NOMKSTREAM'] : []),
    ...trim,
    '*',
    'd',
    bytes,
  ]);
  return id?.toString();
}
