/** A PostgreSQL server behind the port: a pool for reads, one connection of its own for the writer. */
import { randomBytes } from 'node:crypto';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { ProblemError } from '@fairlead/contract';
import pg from 'pg';
import type { EncodedBatch } from '../batch/encoder.ts';
import { type BulkDatabase, type BulkSession, runBulk } from '../bulk-session.ts';
import {
  type Database,
  DatabaseAwayError,
  NotThereError,
  type OpenWriterOptions,
  type Queryable,
  type Replication,
  type SqlValue,
  StartRefusedError,
  type WriterConnection,
} from '../database.ts';
import { endLingering, isWaitingForReplica, WRITER_LOCK } from '../leader-queries.ts';
import {
  CONNECT_TIMEOUT_MS,
  HELD_READ_MS,
  KEEPALIVE_MS,
  LINGERING_LOOK_MS,
  POOL_CONNECTIONS_MAX,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_MAX_MS,
  WRITE_TIMEOUT_MS,
} from '../limits.ts';
import { isPoolFull, mayCome, tellAway } from './database-away.ts';
import { type HostSeen, NoPrimaryError } from './host-look.ts';
import { Hosts, reasonOf } from './hosts.ts';
import { durabilityOf, pinnedCommit, readReplication, refuseLooseCommits } from './replication.ts';
import {
  BatchChannel,
  isUnconfirmed,
  queryRows,
  runTransaction,
  TYPES,
  unconfirmed,
} from './session.ts';
import { Timelines, type TimelinesOptions } from './timelines.ts';

/**
 * The writer's prepared statements find rows by key. A plan cached while the tables were small would scan
 * them for ever, so other ways are switched off on its connection. PostgreSQL reckons each statement dear that goes such a way all
 * the same, and would compile it for speed: up to three hundred milliseconds, for a row that is read in one.
 */
const PROBES_ONLY =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off';

/** How sessions of any Fairlead process are called, before their role and their own name. */
const PROCESS_NAME = 'fairlead';

export interface PostgresOptions {
  /** Of one host or of several (core/config/database-url.ts). */
  readonly url: string;
  /** Where the timelines that were seen are kept, by which an old primary is known. */
  readonly timelines?: TimelinesOptions;
  /** Which part of several processes it is: others know it by that. */
  readonly role?: string;
  /** Told of errors on idle connections; they are replaced by themselves. */
  readonly onIdleError?: (error: Error) => void;
  /** Told of a server that is not there yet: what is opened then throws DatabaseAwayError until it is. By default that is no opening. */
  readonly onAway?: (error: NotThereError) => void;
}

export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const database = new PostgresDatabase(options);
  try {
    await prove(database);
    return database;
  } catch (error) {
    if (error instanceof NotThereError && options.onAway !== undefined) {
      options.onAway(error);
      return database;
    }
    await database.close();
    throw error;
  }
}

/** Throws NotThereError, or StartRefusedError where waiting does not help. */
async function prove(database: PostgresDatabase): Promise<void> {
  try {
    await database.checkServer();
  } catch (error) {
    if (error instanceof StartRefusedError) throw error;
    if (error instanceof NoPrimaryError)
      throw new (error.mayCome ? NotThereError : StartRefusedError)(
        `DATABASE_URL: ${error.message}`,
        { cause: error },
      );
    // What a call throws to its callers stands before what happened.
    const cause = error instanceof DatabaseAwayError ? error.cause : error;
    if (mayCome(cause))
      throw new NotThereError(`DATABASE_URL: no answer from the database: ${reasonOf(cause)}`, {
        cause,
      });
    throw new StartRefusedError(`DATABASE_URL: the database refused: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

export class PostgresDatabase implements Database, BulkDatabase {
  readonly kind = 'postgres';
  #durability = '';
  readonly applicationName: string;
  readonly #hosts: Hosts;
  readonly #pool: pg.Pool;
  /** Server process of the last writer connection: ended before the next, should it linger. */
  #writerProcessId: number | undefined;
  #closed: Promise<void> | undefined;
  /** Resolved once reads may go on. */
  #held: { readonly until: PromiseWithResolvers<void>; readonly sinceMs: number } | undefined;
  #isShut = false;

  constructor({ url, role = 'all', timelines, onIdleError }: PostgresOptions) {
    // All sessions of one process, and of no other: a successor ends them together.
    this.applicationName = `${PROCESS_NAME} ${role} ${randomBytes(6).toString('hex')}`;
    const config: pg.ClientConfig = {
      types: TYPES,
      application_name: this.applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: TRANSACTION_MAX_MS,
    };
    const hosts = new Hosts(url, config, new Timelines(timelines));
    this.#hosts = hosts;
    this.#pool = new pg.Pool({
      Client: hosts.Client,
      onConnect: (client) => hosts.prove(client),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      max: POOL_CONNECTIONS_MAX,
    });
    this.#pool.on('error', (error) => onIdleError?.(error));
    // A client that is lent out has nobody else to hear that its connection was cut.
    this.#pool.on('connect', (client) => client.on('error', (error) => onIdleError?.(error)));
  }

  get durability(): string {
    return this.#durability;
  }

  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Reads what the server promises, and refuses one that acknowledges before it has written. */
  async checkServer(): Promise<void> {
    const settings = await this.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'server_version_num')`,
    );
    const setting = new Map(settings.map((row) => [row.name, row.setting]));
    if (Number(setting.get('server_version_num')) < 150_000) {
      throw new StartRefusedError('DATABASE_URL: PostgreSQL 15 or newer is needed');
    }
    for (const name of ['fsync', 'full_page_writes']) {
      if (setting.get(name) !== 'off') continue;
      throw new StartRefusedError(
        `DATABASE_URL: the server has ${name} = off and would lose orders`,
      );
    }
    const replication = await readReplication(this);
    refuseLooseCommits(replication);
    this.#durability = durabilityOf(replication);
  }

  /** Each host of the URL, and what it says of itself now. */
  hosts(): Promise<HostSeen[]> {
    return this.#hosts.look();
  }

  replication(): Promise<Replication> {
    return readReplication(this);
  }

  holdReads(): () => void {
    const held = { until: Promise.withResolvers<void>(), sinceMs: performance.now() };
    this.#held = held;
    return () => {
      if (this.#held === held) this.#held = undefined;
      held.until.resolve();
    };
  }

  /**
   * Whoever asks it anything is answered as while it is away, until what this gives is called: nothing of a database is shown
   * before it is known whose it is.
   */
  shut(): () => void {
    this.#isShut = true;
    return () => {
      this.#isShut = false;
    };
  }

  async query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return tellAway(() => this.#lend((client) => queryRows<Row>(client, sql, parameters)));
  }

  /** Nobody is shown what may yet turn out to be on one machine only. */
  async #untilConfirmed(): Promise<void> {
    if (this.#held === undefined) return;
    const { until, sinceMs } = this.#held;
    // Held for that long already: whoever comes now need not wait to hear it.
    const leftMs = sinceMs + HELD_READ_MS - performance.now();
    if (leftMs <= 0) throw new ProblemError('unavailable');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const refuse = () => reject(new ProblemError('unavailable'));
      timer = setTimeout(refuse, leftMs);
    });
    try {
      await Promise.race([until.promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  transaction<Answer>(run: (transaction: Queryable) => Promise<Answer>): Promise<Answer> {
    return tellAway(() => this.#lend((client) => runTransaction(client, run)));
  }

  bulk<Answer>(run: (session: BulkSession) => Promise<Answer>): Promise<Answer> {
    return this.#lend((client) => runBulk(client, run));
  }

  async #lend<Answer>(run: (client: pg.PoolClient) => Promise<Answer>): Promise<Answer> {
    this.#refuseShut();
    await this.#untilConfirmed();
    const client = await this.#take();
    let failure: Error | undefined;
    try {
      return await run(client);
    } catch (error) {
      // A connection in an unknown state is not given to the next.
      if (!(error instanceof pg.DatabaseError)) failure = new Error('transaction failed');
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** A connection of the pool; where the primary that was known is none any more, one of the next. */
  async #take(): Promise<pg.PoolClient> {
    await this.#hosts.ready();
    const { present } = this.#hosts;
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (isPoolFull(error) || !(await this.#hosts.findAnew(present))) throw error;
      return this.#pool.connect();
    }
  }

  #refuseShut(): void {
    if (this.#isShut) throw new DatabaseAwayError('nobody has looked yet whose this database is');
  }

  async openWriter(options: OpenWriterOptions = {}): Promise<WriterConnection> {
    this.#refuseShut();
    return tellAway(() => this.#openWriter(options));
  }

  async #openWriter({ onWaiting, signal }: OpenWriterOptions): Promise<WriterConnection> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
    const client = await this.#hosts.connect(lose);
    client.on('end', () => lose(new Error('the connection ended')));
    const abort = (): void => void client.end();
    let isInDoubt = false;
    client.on('notice', (notice) => {
      isInDoubt ||= isUnconfirmed(notice);
    });
    try {
      // Its own session may be set otherwise than those of before.
      const replication = await readReplication(sessionOf(client));
      refuseLooseCommits(replication);
      this.#durability = durabilityOf(replication);
      await client.query(pinnedCommit(replication));
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort);
      await this.#takeLock(client, onWaiting);
      await client.query(PROBES_ONLY);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    const pid = this.#writerProcessId;
    const channel = new BatchChannel(client, {
      timeoutMs: WRITE_TIMEOUT_MS,
      // Not by the pool, whose connections may all be waiting for the same.
      isWaitingForReplica: () => this.#askApart((session) => isWaitingForReplica(session, pid)),
    });
    return {
      lost,
      query: async <Row>(sql: string, parameters: readonly SqlValue[] = []) => {
        const rows = await queryRows<Row>(client, sql, parameters);
        if (isInDoubt) throw unconfirmed();
        return rows;
      },
      write: (batch: EncodedBatch) => channel.write(batch),
      close: () => closeWriter(client),
    };
  }

  async #takeLock(client: pg.Client, onWaiting: (() => void) | undefined): Promise<void> {
    const [own] = await queryRows<{ pid: number }>(client, 'SELECT pg_backend_pid() AS pid', []);
    const attempt = 'SELECT pg_try_advisory_lock($1) AS is_granted';
    const [first] = await queryRows<{ is_granted: boolean }>(client, attempt, [WRITER_LOCK]);
    if (first?.is_granted !== true) {
      onWaiting?.();
      // This process lost its connection but the server has not noticed: its session still holds the lock.
      const lingering = this.#writerProcessId;
      while (lingering !== undefined && (await endLingering(sessionOf(client), lingering))) {
        await setTimeoutPromise(LINGERING_LOOK_MS);
      }
      await client.query('SET statement_timeout = 0');
      await client.query('SELECT pg_advisory_lock($1)', [WRITER_LOCK]);
      await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    }
    this.#writerProcessId = own?.pid;
  }

  async #askApart<Answer>(ask: (session: Queryable) => Promise<Answer>): Promise<Answer> {
    const client = await this.#hosts.connect(() => undefined);
    try {
      return await ask(sessionOf(client));
    } finally {
      await closeWriter(client);
    }
  }

  close(): Promise<void> {
    this.#hosts.stop();
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }
}

const sessionOf = (client: pg.Client): Queryable => ({
  query: (sql, parameters = []) => queryRows(client, sql, parameters),
});

/** Says good-bye, and cuts a connection that does not answer. */
async function closeWriter(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      client.connection.stream.destroy();
      resolve();
    }, CONNECT_TIMEOUT_MS);
  });
  await Promise.race([client.end().catch(() => undefined), cut]);
  clearTimeout(timer);
}
