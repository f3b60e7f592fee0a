/**
 * One life of the server's core: the real sequencer, schedules, settling of overdue options and index pump on a simulated
 * database, with timers of virtual time. It may die between any two steps; then nothing that it still does reaches anybody.
 */

import { type Changes, type Command, Engine, type Result, type Stamp } from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import { SECOND_MS } from '@fairlead/units';
import { clockOf } from '../../src/core/operations/clock.ts';
import { type ClockKeeper, openClock } from '../../src/core/operations/clock-keeper.ts';
import { Schedules } from '../../src/core/operations/schedules.ts';
import { learnKeys } from '../../src/core/sequencer/learn-keys.ts';
import type { EnginePort } from '../../src/core/sequencer/ports.ts';
import { type Sequencer, startSequencer } from '../../src/core/sequencer/sequencer.ts';
import type { Answer, Submission } from '../../src/core/sequencer/submission.ts';
import type { EncodedBatch } from '../../src/core/store/batch/encoder.ts';
import type { Database, WriterConnection } from '../../src/core/store/database.ts';
import type { TablesSnapshot } from '../../src/core/store/snapshot-reader.ts';
import { Terms } from '../../src/market/catalogue.ts';
import type { PublishedUpdate } from '../../src/market/data/market-data.ts';
import { type IndexPump, startIndexPump } from '../../src/market/feeds/index-pump.ts';
import { readGrids } from '../../src/market/grid-queries.ts';
import { DueOptions } from '../../src/options/due.ts';
import { readOpenOptions } from '../../src/options/queries.ts';
import { EXCHANGE_TABLES } from '../../src/tables.ts';
import type { Auditor } from './auditor.ts';
import { type IndexVenues, VenueFeed } from './drawn/index-venues.ts';
import type { Evidence } from './evidence.ts';
import { Publication } from './publication.ts';
import { type BatchRecord, type Executed, FEW_AT_ONCE } from './records.ts';
import type { MemoryServer, Process } from './store/memory-server.ts';
import { textOf } from './texts.ts';
import { must, Violation } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WallClock } from './wall-clock.ts';

/** Where a process may die between receiving a request and publishing what came of it (I5). */
export const CRASH_POINTS = [
  'received',
  'reserved',
  'lookup',
  'executed',
  'sent',
  'committed',
  'answered',
  'delivered',
  'published',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

export interface ServerProcessParts {
  readonly time: VirtualTime;
  readonly clock: WallClock;
  readonly server: MemoryServer;
  readonly venues: IndexVenues;
  readonly auditor: Auditor;
  readonly random: Seeded;
  /** Batches on their way, with what they are made of. */
  readonly records: WeakMap<EncodedBatch, BatchRecord>;
  /** Told when it has ended by itself: another leads, or too much went wrong. */
  readonly onEnd: (how: 'fenced' | 'halted' | 'lost', cause: Error) => void;
  /** What processes have given out, kept where the database's fate does not reach. */
  readonly evidence: Evidence;
  /** Told of each fault that it recovers from. */
  readonly onRecovering: (cause: Error) => void;
  /** A check failed inside a callback, whose caller would swallow it. */
  readonly onViolation: (error: unknown) => void;
}

interface ServiceParts {
  readonly database: Database;
  readonly terms: Terms;
  readonly clock: { now(): number };
}

const NO_LOG = { info() {}, warn() {}, error() {} };

export class ServerProcess implements Process {
  readonly #parts: ServerProcessParts;
  isDead = false;
  isEpochUnknown = false;
  /** Whether another was started since, which may have taken the lead. */
  hasSuccessor = false;
  /** At which of the points it dies, at the next time that it comes there. */
  diesAt: CrashPoint | undefined;
  #sequencer: Sequencer | undefined;
  #schedules: Schedules | undefined;
  #dueOptions: DueOptions | undefined;
  #pump: IndexPump | undefined;
  #keeper: ClockKeeper | undefined;
  #executed: Executed[] = [];
  #record: BatchRecord | undefined;
  #publication: Publication | undefined;

  constructor(parts: ServerProcessParts) {
    this.#parts = parts;
  }

  get sequencer(): Sequencer | undefined {
    return this.isDead ? undefined : this.#sequencer;
  }

  get isReady(): boolean {
    return !this.isDead && this.#pump !== undefined;
  }

  /** Resolves when it serves; waits for the writer's lock as a standby does. */
  async start(): Promise<void> {
    const { server, clock, time, random } = this.#parts;
    const database = this.#recording(server.connect(this));
    const randomBytes = (size: number): Buffer =>
      Buffer.from(Uint8Array.from({ length: size }, () => random.below(256)));
    const keeper = await openClock({ database, log: NO_LOG, machine: clock.machine });
    this.#keeper = keeper;
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database,
      clock: keeper.clock,
      randomBytes,
      createEngine: (snapshot) => this.#engine(snapshot as TablesSnapshot),
      readSeen: async () => this.#parts.evidence.all(),
      delay: (ms) => time.delay(ms),
      startTimer: (run, ms) => time.after(ms, run),
      limits: {
        batchCommandsMax: random.pick([1, 2, 3, 8, 50]),
        batchesInFlightMax: random.pick([1, 2, 2, 3]),
        answersMax: random.pick([2, 10, 40, 1_000]),
        queueCommandsMax: random.pick([6, 40, 1_000]),
      },
      reports: {
        recovering: (cause) => {
          this.#parts.onRecovering(cause);
          time.after(0, () => void this.#readMeanwhile(database));
        },
        lost: (cause) => {
          this.#parts.evidence.note(cause.seen);
          this.#end('lost', cause);
        },
        fenced: (cause) => this.#end('fenced', cause),
        halted: (cause) => this.#end('halted', cause),
        listenerFailed: (error) => this.#guard(() => this.#parts.onViolation(error)),
      },
    });
    this.#sequencer = sequencer;
    this.#parts.evidence.note(sequencer.committed.seen);
    sequencer.onCommitted(() => this.#parts.evidence.note(sequencer.committed.seen));
    const terms = await this.#follow(sequencer, database);
    await this.#startServices(sequencer, { database, terms, clock: keeper.clock });
    this.#learnKeys(sequencer, database);
  }

  /** As housekeeping does; what fails goes on a second later. */
  #learnKeys(sequencer: Sequencer, database: Database): void {
    this.#parts.time.after(1_000, () => {
      if (this.isDead) return;
      const goOn = () => this.#learnKeys(sequencer, database);
      learnKeys(sequencer.answers, database, this.#parts.random.pick([1, 5, 2_000])).then(
        goOn,
        goOn,
      );
    });
  }

  /** What a commit did of which nobody knows yet whether it stays is shown to nobody meanwhile. */
  async #readMeanwhile(database: Database): Promise<void> {
    const { server, onViolation } = this.#parts;
    const { doubt } = server;
    if (this.isDead || doubt === undefined) return;
    try {
      await database.query('SELECT last_sequence FROM leader');
    } catch {
      return;
    }
    if (!this.isDead && server.doubt === doubt)
      onViolation(new Violation('nothing is read that may be on no replica', 'it was read'));
  }

  /** Copies of what is published, checked with each commit. */
  async #follow(sequencer: Sequencer, database: Database): Promise<Terms> {
    const { server } = this.#parts;
    const terms = new Terms();
    await sequencer.atRest(async (engine) => {
      const snapshot = engine.holdSnapshot();
      const publication = new Publication(server.tables, snapshot);
      this.#publication = publication;
      sequencer.onCommitted((batch) => {
        if (this.isDead) return;
        publication.take(batch);
        terms.apply(batch.changes);
        this.at('published');
      });
      terms.apply({ ...snapshot, grids: await readGrids(database) });
    });
    return terms;
  }

  async #startServices(sequencer: Sequencer, parts: ServiceParts): Promise<void> {
    const { time, venues, random, auditor } = this.#parts;
    const { database, terms, clock } = parts;
    const run = async (command: Command, options = {}): Promise<Result> => {
      const result = await sequencer.run(command, options);
      if (!this.isDead) this.#guard(() => auditor.ran(command));
      return result;
    };
    const port = {
      run,
      onCommitted: sequencer.onCommitted.bind(sequencer),
      atRest: sequencer.atRest.bind(sequencer),
    };
    this.#schedules = new Schedules({
      sequencer: port,
      clock,
      log: NO_LOG,
      tables: EXCHANGE_TABLES,
      chunk: random.pick([1, 2, 50]),
      rest: () => time.delay(random.below(20)),
    });
    this.#dueOptions = await sequencer.atRest(async () => {
      const due = new DueOptions(
        { books: database, sequencer: port, clock, log: NO_LOG },
        await readOpenOptions(database),
      );
      due.follow();
      return due;
    });
    const startTimer = (fire: () => void, ms: number) =>
      time.after(ms, () => {
        if (!this.isDead) fire();
      });
    this.#pump = await startIndexPump({
      feed: new VenueFeed({
        venues,
        clock: clockOf({ now: () => clock.now(), startTimer }),
        trueNow: () => this.#parts.clock.trueNow(),
        onViolation: this.#parts.onViolation,
      }),
      sequencer: port,
      clock,
      marketData: {
        terms,
        onPublished: (listener) =>
          sequencer.onCommitted((batch) => listener({ batch } as PublishedUpdate)),
      },
      log: NO_LOG,
    });
    this.#everySecond();
  }

  /** What the server's chores do each second; a timer that fires twice asks twice. */
  #everySecond(): void {
    const { time, random } = this.#parts;
    time.after(SECOND_MS, () => {
      if (this.isDead) return;
      for (let times = random.chance(5) ? 2 : 1; times > 0; times -= 1) this.runChores();
      this.#everySecond();
    });
  }

  runChores(): void {
    void this.#keeper?.look().catch(() => undefined);
    void this.#schedules?.run().catch(() => undefined);
    void this.#dueOptions?.settle().catch(() => undefined);
  }

  /** Rejects with SubmitError; never answers once it is dead. */
  async submit(submission: Submission): Promise<Answer> {
    this.at('received');
    const sequencer = this.sequencer;
    if (sequencer === undefined) throw new Error('connection refused');
    const isKnown = sequencer.health().state === 'running';
    const answered = this.#answerOf(sequencer, submission);
    this.at('reserved');
    try {
      const answer = await answered;
      if (!this.isDead) this.at('answered');
      if (this.isDead) return await forever();
      must(isKnown, 'nobody is answered while nobody knows what the tables hold', () =>
        textOf(submission.command),
      );
      this.#parts.auditor.acknowledged(submission.command, answer);
      if (this.diesAt === 'delivered') this.#parts.time.after(0, () => this.at('delivered'));
      return answer;
    } catch (error) {
      if (this.isDead) return await forever();
      throw error;
    }
  }

  /** As routes do, of which some look for a first answer before they check anything. */
  async #answerOf(sequencer: Sequencer, submission: Submission): Promise<Answer> {
    const { idempotency } = submission;
    const isLooking = idempotency !== undefined && this.#parts.random.chance(50);
    const first = isLooking ? sequencer.replay(idempotency) : undefined;
    return first ?? sequencer.submit(submission);
  }

  at(point: CrashPoint): void {
    if (this.diesAt === point && !this.isDead) this.die();
  }

  /** SIGKILL: nothing goes in or out any more, and the kernel closes its connections. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    const { time, server, random } = this.#parts;
    time.after(random.below(30), () => server.forget(this));
  }

  #end(how: 'fenced' | 'halted' | 'lost', cause: Error): void {
    if (this.isDead) return;
    this.die();
    this.#parts.onEnd(how, cause);
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#parts.onViolation(error);
    }
  }

  /** The real engine, with what it runs written down. */
  #engine(snapshot: TablesSnapshot): EnginePort {
    const engine = new Engine(snapshot, FEW_AT_ONCE);
    this.#executed = [];
    this.#publication?.reloaded();
    if (!this.isDead) this.#guard(() => this.#parts.auditor.reloaded(snapshot));
    return {
      execute: (command: Command, stamp: Stamp): Result => {
        const result = engine.execute(command, stamp);
        const { receiptId, orderId } = engine.counters();
        this.#executed.push({ command, stamp, result, receiptId, orderId });
        this.#parts.auditor.executed(command, stamp.sequence);
        this.at('executed');
        return result;
      },
      takeChanges: (): Changes => {
        const changes = engine.takeChanges();
        this.#record = { executed: this.#executed, changes };
        this.#executed = [];
        return changes;
      },
      holdSnapshot: () => engine.holdSnapshot(),
      parkingNeed: (command) => engine.parkingNeed(command),
      awaitedFromMs: (marketId) => engine.awaitedFromMs(marketId),
      waitingOrderId: (target) => engine.waitingOrderId(target),
      sentTransfer: (transferId) => engine.sentTransfer(transferId),
    };
  }

  /** A batch is written in the same turn in which its changes are taken: so is its record kept with it. */
  #recording(database: Database): Database {
    return {
      kind: database.kind,
      durability: database.durability,
      query: (sql, parameters) => database.query(sql, parameters),
      transaction: (run, options) => database.transaction(run, options),
      close: () => database.close(),
      holdReads: () => database.holdReads?.() ?? (() => undefined),
      openWriter: async (options) => {
        const writer = await database.openWriter(options);
        const recorded: WriterConnection = {
          lost: writer.lost,
          query: (sql, parameters) => writer.query(sql, parameters),
          close: () => writer.close(),
          write: (batch) => {
            if (this.#record !== undefined) this.#parts.records.set(batch, this.#record);
            this.#record = undefined;
            return writer.write(batch);
          },
        };
        return recorded;
      },
    };
  }
}

const forever = (): Promise<never> => new Promise(() => undefined);
