/** The one door to a database: PostgreSQL, or PGlite (PostgreSQL in the process), behind one port. */
import type { EncodedBatch } from './batch/encoder.ts';

/** A parameter. JSON travels as text and is cast in the statement. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | bigint | null)[];

/**
 * Runs SQL. Rows come back with INT8 as bigint, NUMERIC as string, BYTEA as Uint8Array, JSON parsed, on
 * either database; `Row` is the caller's word for what its statement selects.
 */
export interface Queryable {
  query<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  readonly kind: 'postgres' | 'pglite';
  /** What all sessions of this process are called at a server; absent on PGlite. */
  readonly applicationName?: string;
  /** What the start-up line says of durability. */
  readonly durability: string;
  /**
   * Runs `run` in one transaction: committed when it resolves, rolled back when it throws. On PGlite
   * nothing else runs meanwhile, so a body holds SQL only; one that takes longer than `maxMs` (5 s) ends
   * badly.
   */
  transaction<Answer>(
    run: (transaction: Queryable) => Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer>;
  /**
   * Opens the writer's own connection once no other writer holds the lock; `onWaiting` tells that one
   * does. Rejects when `signal` is aborted first.
   */
  openWriter(options?: OpenWriterOptions): Promise<WriterConnection>;
  /** The pool for reads, by what its connections do; absent without one. */
  connections?(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  /** What a server says of its replicas now; absent on PGlite, which has none. */
  replication?(): Promise<Replication>;
  /**
   * Keeps reads waiting until what is committed is known to be confirmed, and refuses them `unavailable` when that takes
   * long; gives how to end that. Absent on PGlite, where nothing is committed that is not confirmed.
   */
  holdReads?(): () => void;
  /** Ends all connections; a second call waits for the first. */
  close(): Promise<void>;
}

/**
 * Where lists and histories are read of what batches write, and of nothing else: at replicas that have all that anybody was
 * told, or at the database itself. Nothing that decides money or lets somebody in is read here.
 */
export type Reads = Pick<Database, 'query' | 'transaction'>;

/** What a server says of its replicas. */
export interface Replication {
  readonly synchronousCommit: string;
  /** As the server's setting has it; empty where no commit waits for a replica. */
  readonly standbyNames: string;
  /** Replicas that are connected, whether commits wait for them or not. */
  readonly replicas: number;
  /** Machines that hold a commit before it is answered, this server included. */
  readonly commitMachines: number;
}

export interface TransactionOptions {
  /** How long the body may take; for migrations. */
  readonly maxMs?: number;
}

export interface OpenWriterOptions {
  readonly onWaiting?: () => void;
  readonly signal?: AbortSignal;
}

/** The connection that holds the writer's lock. Closing or losing it frees the lock. */
export interface WriterConnection extends Queryable {
  /**
   * Commits one batch in one round trip. Batches written before the answer of an earlier one are sent in
   * order. Rejects with FencedError, BatchAbortedError (nothing of it was written) or
   * UnknownOutcomeError (it may or may not be written, or be written here and at no replica; the connection is of no
   * more use). A commit that waits for a replica is waited for as long as it takes.
   */
  write(batch: EncodedBatch): Promise<void>;
  /** Resolves with the reason when the connection is lost; never when it is closed here. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

/** SQLSTATE of advance_leader's refusal. */
export const FENCED_SQLSTATE = 'FL001';

/** Another writer acted: this process must not write again. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** The database refused the batch and rolled it back. */
export class BatchAbortedError extends Error {
  override readonly name = 'BatchAbortedError';
}

/** The answer to a commit is missing: only the leader row can tell what became of it. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** The database cannot be reached now: nothing is known to be done, and the same call may succeed later. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** A setting or a folder that does not allow a start; the message is the line to show. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/** What a start needs does not answer yet, and may come by itself: a server waits for it, a tool refuses. */
export class NotThereError extends StartRefusedError {}
