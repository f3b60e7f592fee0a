/** What every server is brought up with, whichever part of the whole it is, and how it is taken down. */

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Binance } from '../bots/binance/binance.ts';
import { BinanceSockets } from '../bots/binance/streams/sockets.ts';
import { handlersOf } from '../capabilities.ts';
import { proveNetworks } from '../chains/index.ts';
import { drawIcons } from '../core/brand/icons.ts';
import type { Config } from '../core/config/config.ts';
import { addressReader, proxyTrust } from '../core/http/proxy-trust.ts';
import { Rates } from '../core/http/rates.ts';
import type { Clock } from '../core/operations/clock.ts';
import { clockOf, startSystemTimer, systemClock } from '../core/operations/clock.ts';
import { machineRun, openClock } from '../core/operations/clock-keeper.ts';
import { deploymentOf, proveSecret, refuseOtherSecret } from '../core/operations/deployment.ts';
import type { Metrics } from '../core/operations/metrics.ts';
import type { ServerOptions, Teardown } from '../core/processes/lifetime.ts';
import { untilThere } from '../core/processes/until-there.ts';
import type { Database, Reads } from '../core/store/database.ts';
import {
  closeWithin,
  openPrivateFolder,
  removeMade,
} from '../core/store/embedded/private-folder.ts';
import { settleMark } from '../core/store/exchange-mark.ts';
import { openDatabase } from '../core/store/open-database.ts';
import { gaugeReplicas } from '../core/store/replicas/gauges.ts';
import { ReplicaReads } from '../core/store/replicas/replica-reads.ts';
import { refuseOtherMode, settleMode } from '../demo/first-start.ts';
import { type FeedSource, openSource } from '../market/feeds/create-feed.ts';
import { type Realtime, type RealtimeOptions, startRealtime } from '../realtime/realtime.ts';
import { stepSource } from '../steps/index.ts';
import { type AppOptions, buildApp, callsOfSockets } from './app.ts';
import type { Exchange } from './services.ts';

/** A drawing that cannot be drawn, or a port that is taken, refuses the start before anything is written, not after. */
export async function checkOutside(config: Config): Promise<void> {
  await drawIcons(config.brand);
  await checkAddress(config);
}

async function checkAddress({ host, port }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/**
 * What only a look outside the settings can tell: whether venues exist, recordings can be read, nodes serve the mode's
 * networks. Before anything is written, so that a start that is refused for a setting leaves nothing behind.
 */
export async function proveSettings(config: Config): Promise<FeedSource> {
  await checkOutside(config);
  const source = await openSource(config.feed);
  await proveNetworks(config);
  return source;
}

export async function bringUpDatabase(
  options: ServerOptions,
  teardown: Teardown,
): Promise<{ readonly database: Database; readonly deployment: string }> {
  const { config, log, onFatal, onBegin } = options;
  const { databaseUrl, dataDir, uploadsDir } = config;
  const isNew = !existsSync(dataDir);
  // Only what a start that was refused made, and left nothing in, is removed again.
  const made = [openPrivateFolder(dataDir)];
  // What lies in a closed folder was nobody else's: an earlier version made it open all the same.
  closeWithin(dataDir, { isDeep: false });
  const open = () =>
    openDatabase({
      folders: { dataDir, uploadsDir },
      ...(databaseUrl === undefined ? { dataFolder: dataDir } : { databaseUrl }),
      prove: async (exchange) => {
        await refuseOtherMode(exchange, config);
        await refuseOtherSecret(exchange, config);
      },
      role: config.role,
      nowMs: systemClock.now(),
      onIdleError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
      onWorkerExit: (exitCode) =>
        onFatal(new Error(`the embedded database ended with ${exitCode}`), exitCode),
    });
  let database: Database;
  try {
    made.push(openPrivateFolder(uploadsDir, 'UPLOADS_DIR'));
    // An embedded database is made here, which takes a while; another is known to be right once it is open.
    if (databaseUrl === undefined) onBegin?.(isNew);
    database = await untilThere(options, open);
  } catch (error) {
    for (const folder of made.toReversed()) removeMade(folder);
    throw error;
  }
  if (databaseUrl !== undefined) onBegin?.(isNew);
  teardown.add('database', () => database.close());
  const nowMs = systemClock.now();
  const deployment = await deploymentOf(database, nowMs);
  await proveSecret(database, config, { deployment, nowMs });
  await settleMode(database, config, nowMs);
  await settleMark(database, dataDir, nowMs);
  return { database, deployment };
}

/** Where lists and histories are read, if not at the database itself. */
export async function bringUpReads(
  { config, log }: ServerOptions,
  { database, metrics }: { readonly database: Database; readonly metrics: Metrics },
  teardown: Teardown,
): Promise<Reads | undefined> {
  const { databaseReadUrl: url } = config;
  if (url === undefined) return undefined;
  const reads = new ReplicaReads({
    url,
    primary: database,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to a replica was lost'),
  });
  teardown.add('replicas', () => reads.close());
  await reads.start();
  gaugeReplicas(metrics.registry, reads);
  return reads;
}

/** The time that everything in this process goes by. */
export async function bringUpClock(
  { config, log }: ServerOptions,
  { database, metrics }: { readonly database: Database; readonly metrics: Metrics },
  teardown: Teardown,
): Promise<Clock> {
  const isKeeping = config.role !== 'gateway';
  const keeper = await openClock({ database, log, run: machineRun(), isKeeping });
  keeper.start();
  teardown.add('clock', () => keeper.stop());
  keeper.gauge(metrics.registry);
  return clockOf({ now: () => keeper.clock.now(), startTimer: startSystemTimer });
}

export interface HttpParts {
  readonly app?: AppOptions;
  readonly adapter?: RealtimeOptions['adapter'];
}

interface BroughtUp {
  readonly app: FastifyInstance;
  readonly realtime: Realtime;
  /** Ends all sockets, the programs' too: whoever comes back gets everything anew, what was missed included. */
  readonly cutAll: () => void;
}

/** The API, the app and the sockets, not listening yet. */
export async function bringUpHttp(
  context: Exchange,
  teardown: Teardown,
  { app: options = {}, adapter }: HttpParts = {},
): Promise<BroughtUp> {
  const { config, clock, log, metrics, sessions, events, presence, marketData, candles } = context;
  const rates = options.rates ?? new Rates(config.rateLimitFactor);
  const handlers = options.handlers ?? handlersOf(context);
  const binance = new Binance(context, rates, handlers);
  const app = await buildApp(context, { ...options, rates, handlers, binance });
  teardown.add('http', () => app.close());
  const addressOf = addressReader(proxyTrust(config.trustProxy));
  const realtime = startRealtime({
    httpServer: app.server,
    marketData,
    candles,
    told: context.told,
    steps: stepSource(context),
    sessions,
    subAccounts: context.subAccounts,
    calls: callsOfSockets(context, { ...options, rates, handlers }),
    events,
    presence,
    publicUrl: config.publicUrl,
    limitFactor: config.rateLimitFactor,
    addressOf,
    clock,
    log,
    ...(adapter !== undefined && { adapter }),
  });
  const sockets = new BinanceSockets({ httpServer: app.server, binance, context, addressOf });
  teardown.add('streams', () => sockets.stop());
  metrics.watchSockets(() => realtime.connected + sockets.connected);
  // Before the HTTP server, which would wait for the sockets.
  teardown.add('realtime', () => realtime.stop());
  const cutAll = () => {
    realtime.cutAll();
    sockets.cutAll();
  };
  return { app, realtime, cutAll };
}
