/** An engine among several processes, from its start as a standby on; a server that is everything has none. */
import type { HttpParts, ServerOptions, Teardown } from '../bring-up.ts';
import type { Context } from '../context.ts';
import { systemClock } from '../feeds/clock.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Metrics } from '../services/metrics.ts';
import { openSecrets, type Secrets } from '../services/secrets.ts';
import type { Database } from '../store/database.ts';
import { connectProcesses } from './connect.ts';
import { EnginePart } from './engine-part.ts';
import { sharedRates } from './shared-rates.ts';
import { openSocketsAdapter } from './sockets-adapter.ts';
import { Standby } from './standby.ts';

export interface EngineSide {
  readonly secrets: Secrets;
  /** What its own HTTP and sockets share with those of gateways. */
  readonly http: HttpParts;
  /** Another engine leads: watches it. */
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
  let waiting: Standby | undefined;
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
      waiting = new Standby({ ...connected, database, log });
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
