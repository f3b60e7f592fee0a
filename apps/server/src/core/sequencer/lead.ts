/**
 * What makes this process the one that writes: a connection that holds the writer's lock, an epoch, and the last numbers that
 * were committed in it. A connection that is lost is made anew here, with an epoch that says what became of the old one.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Counters } from '@fairlead/engine';
import type { ChainHead } from '../../receipts/queries.ts';
import type { EncodedBatch } from '../store/batch/encoder.ts';
import { DatabaseAwayError, type Queryable, type WriterConnection } from '../store/database.ts';
import type { Epoch } from '../store/leader-queries.ts';
import type { Leader } from '../store/snapshot-reader.ts';
import { beginNextEpoch } from './next-epoch.ts';
import type { SequencerOptions } from './options.ts';
import { highestOf, type Seen } from './seen.ts';

/** Between two tries of a standby to wait for the lock again. */
const AGAIN_MS = 250;

/**
 * Opens the writer. Where this process can no longer prove itself when the lock comes, it gives it back to others. A standby that
 * loses its database while it waits goes on waiting at the next primary: were it to end, nobody could follow a leader that fails then.
 */
export async function takeLead(options: SequencerOptions): Promise<WriterConnection> {
  const { database, signal, onWaitingForLock, candidate } = options;
  let isStandby = false;
  const onWaiting = () => {
    isStandby = true;
    onWaitingForLock?.();
  };
  for (;;) {
    await candidate?.untilProven();
    try {
      const writer = await database.openWriter({ ...(signal && { signal }), onWaiting });
      if (candidate === undefined || (await candidate.isProven())) return writer;
      await writer.close();
    } catch (error) {
      if (!isStandby || signal?.aborted === true || !(error instanceof DatabaseAwayError))
        throw error;
      await setTimeoutPromise(AGAIN_MS, undefined, signal && { signal });
    }
  }
}

export interface LeadParts {
  readonly options: Pick<SequencerOptions, 'database' | 'readSeen' | 'randomBytes'>;
  readonly writer: WriterConnection;
  readonly epoch: Epoch;
  readonly seen: Seen;
  readonly head: ChainHead | undefined;
  /** The connection broke. */
  readonly onLost: (reason: Error) => void;
}

export class Lead {
  readonly #parts: LeadParts;
  #writer: WriterConnection;
  #epoch: Epoch;
  #seen: Seen;
  #head: ChainHead | undefined;
  #releaseReads: (() => void) | undefined;

  constructor(parts: LeadParts) {
    this.#parts = parts;
    this.#writer = parts.writer;
    this.#epoch = parts.epoch;
    this.#seen = parts.seen;
    this.#head = parts.head;
    this.#watch();
  }

  get epoch(): Epoch {
    return this.#epoch;
  }

  /** The last numbers that were committed: what anybody may have seen of this process. */
  get seen(): Seen {
    return this.#seen;
  }

  /** The end of the chain of receipts as it was committed. */
  get head(): ChainHead | undefined {
    return this.#head;
  }

  get session(): Queryable {
    return this.#writer;
  }

  write(batch: EncodedBatch): Promise<void> {
    return this.#writer.write(batch);
  }

  committed(counters: Counters, head?: ChainHead): void {
    this.#head = head ?? this.#head;
    this.#seen = { ...counters, epoch: this.#epoch.epoch };
  }

  /** What the tables show may not be on any replica: nobody reads it before an epoch's own commit is. */
  holdReads(): void {
    this.#releaseReads = this.#parts.options.database.holdReads?.();
  }

  releaseReads(): void {
    this.#releaseReads?.();
  }

  /** Takes the lock and a new epoch on a new connection; waits until a batch on its way has ended. */
  async reopen(signal: AbortSignal): Promise<Leader> {
    const { database, readSeen, randomBytes } = this.#parts.options;
    await this.#writer.close();
    this.#writer = await database.openWriter({ signal });
    // Another may have led meanwhile, and the database may have lost all that it did: only what others saw says so. Who
    // cannot be asked now holds nobody up: what they saw comes with the next beat (wasSeen).
    const others = (await readSeen?.(this.#writer, true).catch(() => [])) ?? [];
    const leader = await beginNextEpoch(this.#writer, {
      from: this.#epoch,
      seen: highestOf([this.#seen, ...others]) ?? this.#seen,
      randomBytes,
    });
    this.#epoch = leader;
    this.#seen = { ...this.#seen, epoch: leader.epoch };
    this.#watch();
    this.releaseReads();
    return leader;
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  #watch(): void {
    const writer = this.#writer;
    void writer.lost.then((reason) => {
      if (this.#writer === writer) this.#parts.onLost(reason);
    });
  }
}
