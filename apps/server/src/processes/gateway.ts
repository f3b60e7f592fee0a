/**
 * The composition root of a gateway: HTTP, sockets and reads, beside others of its kind. It writes no money: what must
 * run beside the one writer is called at the engine through Redis.
 */
import { randomUUID } from 'node:crypto';
import {
  bringUpClock,
  bringUpDatabase,
  bringUpHttp,
  checkAddress,
  type RunningServer,
  type ServerOptions,
  Teardown,
} from '../bring-up.ts';
import type { Context } from '../context.ts';
import { handlersOf } from '../routes/handlers.ts';
import { Alerts } from '../services/alerts.ts';
import { Chore } from '../services/chore.ts';
import { createServices } from '../services/create-services.ts';
import { Metrics } from '../services/metrics.ts';
import { openSecrets } from '../services/secrets.ts';
import type { Database } from '../store/database.ts';
import { readLeader } from '../store/snapshot-reader.ts';
import { CallClient } from './call-client.ts';
import { type Connected, connectProcesses } from './connect.ts';
import { type Copies, retakeCopies, takeCopies } from './copies.ts';
import { Follower } from './follower.ts';
import { Hearing } from './hearing.ts';
import { LeaderWatch } from './leader-watch.ts';
import { AWAY_MS, SIGHTING_MS } from './limits.ts';
import type { AnswersMessage } from './messages.ts';
import { gaugeGateway } from './process-gauges.ts';
import { command } from './redis.ts';
import { gatewayHandlers } from './remote-handlers.ts';
import { sharedRates } from './shared-rates.ts';
import { Sightings } from './sightings.ts';
import { openSocketsAdapter } from './sockets-adapter.ts';
import { type ReadStream, StreamReader } from './stream-reader.ts';

const SESSIONS_FLUSH_MS = 10_000;
const TIDY_MS = 1_000;

/** Starts a gateway; refuses with the reason where it cannot. */
export async function startGateway(options: ServerOptions): Promise<RunningServer> {
  const teardown = new Teardown(options.log);
  try {
    return await bringUp(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function bringUp(options: ServerOptions, teardown: Teardown): Promise<RunningServer> {
  const { config, log, onFatal } = options;
  await checkAddress(config);
  const metrics = new Metrics();
  metrics.collectProcess();
  const { database, deployment } = await bringUpDatabase(options, teardown);
  const clock = await bringUpClock(options, { database, metrics }, teardown);
  const secrets = await openSecrets(database, config, clock.now());
  const redisUrl = config.redisUrl ?? '';
  const connected = await connectProcesses(redisUrl, secrets, log);
  teardown.add('redis', async () => connected.close());
  const process = database.applicationName ?? '';
  const sightings = new Sightings({ ...connected, deployment, process });
  // An engine that begins now must find this one here.
  await sightings.present();
  const follower = new Follower();
  metrics.watchSequencer(() => follower.health());
  const services = await createServices({
    config,
    clock,
    log,
    database,
    sequencer: follower,
    metrics,
    secrets,
  });
  const batches = await lastBatch(connected);
  const copying = { database, sequencer: follower, clock, log };
  const copies = await takeCopies(copying);
  teardown.add('copies', async () => {
    copies.candles.abandon();
    copies.marketData.stop();
  });
  copies.marketData.follow();
  const context = contextOf(services, copies);
  const gateway = randomUUID();
  const client = new CallClient({ ...connected, gateway, log });
  gaugeGateway(metrics.registry, { client, follower });
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to Redis was lost');
  const sockets = await openSocketsAdapter(redisUrl, connected.names, onError);
  teardown.add('sockets of other processes', async () => sockets.close());
  const { app, realtime } = await bringUpHttp(context, teardown, {
    adapter: sockets.adapter,
    app: {
      handlers: gatewayHandlers(handlersOf(context), client),
      rates: sharedRates(config.rateLimitFactor, connected.redis, connected.names),
      health: () => ({
        isReady: true,
        details: { engine: client.hasEngine ? 'present' : 'away' },
      }),
    },
  });
  const hearing = new Hearing({ ...context, realtime });
  follower.begin(
    {
      ...connected,
      log,
      retake: async () => {
        const sequence = await retakeCopies(copies, copying);
        // Whoever comes back gets everything anew, what was missed included.
        realtime.cutAll();
        await hearing.refresh();
        return sequence;
      },
      onLeader: (epoch) => {
        client.engineIs(epoch);
        void hearing.refresh();
      },
      onTold: (told) => hearing.take(told),
    },
    copies.seen,
  );
  await listen({ connected, follower, client, gateway, hearing, log, batches }, teardown);
  const flush = async () => {
    await services.sessions.flush();
    await services.apiKeys.flush();
  };
  const look = () => tellSeen({ database, follower, sightings });
  await look();
  const chores = [new Chore(SESSIONS_FLUSH_MS, flush), new Chore(SIGHTING_MS, look)];
  for (const chore of chores) chore.start((error) => log.warn({ err: error }, 'a chore failed'));
  teardown.add('chores', async () => {
    await Promise.all(chores.map((chore) => chore.stop()));
    await flush();
    await services.audit.written();
  });
  const address = await app.listen({ port: config.port, host: config.host });
  app.server.on('error', (error) => onFatal(error));
  return {
    address,
    durability: database.durability,
    ownerPassword: undefined,
    stop: () => teardown.run(),
  };
}

/**
 * Says what this gateway has seen committed, for whoever leads next; and where the tables are behind that, has its copies
 * made of them anew and its sockets cut, whether anybody leads or not.
 */
async function tellSeen(parts: {
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

/** Before the copies are taken: whatever is behind it may be missing in them. */
async function lastBatch({ redis, names }: Connected): Promise<string> {
  const words = ['XREVRANGE', names.batches, '+', '-', 'COUNT', '1'];
  const [last] = await command<readonly (readonly [Buffer, unknown])[]>(redis, words);
  return last?.[0].toString() ?? '0-0';
}

/** Alerts are the engine's: here they are neither watched nor told. */
function contextOf(
  services: Awaited<ReturnType<typeof createServices>>,
  { candles, marketData }: Copies,
): Context {
  const alerts = new Alerts({ ...services, marketData });
  return { ...services, candles, marketData, terms: marketData.terms, alerts };
}

interface Listening {
  readonly connected: Connected;
  readonly follower: Follower;
  readonly client: CallClient;
  readonly gateway: string;
  readonly hearing: Hearing;
  readonly log: ServerOptions['log'];
  /** Behind which batches are read. */
  readonly batches: string;
}

/** Reads what the engine says: batches before answers, so that who is answered finds what they did. */
async function listen(parts: Listening, teardown: Teardown): Promise<void> {
  const { connected, follower, client, gateway, hearing, log } = parts;
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
    take: (entry) => follower.take(entry),
  };
  const reader = new StreamReader(await connected.openAnother(), [batches, answers], {
    onFailure: (error) => {
      log.warn({ err: error }, 'the engine cannot be heard');
      hearing.lost();
    },
    onRead: () => hearing.heard(),
  });
  reader.start();
  teardown.add('reader', () => reader.stop());
  const watch = new LeaderWatch({
    ...connected,
    log,
    onWord: (word, silentMs) => {
      if (word?.isReady === true && silentMs < AWAY_MS) client.engineIs(word.epoch);
      else client.engineIsAway();
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
