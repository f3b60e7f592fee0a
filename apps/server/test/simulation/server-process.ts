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
import type { Answer, RunOptions, Submission } from '../../src/core/sequencer/submission.ts';
import { SubmitError } from '../../src/core/sequencer/submit-error.ts';
import type { Database } from '../../src/core/store/database.ts';
import type { TablesSnapshot } from '../../src/core/store/snapshot-reader.ts';
import { HOME, ownerOf } from '../../src/engines/shares.ts';
import { Terms } from '../../src/market/catalogue.ts';
import { MarketData } from '../../src/market/data/market-data.ts';
import type { PublishedUpdate } from '../../src/market/data/published.ts';
import { startIndexPump } from '../../src/market/feeds/index-pump.ts';
import { readGrids } from '../../src/market/grid-queries.ts';
import { DueOptions } from '../../src/options/due.ts';
import { readOpenOptions } from '../../src/options/queries.ts';
import { EXCHANGE_TABLES } from '../../src/tables.ts';
import { type IndexVenues, VenueFeed } from './drawn/index-venues.ts';
import { Beside, type BesideParts, beginNumbers, type Neighbours } from './engines/beside.ts';
import type { CrashPoint } from './engines/crash-points.ts';
import type { Site } from './engines/site.ts';
import type { SiteProcess } from './engines/site-process.ts';
import { PlanRoom, type PlanRoomParts } from './people/plan-room.ts';
import { Publication } from './publication.ts';
import { recordedDatabase } from './recorded-database.ts';
import { type BatchRecord, boundsOf, type Executed } from './records.ts';
import { textOf } from './texts.ts';
import { must, Violation } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WallClock } from './wall-clock.ts';

export interface ServerProcessParts {
  readonly time: VirtualTime;
  readonly clock: WallClock;
  /** The engine that it is to lead. */
  readonly site: Site;
  /** The other engines, where there are any. */
  readonly neighbours?: Neighbours;
  readonly venues: IndexVenues;
  readonly random: Seeded;
  /** Where it carries recurring buys out: at which of them it dies. */
  readonly plans?: Pick<PlanRoomParts, 'crashPoint'>;
  /** Told when it has ended by itself: another leads, or too much went wrong. */
  readonly onEnd: (how: 'fenced' | 'halted' | 'lost', cause: Error) => void;
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

/** Seconds between two looks at the home that nothing waits for. */
const FOLLOWED_EACH = 10;
const NO_LOG = { info() {}, warn() {}, error() {} };

export class ServerProcess implements SiteProcess {
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
  #keeper: ClockKeeper | undefined;
  #executed: Executed[] = [];
  #record: BatchRecord | undefined;
  #publication: Publication | undefined;
  #beside: Beside | undefined;
  #marketData: MarketData | undefined;
  #plans: PlanRoom | undefined;
  #isServing = false;
  #looks = 0;
  readonly #died = Promise.withResolvers<never>();

  constructor(parts: ServerProcessParts) {
    this.#parts = parts;
    this.#died.promise.catch(() => undefined);
  }

  get sequencer(): Sequencer | undefined {
    return this.isDead ? undefined : this.#sequencer;
  }

  get isReady(): boolean {
    return !this.isDead && this.#isServing;
  }

  get plans(): PlanRoom | undefined {
    return this.isReady ? this.#plans : undefined;
  }

  /** Resolves when it serves; waits for the writer's lock as a standby does. */
  async start(): Promise<void> {
    const { site, neighbours, clock, time, random } = this.#parts;
    const { name, evidence } = site;
    const database = recordedDatabase(site.server.connect(this), (batch) => {
      if (this.#record !== undefined) site.records.set(batch, this.#record);
      this.#record = undefined;
    });
    const home = neighbours?.siteOf(HOME).server.connect(this) ?? database;
    const randomBytes = (size: number): Buffer =>
      Buffer.from(Uint8Array.from({ length: size }, () => random.below(256)));
    const keeper = await openClock({
      database: home,
      log: NO_LOG,
      machine: clock.machineAhead(site.clockAheadMs),
    });
    this.#keeper = keeper;
    if (name !== undefined) await beginNumbers(database, name);
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database,
      clock: keeper.clock,
      randomBytes,
      createEngine: (snapshot) => this.#engine(snapshot as TablesSnapshot),
      readSeen: async () => evidence.all(),
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
          evidence.note(cause.seen);
          this.#end('lost', cause);
        },
        fenced: (cause) => this.#end('fenced', cause),
        halted: (cause) => this.#end('halted', cause),
        listenerFailed: (error) => this.#guard(() => this.#parts.onViolation(error)),
      },
    });
    this.#sequencer = sequencer;
    evidence.note(sequencer.committed.seen);
    sequencer.onCommitted(() => evidence.note(sequencer.committed.seen));
    const terms = await this.#follow(sequencer, { database, clock: keeper.clock });
    const parts = { database, terms, clock: keeper.clock };
    if (name !== undefined && neighbours !== undefined)
      this.#beside = await this.#besideOf({ name, neighbours, sequencer, ...parts });
    await this.#startServices(sequencer, parts);
    this.#plans = this.#planRoom(sequencer, parts);
    this.#isServing = true;
    this.#learnKeys(sequencer, database);
  }

  async #besideOf(parts: Pick<BesideParts, 'name' | 'neighbours' | 'sequencer'> & ServiceParts) {
    const { database, ...given } = parts;
    const run = this.#runAt(parts.sequencer);
    const beside = new Beside({ ...given, process: this, books: database, run });
    this.#beside = beside;
    await beside.begin();
    return beside;
  }

  /** What the server itself asks of its engine. */
  #runAt(sequencer: Sequencer): BesideParts['run'] {
    return async (command, options = {}) => {
      const result = await sequencer.run(command, options);
      if (!this.isDead) this.#guard(() => this.#parts.site.auditor.ran(command));
      return result;
    };
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
    const {
      site: { server },
      onViolation,
    } = this.#parts;
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
  async #follow(
    sequencer: Sequencer,
    { database, clock }: Omit<ServiceParts, 'terms'>,
  ): Promise<Terms> {
    const { site, plans } = this.#parts;
    const terms = new Terms();
    await sequencer.atRest(async (engine) => {
      const snapshot = engine.holdSnapshot();
      const publication = new Publication(site.tables, snapshot);
      this.#publication = publication;
      sequencer.onCommitted((batch) => {
        if (this.isDead) return;
        publication.take(batch);
        terms.apply(batch.changes);
        site.tell(batch);
        this.at('published');
      });
      const grids = await readGrids(database);
      terms.apply({ ...snapshot, grids });
      if (plans === undefined || (site.name !== undefined && site.name !== HOME)) return;
      // Its history is nobody's here.
      const candles = { stored: async () => [] };
      const options = { database, sequencer, clock, candles };
      this.#marketData = new MarketData(options, snapshot, grids);
      this.#marketData.follow();
    });
    return terms;
  }

  #planRoom(sequencer: Sequencer, { database, clock }: ServiceParts): PlanRoom | undefined {
    const marketData = this.#marketData;
    if (marketData === undefined) return undefined;
    const { site, onViolation, plans } = this.#parts;
    if (plans === undefined) return undefined;
    const given = { database, sequencer, marketData, clock, onViolation, ...plans };
    return new PlanRoom({ ...given, process: this, auditor: site.auditor });
  }

  async #startServices(sequencer: Sequencer, parts: ServiceParts): Promise<void> {
    const { time, random, site } = this.#parts;
    const { database, clock } = parts;
    const port = {
      run: this.#runAt(sequencer),
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
    if (site.name === undefined || site.name === 'options')
      this.#dueOptions = await sequencer.atRest(async () => {
        const due = new DueOptions(
          { books: database, sequencer: port, clock, log: NO_LOG },
          await readOpenOptions(database),
        );
        due.follow();
        return due;
      });
    if (site.name === undefined || site.name === HOME) await this.#startPump(sequencer, parts);
    this.#everySecond();
  }

  async #startPump(sequencer: Sequencer, { terms, clock }: ServiceParts): Promise<void> {
    const { time, venues } = this.#parts;
    const joined = this.#beside?.joined();
    const startTimer = (fire: () => void, ms: number) =>
      time.after(ms, () => {
        if (!this.isDead) fire();
      });
    await startIndexPump({
      feed: new VenueFeed({
        venues,
        clock: clockOf({ now: () => clock.now(), startTimer }),
        trueNow: () => this.#parts.clock.trueNow(),
        onViolation: this.#parts.onViolation,
      }),
      sequencer: { run: joined?.run.bind(joined) ?? this.#runAt(sequencer) },
      clock,
      marketData: {
        terms,
        onPublished: (listener) =>
          sequencer.onCommitted((batch) => listener({ batch } as PublishedUpdate)),
      },
      log: NO_LOG,
    });
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
    void this.#plans?.round();
    this.#beside?.look();
    this.#looks += 1;
    if (this.#looks % FOLLOWED_EACH === 0) this.#beside?.follow();
  }

  /** At this engine, as whoever sets an exchange up asks for it. */
  get run(): SiteProcess['run'] {
    return this.sequencer && this.#runAt(this.sequencer);
  }

  /** What another engine, or a gateway, has it run. */
  async runFor(command: Command, options?: RunOptions): Promise<Result> {
    const { sequencer } = this;
    if (sequencer === undefined) throw new SubmitError('unavailable');
    const preparing = this.prepare(ownerOf(command));
    if (preparing !== undefined) await preparing;
    if (this.#beside) await this.untilDeath(this.#beside.refuseUnsent(command));
    return this.untilDeath(this.#runAt(sequencer)(command, options));
  }

  /** Until it knows of the home what a command of this owner rests on. */
  prepare(owner: number | undefined): Promise<void> | undefined {
    const preparing = this.#beside?.prepare(owner);
    return preparing && this.untilDeath(preparing);
  }

  /** Of the home something may have been missed. */
  fallBehind(): void {
    this.#beside?.fallBehind();
  }

  /** Whoever waits for it notices that it is gone. */
  untilDeath<Made>(made: Promise<Made>): Promise<Made> {
    return Promise.race([made, this.#died.promise]);
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
      this.#parts.site.auditor.acknowledged(submission.command, answer);
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
    this.abandon();
    const { time, site, random } = this.#parts;
    time.after(random.below(30), () => site.server.forget(this));
  }

  /** Nothing of it goes on. */
  abandon(): void {
    this.isDead = true;
    this.#beside?.stop();
    this.#died.reject(new SubmitError('unavailable'));
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
    const engine = new Engine(snapshot, boundsOf(this.#parts.site.name));
    this.#executed = [];
    this.#publication?.reloaded();
    if (!this.isDead) this.#guard(() => this.#parts.site.auditor.reloaded(snapshot));
    return {
      execute: (command: Command, stamp: Stamp): Result => {
        const result = engine.execute(command, stamp);
        const { receiptId, orderId } = engine.counters();
        this.#executed.push({ command, stamp, result, receiptId, orderId });
        this.#parts.site.auditor.executed(command, stamp.sequence);
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
}

const forever = (): Promise<never> => new Promise(() => undefined);
