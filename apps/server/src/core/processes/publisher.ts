/** Tells gateways of every committed batch, in order, and keeps as many for them as fit. */
import type { Logger } from 'pino';
import { EVENT_NAMES, type Events } from '../http/events.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { CommittedBatch } from '../sequencer/submission.ts';
import type { Sealer } from './calls/sealer.ts';
import { BATCHES_BYTES_KEPT, BATCHES_KEPT } from './limits.ts';
import type { PublishedMessage, Told } from './messages.ts';
import type { Names } from './names.ts';
import { HAS_COMMANDS, TERMS } from './protocol.ts';
import { addEntry, type RedisClient, type Trim } from './redis.ts';

export interface PublisherParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly sequencer: Pick<SequencerPort, 'onCommitted' | 'health'>;
  /** The epoch in which this process began to lead. */
  readonly epoch: number;
  /** Names the exchange. */
  readonly deployment: string;
  readonly log: Pick<Logger, 'warn'>;
}

export class Publisher {
  readonly #parts: PublisherParts;
  /** Entries of this run that Redis keeps, oldest first. */
  readonly #kept: { readonly id: string; readonly bytes: number }[] = [];
  #keptBytes = 0;
  readonly #stopListening: () => void;
  #sequence: number;
  #told = 0;
  #stopTelling: () => void = () => {};

  /** Begins at the sequencer's present sequence: make it before anything is submitted. */
  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#sequence = parts.sequencer.health().lastSequence;
    this.#stopListening = parts.sequencer.onCommitted((batch) => this.#take(batch));
  }

  /** Says that this process takes calls. */
  async announce(): Promise<void> {
    const { epoch } = this.#parts;
    const sequence = this.#sequence;
    const says = { takesCommands: HAS_COMMANDS, terms: TERMS };
    await this.#add({ kind: 'leader', epoch, sequence, ...says });
  }

  /** Tells gateways what the services of this process tell one another. */
  tellOf(events: Events): void {
    const stops = EVENT_NAMES.map((name) => {
      const tell = (event: unknown) => this.#tell({ name, event } as Told);
      events.on(name, tell as never);
      return () => events.off(name, tell as never);
    });
    this.#stopTelling = () => {
      for (const stop of stops) stop();
    };
  }

  stop(): void {
    this.#stopListening();
    this.#stopTelling();
  }

  #tell(told: Told): void {
    this.#told += 1;
    this.#addLater({ kind: 'told', epoch: this.#parts.epoch, number: this.#told, told });
  }

  #take(batch: CommittedBatch): void {
    const { firstSequence, lastSequence, changes, sampleSources } = batch;
    if (lastSequence <= this.#sequence) return;
    const previous = this.#sequence;
    this.#sequence = lastSequence;
    const sent = { firstSequence, lastSequence, changes, sampleSources };
    const { deployment } = this.#parts;
    this.#addLater({ kind: 'batch', previous, deployment, batch: sent });
  }

  /** What is lost is missed by its number: gateways then read the tables. */
  #addLater(message: PublishedMessage): void {
    this.#add(message).catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'what was committed could not be told to gateways'),
    );
  }

  async #add(message: PublishedMessage): Promise<void> {
    const { redis, sealer, names } = this.#parts;
    const bytes = sealer.seal(names.batches, message);
    const id = await addEntry(redis, names.batches, bytes, { trim: this.#trim() });
    if (id === undefined) return;
    this.#kept.push({ id, bytes: bytes.length });
    this.#keptBytes += bytes.length;
  }

  #trim(): Trim {
    let first: string | undefined;
    while (this.#keptBytes > BATCHES_BYTES_KEPT && this.#kept.length > 1) {
      this.#keptBytes -= this.#kept.shift()?.bytes ?? 0;
      first = this.#kept[0]?.id;
    }
    if (this.#kept.length > BATCHES_KEPT) this.#keptBytes -= this.#kept.shift()?.bytes ?? 0;
    return first === undefined ? ['MAXLEN', '~', String(BATCHES_KEPT)] : ['MINID', '=', first];
  }
}
