/**
 * What each process of a deployment has seen committed, in Redis: so that whoever leads next learns of commits that the
 * database lost, and that a process which the database has uses this Redis. Sealed, and of one exchange: another database
 * under the same secret is another exchange.
 */
import { highestOf, isSeen, NOTHING_SEEN, type Seen } from '../sequencer/seen.ts';
import type { Sealer } from './calls/sealer.ts';
import type { PublishedMessage } from './messages.ts';
import type { Names } from './names.ts';
import { command, type RedisClient } from './redis.ts';

/** Newest entries of the stream of batches that are looked through for a batch. */
const ENTRIES_LOOKED_AT = 50;
/** What is said here outlives the processes that said it: a day, in which somebody starts one again. */
const EXPIRES_MS = 86_400_000;

export interface SightingsParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly deployment: string;
  /** As its sessions in the database are called. */
  readonly process: string;
}

interface Sighting {
  readonly deployment: string;
  readonly seen: Seen;
}

export class Sightings {
  readonly #parts: SightingsParts;

  constructor(parts: SightingsParts) {
    this.#parts = parts;
  }

  /** Says what this process has seen. */
  async note(seen: Seen): Promise<void> {
    const { redis, sealer, names, deployment, process } = this.#parts;
    const sighting: Sighting = { deployment, seen };
    const key = names.sightings;
    await command(redis, ['HSET', key, process, sealer.seal(`${key} ${process}`, sighting)]);
    await command(redis, ['PEXPIRE', key, String(EXPIRES_MS)]);
  }

  /** Says that this process is here, before it knows anything else. */
  present(): Promise<void> {
    return this.note(NOTHING_SEEN);
  }

  /** The highest that anybody said, and who did. */
  async read(): Promise<{
    readonly seen: Seen | undefined;
    readonly processes: readonly string[];
  }> {
    const { redis, sealer, names, deployment } = this.#parts;
    const key = names.sightings;
    const words = await command<readonly Buffer[]>(redis, ['HGETALL', key]);
    const all: Seen[] = [];
    const processes: string[] = [];
    for (let at = 0; at + 1 < words.length; at += 2) {
      const process = String(words[at]);
      const sighting = sealer.open<Sighting>(`${key} ${process}`, words[at + 1] as Buffer);
      if (sighting?.deployment !== deployment || !isSeen(sighting.seen)) continue;
      all.push(sighting.seen);
      processes.push(process);
    }
    return { seen: highestOf(all), processes };
  }

  /** The last batch that was told to gateways. */
  async lastBatch(): Promise<Seen | undefined> {
    const { redis, sealer, names, deployment } = this.#parts;
    const words = ['XREVRANGE', names.batches, '+', '-', 'COUNT', String(ENTRIES_LOOKED_AT)];
    const entries = await command<readonly (readonly [Buffer, readonly Buffer[]])[]>(redis, words);
    for (const [, fields] of entries) {
      const bytes = fields[1];
      const message = bytes && sealer.open<PublishedMessage>(names.batches, bytes);
      if (message?.kind !== 'batch' || message.deployment !== deployment) continue;
      return { ...message.batch.changes.counters, epoch: 0 };
    }
    return undefined;
  }

  /** Forgets processes that are gone and saw no more than what is committed now. */
  async forget(processes: readonly string[]): Promise<void> {
    const { redis, names } = this.#parts;
    if (processes.length > 0) await command(redis, ['HDEL', names.sightings, ...processes]);
  }
}
