/**
 * A whole run from one seed: an exchange is set up, clients and operators ask for things while databases, processes,
 * clocks, networks and venues fail, and in the end everything is healed, settled and recounted. Whatever must hold and does
 * not is a Violation; the same seed gives the same run, event by event (docs/internals/simulation.md).
 */
import { hash } from 'node:crypto';
import { Seeded } from '@fairlead/testkit';
import { DAY_MS, HOUR_MS, InvariantError, SECOND_MS } from '@fairlead/units';
import type { Answer, Submission } from '../../src/core/sequencer/submission.ts';
import type { EncodedBatch } from '../../src/core/store/batch/encoder.ts';
import { BatchAbortedError, UnknownOutcomeError } from '../../src/core/store/database.ts';
import { Auditor } from './auditor.ts';
import { Clients } from './client.ts';
import { DrawnCommands } from './drawn/commands.ts';
import { BEGINS_AT_MS, beginning, WALKS } from './drawn/exchange-terms.ts';
import { FaultPlan } from './drawn/fault-plan.ts';
import { IndexVenues } from './drawn/index-venues.ts';
import { Mishaps } from './drawn/mishaps.ts';
import { Evidence } from './evidence.ts';
import { Figures } from './figures.ts';
import { checkOutcome, checkPricesCome } from './final-check.ts';
import type { BatchRecord } from './records.ts';
import { ServerProcess } from './server-process.ts';
import type { Stage } from './stage.ts';
import { InjectedError, MemoryServer } from './store/memory-server.ts';
import { textOf } from './texts.ts';
import { must, Violation } from './violation.ts';
import { VirtualTime } from './virtual-time.ts';
import { WallClock } from './wall-clock.ts';

export interface RunOptions {
  readonly seed: number;
  /** How many clients' and operators' commands are drawn. */
  readonly commands: number;
}

export interface RunOutcome {
  readonly seed: number;
  /** Counts by name; see Figures. */
  readonly figures: readonly (readonly [string, number])[];
  /** Digest of all that happened: equal for equal runs. */
  readonly digest: string;
  readonly violation?: {
    readonly invariant: string;
    readonly message: string;
    /** At which command it was found. */
    readonly step: number;
  };
}

const CHECK_EACH = 40;
const SETTLE_TIMES = 40;
/** From when all clocks are right until there must be prices. */
const RESUMED_MS = 5_000;

export async function simulate({ seed, commands }: RunOptions): Promise<RunOutcome> {
  const run = new Simulation(seed);
  let violation: RunOutcome['violation'];
  try {
    await run.all(commands);
  } catch (error) {
    const { invariant, message } = asViolation(error);
    violation = { invariant, message, step: run.step };
  }
  run.abandon();
  const figures = [...run.figures.counts];
  return { seed, figures, digest: run.digest, ...(violation && { violation }) };
}

/** Whatever else is thrown is one too: the harness throws nothing of its own. */
function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const name =
    error instanceof InvariantError ? 'an assertion holds' : 'nothing fails unexpectedly';
  return new Violation(name, detail);
}

class Simulation implements Stage {
  readonly random: Seeded;
  readonly time = new VirtualTime();
  readonly figures = new Figures();
  readonly clock: WallClock;
  readonly venues: IndexVenues;
  readonly plan: FaultPlan;
  readonly server: MemoryServer;
  readonly evidence = new Evidence();
  readonly auditor: Auditor;
  readonly clients: Clients;
  readonly commands: DrawnCommands;
  readonly mishaps: Mishaps;
  readonly #records = new WeakMap<EncodedBatch, BatchRecord>();
  readonly #trace: string[] = [];
  /** The one that clients talk to is the last. */
  processes: ServerProcess[] = [];
  step = 0;
  /** Percent of network exchanges that go wrong. */
  badness = 0;
  #failure: unknown;

  constructor(seed: number) {
    // One stream of numbers for each part, so that one more draw here changes nothing there.
    const seeds = new Seeded(seed);
    const stream = () => new Seeded(seeds.next());
    const onViolation = (error: unknown): void => {
      this.#failure ??= error;
    };
    this.random = stream();
    this.clock = new WallClock(this.time, BEGINS_AT_MS);
    this.venues = new IndexVenues(seeds.next(), WALKS);
    this.plan = new FaultPlan(stream(), this.figures);
    this.server = new MemoryServer({
      time: this.time,
      plan: this.plan,
      onCommitted: (batch) => this.#committed(batch),
      onUnexpected: (error) =>
        onViolation(new Violation('the database never has to refuse a batch', error.message)),
    });
    this.server.tables.nowMs = () => this.clock.trueNow();
    this.auditor = new Auditor(this.server.tables);
    this.commands = new DrawnCommands(seeds.next(), this.server.tables, (symbol) =>
      this.venues.price(symbol),
    );
    this.clients = new Clients({
      time: this.time,
      random: stream(),
      auditor: this.auditor,
      figures: this.figures,
      submit: (submission) => this.#submit(submission),
      onViolation,
      trace: (line) => this.trace(line),
      badness: () => this.badness,
    });
    this.mishaps = new Mishaps(this, stream());
    this.onViolation = onViolation;
    this.#processSeeds = stream();
  }

  readonly onViolation: (error: unknown) => void;
  readonly #processSeeds: Seeded;

  get digest(): string {
    return hash('sha256', this.#trace.join('\n'));
  }

  get trace() {
    return (line: string): void => {
      this.#trace.push(`${this.time.nowMs} ${line}`);
    };
  }

  async all(commands: number): Promise<void> {
    await this.#begin();
    this.mishaps.draw();
    this.mishaps.superviseProcesses();
    for (this.step = 1; this.step <= commands; this.step += 1) {
      await this.#pass(this.random.chance(15) ? 0 : this.random.below(350));
      await this.mishaps.happen();
      this.#send();
      if (this.step % CHECK_EACH === 0) this.auditor.checkAll();
    }
    await this.#end();
  }

  /** Lets what is left of a run alone: nothing of it goes on. */
  abandon(): void {
    for (const process of this.processes) process.isDead = true;
  }

  /** A new process, which clients talk to from now on. */
  startProcess(): ServerProcess {
    const process = new ServerProcess({
      time: this.time,
      clock: this.clock,
      server: this.server,
      venues: this.venues,
      auditor: this.auditor,
      random: new Seeded(this.#processSeeds.next()),
      records: this.#records,
      evidence: this.evidence,
      onEnd: (how, cause) => this.#processEnded(process, how, cause),
      onRecovering: (cause) => this.#recovering(cause),
      onViolation: this.onViolation,
    });
    for (const earlier of this.processes) earlier.hasSuccessor = true;
    this.processes = [...this.processes.filter(({ isDead }) => !isDead), process];
    // A start that fails is tried again by whoever looks after processes.
    process.start().catch((error: unknown) => {
      if (process.isDead) return;
      process.die();
      if (error instanceof InvariantError || error instanceof Violation) this.onViolation(error);
    });
    return process;
  }

  get isServing(): boolean {
    return this.processes.some(({ isReady }) => isReady);
  }

  async #begin(): Promise<void> {
    this.#everySecond();
    const process = this.startProcess();
    await this.time.passUntil(() => process.isReady, 60_000);
    const { sequencer } = process;
    must(sequencer !== undefined, 'a server starts', () => 'not ready after a minute');
    let waiting = 0;
    for (const command of beginning()) {
      waiting += 1;
      sequencer.run(command).then((result) => {
        waiting -= 1;
        if (!result.ok)
          this.onViolation(
            new Violation('the exchange is set up', `${result.reject}: ${textOf(command)}`),
          );
      }, this.onViolation);
      if (waiting >= 5) await this.#passUntil(() => waiting === 0);
    }
    await this.#passUntil(() => waiting === 0);
    await this.#pass(3 * SECOND_MS);
  }

  async #passUntil(isSo: () => boolean): Promise<void> {
    must(await this.time.passUntil(isSo, 60_000), 'commands are answered', () => 'not in a minute');
    this.throwFailure();
  }

  #everySecond(): void {
    this.venues.move();
    this.time.after(SECOND_MS, () => this.#everySecond());
  }

  #send(): void {
    const dice = this.random.below(100);
    if (dice < 6) {
      this.figures.add('fault sent twice');
      this.clients.sendAgain();
    } else if (dice < 9) this.clients.sendOther(this.commands.next());
    else this.clients.send(this.commands.next());
  }

  async #pass(ms: number): Promise<void> {
    await this.time.pass(ms);
    this.throwFailure();
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** With two processes up each gets some of what comes. */
  async #submit(submission: Submission): Promise<Answer> {
    const ready = this.processes.filter((process) => process.sequencer !== undefined);
    if (ready.length === 0) throw new Error('connection refused');
    return this.random.pick(ready).submit(submission);
  }

  #committed(batch: EncodedBatch): void {
    const record = this.#records.get(batch);
    try {
      must(record !== undefined, 'each batch has its commands', () => 'none is known');
      this.auditor.committed(record);
      this.figures.add('commits');
      this.figures.add('executed', record.executed.length);
      this.trace(
        `commit ${record.executed.length} ${this.server.tables.leaderNumber('last_sequence')}`,
      );
    } catch (error) {
      this.onViolation(error);
    }
  }

  #recovering(cause: Error): void {
    this.trace(`recovering ${cause.message}`);
    this.figures.add('recoveries');
    const isInjected =
      cause instanceof BatchAbortedError ||
      cause instanceof UnknownOutcomeError ||
      cause instanceof InjectedError ||
      cause.name === 'FencedError' ||
      cause.name === 'LossError';
    if (!isInjected) this.onViolation(cause);
  }

  #processEnded(process: ServerProcess, how: 'fenced' | 'halted' | 'lost', cause: Error): void {
    this.trace(`${how} ${cause.message}`);
    this.figures.add(`process ${how}`);
    const isFencedRightly =
      how === 'fenced' &&
      (process.hasSuccessor || process.isEpochUnknown || this.server.generation > 0);
    const isExpected = isFencedRightly || (how === 'lost' && this.server.generation > 0);
    if (!isExpected) this.onViolation(new Violation(`a process is not ${how}`, cause.message));
  }

  /** Heals all, settles all, lets three days pass, and recounts. */
  async #end(): Promise<void> {
    await this.mishaps.heal();
    this.badness = 0;
    await this.time.passUntil(() => this.isServing, 120_000);
    must(this.isServing, 'a server comes back once all is healed', () => 'not in two minutes');
    const unanswered = await this.clients.settle(SETTLE_TIMES);
    must(unanswered.length === 0, 'each request is answered in the end', () => textOf(unanswered));
    // Whatever clocks did before, once they are right trading at the index goes on within seconds.
    await this.#pass(RESUMED_MS);
    this.throwFailure();
    checkPricesCome(this);
    // Right again after a moment: nothing may wait for the hour that was not.
    for (const ms of [HOUR_MS, -HOUR_MS]) {
      this.clock.jump(ms);
      await this.#pass(3 * SECOND_MS);
      // Nor does a wrong clock stop anything meanwhile.
      checkPricesCome(this);
      this.clock.jump(-ms);
      await this.#pass(3 * SECOND_MS);
      checkPricesCome(this);
    }
    for (let days = 0; days < 3; days += 1) {
      this.clock.sleep(DAY_MS);
      await this.#pass(8 * SECOND_MS);
    }
    this.throwFailure();
    this.auditor.checkAll();
    await checkOutcome(this);
    this.throwFailure();
    this.trace(`state ${this.auditor.twin.stateHash()}`);
  }
}
