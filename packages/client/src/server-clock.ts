/** How far the server's clock is ahead of this machine's, from the exchange with the least delay seen. */
export interface ServerClock {
  /** The server's time now, ms since 1970 UTC; this machine's until something was observed. */
  now(): number;
  /** One question and answer: the server read its clock between the two local times. */
  observe(exchange: {
    readonly sentAtMs: number;
    readonly receivedAtMs: number;
    readonly serverTimeMs: number;
  }): void;
}

/** An exchange this old gives way to any newer one: clocks drift and are set. */
const OBSERVATION_KEPT_MS = 10 * 60_000;
/** An exchange this slow says nothing: the machine may have slept for most of it, and half of a night is no delay. */
const DELAY_MAX_MS = 60_000;

export function createServerClock(now: () => number = Date.now): ServerClock {
  let offsetMs = 0;
  let delayMs = Number.POSITIVE_INFINITY;
  let observedAtMs = 0;
  return {
    now: () => now() + offsetMs,
    observe({ sentAtMs, receivedAtMs, serverTimeMs }) {
      // Whoever answers in the server's place says no time: the clock would be NaN for good.
      if (!Number.isFinite(serverTimeMs)) return;
      const newDelayMs = receivedAtMs - sentAtMs;
      if (newDelayMs < 0 || newDelayMs > DELAY_MAX_MS) return;
      const ageMs = receivedAtMs - observedAtMs;
      // Younger than it can be: this machine's clock was set back since, and the offset with it.
      const isOld = ageMs > OBSERVATION_KEPT_MS || ageMs < 0;
      if (newDelayMs > delayMs && !isOld) return;
      // Half of the delay lay behind the reading, as far as anyone can tell.
      offsetMs = Math.round(serverTimeMs - (sentAtMs + receivedAtMs) / 2);
      delayMs = newDelayMs;
      observedAtMs = receivedAtMs;
    },
  };
}
