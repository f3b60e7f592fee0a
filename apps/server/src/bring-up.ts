/** What every server is brought up with, whichever part of the whole it is, and how it is taken down. */
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AppOptions, buildApp } from './app.ts';
import { Binance } from './binance/binance.ts';
import { BinanceSockets } from './binance/sockets.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { clockOf, startSystemTimer, systemClock } from './feeds/clock.ts';
import type { Clock } from './feeds/feed.ts';
import { addressReader, proxyTrust } from './plugins/proxy-trust.ts';
import { Rates } from './plugins/rates.ts';
import { type Realtime, type RealtimeOptions, startRealtime } from './realtime/realtime.ts';
import { handlersOf } from './routes/handlers.ts';
import { machineRun, openClock } from './services/clock-keeper.ts';
import { deploymentOf, proveSecret } from './services/deployment.ts';
import { settleMode } from './services/first-start.ts';
import type { Metrics } from './services/metrics.ts';
import type { Database } from './store/database.ts';
import { settleMark } from './store/exchange-mark.ts';
import { openDatabase } from './store/open-database.ts';
import { closeWithin, openPrivateFolder } from './store/private-folder.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Something without which nothing goes on is lost: the process must end, with this code if there is one. */
  readonly onFatal: (cause: Error, exitCode?: number) => void;
  /** Ends the wait for another process's writer lock. */
  readonly signal?: AbortSignal;
}

export interface RunningServer {
  /** Where it listens. */
  readonly address: string;
  readonly durability: string;
  /** The first owner's password, at the first start only. */
  readonly ownerPassword: string | undefined;
  stop(): Promise<void>;
}

type Step = () => Promise<void>;

/** Collects how to take down what is up. */
export class Teardown {
  readonly #steps: { readonly name: string; readonly run: Step }[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, run: Step): void {
    this.#steps.push({ name, run });
  }

  /** Last up, first down; a step that fails does not keep the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.run();
      } catch (error) {
        this.#log.warn({ err: error, step: step.name }, 'a part did not stop cleanly');
      }
    }
  }
}

/** A port that is taken refuses the start before anything is written, not after. */
export async function checkAddress({ host, port }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

export async function bringUpDatabase(
  { config, log, onFatal }: ServerOptions,
  teardown: Teardown,
): Promise<{ readonly database: Database; readonly deployment: string }> {
  const { databaseUrl, dataDir, uploadsDir } = config;
  openPrivateFolder(dataDir);
  // What lies in a closed folder was nobody else's: an earlier version made it open all the same.
  closeWithin(dataDir, { isDeep: false });
  openPrivateFolder(uploadsDir, 'UPLOADS_DIR');
  const database = await openDatabase({
    folders: { dataDir, uploadsDir },
    ...(databaseUrl === undefined ? { dataFolder: dataDir } : { databaseUrl }),
    role: config.role,
    nowMs: systemClock.now(),
    onIdleError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onWorkerExit: (exitCode) =>
      onFatal(new Error(`the embedded database ended with ${exitCode}`), exitCode),
  });
  teardown.add('database', () => database.close());
  const nowMs = systemClock.now();
  const deployment = await deploymentOf(database, nowMs);
  await proveSecret(database, config, { deployment, nowMs });
  await settleMode(database, config, nowMs);
  await settleMark(database, dataDir, nowMs);
  return { database, deployment };
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

/** The API, the app and the sockets, not listening yet. */
export async function bringUpHttp(
  context: Context,
  teardown: Teardown,
  { app: options = {}, adapter }: HttpParts = {},
): Promise<{ readonly app: FastifyInstance; readonly realtime: Realtime }> {
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
    sessions,
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
  teardown.add('streams', async () => sockets.stop());
  metrics.watchSockets(() => realtime.connected + sockets.connected);
  // Before the HTTP server, which would wait for the sockets.
  teardown.add('realtime', () => realtime.stop());
  return { app, realtime };
}
