/** A PostgreSQL server behind the port: a pool for reads, one connection of its own for the writer. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { EncodedBatch } from './batch-encoder.ts';
import { type BulkDatabase, type BulkSession, runBulk } from './bulk-session.ts';
import {
  type Database,
  type OpenWriterOptions,
  type Queryable,
  type SqlValue,
  StartRefusedError,
  type WriterConnection,
} from './database.ts';
import { tellAway } from './database-away.ts';
import { WRITER_LOCK } from './leader-queries.ts';
import {
  CONNECT_TIMEOUT_MS,
  KEEPALIVE_MS,
  POOL_CONNECTIONS_MAX,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_MAX_MS,
  WRITE_TIMEOUT_MS,
} from './limits.ts';
import { BatchChannel, queryRows, runTransaction, TYPES } from './pg-session.ts';

/**
 * The writer's prepared statements find rows by key. A plan cached while the tables were small would scan
 * them for ever, so other ways are switched off on its connection.
 */
const PROBES_ONLY =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

export interface PostgresOptions {
  readonly url: string;
  /** Told of errors on idle connections; they are replaced by themselves. */
  readonly onIdleError?: (error: Error) => void;
}

export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const database = new PostgresDatabase(options);
  try {
    await database.checkServer();
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof StartRefusedError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartRefusedError(`DATABASE_URL: no answer from the database: ${reason}`, {
      cause: error,
    });
  }
}

export class PostgresDatabase implements Database, BulkDatabase {
  readonly kind = 'postgres';
  #durability = '';
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  /** Server process of the last writer connection: ended before the next, should it linger. */
  #writerProcessId: number | undefined;
  #closed: Promise<void> | undefined;

  constructor({ url, onIdleError }: PostgresOptions) {
    this.#config = {
      connectionString: url,
      types: TYPES,
      // All sessions of one process, and of no other: a successor ends them together.
      application_name: `fairlead ${randomBytes(6).toString('hex')}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: TRANSACTION_MAX_MS,
    };
    this.#pool = new pg.Pool({ ...this.#config, max: POOL_CONNECTIONS_MAX });
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
       WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version_num')`,
    );
    const setting = new Map(settings.map((row) => [row.name, row.setting]));
    if (Number(setting.get('server_version_num')) < 150_000) {
      throw new StartRefusedError('DATABASE_URL: PostgreSQL 15 or newer is needed');
    }
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      if (setting.get(name) !== 'off') continue;
      throw new StartRefusedError(
        `DATABASE_URL: the server has ${name} = off and would lose orders`,
      );
    }
    this.#durability = `PostgreSQL, synchronous_commit ${setting.get('synchronous_commit')}`;
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return tellAway(() => queryRows<Row>(this.#pool, sql, parameters));
  }

  transaction<Answer>(run: (transaction: Queryable) => Promise<Answer>): Promise<Answer> {
    return tellAway(() => this.#lend((client) => runTransaction(client, run)));
  }

  bulk<Answer>(run: (session: BulkSession) => Promise<Answer>): Promise<Answer> {
    return this.#lend((client) => runBulk(client, run));
  }

  async #lend<Answer>(run: (client: pg.PoolClient) => Promise<Answer>): Promise<Answer> {
    const client = await this.#pool.connect();
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

  async openWriter({ onWaiting, signal }: OpenWriterOptions = {}): Promise<WriterConnection> {
    const client = new pg.Client(this.#config);
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
    client.on('error', lose);
    client.on('end', () => lose(new Error('the connection ended')));
    const abort = (): void => void client.end();
    try {
      await client.connect();
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
    const channel = new BatchChannel(client, WRITE_TIMEOUT_MS);
    return {
      lost,
      query: <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
        queryRows<Row>(client, sql, parameters),
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
      if (this.#writerProcessId !== undefined) {
        await client.query('SELECT pg_terminate_backend($1)', [this.#writerProcessId]);
      }
      await client.query('SET statement_timeout = 0');
      await client.query('SELECT pg_advisory_lock($1)', [WRITER_LOCK]);
      await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    }
    this.#writerProcessId = own?.pid;
  }

  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }
}

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
