/**
 * Asks the engine to do what the clock makes due; what that is, capabilities say of what they have in a commit. It is asked
 * in small parts with a rest between them, so that orders are placed meanwhile as ever; at the start for what was missed,
 * then whenever something is due. What is done is the engine's and happens once, however often it is asked for and
 * wherever a crash cut it off.
 */
import type { Changes } from '@fairlead/engine';
import { assert, DAY_MS, SECOND_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import { SCHEDULE_CHUNK, SCHEDULE_REST_FACTOR } from '../http/limits.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { Chore } from './chore.ts';

const NEVER = Number.POSITIVE_INFINITY;
const UNKNOWN = 0;

export interface SchedulesParts {
  readonly sequencer: Pick<Sequencer, 'onCommitted' | 'run'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly tables: Pick<ExchangeTables, 'due'>;
  /** How much is done at once. */
  readonly chunk?: number;
  /** Waits between two parts. */
  readonly rest?: (milliseconds: number) => Promise<void>;
}

const setTimer = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

export class Schedules {
  readonly #parts: SchedulesParts;
  readonly #chore: Chore;
  readonly #stopFollowing: () => void;
  /** When the next of all is due, as far as is known. Never later than it is. */
  #nextDueMs = UNKNOWN;
  /** The soonest that commits made due since the engine was last asked. */
  #soonestMs = NEVER;
  #ran = 0;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
    this.#chore = new Chore(SECOND_MS, () => this.run());
    this.#stopFollowing = parts.sequencer.onCommitted(({ changes }) => this.#take(changes));
  }

  /** When the next is due; undefined while nothing ever is, or nobody knows yet. */
  get nextDueAtMs(): number | undefined {
    return this.#nextDueMs === NEVER || this.#nextDueMs === UNKNOWN ? undefined : this.#nextDueMs;
  }

  /** How long what is due first has been waiting; 0 while nothing waits. */
  get overdueMs(): number {
    const { nextDueAtMs } = this;
    return nextDueAtMs === undefined ? 0 : Math.max(0, this.#parts.clock.now() - nextDueAtMs);
  }

  /** How much was done since the start. */
  get ran(): number {
    return this.#ran;
  }

  /** Does what was missed, then looks each second whether something is due. */
  start(): void {
    const { log } = this.#parts;
    const onFailure = (error: unknown) =>
      log.warn({ err: error, overdueMs: this.overdueMs }, 'what is due waits to be done');
    this.run()
      .catch(onFailure)
      .finally(() => this.#chore.start(onFailure));
  }

  /** Does all that is due now; asks nothing where nothing is. Of two calls at once both get the same run. */
  run(): Promise<void> {
    this.#running ??= this.#runDue().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Lets the part that is under way end; the rest is done after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#chore.stop();
    await this.#running?.catch(() => {});
    this.#stopFollowing();
  }

  async #runDue(): Promise<void> {
    const { clock, log, rest = setTimer } = this.#parts;
    const { overdueMs } = this;
    const before = this.#ran;
    while (!this.#isStopping && this.#nextDueMs <= clock.now()) {
      const begunAtMs = performance.now();
      const ran = await this.#runChunk();
      if (ran === 0 || this.#nextDueMs > clock.now()) break;
      await rest((performance.now() - begunAtMs) * SCHEDULE_REST_FACTOR);
    }
    const ran = this.#ran - before;
    if (overdueMs > DAY_MS && ran > 0) log.info({ ran, overdueMs }, 'caught up with what was due');
  }

  async #runChunk(): Promise<number> {
    const { sequencer, chunk = SCHEDULE_CHUNK } = this.#parts;
    // What commits make due from here on may be sooner than the answer knows of.
    this.#soonestMs = NEVER;
    const result = await sequencer.run({ kind: 'run_schedules', max: chunk });
    assert(result.ok && result.value.kind === 'schedules', 'what is due can be done');
    const { ran, nextDueAtMs = NEVER } = result.value;
    this.#nextDueMs = Math.min(nextDueAtMs, this.#soonestMs);
    this.#ran += ran;
    return ran;
  }

  #take(changes: Changes): void {
    for (const due of this.#parts.tables.due)
      for (const dueAtMs of due(changes)) this.#sooner(dueAtMs);
  }

  #sooner(dueAtMs: number): void {
    this.#soonestMs = Math.min(this.#soonestMs, dueAtMs);
    this.#nextDueMs = Math.min(this.#nextDueMs, dueAtMs);
  }
}
