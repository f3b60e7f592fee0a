/** Runs `flush` soon after the first touch, and at most once an interval. */
export class Coalescer {
  readonly #everyMs: number;
  readonly #flush: () => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: number, flush: () => void) {
    this.#everyMs = everyMs;
    this.#flush = flush;
  }

  touch(): void {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#lastMs + this.#everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      this.#flush();
    }, waitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
