/**
 * A database server in virtual time: sessions, the writer's lock, transactions on their way, and everything that goes
 * wrong with them. What it holds is in MemoryTables and outlives the processes that connect to it; each process has a
 * MemoryDatabase of its own, which dies with it. Which fault comes when is the plan's, drawn from the seed.
 */
import type { EncodedBatch } from '../../../src/core/store/batch/encoder.ts';
import {
  BatchAbortedError,
  type Database,
  FencedError,
  type OpenWriterOptions,
  type Queryable,
  type SqlValue,
  UnknownOutcomeError,
  type WriterConnection,
} from '../../../src/core/store/database.ts';
import { HELD_READ_MS } from '../../../src/core/store/limits.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { answerQuery } from './memory-queries.ts';
import type { Undo } from './memory-table.ts';
import { MemoryTables } from './memory-tables.ts';

/**
 * What becomes of a batch at the server. `refused`: rolled back with an ERROR, after as many statements as it got to.
 * `lost_*`: the connection breaks, with the batch rolled back, committed, still running (then committed or rolled back),
 * or so late that another epoch may have begun before it arrives.
 */
export type WriteFault =
  | { readonly kind: 'refused'; readonly why: string; readonly afterStatements: number }
  | {
      readonly kind:
        | 'lost_aborted'
        | 'lost_committed'
        | 'lost_running_committed'
        | 'lost_running_aborted'
        | 'lost_late';
      readonly ms: number;
    };

/** What the server asks at each point at which something may go wrong. */
export interface ServerPlan {
  /** One way between a process and the server, in ms. */
  latencyMs(): number;
  writeFault(): WriteFault | undefined;
  /** Whether a read fails. */
  readFails(): boolean;
  /** Whether what a process had sent before it died arrives. */
  arrivesAfterDeath(): boolean;
}

/** A process that talks to the server. */
export interface Process {
  readonly isDead: boolean;
  /** It began an epoch and was not told: the next time it asks, its own looks like another writer's. */
  isEpochUnknown: boolean;
  /** Dies here, perhaps: asked at the points between receive and publish. */
  at(point: 'lookup' | 'sent' | 'committed'): void;
}

export interface MemoryServerParts {
  readonly time: VirtualTime;
  readonly plan: ServerPlan;
  /** Told of each batch right after it was committed; what it throws is found by nobody but the simulation. */
  readonly onCommitted: (batch: EncodedBatch) => void;
  /** Told of an ERROR that no fault of the plan explains. */
  readonly onUnexpected: (error: Error) => void;
}

interface Session {
  readonly process: Process;
  isOver: boolean;
  lose(reason: Error): void;
}

/** A failure that the plan asked for. */
export class InjectedError extends Error {
  override readonly name = 'InjectedError';
}

/** No answer ever comes to a process that is dead. */
const forever = (): Promise<never> => new Promise(() => undefined);

export class MemoryServer {
  readonly tables = new MemoryTables();
  readonly parts: MemoryServerParts;
  #holder: Session | undefined;
  /** Those that a process writes through, or believes to. */
  readonly #sessions = new Set<Session>();
  #waiting: { readonly session: Session; readonly grant: () => void }[] = [];
  /** Transactions that hold the leader row. */
  readonly #running = new Set<Promise<void>>();
  /** Nobody reaches it. */
  isGone = false;
  /**
   * Names the last commit of which nobody was told; undefined once an epoch began behind it. It is to be seen here, and on
   * no replica perhaps.
   */
  doubt: symbol | undefined;
  /** Rises with each failover: what was on its way to the server before it never arrives. */
  generation = 0;

  constructor(parts: MemoryServerParts) {
    this.parts = parts;
  }

  connect(process: Process): MemoryDatabase {
    return new MemoryDatabase(this, process);
  }

  /** Waits for the lock; a process that has lost its connection ends its own old session first. */
  async takeLock(session: Session, onWaiting: (() => void) | undefined): Promise<void> {
    if (this.#holder?.process === session.process) this.#end(this.#holder);
    if (this.#holder === undefined || this.#holder.isOver) {
      this.#sessions.add(session);
      this.#holder = session;
      return;
    }
    onWaiting?.();
    await new Promise<void>((resolve) => {
      this.#waiting.push({ session, grant: resolve });
    });
  }

  /** The session ends: its lock goes to whoever waits longest. */
  release(session: Session): void {
    session.isOver = true;
    this.#sessions.delete(session);
    if (this.#holder !== session) return;
    this.#holder = undefined;
    this.#waiting = this.#waiting.filter(
      ({ session: { process, isOver } }) => !isOver && !process.isDead,
    );
    this.#grantNext();
  }

  #grantNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#holder = next.session;
    this.#sessions.add(next.session);
    next.grant();
  }

  /** The kernel closes what a dead process had open. */
  forget(process: Process): void {
    this.#waiting = this.#waiting.filter(({ session }) => session.process !== process);
    if (this.#holder?.process === process) this.release(this.#holder);
  }

  /** As in a failover: the lock is free, and its holder goes on without knowing. */
  forgetLock(): void {
    if (this.#holder !== undefined) this.#grantNext();
  }

  #end(session: Session): void {
    session.isOver = true;
    this.#holder = undefined;
  }

  /** The writer's connection breaks, whatever it does just now; whoever waits for the lock has it. */
  cutConnection(): void {
    const holder = this.#holder;
    if (holder === undefined) return;
    this.release(holder);
    this.parts.time.after(this.parts.plan.latencyMs(), () =>
      holder.lose(new InjectedError('the connection ended')),
    );
  }

  /** A replica that missed the last transactions takes the server's place; every connection is cut. */
  failOver(transactions: number): void {
    this.generation += 1;
    this.doubt = undefined;
    this.#running.clear();
    this.tables.loseLast(transactions);
    this.#holder = undefined;
    for (const session of this.#sessions) {
      session.isOver = true;
      this.parts.time.after(this.parts.plan.latencyMs(), () =>
        session.lose(new InjectedError('the server is another one')),
      );
    }
    this.#sessions.clear();
    this.#grantNext();
  }

  /** Nobody gets the row before each transaction that holds it has ended. */
  async leaderRow(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Holds the leader row for so long, then ends one way or the other. */
  run(
    batch: EncodedBatch,
    { ms, commits }: { readonly ms: number; readonly commits: boolean },
  ): void {
    const { generation } = this;
    const running = this.parts.time.delay(ms).then(() => {
      if (commits) this.commitLate(batch, generation);
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  /** One transaction; throws what the server would answer. */
  commit(batch: EncodedBatch): void {
    try {
      this.tables.apply(batch);
    } catch (error) {
      if (error instanceof BatchAbortedError) this.parts.onUnexpected(error);
      throw error;
    }
    this.parts.onCommitted(batch);
  }

  /** Its answer reaches nobody. */
  commitUntold(batch: EncodedBatch): void {
    this.commit(batch);
    this.doubt = Symbol('commit');
  }

  /** A batch of which nobody waits for the answer any more; a fence that refuses it is what it is for. */
  commitLate(batch: EncodedBatch, generation: number): void {
    if (generation !== this.generation) return;
    try {
      this.commitUntold(batch);
    } catch (error) {
      if (!(error instanceof FencedError)) throw error;
    }
  }
}

export class MemoryDatabase implements Database {
  readonly kind = 'postgres';
  readonly durability = 'none: it is simulated';
  readonly #server: MemoryServer;
  readonly #process: Process;
  /** Resolved once reads may go on. */
  #held: PromiseWithResolvers<void> | undefined;

  constructor(server: MemoryServer, process: Process) {
    this.#server = server;
    this.#process = process;
  }

  holdReads(): () => void {
    const held = Promise.withResolvers<void>();
    this.#held = held;
    return () => {
      if (this.#held === held) this.#held = undefined;
      held.resolve();
    };
  }

  async #untilConfirmed(): Promise<void> {
    if (this.#held === undefined) return;
    const late = this.#server.parts.time.delay(HELD_READ_MS).then(() => {
      throw new InjectedError('reads are held');
    });
    await Promise.race([this.#held.promise, late]);
  }

  async query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    this.#process.at('lookup');
    await this.#untilConfirmed();
    await this.#travel();
    if (this.#server.isGone || this.#server.parts.plan.readFails())
      throw new InjectedError('no connection');
    const { tables } = this.#server;
    const undo: Undo = [];
    const rows = answerQuery(tables, sql, parameters, undo) as Row[];
    if (undo.length > 0) tables.keep(undo);
    await this.#travel();
    return rows;
  }

  /** Of bodies none waits: all of them see one moment. Whoever wrote is told of it, or not. */
  async transaction<Answer>(run: (transaction: Queryable) => Promise<Answer>): Promise<Answer> {
    await this.#untilConfirmed();
    await this.#travel();
    if (this.#server.isGone || this.#server.parts.plan.readFails())
      throw new InjectedError('no connection');
    const { tables } = this.#server;
    let hasWritten = false;
    const answer = await tables.transaction((undo) =>
      run({
        query: async <Row>(sql: string, parameters: readonly SqlValue[] = []) => {
          const rows = answerQuery(tables, sql, parameters, undo) as Row[];
          hasWritten ||= undo.length > 0;
          return rows;
        },
      }),
    );
    if (hasWritten) await this.#travel();
    return answer;
  }

  async openWriter({ onWaiting }: OpenWriterOptions = {}): Promise<WriterConnection> {
    await this.#travel();
    if (this.#server.isGone) throw new InjectedError('connection refused');
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
    const session: Session = { process: this.#process, isOver: false, lose };
    await this.#server.takeLock(session, onWaiting);
    await this.#travel();
    return new MemoryWriter(this.#server, session, lost);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #travel(): Promise<void> {
    if (this.#process.isDead) return forever();
    await this.#server.parts.time.delay(this.#server.parts.plan.latencyMs());
    if (this.#process.isDead) return forever();
  }
}

class MemoryWriter implements WriterConnection {
  readonly lost: Promise<Error>;
  readonly #server: MemoryServer;
  readonly #session: Session;
  #last: Promise<unknown> = Promise.resolve();
  #broken: Error | undefined;

  constructor(server: MemoryServer, session: Session, lost: Promise<Error>) {
    this.#server = server;
    this.#session = session;
    this.lost = lost.then((reason) => (session.process.isDead ? forever() : reason));
  }

  async query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    await this.#travel();
    if (this.#server.isGone || this.#session.isOver) throw new InjectedError('no connection');
    if (sql.startsWith('UPDATE leader')) await this.#server.leaderRow();
    if (this.#session.process.isDead) return forever();
    const rows = answerQuery(this.#server.tables, sql, parameters) as Row[];
    if (sql.startsWith('UPDATE leader') && rows.length > 0) this.#server.doubt = undefined;
    await this.#travel();
    if (this.#session.isOver) {
      this.#session.process.isEpochUnknown = true;
      throw new InjectedError('the answer was lost');
    }
    return rows;
  }

  write(batch: EncodedBatch): Promise<void> {
    const written = this.#last.then(() => this.#send(batch));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async close(): Promise<void> {
    if (this.#session.process.isDead) return forever();
    this.#server.release(this.#session);
  }

  async #send(batch: EncodedBatch): Promise<void> {
    const { process } = this.#session;
    const { plan } = this.#server.parts;
    if (process.isDead) return forever();
    if (this.#broken !== undefined) throw this.#broken;
    process.at('sent');
    const { generation } = this.#server;
    // Bytes that were sent may arrive although their sender is dead by then.
    const arrives = process.isDead ? plan.arrivesAfterDeath() : true;
    const wasDead = process.isDead;
    await this.#server.parts.time.delay(plan.latencyMs());
    if (!arrives || (process.isDead && !wasDead && !plan.arrivesAfterDeath())) return forever();
    const fault = plan.writeFault();
    if (this.#server.isGone || this.#session.isOver) return this.#lose('no connection');
    if (fault !== undefined) return this.#fail(batch, fault);
    if (process.isDead) {
      this.#server.commitLate(batch, generation);
      return forever();
    }
    await this.#server.leaderRow();
    if (generation !== this.#server.generation) return this.#lose('no connection');
    this.#server.commit(batch);
    process.at('committed');
    await this.#travel();
    if (generation !== this.#server.generation) return this.#lose('the answer was lost');
  }

  async #fail(batch: EncodedBatch, fault: WriteFault): Promise<void> {
    if (fault.kind === 'refused') {
      // Some of its statements run first, and are rolled back.
      try {
        this.#server.tables.apply(batch, fault.afterStatements);
      } catch (error) {
        await this.#travel();
        if (error instanceof FencedError) throw error;
        throw new BatchAbortedError(fault.why);
      }
    }
    if (fault.kind === 'lost_committed') this.#server.commitUntold(batch);
    if (fault.kind === 'lost_running_committed')
      this.#server.run(batch, { ...fault, commits: true });
    if (fault.kind === 'lost_running_aborted')
      this.#server.run(batch, { ...fault, commits: false });
    if (fault.kind === 'lost_late') {
      const { generation } = this.#server;
      this.#server.parts.time.after(fault.ms, () => this.#server.commitLate(batch, generation));
    }
    return this.#lose('the answer was lost');
  }

  async #lose(reason: string): Promise<never> {
    const error = new UnknownOutcomeError(reason);
    this.#broken = error;
    await this.#travel();
    this.#session.lose(error);
    throw error;
  }

  async #travel(): Promise<void> {
    if (this.#session.process.isDead) return forever();
    await this.#server.parts.time.delay(this.#server.parts.plan.latencyMs());
    if (this.#session.process.isDead) return forever();
  }
}
