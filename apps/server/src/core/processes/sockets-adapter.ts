/** Socket.IO's adapter over Redis streams: it finds a user's sockets, whichever process has them. */
import type { createAdapter as CreateAdapter } from '@socket.io/redis-streams-adapter';
import { READ_BLOCK_MS } from './limits.ts';
import type { Names } from './names.ts';
import { closeRedis, openRedis, type RedisClient } from './redis.ts';

const STREAM_MAX = 10_000;

export interface SocketsAdapter {
  readonly adapter: ReturnType<typeof CreateAdapter>;
  close(): void;
}

export async function openSocketsAdapter(
  url: string,
  names: Names,
  onError: (error: Error) => void,
): Promise<SocketsAdapter> {
  // The adapter asks again at once what was refused, so commands wait for a connection instead.
  const client = await openRedis({ url, onError, isPatient: true });
  tolerate(client);
  const { sockets } = names;
  const { createAdapter } = await import('@socket.io/redis-streams-adapter');
  const adapter = createAdapter(client, {
    streamName: sockets,
    channelPrefix: sockets,
    maxLen: STREAM_MAX,
    blockTimeInMs: READ_BLOCK_MS,
  });
  return { adapter: hearingFinders(adapter), close: () => closeRedis(client) };
}

/** Who looks for sockets, and who found some (MessageType of socket.io-adapter). */
const FINDING: ReadonlySet<number> = new Set([7, 8]);

/** What the adapter does with what it reads, and does not type. */
interface Inside {
  onMessage(message: { readonly type: number }, offset?: string): void;
}

/**
 * What comes through the adapter has no seal, so nothing of it is done but what it is there for: finding sockets. Otherwise
 * whoever writes to Redis could tell users anything in the exchange's name, and close their connections. And what it cannot
 * take, it would read again at once, for ever.
 */
function hearingFinders(make: SocketsAdapter['adapter']): SocketsAdapter['adapter'] {
  // Socket.IO calls it with `new`.
  return function finding(namespace) {
    const adapter = make(namespace);
    const inside = adapter as unknown as Inside;
    const hear = inside.onMessage.bind(adapter);
    inside.onMessage = (message, offset) => {
      if (!FINDING.has(message.type)) return;
      try {
        hear(message, offset);
      } catch {
        // Of no process of ours: nobody waits for an answer to it.
      }
    };
    return adapter;
  };
}

/**
 * The adapter publishes and subscribes without looking at what becomes of it, and a refusal that nobody looks at ends
 * the process. A subscription is refused when it is stopped before Redis has answered.
 */
function tolerate(client: RedisClient): void {
  const publish = client.publish.bind(client);
  const published = (channel: string, message: Buffer) => publish(channel, message).catch(() => 0);
  const duplicate = client.duplicate.bind(client);
  const duplicated = () => {
    const made = duplicate();
    const subscribe = made.subscribe.bind(made);
    const subscribed = (...words: Parameters<typeof subscribe>) =>
      subscribe(...words).catch(() => undefined);
    return Object.assign(made, { subscribe: subscribed });
  };
  Object.assign(client, { publish: published, duplicate: duplicated });
}
