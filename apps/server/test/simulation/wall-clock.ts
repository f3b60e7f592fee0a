/**
 * The clocks that the server looks at. The wall clock follows virtual time, but is set forward and back, and stands still;
 * the truth, which the database's clock tells, does none of that.
 */
import type { MachineClocks } from '../../src/core/operations/steady-clock.ts';
import type { VirtualTime } from './virtual-time.ts';

export class WallClock {
  readonly #time: VirtualTime;
  readonly #startsAtMs: number;
  /** Time that passed while nothing ran and no timer counted it. */
  #sleptMs = 0;
  /** How far the wall clock is from the truth. */
  #wrongMs = 0;
  #frozenAtMs: number | undefined;

  constructor(time: VirtualTime, startsAtMs: number) {
    this.#time = time;
    this.#startsAtMs = startsAtMs;
  }

  /** What the wall clock says. */
  now(): number {
    return this.#frozenAtMs ?? this.trueNow() + this.#wrongMs;
  }

  /** What it should say. */
  trueNow(): number {
    return Math.floor(this.#time.nowMs + this.#sleptMs + this.#startsAtMs);
  }

  /** Those of the machine, which counts its sleep as uptime only. */
  get machine(): MachineClocks {
    return this.machineAhead(0);
  }

  /** Those of a machine whose wall clock is a little ahead of this one, or behind. */
  machineAhead(aheadMs: number): MachineClocks {
    return {
      wallMs: () => this.now() + aheadMs,
      passedMs: () => this.#time.nowMs,
      uptimeMs: () => this.#time.nowMs + this.#sleptMs,
    };
  }

  /** So much time really passes, at once. */
  sleep(ms: number): void {
    this.#sleptMs += ms;
    if (this.#frozenAtMs !== undefined) this.#frozenAtMs += ms;
  }

  /** Sets the wall clock forward, or back with a negative number. */
  jump(ms: number): void {
    if (this.#frozenAtMs === undefined) this.#wrongMs += ms;
    else this.#frozenAtMs += ms;
  }

  freeze(): void {
    this.#frozenAtMs ??= this.now();
  }

  /** Goes on from where it stood still. */
  unfreeze(): void {
    if (this.#frozenAtMs === undefined) return;
    this.#wrongMs = this.#frozenAtMs - this.trueNow();
    this.#frozenAtMs = undefined;
  }

  /** Somebody sets the wall clock right. */
  setRight(): void {
    this.#frozenAtMs = undefined;
    this.#wrongMs = 0;
  }
}
