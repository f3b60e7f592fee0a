/** Figures for Prometheus. Labels are few and bounded: routes, statuses, states; never users. */
import os from 'node:os';
import process from 'node:process';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AnsweredCall } from '../http/asked-route.ts';
import type { SequencerHealth } from '../sequencer/sequencer.ts';
import { flag, gaugesOf } from './gauge.ts';

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Commits whose times are kept for percentiles. */
const COMMITS_KEPT = 1_024;
/** A standby has no sequencer yet. */
const STATES = ['running', 'recovering', 'halted', 'stopped', 'standby'] as const;

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'route' | 'status'>;
  readonly #refusals: Counter<'code'>;
  readonly #seconds: Histogram<'route'>;
  readonly #batchCommands: Histogram;
  readonly #commitSeconds: Histogram;
  readonly #recoveries: Counter;
  #health: (() => SequencerHealth) | undefined;
  #isSound: (() => boolean) | undefined;
  #sockets: (() => number) | undefined;
  /** The last commits' times in ms, written round and round. */
  readonly #commits: number[] = [];
  #committed = 0;

  constructor() {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'fairlead_http_requests_total',
      help: 'Answers by route and status',
      labelNames: ['route', 'status'],
      registers,
    });
    this.#refusals = new Counter({
      name: 'fairlead_refusals_total',
      help: 'Refused calls by error code',
      labelNames: ['code'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'fairlead_http_request_seconds',
      help: 'Time from the request read to the answer written',
      labelNames: ['route'],
      buckets: SECONDS_BUCKETS,
      registers,
    });
    this.#batchCommands = new Histogram({
      name: 'fairlead_batch_commands',
      help: 'Commands in one transaction',
      buckets: [1, 3, 10, 30, 100, 300, 1_000],
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'fairlead_commit_seconds',
      help: 'Time from sending a batch to its commit',
      buckets: SECONDS_BUCKETS,
      registers,
    });
    this.#recoveries = new Counter({
      name: 'fairlead_recoveries_total',
      help: 'Times the state was taken from the tables again',
      registers,
    });
    this.#addSequencerGauges();
  }

  /** Adds what the process itself uses, memory, event loop, garbage collection, and what it may use. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
    const name = 'fairlead_memory_limit_bytes';
    const help = 'Memory of the machine, or of the container if that is less';
    gaugesOf(this.registry)({ name, help }, () =>
      Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    );
  }

  watchSequencer(health: () => SequencerHealth): void {
    this.#health = health;
  }

  watchSoundness(isSound: () => boolean): void {
    this.#isSound = isSound;
  }

  watchSockets(sockets: () => number): void {
    this.#sockets = sockets;
  }

  /** Live sockets connected now. */
  sockets(): number {
    return this.#sockets?.() ?? 0;
  }

  /** How long the last commits took; absent before the first. */
  commitLatency(): { readonly p50Ms?: number; readonly p99Ms?: number } {
    const sorted = this.#commits.toSorted((left, right) => left - right);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    const [p50Ms, p99Ms] = [at(0.5), at(0.99)];
    return p50Ms === undefined || p99Ms === undefined ? {} : { p50Ms, p99Ms };
  }

  answered({ route, status, code, milliseconds }: AnsweredCall): void {
    this.#requests.inc({ route, status: String(status) });
    if (code !== undefined) this.#refusals.inc({ code });
    this.#seconds.observe({ route }, milliseconds / 1_000);
  }

  batchCommitted(batch: { readonly commands: number; readonly commitMs: number }): void {
    this.#batchCommands.observe(batch.commands);
    this.#commitSeconds.observe(batch.commitMs / 1_000);
    this.#commits[this.#committed % COMMITS_KEPT] = batch.commitMs;
    this.#committed += 1;
  }

  recovering(): void {
    this.#recoveries.inc();
  }

  #addSequencerGauges(): void {
    const gauge = gaugesOf(this.registry);
    const add = (name: string, help: string, read: (health: SequencerHealth) => number) =>
      gauge({ name, help }, () => this.#health && read(this.#health()));
    add('fairlead_queued_commands', 'Commands waiting', (health) => health.queuedCommands);
    add(
      'fairlead_parked_commands',
      'Submissions waiting for the next index sample',
      (health) => health.parkedCommands,
    );
    add('fairlead_last_sequence', 'Number of the last command', (health) => health.lastSequence);
    gauge(
      {
        name: 'fairlead_books_sound',
        help: '0 once a check found that the books do not add up',
      },
      () => this.#isSound && flag(this.#isSound()),
    );
    gauge(
      {
        name: 'fairlead_sequencer_state',
        help: '1 for the present state of the sequencer',
        labelNames: ['state'],
      },
      () => {
        const present = this.#health?.().state ?? 'standby';
        return STATES.map((state) => [{ state }, flag(state === present)]);
      },
    );
  }
}

/** Below the ten seconds that Prometheus gives a scrape. */
const FIGURES_WAIT_MS = 2_000;

/** What was asked, or undefined when it failed or took too long. */
export async function answered<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), FIGURES_WAIT_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    // The gauge of the database itself tells.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
