/** Runs `flush` soon after the first touch, and at most once an interval. What it throws is told, not thrown. */
export class Coalescer {
  readonly #everyMs: number;
  readonly #flush: () => void;
  readonly #onFailure: (error: unknown) => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: number, flush: () => void, onFailure: (error: unknown) => void) {
    this.#everyMs = everyMs;
    this.#flush = flush;
    this.#onFailure = onFailure;
  }

  touch(): void {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#lastMs + this.#everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      try {
        this.#flush();
      } catch (error) {
        this.#onFailure(error);
      }
    }, waitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
