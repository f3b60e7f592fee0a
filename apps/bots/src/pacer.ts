import type { Runtime } from './runtime.ts';

/** Spreads requests evenly: at most so many a second, whoever asks, with no bursts. */
export class Pacer {
  readonly #gapMs: number;
  readonly #runtime: Pick<Runtime, 'now' | 'wait' | 'signal'>;
  #nextMs = 0;

  constructor(requestsPerSecond: number, runtime: Pick<Runtime, 'now' | 'wait' | 'signal'>) {
    this.#gapMs = 1_000 / requestsPerSecond;
    this.#runtime = runtime;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const { now, wait, signal } = this.#runtime;
    const nowMs = now();
    const atMs = Math.max(this.#nextMs, nowMs);
    this.#nextMs = atMs + this.#gapMs;
    if (atMs > nowMs) await wait(atMs - nowMs, signal);
  }
}
