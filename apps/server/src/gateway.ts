/**
 * The composition root of a gateway: HTTP, sockets and reads, beside others of its kind. It writes no money: what must
 * run beside the one writer is called at the engine through Redis.
 */

import { randomUUID } from 'node:crypto';
import { CAPABILITIES, handlersOf, servedBy, toldOf } from './capabilities.ts';
import {
  bringUpClock,
  bringUpDatabase,
  bringUpHttp,
  bringUpReads,
  checkOutside,
} from './composition/bring-up.ts';
import type { Exchange } from './composition/services.ts';
import { createServices } from './composition/services.ts';
import { Draining } from './core/http/draining.ts';
import type { HealthReader } from './core/http/health.ts';
import { Chore } from './core/operations/chore.ts';
import { FLUSH_MS } from './core/operations/housekeeping.ts';
import { Metrics } from './core/operations/metrics.ts';
import { openSecrets } from './core/operations/secrets.ts';
import { CallClient } from './core/processes/calls/call-client.ts';
import { RemoteCommands } from './core/processes/calls/remote-commands.ts';
import { gatewayHandlers } from './core/processes/calls/remote-handlers.ts';
import { type Connected, connectProcesses } from './core/processes/connect.ts';
import { Follower } from './core/processes/follower.ts';
import { refuseForeignLeader } from './core/processes/foreign-leader.ts';
import { Hearing } from './core/processes/hearing.ts';
import { LeaderWatch } from './core/processes/leader-watch.ts';
import { type RunningServer, type ServerOptions, Teardown } from './core/processes/lifetime.ts';
import { AWAY_MS, SIGHTING_MS } from './core/processes/limits.ts';
import type { AnswersMessage } from './core/processes/messages.ts';
import { gaugeGateway } from './core/processes/process-gauges.ts';
import { command } from './core/processes/redis.ts';
import { sharedRates } from './core/processes/shared-rates.ts';
import { Sightings } from './core/processes/sightings.ts';
import { openSocketsAdapter } from './core/processes/sockets-adapter.ts';
import { type ReadStream, StreamReader } from './core/processes/stream-reader.ts';
import { untilThere } from './core/processes/until-there.ts';
import type { Database } from './core/store/database.ts';
import { readLeader } from './core/store/snapshot-reader.ts';
import { type Copies, retakeCopies, takeCopies } from './market/copies.ts';
import { Alerts } from './notices/alerts/alerts.ts';

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
  await checkOutside(config);
  const metrics = new Metrics();
  metrics.collectProcess();
  const { database, deployment } = await bringUpDatabase(options, teardown);
  const clock = await bringUpClock(options, { database, metrics }, teardown);
  const secrets = await openSecrets(database, config, clock.now());
  const { redisUrl = '' } = config;
  const connected = await untilThere(options, () => connectProcesses(redisUrl, secrets, log));
  teardown.add('redis', async () => connected.close());
  await refuseForeignLeader({ ...connected, database });
  const sightings = await presentIn(connected, database, deployment);
  const follower = new Follower();
  metrics.watchSequencer(() => follower.health());
  const services = await createServices({
    config,
    clock,
    log,
    database,
    reads: await bringUpReads(options, { database, metrics }, teardown),
    sequencer: follower,
    metrics,
    secrets,
  });
  const batches = await lastBatch(connected);
  const copying = { database, sequencer: follower, clock, log };
  const copies = await followCopies(copying, teardown);
  const gateway = randomUUID();
  const client = new CallClient({ ...connected, gateway, log });
  const context = contextOf(services, copies, new RemoteCommands(client));
  gaugeGateway(metrics.registry, { client, follower });
  const http = new Teardown(log);
  const draining = new Draining();
  teardown.add('http', () => http.run());
  const { app, realtime } = await bringUpHttp(context, http, {
    adapter: await bringUpSockets(redisUrl, { connected, log }, teardown),
    app: {
      handlers: gatewayHandlers(handlersOf(context), { client, servedBy }),
      rates: sharedRates(config.rateLimitFactor, connected.redis, connected.names),
      draining,
      health: () => healthOf(draining, client),
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
      onLeader: (leader) => {
        client.engineIs(leader);
        void hearing.refresh();
      },
      onTold: (told) => hearing.take(told),
    },
    copies.seen,
  );
  await listen({ connected, follower, client, gateway, hearing, log, batches }, teardown);
  await startChores(context, () => tellSeen({ database, follower, sightings }), teardown);
  // First of all: who has asked is answered while the engine is still heard.
  teardown.add('calls under way', () => http.run());
  const address = await app.listen({ port: config.port, host: config.host });
  app.server.on('error', (error) => onFatal(error));
  return {
    address,
    durability: database.durability,
    ownerPassword: undefined,
    drain: () => draining.run(),
    stop: () => teardown.run(),
  };
}

/** An engine that begins now must find this one there. */
async function presentIn(
  connected: Connected,
  database: Database,
  deployment: string,
): Promise<Sightings> {
  const process = database.applicationName ?? '';
  const sightings = new Sightings({ ...connected, deployment, process });
  await sightings.present();
  return sightings;
}

/** Ready without an engine too: it shows prices, books and balances. */
const healthOf = (draining: Draining, client: CallClient): ReturnType<HealthReader> => ({
  isReady: !draining.isBegun,
  details: { engine: client.hasEngine ? 'present' : 'away' },
});

/** Carries what is told to the sockets of other processes. */
async function bringUpSockets(
  redisUrl: string,
  { connected, log }: { readonly connected: Connected; readonly log: ServerOptions['log'] },
  teardown: Teardown,
) {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to Redis was lost');
  const sockets = await openSocketsAdapter(redisUrl, connected.names, onError);
  teardown.add('sockets of other processes', async () => sockets.close());
  return sockets.adapter;
}

/** Copies of the market that follow the batches from here on. */
async function followCopies(
  copying: Parameters<typeof takeCopies>[0],
  teardown: Teardown,
): Promise<Copies> {
  const copies = await takeCopies(copying);
  teardown.add('copies', async () => {
    copies.candles.abandon();
    copies.marketData.stop();
  });
  copies.marketData.follow();
  return copies;
}

/** What is done now and then here: `look` at once and then again and again, and writing what is written late. */
async function startChores(
  context: Exchange,
  look: () => Promise<void>,
  teardown: Teardown,
): Promise<void> {
  const { config, log, audit } = context;
  const early = { ...context, isDemo: config.isDemo };
  const flush = async () => {
    for (const capability of CAPABILITIES) await capability.flush?.(early);
  };
  await look();
  const chores = [new Chore(FLUSH_MS, flush), new Chore(SIGHTING_MS, look)];
  for (const chore of chores) chore.start((error) => log.warn({ err: error }, 'a chore failed'));
  teardown.add('chores', async () => {
    await Promise.all(chores.map((chore) => chore.stop()));
    await flush();
    await audit.written();
  });
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
  commands: RemoteCommands,
): Exchange {
  const alerts = new Alerts({ ...services, marketData });
  const exchange = { ...services, candles, marketData, terms: marketData.terms, alerts, commands };
  return { ...exchange, told: toldOf(exchange) };
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
      if (word?.isReady === true && silentMs < AWAY_MS) client.engineIs(word);
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
