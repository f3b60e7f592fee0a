/**
 * The composition root of a gateway: HTTP, sockets and reads, beside others of its kind. It writes no money: what must
 * run beside the one writer is called at the engine through Redis. The process of a product's engine is a gateway that runs
 * one writer itself.
 */

import { randomUUID } from 'node:crypto';
import { CAPABILITIES, commandRulesOf, handlersOf, servedBy, toldOf } from './capabilities.ts';
import {
  bringUpClock,
  bringUpDatabase,
  bringUpHttp,
  bringUpReads,
  checkOutside,
} from './composition/bring-up.ts';
import { bringUpProducts } from './composition/bring-up-products.ts';
import { type LifeOptions, startLives } from './composition/lives.ts';
import { createHomeEngine, type ProductsParts } from './composition/product.ts';
import { beginWork, type Products } from './composition/products.ts';
import { bringUpReports } from './composition/reports.ts';
import { createServices, type Exchange, type Services } from './composition/services.ts';
import { LocalCommands } from './core/commands/local-commands.ts';
import { Draining } from './core/http/draining.ts';
import type { HealthReader } from './core/http/health.ts';
import { Chore } from './core/operations/chore.ts';
import { DiskWatch } from './core/operations/disk-watch.ts';
import { FLUSH_MS } from './core/operations/housekeeping.ts';
import { Metrics } from './core/operations/metrics.ts';
import { openSecrets } from './core/operations/secrets.ts';
import { CallClient } from './core/processes/calls/call-client.ts';
import { RemoteCommands } from './core/processes/calls/remote-commands.ts';
import { gatewayHandlers } from './core/processes/calls/remote-handlers.ts';
import { type Connected, connectProcesses } from './core/processes/connect.ts';
import { takeSide } from './core/processes/engine-side.ts';
import { Follower } from './core/processes/follower.ts';
import { refuseForeignLeader } from './core/processes/foreign-leader.ts';
import { Hearing } from './core/processes/hearing.ts';
import { type RunningServer, type ServerOptions, Teardown } from './core/processes/lifetime.ts';
import { SIGHTING_MS } from './core/processes/limits.ts';
import { lastBatch, listenTo, presentIn, tellSeen } from './core/processes/listening.ts';
import { gaugeGateway } from './core/processes/process-gauges.ts';
import { sharedRates } from './core/processes/shared-rates.ts';
import { openSocketsAdapter } from './core/processes/sockets-adapter.ts';
import { untilThere } from './core/processes/until-there.ts';
import { engineOfCall } from './engines/calls.ts';
import { type Copies, retakeCopies, takeCopies } from './market/copies.ts';
import { Alerts } from './notices/alerts/alerts.ts';

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

/** Starts the engine of one product beside the home; when its database lost commits, from the tables as they are. */
export const startProductEngine = (options: ServerOptions): Promise<RunningServer> =>
  startLives(options, startGateway);

async function bringUp(
  given: ServerOptions & Partial<Pick<LifeOptions, 'onOtherLost'>>,
  teardown: Teardown,
): Promise<RunningServer> {
  // To the home and its database an engine of a product is a gateway.
  const options: ServerOptions = { ...given, config: { ...given.config, role: 'gateway' } };
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
  const gateway = randomUUID();
  const client = new CallClient({ ...connected, gateway, log });
  const follower = followerOf(config, client);
  const home = { database, sequencer: follower, isElsewhere: true, client };
  const ground = { connected, gateway, home, deployment, clock, secrets };
  const products = await bringUpEngines(given, ground, teardown);
  const own = products?.own[0];
  metrics.watchSequencer(() => (own?.sequencer ?? follower).health());
  const services = await createServices({
    ...{ config, clock, log, database, metrics, secrets },
    reads: await bringUpReads(options, { database, metrics }, teardown),
    sequencer: products?.joined ?? follower,
    ...(await servicesOfEngines(options, { products, follower, clock, metrics }, teardown)),
  });
  const batches = await lastBatch(connected);
  const { sequencer, standstills } = services;
  const copying = { database, sequencer, standstills, clock, log };
  const copies = await followCopies(copying, teardown);
  const context = contextOf(services, { copies, client, products });
  gaugeGateway(metrics.registry, { client, follower });
  const http = new Teardown(log);
  const draining = new Draining();
  teardown.add('http', () => http.run());
  const handlers = handlersOf(context);
  const { app, realtime, cutAll } = await bringUpHttp(context, http, {
    adapter: await bringUpSockets(redisUrl, { connected, log }, teardown),
    app: {
      handlers: products?.divide(handlers) ?? gatewayHandlers(handlers, { client, servedBy }),
      rates: sharedRates(config.rateLimitFactor, connected.redis, connected.names),
      draining,
      health: () => healthOf({ draining, client, products }),
    },
  });
  const hearing = new Hearing({ ...context, realtime });
  follow({ connected, follower, client, copies, copying, cutAll, hearing, products, log });
  const heard = { onLost: () => hearing.lost(), onHeard: () => hearing.heard() };
  await listenTo({ connected, follower, client, gateway, log, batches, ...heard }, teardown);
  await products?.keepTerms(copies.marketData, cutAll);
  if (products !== undefined) await beginProducts(context, products, teardown);
  await startChores(context, () => tellSeen({ database, follower, sightings }), teardown);
  // First of all: who has asked is answered while the engine is still heard.
  teardown.add('calls under way', () => http.run());
  const address = await app.listen({ port: config.port, host: config.host });
  app.server.on('error', (error) => onFatal(error));
  return {
    address,
    durability: (own?.books ?? database).durability,
    ownerPassword: undefined,
    drain: () => draining.run(),
    stop: () => teardown.run(),
  };
}

/** Applies what the home commits to the copies, and takes them again where something was missed. */
function follow(parts: {
  readonly connected: Connected;
  readonly follower: Follower;
  readonly client: CallClient;
  readonly copies: Copies;
  readonly copying: Parameters<typeof takeCopies>[0];
  readonly cutAll: () => void;
  readonly hearing: Hearing;
  readonly products?: Products | undefined;
  readonly log: ServerOptions['log'];
}): void {
  const { connected, follower, client, copies, copying, cutAll, hearing, products, log } = parts;
  follower.begin(
    {
      ...connected,
      log,
      retake: async () => {
        const sequence = await retakeCopies(copies, copying);
        cutAll();
        products?.missedHome();
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
}

/** Where the home is asked; an engine of a product has it run what is the home's. */
function followerOf({ engines }: ServerOptions['config'], client: CallClient): Follower {
  const hasCommits = () => client.hasCommits;
  if (engines === undefined) return new Follower({ hasCommits });
  const follower: Follower = new Follower({
    hasCommits,
    run: (command, options) => {
      const homeSequence = follower.health().lastSequence;
      return client.run({ command, homeSequence, ...(options && { options }) });
    },
  });
  return follower;
}

/** The engines beside the home: one of them may be this process's own. */
async function bringUpEngines(
  options: ServerOptions & Partial<Pick<LifeOptions, 'onOtherLost'>>,
  ground: Pick<ProductsParts, 'home' | 'deployment' | 'clock' | 'secrets'> & {
    readonly connected: Connected;
    readonly gateway: string;
  },
  teardown: Teardown,
): Promise<Products | undefined> {
  const { config, log, onFatal, onOtherLost = onFatal } = options;
  const { engines, dataDir } = config;
  if (engines === undefined) return undefined;
  const { connected, gateway, ...given } = ground;
  const { deployment, clock } = given;
  const disk = new DiskWatch({ folders: [dataDir], limits: config.disk.limits, log, clock });
  const lead: NonNullable<ProductsParts['processes']>['lead'] = async (name, books) => {
    await disk.start();
    teardown.add('disk watch', () => disk.stop());
    const own = { ...connected, names: connected.names.of(name) };
    const parts = { connected: own, database: books, deployment, metrics: undefined };
    return takeSide(options, { ...parts, isTellingEvents: false }, teardown);
  };
  return bringUpProducts(
    options,
    {
      ...given,
      ...{ engines, engineOfCall, onLost: onOtherLost },
      processes: { connected, gateway, lead },
      refusal: (command) => disk.refusal(command),
      disk,
    },
    teardown,
  );
}

/** What services have of several engines. */
async function servicesOfEngines(
  options: ServerOptions,
  parts: Omit<Parameters<typeof bringUpReports>[1], 'books'> & {
    readonly products: Products | undefined;
    readonly follower: Follower;
  },
  teardown: Teardown,
) {
  const { products, follower: home, ...given } = parts;
  if (products === undefined) return {};
  const { books } = products;
  const reports = await bringUpReports(options, { books, ...given }, teardown);
  return { products, home, createEngine: createHomeEngine, reports };
}

/** What runs beside the calls of this process's own engine, and its calls. A gateway has none. */
async function beginProducts(
  context: Exchange & { readonly localCommands?: LocalCommands | undefined },
  products: Products,
  teardown: Teardown,
): Promise<void> {
  // What the home committed while this one started was heard by nobody here.
  products.missedHome();
  const { localCommands: commands } = context;
  if (commands === undefined) return;
  await beginWork(context, teardown);
  products.begin(context, teardown);
  await products.serve({ ...context, commands, handlers: handlersOf(context) });
  await products.control(context, teardown);
}

/** Ready without an engine too: it shows prices, books and balances. With one of its own it is as ready as that. */
function healthOf(parts: {
  readonly draining: Draining;
  readonly client: CallClient;
  readonly products: Products | undefined;
}): ReturnType<HealthReader> {
  const { draining, client, products } = parts;
  const isRunning = products?.own.every(({ sequencer }) => sequencer.health().state === 'running');
  const others = products?.elsewhere.map(
    ({ name, client: other }) => [name, other.hasEngine ? 'present' : 'away'] as const,
  );
  return {
    isReady: !draining.isBegun && isRunning !== false,
    details: {
      engine: client.hasEngine ? 'present' : 'away',
      ...Object.fromEntries(others ?? []),
    },
  };
}

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
 * Alerts are the engine's: here they are neither watched nor told. Commands go to their engines, but for those of an engine of
 * this process.
 */
function contextOf(
  services: Services,
  parts: {
    readonly copies: Copies;
    readonly client: CallClient;
    readonly products: Products | undefined;
  },
): Exchange & { readonly localCommands: LocalCommands | undefined } {
  const { copies, client, products } = parts;
  const { candles, marketData } = copies;
  const { terms } = marketData;
  const { sequencer } = services;
  const localCommands =
    products === undefined || products.own.length === 0
      ? undefined
      : new LocalCommands({
          sequencer: products.joined,
          rules: commandRulesOf({ ...services, terms }),
          gate: services.gate,
        });
  const commands = products?.commands(localCommands) ?? new RemoteCommands(client);
  const alerts = new Alerts({ ...services, marketData });
  const exchange = { ...services, candles, marketData, terms, alerts, commands, sequencer };
  return { ...exchange, localCommands, told: toldOf(exchange) };
}
