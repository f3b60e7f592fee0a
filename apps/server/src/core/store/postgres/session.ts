/** What both databases share: one client library (`pg`), one way to parse values, one way to write a batch. */
import pg from 'pg';
import type { EncodedBatch, Statement } from '../batch/encoder.ts';
import {
  BatchAbortedError,
  FENCED_SQLSTATE,
  FencedError,
  type Queryable,
  type SqlValue,
  UnknownOutcomeError,
} from '../database.ts';

const { builtins } = pg.types;
const INT8_ARRAY_OID = 1016;

const parseInt8 = (text: string): bigint => BigInt(text);
const parseInt8Array = (text: string): bigint[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);

/** INT8 → bigint and NUMERIC → string on every connection, whatever the size of the value. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (oid === builtins.INT8) return parseInt8;
    if (oid === builtins.NUMERIC) return String;
    if (oid === INT8_ARRAY_OID) return parseInt8Array;
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid);
  },
};

/** Runs a statement on a client or pool and gives its rows. */
export async function queryRows<Row>(
  target: pg.ClientBase | pg.Pool,
  sql: string,
  parameters: readonly SqlValue[],
): Promise<Row[]> {
  const result = await target.query(sql, [...parameters]);
  return result.rows as Row[];
}

/** Runs a transaction's body on a client of its own; the caller disposes of a client that failed. */
export async function runTransaction<Answer>(
  client: pg.ClientBase,
  run: (transaction: Queryable) => Promise<Answer>,
): Promise<Answer> {
  let isOpen = true;
  await client.query('BEGIN');
  try {
    const answer = await run({
      query: async <Row>(sql: string, parameters: readonly SqlValue[] = []) => {
        if (!isOpen) throw new Error('the transaction has ended');
        return queryRows<Row>(client, sql, parameters);
      },
    });
    isOpen = false;
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    isOpen = false;
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * One batch on the wire: Parse of statements this connection has not seen, the encoded Binds and
 * Executes, one Sync. Without BEGIN, all messages up to a Sync are one transaction that commits there, so
 * a batch is one round trip (PostgreSQL documentation, "Message Flow", Extended Query, Pipelining).
 */
class BatchQuery {
  readonly #batch: EncodedBatch;
  readonly #prepared: Set<string>;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(
    batch: EncodedBatch,
    prepared: Set<string>,
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    this.#batch = batch;
    this.#prepared = prepared;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const { name, sql } of this.#batch.statements) {
      if (this.#prepared.has(name)) continue;
      connection.parse({ name, text: sql, types: [] }, true);
    }
    connection.stream.write(this.#batch.messages);
    connection.sync();
    connection.stream.uncork();
  }

  handleReadyForQuery(): void {
    for (const { name } of this.#batch.statements) this.#prepared.add(name);
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  /** The rows of a COPY are already on their way. */
  handleCopyInResponse(): void {}
}

/** What to think of a server that does not answer. */
export interface Silence {
  readonly timeoutMs: number;
  /** Whether the commit waits for a replica: then it is waited for, since to give up would show it unreplicated. */
  isWaitingForReplica(): Promise<boolean>;
}

/** Rejects once there was no answer for so long and no replica is what is waited for; gives how to stop watching. */
function watchSilence(silence: Silence | undefined, reject: (error: Error) => void): () => void {
  if (silence === undefined) return () => undefined;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    const isWaiting = await silence.isWaitingForReplica().catch(() => false);
    if (isOver) return;
    if (isWaiting) watch();
    else reject(new Error('no answer in time'));
  };
  const watch = (): void => {
    timer = setTimeout(() => void look(), silence.timeoutMs);
  };
  watch();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/**
 * Whether a notice says that somebody ended the wait for a replica: the commit is then visible here and may be nowhere
 * else. Told by the server's function, as its words depend on its language.
 */
export const isUnconfirmed = ({ routine }: { readonly routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

export const unconfirmed = (): UnknownOutcomeError =>
  new UnknownOutcomeError(
    'the wait for a replica was ended: the commit may be on this server only',
  );

/** Writes batches on one client, one after the other, until the outcome of one is unknown. */
export class BatchChannel {
  readonly #client: pg.Client;
  readonly #prepared = new Set<string>();
  readonly #silence: Silence | undefined;
  #last: Promise<void> = Promise.resolve();
  #broken: UnknownOutcomeError | undefined;

  /** Without `silence` an answer is waited for as long as it takes. */
  constructor(client: pg.Client, silence?: Silence) {
    this.#client = client;
    this.#silence = silence;
    client.on('notice', (notice) => {
      if (isUnconfirmed(notice)) this.#broken = unconfirmed();
    });
  }

  write(batch: EncodedBatch): Promise<void> {
    const written = this.#last.then(() => this.#send(batch));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #send(batch: EncodedBatch): Promise<void> {
    // Sending on could commit a batch whose predecessor nobody has accounted for.
    if (this.#broken !== undefined) throw this.#broken;
    let stopWatching = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        stopWatching = watchSilence(this.#silence, reject);
        this.#client.query(new BatchQuery(batch, this.#prepared, resolve, reject));
      });
      if (this.#broken !== undefined) throw this.#broken;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome instanceof UnknownOutcomeError) this.#broken = outcome;
      else await this.#forget(batch.statements);
      throw outcome;
    } finally {
      stopWatching();
    }
  }

  /** Statements first used by a refused batch may or may not be prepared: they are closed before reuse. */
  async #forget(statements: readonly Statement[]): Promise<void> {
    for (const { name } of statements) {
      if (this.#prepared.has(name)) continue;
      await this.#client.query(`DEALLOCATE ${name}`).catch(() => undefined);
    }
  }
}

/** What a failed commit means. A server's ERROR is final; everything else leaves the outcome open. */
function outcomeOf(error: unknown): Error {
  if (error instanceof UnknownOutcomeError) return error;
  if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
    if (error.code === FENCED_SQLSTATE) return new FencedError(error.message, { cause: error });
    return new BatchAbortedError(error.message, { cause: error });
  }
  return new UnknownOutcomeError('the answer to a commit is missing', { cause: error });
}
