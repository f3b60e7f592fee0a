/** One host of DATABASE_READ_URL: its connections, and what it has come to in the snapshot that a read sees. */
import pg from 'pg';
import { nameOf } from '../../config/database-url.ts';
import type { Queryable, SqlValue } from '../database.ts';
import { HOST_LOOK_MS, REPLICA_CONNECTIONS_MAX } from '../limits.ts';
import { queryRows } from '../postgres/session.ts';
import type { Position } from './read-index.ts';

/** The position of one snapshot at a host. */
export interface HostPosition extends Position {
  /** A primary is in the list, too: it is none of the replicas while it is one. */
  readonly isStandby: boolean;
  /** Whether it is connected to a server that it follows. */
  readonly isStreaming: boolean;
}

interface PositionRow {
  readonly nonce: string;
  readonly last_sequence: bigint;
  readonly is_standby: boolean;
  readonly is_streaming: boolean;
}

/** One message for both: the snapshot is that of the second. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT nonce, last_sequence, pg_is_in_recovery() AS is_standby,
    EXISTS (SELECT FROM pg_stat_wal_receiver) AS is_streaming FROM leader`;

/**
 * Whether all that this standby has on its disk is shown. It first asks for more once it has replayed what it found there at its
 * start; before that it has received nothing (NULL), and is not believed.
 */
const HAS_REPLAYED =
  'SELECT coalesce(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), false) AS is_so';

/** Why a read is not for replicas now; nothing is wrong with their connections. */
export class NotAtReplicasError extends Error {
  override readonly name = 'NotAtReplicasError';
}

/** A connection that is lent out for one read. */
export class ReplicaSession implements Queryable {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Begins a read-only transaction that sees one moment; says which. */
  async begin(): Promise<HostPosition> {
    const results: unknown = await this.#client.query(limited(BEGIN));
    const rows = Array.isArray(results) ? (results.at(-1)?.rows as PositionRow[]) : [];
    const [row] = rows;
    if (row === undefined) throw new Error('the leader row is missing');
    return {
      nonce: row.nonce,
      sequence: Number(row.last_sequence),
      isStandby: row.is_standby,
      isStreaming: row.is_streaming,
    };
  }

  async end(): Promise<void> {
    await this.#client.query(limited('ROLLBACK'));
  }

  async hasReplayed(): Promise<boolean> {
    const { rows } = await this.#client.query<{ is_so: boolean }>(limited(HAS_REPLAYED));
    return rows[0]?.is_so === true;
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return queryRows<Row>(this.#client, sql, parameters);
  }
}

/** What is short must be answered soon, also by a server that hangs. */
const limited = (text: string): pg.QueryConfig & { readonly query_timeout: number } => ({
  text,
  query_timeout: HOST_LOOK_MS,
});

export class ReplicaHost {
  readonly name: string;
  readonly #pool: pg.Pool;

  constructor(host: URL, config: pg.ClientConfig, onIdleError: (error: Error) => void) {
    this.name = nameOf(host);
    this.#pool = new pg.Pool({
      ...config,
      connectionString: host.href,
      connectionTimeoutMillis: HOST_LOOK_MS,
      max: REPLICA_CONNECTIONS_MAX,
    });
    this.#pool.on('error', onIdleError);
    this.#pool.on('connect', (client) => client.on('error', onIdleError));
  }

  /** Lends a connection; whatever transaction `run` began is over afterwards. */
  async lend<Answer>(run: (session: ReplicaSession) => Promise<Answer>): Promise<Answer> {
    const client = await this.#pool.connect();
    const session = new ReplicaSession(client);
    // Nobody waits for it: the answer is there.
    const end = (): void => {
      session.end().then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    };
    try {
      const answer = await run(session);
      end();
      return answer;
    } catch (error) {
      // Whatever state it is in, it is not given to the next.
      if (error instanceof NotAtReplicasError) end();
      else client.release(new Error('a read failed'));
      throw error;
    }
  }

  /** How far it has come now. Throws what a connection throws. */
  look(): Promise<HostPosition> {
    return this.lend((session) => session.begin());
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
