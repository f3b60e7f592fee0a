/** Rounds of one fault each under load on one cluster; after each, everything must be whole, and what was said must be true. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '../../../apps/server/src/core/store/postgres/database.ts';
import { Draw } from '../torture/draw.ts';
import { type Acknowledged, Journal, readJournal } from '../torture/journal.ts';
import { examine, TortureError } from '../torture/post-mortem.ts';
import { enrol, wholePrices } from '../torture/torture.ts';
import { load, type Trader } from '../torture/workload.ts';
import { Callers } from './callers.ts';
import { ChaosCluster } from './cluster.ts';
import { type Failover, FailoverWatch } from './failover.ts';
import { FAULTS, type Fault } from './faults.ts';
import { MachineLoad } from './machine-load.ts';
import { walkPages } from './pages.ts';
import { Readers } from './readers.ts';

/** Callers' own addresses, so that the balancers send them to both gateways. */
const ADDRESSES = ['10.0.0.101', '10.0.0.102', '10.0.0.103', '10.0.0.104'];
/** Between two calls of one of sixteen loops: what two cores take beside all that runs here. */
const REST_MS = 400;
const SETTLED_MS = 1_500;
/** A machine that others use as well takes many times what a quiet one does. */
const WHOLE_MS = 400_000;

export interface Round {
  readonly seed: number;
  readonly fault: string;
  readonly acknowledged: number;
  /** The longest that nobody was answered, and that one caller waited. */
  readonly silenceMs: number;
  readonly longestMs: number;
  readonly goalMs: number;
  readonly failover: Failover;
  /** From the fault's end until everything was as before. */
  readonly wholeMs: number;
  /** How many times slower than alone a thread of this machine was meanwhile. */
  readonly slowness: number | undefined;
}

export interface ChaosOptions {
  readonly seed: number;
  /** Names of faults; without them drawn by the seed until the time is over. */
  readonly faults?: readonly string[];
  readonly untilMs: number;
  readonly folder: string;
  readonly logs: string;
  readonly onRound: (round: Round) => void;
}

export interface Outcome {
  readonly rounds: readonly Round[];
  readonly acknowledged: number;
  readonly reads: number;
  /** Blocks of the pages of failures that were run. */
  readonly blocks: number;
}

export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const disks = path.join(options.folder, 'disks');
  mkdirSync(disks);
  const cluster = new ChaosCluster(disks, options.logs);
  await cluster.up(ADDRESSES);
  const run = new Run(cluster, options, await enrol(cluster.urls[0] ?? ''));
  for (const [index, name] of faultsOf(options)) {
    if (Date.now() > options.untilMs) break;
    const fault = FAULTS[name];
    if (fault === undefined) throw new Error(`no fault is called ${name}`);
    options.onRound(await run.round(fault, options.seed + index));
  }
  return { ...run.outcome, blocks: await walkPages(cluster) };
}

/** All of them in an order of the seed, again and again. */
function* faultsOf({ faults, seed }: ChaosOptions): Generator<readonly [number, string]> {
  if (faults !== undefined) return yield* faults.entries();
  const draw = new Draw(seed);
  for (let index = 0; ; ) {
    const left = Object.keys(FAULTS);
    while (left.length > 0) {
      const [name = ''] = left.splice(draw.below(left.length), 1);
      yield [index, name];
      index += 1;
    }
  }
}

class Run {
  readonly #cluster: ChaosCluster;
  readonly #options: ChaosOptions;
  readonly #traders: readonly Trader[];
  readonly #callers: Callers;
  readonly #readers = new Readers();
  readonly #load = new MachineLoad();
  readonly #acknowledged: Acknowledged[] = [];
  readonly #rounds: Round[] = [];

  constructor(cluster: ChaosCluster, options: ChaosOptions, traders: readonly Trader[]) {
    this.#cluster = cluster;
    this.#options = options;
    this.#traders = traders;
    this.#callers = new Callers(cluster.urls, ADDRESSES);
  }

  get outcome(): Omit<Outcome, 'blocks'> {
    const acknowledged = this.#acknowledged.length;
    return { rounds: this.#rounds, acknowledged, reads: this.#readers.reads };
  }

  async round(fault: Fault, seed: number): Promise<Round> {
    const cluster = this.#cluster;
    const draw = new Draw(seed);
    this.#load.take();
    cluster.note(`seed ${seed}: ${fault.name}`);
    const journal = new Journal(path.join(this.#options.folder, `acknowledged-${seed}.jsonl`));
    const stop = new AbortController();
    const reading = this.#readers.run(cluster.gatewayUrls, this.#traders, stop.signal);
    const work = {
      send: this.#callers.send.bind(this.#callers),
      restMs: REST_MS,
      traders: this.#traders,
      journal,
      draw,
      name: `c${seed}`,
      prices: await wholePrices(cluster.gatewayUrls[0] ?? ''),
    };
    const running = load(work, stop.signal);
    let wholeMs: number;
    let watch: FailoverWatch | undefined;
    try {
      await journal.firstAnswer;
      await wait(SETTLED_MS);
      watch = new FailoverWatch(await cluster.replicas());
      const heal = await fault.inject(cluster, draw);
      await Promise.race([wait(fault.holdMs), reading, running]);
      await heal();
      const healedAtMs = performance.now();
      await Promise.race([cluster.whole(WHOLE_MS), failing(reading)]);
      wholeMs = performance.now() - healedAtMs;
      await wait(SETTLED_MS);
    } finally {
      stop.abort();
    }
    const failover = await watch.end();
    await Promise.all([running, reading]);
    journal.close();
    const slowness = this.#load.take();
    const { acknowledged } = readJournal(journal.file);
    await this.#check(journal);
    const round = {
      seed,
      fault: fault.name,
      acknowledged: acknowledged.length,
      ...this.#callers.take(),
      goalMs: fault.goalMs,
      failover,
      wholeMs,
      slowness,
    };
    this.#rounds.push(round);
    return round;
  }

  /** Everybody was answered by now: every effect is there once, and whatever was shown is true still. */
  async #check(journal: Journal): Promise<void> {
    const { acknowledged, inDoubt } = readJournal(journal.file);
    if (inDoubt.length > 0)
      throw new TortureError(`${inDoubt[0]?.route} ${inDoubt[0]?.key} was never answered`);
    this.#acknowledged.push(...acknowledged);
    const database = await openPostgres({ url: await this.#cluster.ownerUrl(), role: 'tool' });
    try {
      const owners = this.#traders.map(({ id }) => id);
      await examine([database], { owners, acknowledged: this.#acknowledged, inDoubt: [] });
      await this.#readers.check(database);
    } finally {
      await database.close();
    }
  }
}

/** Only what fails: a reader that ended well ends nothing. */
const failing = (reading: Promise<void>): Promise<never> =>
  new Promise((_resolve, reject) => void reading.catch(reject));
