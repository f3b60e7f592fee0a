/**
 * COPY in both directions for backup and restore: whole lines of PostgreSQL's text format, which is the same on
 * both databases and round-trips every type. One exchange holds one bounded piece, since PGlite answers an
 * exchange as a whole.
 */
import type pg from 'pg';
import type { Queryable } from './database.ts';
import { queryRows, runTransaction } from './postgres/session.ts';

const COPY_DATA = 0x64;
const COPY_DONE = Uint8Array.of(0x63, 0, 0, 0, 4);
const HEAD_BYTES = 5;

/** One transaction without a time limit that can also move whole pieces of tables. */
export interface BulkSession extends Queryable {
  /** The lines that a `COPY … TO STDOUT` gives. The whole answer is in memory: ask for a piece. */
  copyOut(sql: string): Promise<Buffer>;
  /** Runs a `COPY … FROM STDIN` with these whole lines. */
  copyIn(sql: string, lines: Uint8Array): Promise<void>;
}

/** A database that can be backed up and restored into. */
export interface BulkDatabase {
  readonly kind: 'postgres' | 'pglite';
  /** Committed when `run` resolves, rolled back when it throws; on PGlite nothing else runs meanwhile. */
  bulk<Answer>(run: (session: BulkSession) => Promise<Answer>): Promise<Answer>;
}

/** Runs a bulk transaction on a client that nobody else uses meanwhile. */
export function runBulk<Answer>(
  client: pg.ClientBase,
  run: (session: BulkSession) => Promise<Answer>,
): Promise<Answer> {
  return runTransaction(client, async () => {
    // These two end what takes long; a backup may.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    return run({
      query: (sql, parameters = []) => queryRows(client, sql, parameters),
      copyOut: (sql) =>
        new Promise((resolve, reject) => {
          client.query(new CopyOut(sql, resolve, reject));
        }),
      copyIn: (sql, lines) =>
        new Promise((resolve, reject) => {
          client.query(new CopyIn({ sql, lines }, resolve, reject));
        }),
    });
  });
}

/** What the client library asks of a query, where nothing is to be done. */
class Submitted {
  readonly #reject: (error: Error) => void;

  constructor(reject: (error: Error) => void) {
    this.#reject = reject;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends Submitted {
  readonly #sql: string;
  readonly #resolve: (lines: Buffer) => void;
  readonly #chunks: Buffer[] = [];

  constructor(sql: string, resolve: (lines: Buffer) => void, reject: (error: Error) => void) {
    super(reject);
    this.#sql = sql;
    this.#resolve = resolve;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    // The parser reads the next message into the same memory.
    this.#chunks.push(Buffer.from(chunk));
  }

  handleReadyForQuery(): void {
    this.#resolve(Buffer.concat(this.#chunks));
  }
}

class CopyIn extends Submitted {
  readonly #sql: string;
  readonly #lines: Uint8Array;
  readonly #resolve: () => void;

  constructor(
    { sql, lines }: { readonly sql: string; readonly lines: Uint8Array },
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    super(reject);
    this.#sql = sql;
    this.#lines = lines;
    this.#resolve = resolve;
  }

  /** As a batch does (pg-session.ts): all messages up to the Sync at once, since PGlite takes them at once. */
  submit(connection: pg.Connection): void {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(COPY_DATA, 0);
    head.writeInt32BE(this.#lines.length + HEAD_BYTES - 1, 1);
    connection.stream.cork();
    connection.parse({ name: '', text: this.#sql, types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    connection.stream.write(head);
    connection.stream.write(this.#lines);
    connection.stream.write(COPY_DONE);
    connection.sync();
    connection.stream.uncork();
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  /** The lines are already on their way. */
  handleCopyInResponse(): void {}
}
