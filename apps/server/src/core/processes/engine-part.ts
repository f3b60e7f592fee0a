/** What makes a server the engine of several processes: its lease, what it tells gateways, and their calls. */

import type { Logger } from 'pino';
import type { Events } from '../http/events.ts';
import type { Metrics } from '../operations/metrics.ts';
import { commitsNothing } from '../sequencer/commits-nothing.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { otherProcesses } from '../store/leader-queries.ts';
import { CallServer, type CallServerParts } from './calls/call-server.ts';
import type { Connected } from './connect.ts';
import { DatabaseBeat } from './database-beat.ts';
import { Lease } from './lease.ts';
import { STREAM_EXPIRES_MS } from './limits.ts';
import { gaugeEngine } from './process-gauges.ts';
import { Publisher } from './publisher.ts';
import { addEntry, command } from './redis.ts';
import type { Sightings } from './sightings.ts';
import { type ReadStream, StreamReader } from './stream-reader.ts';

export interface EnginePartOptions {
  readonly connected: Connected;
  readonly sequencer: Sequencer;
  /** Of the one engine of a process that has figures of this kind. */
  readonly metrics: Metrics | undefined;
  /** Whether what services tell one another begins here: people and messages are with one engine. */
  readonly isTellingEvents: boolean;
  readonly log: Logger;
  readonly onFatal: (cause: Error) => void;
  readonly database: Database;
  readonly sightings: Sightings;
  /** As its sessions in the database are called. */
  readonly process: string;
  /** Names the exchange. */
  readonly deployment: string;
}

/** What answers calls of gateways. */
export interface ServedCalls
  extends Pick<CallServerParts, 'handlers' | 'commands' | 'operatorGate' | 'run'> {
  readonly events: Events;
}

/** Sightings of processes that are gone are kept until there are so many. */
const PROCESSES_REMEMBERED = 32;

async function goneOf(database: Database, processes: readonly string[]): Promise<string[]> {
  const present = await otherProcesses(database, { isAny: true });
  return processes.filter((process) => !present.includes(process));
}

/** From its lock on it says that it lives and tells what it commits; it takes calls once it can answer them. */
export class EnginePart {
  readonly #options: EnginePartOptions;
  readonly #epoch: number;
  readonly #publisher: Publisher;
  readonly #lease: Lease;
  readonly #databaseBeat: DatabaseBeat;
  #isTelling = false;
  #stream: ReadStream | undefined;
  #calls: CallServer | undefined;
  #reader: StreamReader | undefined;

  constructor(options: EnginePartOptions) {
    const { connected, sequencer, database, deployment, process, log, onFatal } = options;
    this.#options = options;
    this.#epoch = sequencer.health().epoch;
    const parts = { ...connected, epoch: this.#epoch, deployment, log };
    this.#publisher = new Publisher({ ...parts, sequencer });
    const onBeat = () => {
      this.#tidySoon();
      this.tellSeen().catch((error: unknown) =>
        log.warn({ err: error }, 'what was seen committed could not be told'),
      );
    };
    const isStill = () => commitsNothing(sequencer.health());
    this.#lease = new Lease({ ...parts, process, onReplaced: onFatal, onBeat, isStill });
    const named = () => ({
      epoch: sequencer.health().epoch,
      nonce: sequencer.committed.nonce,
    });
    this.#databaseBeat = new DatabaseBeat({ database, named });
  }

  /** Begins to take calls. */
  async serve(served: ServedCalls): Promise<void> {
    const { connected, sequencer, metrics, isTellingEvents, log } = this.#options;
    const { names } = connected;
    const key = names.calls(this.#epoch);
    if (isTellingEvents) this.#publisher.tellOf(served.events);
    const calls = new CallServer({
      ...connected,
      ...served,
      sequencer,
      log,
      epoch: this.#epoch,
      lease: this.#lease,
    });
    this.#calls = calls;
    if (metrics !== undefined) gaugeEngine(metrics.registry, calls);
    const after = await this.#makeStream(key);
    this.#stream = { key, after, take: (entry) => calls.take(entry) };
    this.#reader = new StreamReader(await connected.openAnother(), [this.#stream], {
      onFailure: (error) => log.warn({ err: error }, 'calls of gateways could not be read'),
    });
    this.#reader.start();
    await this.#lease.ready();
    await this.#publisher.announce();
  }

  /** Takes no more calls. What is being worked on is answered as long as the sequencer answers. */
  async stopCalls(): Promise<void> {
    this.#stream = undefined;
    await this.#reader?.stop();
    const { redis, names } = this.#options.connected;
    // Gateways keep what comes from here on for the next engine.
    await command(redis, ['DEL', names.calls(this.#epoch)]).catch(() => undefined);
    await this.#calls?.idle();
    this.#calls?.stop();
  }

  /** After the sequencer's last commit. */
  stop(): void {
    this.#publisher.stop();
    this.#lease.stop();
    this.#databaseBeat.stop();
  }

  /** Says what was committed here, and hears whether anybody has seen more than that. */
  async tellSeen(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    const { database, sequencer, sightings } = this.#options;
    try {
      const { seen: highest, processes } = await sightings.read();
      if (highest !== undefined) sequencer.wasSeen(highest);
      await sightings.note(sequencer.committed.seen);
      // Those that are gone have been heard.
      if (processes.length > PROCESSES_REMEMBERED)
        await sightings.forget(await goneOf(database, processes));
    } finally {
      this.#isTelling = false;
    }
  }

  #tidySoon(): void {
    this.#tidy().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'the stream of calls could not be looked after'),
    );
  }

  /** Nobody adds to a stream that is not there: this makes it. Gives the id behind which calls come. */
  async #makeStream(key: string): Promise<string> {
    const { redis, sealer } = this.#options.connected;
    const bytes = sealer.seal(key, { gateway: '', calls: [] });
    return (await addEntry(redis, key, bytes, { trim: ['MAXLEN', '~', '1'] })) ?? '0-0';
  }

  /** Calls that were taken need no place in Redis any more; a stream that Redis lost is made again. */
  async #tidy(): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined) return;
    const { redis } = this.#options.connected;
    const { key, after } = stream;
    await command(redis, ['XTRIM', key, 'MINID', after]);
    const kept = await command<number>(redis, ['PEXPIRE', key, String(STREAM_EXPIRES_MS)]);
    if (kept === 0 && this.#stream === stream) stream.after = await this.#makeStream(key);
  }
}
