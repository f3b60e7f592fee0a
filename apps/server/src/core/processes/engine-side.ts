/** An engine among several processes, from its start as a standby on; a server that is everything has none. */

import type { EngineName } from '../config/engines.ts';
import type { Rates } from '../http/rates.ts';
import { systemClock } from '../operations/clock.ts';
import type { Metrics } from '../operations/metrics.ts';
import { openSecrets, type Secrets } from '../operations/secrets.ts';
import type { Candidacy } from '../sequencer/options.ts';
import type { Seen } from '../sequencer/seen.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import type { Epoch } from '../store/leader-queries.ts';
import { Candidate } from './candidate.ts';
import { type Connected, connectProcesses } from './connect.ts';
import { DatabaseBeat } from './database-beat.ts';
import { EnginePart, type EnginePartOptions, type ServedCalls } from './engine-part.ts';
import { refuseForeignLeader } from './foreign-leader.ts';
import type { ServerOptions, Teardown } from './lifetime.ts';
import { sharedRates } from './shared-rates.ts';
import { Sightings } from './sightings.ts';
import { openSocketsAdapter, type SocketsAdapter } from './sockets-adapter.ts';
import { Standby } from './standby.ts';
import { untilThere } from './until-there.ts';

/** One engine's lead: from the wait for its lock to the calls that it takes. */
export interface LeadSide {
  /** Until it hears the deployment in Redis it must not lead, nor wait for the lead. */
  candidate(onWaiting: () => void): Candidacy;
  /** The highest numbers that anybody of the deployment has seen committed. */
  readSeen(): Promise<readonly Seen[]>;
  /** Another engine leads: watches it. */
  wait(): void;
  /** This one leads. */
  lead(sequencer: Sequencer): void;
  /** Takes calls of gateways. */
  serve(parts: ServedCalls): Promise<void>;
}

/** What the deployment saw. Where it cannot be asked now, who connects again is told by the next beat (wasSeen). */
export async function seenElsewhere(
  side: Pick<LeadSide, 'readSeen'> | undefined,
  isAgain: boolean,
): Promise<readonly Seen[]> {
  try {
    return (await side?.readSeen()) ?? [];
  } catch (error) {
    if (isAgain) return [];
    throw error;
  }
}

export interface EngineSide extends LeadSide {
  readonly secrets: Secrets;
  readonly connected: Connected;
  /** What its own HTTP and sockets share with those of gateways. */
  readonly shared: { readonly adapter: SocketsAdapter['adapter']; readonly rates: Rates };
  /** The same of an engine beside the home, which this process runs too. */
  of(name: EngineName, books: Database): Promise<LeadSide>;
}

interface Parts {
  readonly database: Database;
  readonly metrics: Metrics;
  /** Names the exchange. */
  readonly deployment: string;
}

export async function connectEngine(
  options: ServerOptions,
  { database, metrics, deployment }: Parts,
  teardown: Teardown,
): Promise<EngineSide | undefined> {
  const { config, log } = options;
  const { role, redisUrl } = config;
  if (role === 'all' || redisUrl === undefined) return undefined;
  const secrets = await openSecrets(database, config, systemClock.now());
  const connected = await untilThere(options, () => connectProcesses(redisUrl, secrets, log));
  teardown.add('redis', async () => connected.close());
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to Redis was lost');
  const { names, redis } = connected;
  const sockets = await openSocketsAdapter(redisUrl, names, onError);
  teardown.add('sockets of other processes', async () => sockets.close());
  const parts = { connected, database, deployment, metrics, isTellingEvents: true };
  return {
    ...(await takeSide(options, parts, teardown)),
    secrets,
    connected,
    shared: {
      adapter: sockets.adapter,
      rates: sharedRates(config.rateLimitFactor, redis, names),
    },
    of: (name, books) => {
      const own = { ...connected, names: names.of(name) };
      const given = { deployment, database: books, connected: own };
      return takeSide(options, { ...given, metrics: undefined, isTellingEvents: false }, teardown);
    },
  };
}

type SideParts = Pick<
  EnginePartOptions,
  'connected' | 'database' | 'deployment' | 'metrics' | 'isTellingEvents'
>;

/** The side of the engine that `connected` names. */
export async function takeSide(
  { log, onFatal, signal }: ServerOptions,
  parts: SideParts,
  teardown: Teardown,
): Promise<LeadSide> {
  const { connected, database, deployment } = parts;
  await refuseForeignLeader({ ...connected, database });
  const process = database.applicationName ?? '';
  const sightings = new Sightings({ ...connected, deployment, process });
  let waiting: Standby | undefined;
  let starting: DatabaseBeat | undefined;
  let part: EnginePart | undefined;
  teardown.add('engine', async () => {
    waiting?.stop();
    starting?.stop();
    part?.stop();
  });
  return {
    candidate: (onWaiting) => {
      const begun = (named: Epoch) => {
        starting = new DatabaseBeat({ database, named: () => named });
      };
      return new Candidate({ database, sightings, log, signal, onWaiting, begun });
    },
    readSeen: async () => {
      const { seen } = await sightings.read();
      const last = await sightings.lastBatch();
      return [seen, last].filter((each) => each !== undefined);
    },
    wait() {
      waiting?.stop();
      waiting = new Standby({ ...connected, database, sightings, log });
    },
    lead(sequencer) {
      waiting?.stop();
      waiting = undefined;
      part = new EnginePart({ ...parts, sequencer, sightings, process, log, onFatal });
      starting?.stop();
    },
    async serve(served) {
      const leading = part;
      if (leading === undefined) return;
      teardown.add('calls of gateways', () => leading.stopCalls());
      await leading.serve(served);
    },
  };
}
