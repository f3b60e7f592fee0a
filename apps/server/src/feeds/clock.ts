import type { Clock } from './feed.ts';

/** setTimeout fires at once when asked for more than 2^31 − 1 ms. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;
const SECOND_MS = 1_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(atMs, run) {
    let timer = setTimeout(fire, delay());
    function delay(): number {
      return Math.min(Math.max(atMs - Date.now(), 0), TIMEOUT_MAX_MS);
    }
    function fire(): void {
      // Timers may fire a millisecond early, and the wall clock may have been set back meanwhile.
      if (Date.now() < atMs) timer = setTimeout(fire, delay());
      else run();
    }
    return () => clearTimeout(timer);
  },
};

/**
 * Calls `run` with each whole second as it begins. A second that passed while the process was busy or the
 * clock was set forward is skipped, never made up for; a clock set back gives no second twice.
 */
export function everySecond(clock: Clock, run: (secondMs: number) => void): () => void {
  let lastSecondMs = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
  let cancel = clock.schedule(lastSecondMs + SECOND_MS, tick);
  let isStopped = false;

  function tick(): void {
    const secondMs = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
    const isNew = secondMs > lastSecondMs;
    if (isNew) lastSecondMs = secondMs;
    cancel = clock.schedule(secondMs + SECOND_MS, tick);
    if (isNew && !isStopped) run(secondMs);
  }
  return () => {
    isStopped = true;
    cancel();
  };
}
