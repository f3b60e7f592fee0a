/** A load generator in a process of its own, and what it counted. */
import { fork } from 'node:child_process';
import { SECOND_MS } from '@fairlead/units';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

export interface Timing {
  readonly warmUpMs: number;
  readonly durationMs: number;
}

/** Answers by their status, and how long each took; those of the measurement count. */
export class Counter {
  #isCounting = false;
  readonly #latenciesMs: number[] = [];
  readonly #byStatus: Record<string, number> = {};

  take(status: string, latencyMs: number): void {
    if (!this.#isCounting) return;
    this.#latenciesMs.push(latencyMs);
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
  }

  /** Resolves when the measurement is over. */
  async count({ warmUpMs, durationMs }: Timing): Promise<LoadResult> {
    await delay(warmUpMs);
    this.#isCounting = true;
    const startedAt = performance.now();
    await delay(durationMs);
    const seconds = (performance.now() - startedAt) / SECOND_MS;
    this.#isCounting = false;
    const sorted = this.#latenciesMs.toSorted((left, right) => left - right);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return {
      perSecond: sorted.length / seconds,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      byStatus: this.#byStatus,
    };
  }
}

/** Runs a plan in a child process of the module that says `serveGenerator`. */
export function runGenerator(file: string, plan: object): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', (result) => {
      resolve(result as LoadResult);
      child.kill();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0 && code !== null) reject(new Error(`load generator ended with ${code}`));
    });
    child.send(plan);
  });
}

/** The child's side: runs the plan that it is sent. Does nothing where the module is only imported. */
export function serveGenerator<Plan>(
  file: string,
  generate: (plan: Plan) => Promise<LoadResult>,
): void {
  if (process.send === undefined || process.argv[1] !== file) return;
  process.once('message', async (plan) => {
    process.send?.(await generate(plan as Plan));
  });
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
