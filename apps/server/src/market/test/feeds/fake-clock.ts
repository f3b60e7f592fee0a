import type { Clock } from '../../../core/operations/clock.ts';

/** A clock that moves only when told; what is due runs in order of time. */
export class FakeClock implements Clock {
  #nowMs: number;
  readonly #due: { atMs: number; run: () => void }[] = [];

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  schedule(atMs: number, run: () => void): () => void {
    const entry = { atMs, run };
    this.#due.push(entry);
    return () => {
      const at = this.#due.indexOf(entry);
      if (at >= 0) this.#due.splice(at, 1);
    };
  }

  /** Lets time pass, as timers would see it. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      this.#due.sort((left, right) => left.atMs - right.atMs);
      const next = this.#due[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#due.shift();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = endMs;
  }

  /** Runs whatever waits, due or not: what is asked for meanwhile is not run. */
  runDue(): void {
    for (const { run } of this.#due.splice(0)) run();
  }

  /** Sets the clock without anything running on the way, as an administrator or a suspended machine does. */
  jump(toMs: number): void {
    this.#nowMs = toMs;
  }
}
