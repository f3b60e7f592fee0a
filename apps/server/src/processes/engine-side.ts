/** An engine among several processes, from its start as a standby on; a server that is everything has none. */
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { HttpParts, ServerOptions, Teardown } from '../bring-up.ts';
import type { Context } from '../context.ts';
import { systemClock } from '../feeds/clock.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Metrics } from '../services/metrics.ts';
import { openSecrets, type Secrets } from '../services/secrets.ts';
import type { Database } from '../store/database.ts';
import { type Connected, connectProcesses } from './connect.ts';
import { EnginePart } from './engine-part.ts';
import { sharedRates } from './shared-rates.ts';
import { openSocketsAdapter } from './sockets-adapter.ts';
import { Standby } from './standby.ts';

export interface EngineSide {
  readonly secrets: Secrets;
  /** What its own HTTP and sockets share with those of gateways. */
  readonly http: HttpParts;
  /** Another engine leads: watches it, and answers to health checks meanwhile. */
  wait(): void;
  /** This one leads. */
  lead(sequencer: Sequencer): void;
  /** Takes calls of gateways. */
  serve(context: Context): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly metrics: Metrics;
}

export async function connectEngine(
  options: ServerOptions,
  { database, metrics }: Parts,
  teardown: Teardown,
): Promise<EngineSide | undefined> {
  const { config, log, onFatal } = options;
  const { role, redisUrl } = config;
  if (role === 'all' || redisUrl === undefined) return undefined;
  const secrets = await openSecrets(database, config, systemClock.now());
  const connected = await connectProcesses(redisUrl, secrets, log);
  teardown.add('redis', async () => connected.close());
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to Redis was lost');
  const { names, redis } = connected;
  const sockets = await openSocketsAdapter(redisUrl, names, onError);
  teardown.add('sockets of other processes', async () => sockets.close());
  let waiting: Waiting | undefined;
  let part: EnginePart | undefined;
  teardown.add('engine', async () => {
    waiting?.stop();
    part?.stop();
  });
  return {
    secrets,
    http: {
      adapter: sockets.adapter,
      app: { rates: sharedRates(config.rateLimitFactor, redis, names) },
    },
    wait() {
      waiting = waitForEngine(options, connected, database);
    },
    lead(sequencer) {
      waiting?.stop();
      waiting = undefined;
      part = new EnginePart({ connected, sequencer, metrics, log, onFatal });
    },
    async serve(context) {
      const leading = part;
      if (leading === undefined) return;
      teardown.add('calls of gateways', () => leading.stopCalls());
      await leading.serve(context);
    },
  };
}

interface Waiting {
  stop(): void;
}

function waitForEngine(
  { config, log }: ServerOptions,
  connected: Connected,
  database: Database,
): Waiting {
  const standby = new Standby({ ...connected, database, log });
  const health = answerHealth(config, log);
  return {
    stop() {
      standby.stop();
      health.stop();
    },
  };
}

/** Lives, and is ready for nothing yet. */
function answerHealth(
  { host, port }: { readonly host: string; readonly port: number },
  log: Pick<Logger, 'warn'>,
): Waiting {
  const server = createServer((request, response) => {
    const isLive = request.url === '/health/live';
    response.writeHead(isLive ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: isLive ? 'live' : 'standby' }));
  });
  server.on('error', (error) => log.warn({ err: error }, 'a standby without health checks'));
  server.listen({ host, port, exclusive: true });
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
