/** A database that fails on command, to stand for crashes, lost answers and servers that are gone. */
import type { EncodedBatch } from '../../store/batch/encoder.ts';
import {
  BatchAbortedError,
  type Database,
  type OpenWriterOptions,
  type Queryable,
  type SqlValue,
  type TransactionOptions,
  UnknownOutcomeError,
  type WriterConnection,
} from '../../store/database.ts';

/**
 * What becomes of a batch: `refuse` is a known abort; `lose_before` and `lose_after` lose the answer, with
 * the batch unwritten or written; `lose_during` loses it while the batch is on its way; `hang_before` and
 * `hang_after` never answer, as for a process that dies.
 */
export type WriteFault =
  | 'refuse'
  | 'lose_before'
  | 'lose_after'
  | 'lose_during'
  | 'hang_before'
  | 'hang_after';

export class FaultyDatabase implements Database {
  readonly #inner: Database;
  readonly #writers: WriterConnection[] = [];
  #isDead = false;
  /** Asked once for each batch. */
  nextWriteFault: () => WriteFault | undefined = () => undefined;
  /** Batches wait for it before they are written. */
  gate: Promise<void> = Promise.resolve();
  #waitingWrites = 0;
  #writesAwaited: { count: number; resolve: () => void } | undefined;
  /** How many further attempts to open a writer fail. */
  failingOpens = 0;
  /** How many further lookups and reads fail. */
  failingQueries = 0;

  constructor(inner: Database) {
    this.#inner = inner;
  }

  get kind(): Database['kind'] {
    return this.#inner.kind;
  }
  get durability(): string {
    return this.#inner.durability;
  }

  async query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    await this.#failQuery();
    return this.#inner.query<Row>(sql, parameters);
  }

  async transaction<Answer>(
    run: (transaction: Queryable) => Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer> {
    await this.#failQuery();
    return this.#inner.transaction(run, options);
  }

  async openWriter(options?: OpenWriterOptions): Promise<WriterConnection> {
    if (this.#isDead) return forever();
    if (this.failingOpens > 0) {
      this.failingOpens -= 1;
      throw new Error('the database is gone');
    }
    const inner = await this.#inner.openWriter(options);
    this.#writers.push(inner);
    if (this.#isDead) await this.die();
    let isLost = false;
    return {
      lost: inner.lost.then((reason) => (this.#isDead ? forever() : reason)),
      query: (sql, parameters) => (this.#isDead ? forever() : inner.query(sql, parameters)),
      close: () => inner.close(),
      write: async (batch: EncodedBatch) => {
        if (this.#isDead) return forever();
        this.#waitingWrites += 1;
        this.#tellWaiting();
        await this.gate;
        this.#waitingWrites -= 1;
        if (isLost) throw new UnknownOutcomeError('the connection is lost');
        const fault = this.nextWriteFault();
        isLost = fault !== undefined && fault !== 'refuse';
        await writeWith(fault, inner, batch);
        return this.#isDead ? forever() : undefined;
      },
    };
  }

  /** The process dies: nothing goes in or out any more, and the kernel gives its locks back. */
  async die(): Promise<void> {
    this.#isDead = true;
    for (const writer of this.#writers.splice(0)) await writer.close();
  }

  /** Resolves when so many batches wait at the gate. */
  writesWaiting(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#writesAwaited = { count, resolve };
      this.#tellWaiting();
    });
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #tellWaiting(): void {
    const awaited = this.#writesAwaited;
    if (awaited !== undefined && this.#waitingWrites >= awaited.count) awaited.resolve();
  }

  async #failQuery(): Promise<void> {
    if (this.#isDead) return forever();
    if (this.failingQueries === 0) return;
    this.failingQueries -= 1;
    throw new Error('the connection broke');
  }
}

const forever = (): Promise<never> => new Promise(() => undefined);

async function writeWith(
  fault: WriteFault | undefined,
  inner: WriterConnection,
  batch: EncodedBatch,
): Promise<void> {
  switch (fault) {
    case undefined:
      return inner.write(batch);
    case 'refuse':
      throw new BatchAbortedError('disk full');
    case 'lose_before':
      throw new UnknownOutcomeError('the answer was lost');
    case 'lose_after':
      await inner.write(batch);
      throw new UnknownOutcomeError('the answer was lost');
    case 'lose_during':
      inner.write(batch).catch(() => undefined);
      throw new UnknownOutcomeError('the answer was lost');
    case 'hang_before':
      return forever();
    default:
      await inner.write(batch);
      return forever();
  }
}

/** Faults in the order given, one for each batch, then none. */
export function faultsInTurn(...faults: (WriteFault | undefined)[]): () => WriteFault | undefined {
  return () => faults.shift();
}
