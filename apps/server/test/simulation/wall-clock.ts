/** The clock that the server looks at: it follows virtual time, but is set forward and back, and stands still. */
import { clockOf } from '../../src/feeds/clock.ts';
import type { Clock } from '../../src/feeds/feed.ts';
import type { VirtualTime } from './virtual-time.ts';

export class WallClock {
  readonly #time: VirtualTime;
  #offsetMs: number;
  #frozenAtMs: number | undefined;

  constructor(time: VirtualTime, startsAtMs: number) {
    this.#time = time;
    this.#offsetMs = startsAtMs;
  }

  now(): number {
    return this.#frozenAtMs ?? Math.floor(this.#time.nowMs + this.#offsetMs);
  }

  /** Sets the clock forward, or back with a negative number. */
  jump(ms: number): void {
    if (this.#frozenAtMs === undefined) this.#offsetMs += ms;
    else this.#frozenAtMs += ms;
  }

  freeze(): void {
    this.#frozenAtMs ??= this.now();
  }

  /** Goes on from where it stood still. */
  unfreeze(): void {
    if (this.#frozenAtMs === undefined) return;
    this.#offsetMs = this.#frozenAtMs - this.#time.nowMs;
    this.#frozenAtMs = undefined;
  }

  /** As a feed takes it, with the server's own rule of when a timer is due. */
  forFeeds(startTimer: (run: () => void, ms: number) => () => void): Clock {
    return clockOf({ now: () => this.now(), startTimer });
  }
}
