/**
 * A whole run from one seed: an exchange is set up, clients and operators ask for things while databases, processes,
 * clocks, networks and venues fail, and in the end everything is healed, settled and recounted. Whatever must hold and does
 * not is a Violation; the same seed gives the same run, event by event (docs/internals/simulation.md).
 */
import { hash } from 'node:crypto';
import type { Command } from '@fairlead/engine';
import { Seeded } from '@fairlead/testkit';
import { DAY_MS, HOUR_MS, InvariantError, SECOND_MS } from '@fairlead/units';
import { type EngineName, PRODUCT_ENGINES } from '../../src/core/config/engines.ts';
import type { Answer, Submission } from '../../src/core/sequencer/submission.ts';
import type { EncodedBatch } from '../../src/core/store/batch/encoder.ts';
import { BatchAbortedError, UnknownOutcomeError } from '../../src/core/store/database.ts';
import { engineOf, HOME } from '../../src/engines/shares.ts';
import { Auditor } from './auditor.ts';
import { Clients } from './client.ts';
import { DrawnCommands } from './drawn/commands.ts';
import { BEGINS_AT_MS, beginning, WALKS } from './drawn/exchange-terms.ts';
import { FaultPlan } from './drawn/fault-plan.ts';
import { IndexVenues } from './drawn/index-venues.ts';
import { Mishaps } from './drawn/mishaps.ts';
import { Division } from './engines/division.ts';
import { Site } from './engines/site.ts';
import { Figures } from './figures.ts';
import { checkOutcome, checkPricesCome } from './final-check.ts';
import { People } from './people/people.ts';
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
  /** Drawn from the seed where it is not said. */
  readonly engines?: 'one' | 'several';
  /** Whether orders come in bulk too. Drawn where nothing is said of engines, and so with several. */
  readonly hasBulk?: boolean;
  /** Whether people have recurring buys and sub-accounts. Drawn where nothing is said of engines. */
  readonly hasPeople?: boolean;
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
const DIVIDED_PERCENT = 30;
const FORGED_EACH = 25;
/** Of seeds, and of commands of those seeds, so many have orders in bulk. */
const BULK_EACH = 3;
const BULK_STEPS = 11;
/** Of seeds, so many have people with plans and families. */
const PEOPLE_EACH = 4;
/** Machines of other engines than the home's are ahead of it by less, or behind: two of them are as near as clocks that agree. */
const CLOCKS_APART_MS = 900;
/** From when all clocks are right until there must be prices. */
const RESUMED_MS = 5_000;

export async function simulate(options: RunOptions): Promise<RunOutcome> {
  const { seed, commands, engines } = options;
  const isDivided = engines === undefined ? isDividedBy(seed) : engines === 'several';
  const hasBulk =
    options.hasBulk ?? (isDivided || (engines === undefined && seed % BULK_EACH === 0));
  const hasPeople = options.hasPeople ?? (engines === undefined && seed % PEOPLE_EACH === 0);
  const run = new Simulation(seed, { isDivided, hasBulk, hasPeople });
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

/** Some seeds have an engine for each product, the others one that is everything. */
const isDividedBy = (seed: number): boolean => new Seeded(seed ^ 0x5eed).chance(DIVIDED_PERCENT);

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
  readonly clients: Clients;
  readonly commands: DrawnCommands;
  readonly mishaps: Mishaps;
  readonly sites: readonly Site[];
  readonly #division: Division | undefined;
  readonly #hasBulk: boolean;
  readonly #people: People | undefined;
  readonly #trace: string[] = [];
  step = 0;
  /** Percent of network exchanges that go wrong. */
  badness = 0;
  #failure: unknown;

  constructor(
    seed: number,
    {
      isDivided,
      hasBulk,
      hasPeople,
    }: {
      readonly isDivided: boolean;
      readonly hasBulk: boolean;
      readonly hasPeople: boolean;
    },
  ) {
    // One stream of numbers for each part, so that one more draw here changes nothing there.
    const seeds = new Seeded(seed);
    const stream = () => new Seeded(seeds.next());
    this.random = stream();
    this.clock = new WallClock(this.time, BEGINS_AT_MS);
    this.venues = new IndexVenues(seeds.next(), WALKS);
    const home = this.#site(isDivided ? HOME : undefined, stream());
    const drawing = seeds.next();
    const [clients, mishaps, processes] = [stream(), stream(), stream()];
    this.#processSeeds = processes;
    const clocks = new Seeded(seed ^ 0xc10c);
    const apartMs = () => clocks.below(2 * CLOCKS_APART_MS) - CLOCKS_APART_MS;
    const products = isDivided
      ? PRODUCT_ENGINES.map((name) => this.#site(name, stream(), apartMs()))
      : [];
    this.sites = [home, ...products];
    this.#division = isDivided ? new Division(this, stream()) : undefined;
    this.#hasBulk = hasBulk;
    const tables = this.#division?.tables ?? home.tables;
    this.commands = new DrawnCommands(drawing, tables, (symbol) => this.venues.price(symbol));
    this.clients = new Clients({
      time: this.time,
      random: clients,
      figures: this.figures,
      auditorOf: (command) => this.#siteOf(command).auditor,
      isTaken: (command, named) =>
        this.#division?.isTaken(command, named) ?? home.auditor.isTaken(named),
      routeOf: (command) => this.#division?.routeOf(command) ?? 'simulated',
      submit: (submission) => this.#submit(submission),
      onViolation: this.onViolation,
      trace: (line) => this.trace(line),
      badness: () => this.badness,
    });
    this.mishaps = new Mishaps(this, mishaps);
    const { onViolation } = this;
    const onOpened = (owner: number) => this.commands.join(owner);
    this.#people = hasPeople
      ? new People(this, { seed: seed ^ 0x9e09, onOpened, onViolation })
      : undefined;
  }

  readonly onViolation = (error: unknown): void => {
    this.#failure ??= error;
  };
  readonly #processSeeds: Seeded;

  /** An engine's part, before anything runs. */
  #site(name: EngineName | undefined, random: Seeded, clockAheadMs = 0): Site {
    const plan = new FaultPlan(random, this.figures);
    const server = new MemoryServer({
      time: this.time,
      plan,
      onCommitted: (batch) => this.#committed(site, batch),
      onUnexpected: (error) =>
        this.onViolation(new Violation('the database never has to refuse a batch', error.message)),
    });
    server.tables.nowMs = () => this.clock.trueNow();
    const auditor = new Auditor(server.tables, name);
    const startProcess = (started: Site) => this.#startProcess(started);
    const site = new Site({ name, plan, server, auditor, startProcess, clockAheadMs });
    return site;
  }

  #siteOf(command: Command): Site {
    return this.#division?.siteOf(engineOf(command)) ?? (this.sites[0] as Site);
  }

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
      if (this.#division !== undefined && this.step % FORGED_EACH === 0) this.#division.forge();
      this.#people?.happen(this.step);
      this.#send();
      if (this.step % CHECK_EACH === 0) this.#checkAll();
    }
    await this.#end();
  }

  /** Lets what is left of a run alone: nothing of it goes on. */
  abandon(): void {
    for (const { processes } of this.sites) for (const process of processes) process.abandon();
  }

  /** A new process of an engine, which clients talk to from now on. */
  #startProcess(site: Site): ServerProcess {
    site.unforge();
    const process = new ServerProcess({
      time: this.time,
      clock: this.clock,
      site,
      ...(this.#division && { neighbours: this.#division.neighbours }),
      venues: this.venues,
      ...(this.#people && { plans: { crashPoint: () => this.#people?.crashPoint() } }),
      random: new Seeded(this.#processSeeds.next()),
      onEnd: (how, cause) => this.#processEnded({ site, process }, how, cause),
      onRecovering: (cause) => {
        site.unforge();
        this.#recovering(cause);
      },
      onViolation: this.onViolation,
    });
    for (const earlier of site.processes) earlier.hasSuccessor = true;
    site.processes = [...site.processes.filter(({ isDead }) => !isDead), process];
    // A start that fails is tried again by whoever looks after processes.
    process
      .start()
      .then(() => this.#division?.started(site))
      .catch((error: unknown) => {
        if (process.isDead) return;
        process.die();
        if (error instanceof InvariantError || error instanceof Violation) this.onViolation(error);
      });
    return process;
  }

  get isServing(): boolean {
    return this.sites.every(({ isServing }) => isServing);
  }

  rolledBack(site: Site): void {
    if (site.name === HOME) this.#division?.rules.homeRolledBack();
  }

  #checkAll(): void {
    for (const { auditor } of this.sites) auditor.checkAll();
    this.#division?.rules.checkAll();
    this.#people?.checkAll();
  }

  async #begin(): Promise<void> {
    this.#everySecond();
    for (const site of this.sites) {
      const process = site.startProcess();
      await this.time.passUntil(() => process.isReady, 60_000);
      must(process.isReady, 'a server starts', () => 'not ready after a minute');
    }
    const run = this.#division?.run ?? this.sites[0]?.leading?.run;
    const atOnce = this.#division === undefined ? 5 : 1;
    let waiting = 0;
    for (const command of [...beginning(), ...(this.#division?.beginning() ?? [])]) {
      waiting += 1;
      run?.(command).then((result) => {
        waiting -= 1;
        if (!result.ok)
          this.onViolation(
            new Violation('the exchange is set up', `${result.reject}: ${textOf(command)}`),
          );
      }, this.onViolation);
      if (waiting >= atOnce) await this.#passUntil(() => waiting === 0);
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
    if (this.#hasBulk && this.step % BULK_STEPS === 0) {
      this.clients.sendBulk(this.commands.bulk());
      return;
    }
    const dice = this.random.below(100);
    if (dice < 6) {
      this.figures.add('fault sent twice');
      this.clients.sendAgain();
      return;
    }
    const drawn = this.#people?.drawn() ?? this.#division?.drawn() ?? this.commands.next();
    // Of some things operators have effects elsewhere than where a client's command goes.
    if (this.#division?.operate(drawn.command)) return;
    if (dice < 9) this.clients.sendOther(drawn);
    else this.clients.send(drawn);
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
    if (this.#division !== undefined) return this.#division.submit(submission);
    const ready = this.sites.flatMap(({ processes }) =>
      processes.filter((process) => process.sequencer !== undefined),
    );
    if (ready.length === 0) throw new Error('connection refused');
    return this.random.pick(ready).submit(submission);
  }

  #committed(site: Site, batch: EncodedBatch): void {
    const record = site.records.get(batch);
    try {
      must(record !== undefined, 'each batch has its commands', () => 'none is known');
      site.auditor.committed(record);
      this.#division?.rules.committed(site, record);
      this.#people?.committed(site, record);
      this.figures.add('commits');
      this.figures.add('executed', record.executed.length);
      this.trace(`commit ${record.executed.length} ${site.tables.leaderNumber('last_sequence')}`);
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

  #processEnded({ site, process }: Ended, how: 'fenced' | 'halted' | 'lost', cause: Error): void {
    this.trace(`${how} ${cause.message}`);
    this.figures.add(`process ${how}`);
    const isFencedRightly =
      how === 'fenced' &&
      (process.hasSuccessor || process.isEpochUnknown || site.server.generation > 0);
    const isExpected = isFencedRightly || (how === 'lost' && site.server.generation > 0);
    if (!isExpected) this.onViolation(new Violation(`a process is not ${how}`, cause.message));
  }

  /** Heals all, settles all, lets three days pass, and recounts. */
  async #end(): Promise<void> {
    await this.mishaps.heal();
    for (const site of this.sites) site.unforge();
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
    await this.#division?.settle();
    await this.#people?.settle();
    this.throwFailure();
    this.#checkAll();
    this.#division?.rules.checkEnded();
    await checkOutcome(this);
    this.throwFailure();
    for (const { auditor } of this.sites) this.trace(`state ${auditor.twin.stateHash()}`);
    if (this.#people !== undefined) this.trace(`people ${hash('sha256', this.#people.state())}`);
  }
}

interface Ended {
  readonly site: Site;
  readonly process: ServerProcess;
}
