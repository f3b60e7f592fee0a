/** Time as a feed sees it; tests give their own. */
import { SECOND_MS } from '@fairlead/units';

export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Runs `run` once, at or after `atMs`. The function returned takes it back. */
  schedule(atMs: number, run: () => void): () => void;
}

/**
 * A timer runs by elapsed time, so one that was set before the wall clock was put back and right again would fire long
 * after it is due: the clock is looked at this often while one waits.
 */
const RECHECK_MS = 1_000;
/** A clock that is set back by less gives no second twice; by more, it had run ahead and goes on from the present. */
const SET_BACK_MS = 2_000;

/** A wall clock, and a timer that calls back once after so many milliseconds and gives how to call that off. */
export interface TimeSource {
  now(): number;
  startTimer(run: () => void, milliseconds: number): () => void;
}

/** A clock for feeds. */
export function clockOf({ now, startTimer }: TimeSource): Clock {
  return {
    now,
    schedule(atMs, run) {
      const askedMs = now();
      let stopTimer = startTimer(fire, delay());
      function delay(): number {
        return Math.min(Math.max(atMs - now(), 0), RECHECK_MS);
      }
      function fire(): void {
        // Timers may fire a millisecond early. A clock that was set back is not waited for: it had run ahead.
        const isEarly = now() < atMs && now() >= askedMs - SET_BACK_MS;
        if (isEarly) stopTimer = startTimer(fire, delay());
        else run();
      }
      return () => stopTimer();
    },
  };
}

/** A timer of the process. */
export function startSystemTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** The machine's wall clock as it is. What moves prices or money goes by one that jumps with nobody (steady-clock.ts). */
export const systemClock: Clock = clockOf({ now: () => Date.now(), startTimer: startSystemTimer });

/**
 * Calls `run` with each whole second as it begins. A second that passed while the process was busy or the
 * clock was set forward is skipped, never made up for. Were a clock that is set back to be waited for, nothing would
 * come until then: seconds may come again, and the engine takes none twice.
 */
export function everySecond(clock: Clock, run: (secondMs: number) => void): () => void {
  let lastSecondMs = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
  let cancel = clock.schedule(lastSecondMs + SECOND_MS, tick);
  let isStopped = false;

  function tick(): void {
    const secondMs = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
    const isNew = secondMs > lastSecondMs || secondMs < lastSecondMs - SET_BACK_MS;
    if (isNew) lastSecondMs = secondMs;
    cancel = clock.schedule(secondMs + SECOND_MS, tick);
    if (isNew && !isStopped) run(secondMs);
  }
  return () => {
    isStopped = true;
    cancel();
  };
}
