/** PGlite behind the port: one worker, one session, one thing at a time. */
import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { faultCode } from '../../processes/exit-codes.ts';
import type { EncodedBatch } from '../batch/encoder.ts';
import { type BulkDatabase, type BulkSession, runBulk } from '../bulk-session.ts';
import {
  type Database,
  type OpenWriterOptions,
  type Queryable,
  type SqlValue,
  StartRefusedError,
  type TransactionOptions,
  type WriterConnection,
} from '../database.ts';
import { TRANSACTION_MAX_MS } from '../limits.ts';
import { Mutex } from '../mutex.ts';
import { tellAway } from '../postgres/database-away.ts';
import { BatchChannel, queryRows, runTransaction, TYPES } from '../postgres/session.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './messages.ts';
import { openPrivateFolder, refuseUnusable } from './private-folder.ts';
import { PgliteStream } from './stream.ts';

export interface PgliteOptions {
  /** Where data lives; without it the database is in memory and gone with the process. */
  readonly folder?: string;
  /** A dump to start from, in memory only. */
  readonly template?: string;
  /** False only to prove that the self-test refuses. */
  readonly isSyncHooked?: boolean;
  /** Called when the worker ends by itself, with its exit code. */
  readonly onWorkerExit?: (exitCode: number) => void;
}

/** Name of the database's folder within the data folder. */
export const DATABASE_FOLDER = 'database';
/** Its name once its rows live on in PostgreSQL. */
export const MOVED_FOLDER = 'database.moved';

export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const { folder } = options;
  if (folder !== undefined) {
    refuseMoved(folder);
    openPrivateFolder(folder);
    refuseLink(`${folder}/${DATABASE_FOLDER}`);
    refuseDamaged(`${folder}/${DATABASE_FOLDER}`);
  }
  const lock = folder === undefined ? undefined : await lockFolder(folder);
  try {
    const place = folder && `${folder}/${DATABASE_FOLDER}`;
    if (place !== undefined && !fs.existsSync(place)) await createIn(place);
    const setup: WorkerSetup = {
      isSyncHooked: options.isSyncHooked ?? true,
      ...(place !== undefined && { folder: place }),
      ...(options.template !== undefined && { template: options.template }),
    };
    const engine = new PgliteWorker(setup, options.onWorkerExit ?? exitProcess);
    await engine.ready;
    const client = new pg.Client({
      stream: () => new PgliteStream((bytes) => engine.exchange(bytes)),
      host: 'pglite',
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      types: TYPES,
    });
    await client.connect();
    // Cached plans of the batch statements would outlive the small tables they were made for.
    await client.query('SET plan_cache_mode = force_custom_plan');
    return new PgliteDatabase(engine, client, lock, folder !== undefined);
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** A start without the setting would begin a second exchange beside the one that was moved. */
export function refuseMoved(folder: string): void {
  if (!fs.existsSync(`${folder}/${MOVED_FOLDER}`)) return;
  throw new StartRefusedError(
    `DATABASE_URL: the database of ${folder} was moved to PostgreSQL; set it, or use another DATA_DIR`,
  );
}

/** The engine does not follow one, and nobody closed the folder that it leads to. */
function refuseLink(place: string): void {
  if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new StartRefusedError(
    `DATA_DIR: ${place} is a link, which the embedded database cannot follow: put the folder itself there`,
  );
}

/** What every database has: without the first the engine would make a new one in place of what is left. */
const VITAL_FILES = ['PG_VERSION', 'global/pg_control'] as const;

function refuseDamaged(place: string): void {
  if (!fs.existsSync(place)) return;
  for (const file of VITAL_FILES) {
    if (!fs.existsSync(`${place}/${file}`))
      throw new StartRefusedError(
        `DATA_DIR: the database in ${place} is damaged: ${file} is missing; see docs/operating/backup.md#a-damaged-database`,
      );
    refuseUnusable(`${place}/${file}`, 'DATA_DIR', () =>
      fs.accessSync(`${place}/${file}`, fs.constants.R_OK | fs.constants.W_OK),
    );
  }
}

/** Makes a new database there; resolves when it is whole. */
function createIn(place: string): Promise<void> {
  const worker = new Worker(new URL('./creation-worker.ts', import.meta.url), {
    workerData: place,
  });
  return new Promise((resolve, reject) => {
    let refusal: string | undefined;
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'refused') refusal = answer.message;
    });
    worker.on('error', reject);
    worker.on('exit', (exitCode) => {
      if (refusal !== undefined) reject(new StartRefusedError(refusal));
      else if (exitCode === 0) resolve();
      else reject(new Error(`the worker that makes the database ended with code ${exitCode}`));
    });
  });
}

function exitProcess(exitCode: number): void {
  process.stderr.write(`the embedded database ended with code ${exitCode}; stopping\n`);
  process.exit(faultCode(exitCode));
}

/** The worker and its exchanges: each request is answered in order. */
class PgliteWorker {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting: { resolve(bytes: Uint8Array): void; reject(error: Error): void }[] = [];
  #isClosing = false;
  /** Why nothing is answered any more. */
  #end: Error | undefined;

  constructor(setup: WorkerSetup, onExit: (exitCode: number) => void) {
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: setup,
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'ready') resolve();
        else if (answer.kind === 'answer') this.#waiting.shift()?.resolve(answer.bytes);
        else {
          this.#isClosing = true;
          reject(new StartRefusedError(answer.message));
          void this.#worker.terminate();
        }
      });
      this.#worker.on('error', (error) => this.#fail(error, reject));
      this.#worker.on('exit', (exitCode) => {
        this.#fail(new Error(`the database worker ended with code ${exitCode}`), reject);
        if (!this.#isClosing) onExit(exitCode);
      });
    });
  }

  exchange(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#request({ kind: 'exchange', bytes });
  }

  dump(path: string): Promise<Uint8Array> {
    return this.#request({ kind: 'dump', path });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    await this.#request({ kind: 'close' });
    await ended;
  }

  /** Of the heap of its thread, garbage included; the engine's own memory is not in it. */
  async heapBytes(): Promise<number> {
    return (await this.#worker.getHeapStatistics()).used_heap_size;
  }

  /** Ends the worker without a shutdown, as a crash would. */
  async kill(): Promise<void> {
    this.#isClosing = true;
    await this.#worker.terminate();
  }

  #request(request: WorkerRequest): Promise<Uint8Array> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #fail(error: Error, rejectReady: (error: Error) => void): void {
    this.#end = error;
    rejectReady(error);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

export class PgliteDatabase implements Database, BulkDatabase {
  readonly kind = 'pglite';
  readonly durability: string;
  readonly #worker: PgliteWorker;
  readonly #client: pg.Client;
  /** One for all writers: statements are prepared once in the one session. */
  readonly #channel: BatchChannel;
  readonly #lock: FolderLock | undefined;
  readonly #session = new Mutex();
  readonly #writerLock = new Mutex();
  #hasWriter = false;
  #loseWriter: (reason: Error) => void = () => undefined;
  #closed: Promise<void> | undefined;

  constructor(
    worker: PgliteWorker,
    client: pg.Client,
    lock: FolderLock | undefined,
    isOnDisk: boolean,
  ) {
    this.#worker = worker;
    this.#client = client;
    this.#channel = new BatchChannel(client);
    this.#lock = lock;
    this.durability = isOnDisk
      ? 'embedded PGlite, fsync on every commit, one process; PostgreSQL is recommended for production'
      : 'embedded PGlite in memory: nothing outlives the process';
    client.on('error', (error) => this.#loseWriter(error));
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return tellAway(() => this.#session.run(() => queryRows<Row>(this.#client, sql, parameters)));
  }

  transaction<Answer>(
    run: (transaction: Queryable) => Promise<Answer>,
    { maxMs = TRANSACTION_MAX_MS }: TransactionOptions = {},
  ): Promise<Answer> {
    return tellAway(() =>
      this.#session.run(() =>
        runTransaction(this.#client, (transaction) => withinTime(run(transaction), maxMs)),
      ),
    );
  }

  async openWriter({ onWaiting, signal }: OpenWriterOptions = {}): Promise<WriterConnection> {
    // One process has the folder, so the only one to wait for is another writer of this very process.
    if (this.#hasWriter) onWaiting?.();
    const released = Promise.withResolvers<void>();
    const granted = Promise.withResolvers<void>();
    void this.#writerLock.run(async () => {
      this.#hasWriter = true;
      granted.resolve();
      await released.promise;
      this.#hasWriter = false;
    });
    const abort = (): void => granted.reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      await granted.promise;
    } catch (error) {
      released.resolve();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    const lost = new Promise<Error>((resolve) => {
      this.#loseWriter = resolve;
    });
    return {
      lost,
      query: (sql, parameters = []) => this.query(sql, parameters),
      write: (batch: EncodedBatch) => this.#session.run(() => this.#channel.write(batch)),
      close: async () => released.resolve(),
    };
  }

  bulk<Answer>(run: (session: BulkSession) => Promise<Answer>): Promise<Answer> {
    return this.#session.run(() => runBulk(this.#client, run));
  }

  /** Runs `look` while nothing is written to the folder: what it finds there is what a crash would leave. */
  atRest<Answer>(look: () => Promise<Answer>): Promise<Answer> {
    return this.#session.run(look);
  }

  /** What its thread's heap holds: not what it ever answered. */
  heapBytes(): Promise<number> {
    return this.#worker.heapBytes();
  }

  /** Writes a dump that `template` can start from. */
  async dump(path: string): Promise<void> {
    await this.#session.run(() => this.#worker.dump(path));
  }

  /** Ends the worker as a crash would: nothing is shut down. */
  async kill(): Promise<void> {
    await this.#worker.kill();
    await this.#lock?.release();
  }

  close(): Promise<void> {
    this.#closed ??= this.#session.run(async () => {
      await this.#client.end();
      await this.#worker.close();
      await this.#lock?.release();
    });
    return this.#closed;
  }
}

/** Ends a transaction that holds the only session too long. */
async function withinTime<Answer>(work: Promise<Answer>, maxMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`a transaction took more than ${maxMs} ms`)), maxMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
