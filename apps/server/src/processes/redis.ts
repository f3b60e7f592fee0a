/** Connections to Redis. Values are bytes; a command that cannot be sent now fails now. */
import { createClient, RESP_TYPES } from '@redis/client';
import { StartRefusedError } from '../store/database.ts';

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

const makeClient = ({ url, onError, isPatient = false, name }: RedisOptions) => {
  let wasConnected = false;
  const client = createClient({
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
  client.on('error', onError);
  client.on('ready', () => {
    wasConnected = true;
  });
  return client;
};

export type RedisClient = ReturnType<typeof makeClient>;

/** A connection to Redis. Throws StartRefusedError when there is no answer. */
export async function openRedis(options: RedisOptions): Promise<RedisClient> {
  const client = makeClient(options);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartRefusedError(`REDIS_URL: no answer from Redis: ${reason}`, { cause: error });
  }
}

/** Ends a connection, answered or not. */
export function closeRedis(client: RedisClient): void {
  if (client.isOpen) client.destroy();
}

const BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

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
