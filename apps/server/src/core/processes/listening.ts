/** What a process that does not run an engine itself hears of it: its batches, its answers, and whether it is there. */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { readLeader } from '../store/snapshot-reader.ts';
import type { CallClient } from './calls/call-client.ts';
import type { Connected } from './connect.ts';
import type { Follower } from './follower.ts';
import { LeaderWatch } from './leader-watch.ts';
import type { Teardown } from './lifetime.ts';
import { AWAY_MS } from './limits.ts';
import type { AnswersMessage } from './messages.ts';
import { command } from './redis.ts';
import { Sightings } from './sightings.ts';
import { type ReadStream, StreamReader } from './stream-reader.ts';

const TIDY_MS = 1_000;

/** An engine that begins now must find this process there, by what its sessions in that engine's database are called. */
export async function presentIn(
  connected: Connected,
  database: Database,
  deployment: string,
): Promise<Sightings> {
  const process = database.applicationName ?? '';
  const sightings = new Sightings({ ...connected, deployment, process });
  await sightings.present();
  return sightings;
}

/** Before the copies are taken: whatever is behind it may be missing in them. */
export async function lastBatch({ redis, names }: Connected): Promise<string> {
  const words = ['XREVRANGE', names.batches, '+', '-', 'COUNT', '1'];
  const [last] = await command<readonly (readonly [Buffer, unknown])[]>(redis, words);
  return last?.[0].toString() ?? '0-0';
}

/**
 * Says what was seen committed here, for whoever leads next; and where the tables are behind that, has the copies made of them
 * anew, whether anybody leads or not.
 */
export async function tellSeen(parts: {
  readonly database: Database;
  readonly follower: Follower;
  readonly sightings: Sightings;
}): Promise<void> {
  const { database, follower, sightings } = parts;
  const { seen } = follower;
  if (seen === undefined) return;
  await sightings.note(seen);
  const have = follower.health().lastSequence;
  const { counters } = await readLeader(database);
  if (counters.sequence < have) await follower.dropCopies();
}

export interface Listening {
  readonly connected: Connected;
  readonly follower: Follower;
  readonly client: CallClient;
  readonly gateway: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Behind which batches are read. */
  readonly batches: string;
  readonly onLost?: () => void;
  readonly onHeard?: () => void;
}

/** Reads what the engine says: batches before answers, so that who is answered finds what they did. */
export async function listenTo(parts: Listening, teardown: Teardown): Promise<void> {
  const { connected, follower, client, gateway, log, onLost, onHeard } = parts;
  const { redis, sealer, names } = connected;
  const key = names.answers(gateway);
  const answers: ReadStream = {
    key,
    after: '0-0',
    take: ({ bytes }) => {
      const message = sealer.open<AnswersMessage>(key, bytes);
      if (message === undefined) log.warn('an answer with a wrong seal was refused');
      else client.take(message);
    },
  };
  const batches: ReadStream = {
    key: names.batches,
    after: parts.batches,
    take: (entry) => follower.takeEntry(entry),
  };
  const reader = new StreamReader(await connected.openAnother(), [batches, answers], {
    onFailure: (error) => {
      log.warn({ err: error }, 'the engine cannot be heard');
      onLost?.();
    },
    onRead: () => onHeard?.(),
  });
  reader.start();
  teardown.add('reader', () => reader.stop());
  const watch = new LeaderWatch({
    ...connected,
    log,
    onWord: (word, silentMs) => {
      if (word?.isReady !== true || silentMs >= AWAY_MS) return client.engineIsAway();
      client.engineIs(word);
      client.engineSays(word);
    },
    onFailure: () => client.engineIsAway(),
  });
  await watch.look();
  const tidy = setInterval(() => {
    command(redis, ['XTRIM', key, 'MINID', answers.after]).catch(() => undefined);
  }, TIDY_MS);
  teardown.add('calls', async () => {
    clearInterval(tidy);
    watch.stop();
    client.stop();
  });
}
