/** Runs `flush` at once when the last run is long enough ago, else at the end of the interval. */
export class Throttle {
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #intervalMs: number;
  readonly #flush: () => void;
  readonly #nowMs: () => number;

  constructor(options: { intervalMs: number; flush: () => void; nowMs: () => number }) {
    this.#intervalMs = options.intervalMs;
    this.#flush = options.flush;
    this.#nowMs = options.nowMs;
  }

  request(): void {
    if (this.#timer !== undefined) return;
    const waitMs = this.#lastAtMs + this.#intervalMs - this.#nowMs();
    if (waitMs <= 0) this.#run();
    else this.#timer = setTimeout(() => this.#run(), waitMs);
  }

  /** Drops a flush that is due. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = undefined;
    this.#lastAtMs = this.#nowMs();
    this.#flush();
  }
}
