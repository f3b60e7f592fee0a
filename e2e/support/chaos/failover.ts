/** How long Patroni itself takes to have another primary that commits: what callers waited beyond it is ours. */
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 100;

export interface Replica {
  /** Whether its Patroni calls it the primary (`GET /primary` of its REST). */
  leads(signal: AbortSignal): Promise<boolean>;
  /** Commits there and waits for the answer, which comes once a replica has it; whether one came. */
  commits(): Promise<boolean>;
}

/** From just before a fault, in milliseconds; undefined where no other machine became the primary. */
export interface Failover {
  /** Until a machine that was a replica called itself the primary (`GET /primary` of Patroni's REST). */
  readonly leadsMs: number | undefined;
  /** Until it answered a commit, so that a replica had it too. */
  readonly commitsMs: number | undefined;
}

/** Asks the replicas, each by itself, until one leads and commits, or until somebody ends it. */
export class FailoverWatch {
  readonly #startedAtMs = performance.now();
  readonly #over = new AbortController();
  readonly #looking: Promise<unknown>;
  #leadsMs: number | undefined;
  #commitsMs: number | undefined;

  /** `replicas`: machines that may lead instead. */
  constructor(replicas: readonly Replica[]) {
    this.#looking = Promise.all(replicas.map((replica) => this.#look(replica)));
  }

  async #look({ leads, commits }: Replica): Promise<void> {
    while (!this.#over.signal.aborted && this.#commitsMs === undefined) {
      if (await leads(this.#over.signal)) {
        this.#leadsMs ??= this.#elapsedMs;
        if (await commits()) this.#commitsMs ??= this.#elapsedMs;
      }
      await wait(LOOK_MS);
    }
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedAtMs;
  }

  async end(): Promise<Failover> {
    this.#over.abort();
    await this.#looking;
    return { leadsMs: this.#leadsMs, commitsMs: this.#commitsMs };
  }
}
