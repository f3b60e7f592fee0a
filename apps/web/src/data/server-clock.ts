/** The server's time, for countdowns and ages of prices: a phone's clock may be minutes off. */

interface Sample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/** Of several samples the one with the shortest round trip is the nearest to the truth. */
export function createServerClock(nowMs: () => number = Date.now) {
  let best: Sample | undefined;
  return {
    /** One exchange: what the server said, and when the question left and the answer came. */
    learn(serverMs: number, sentAtMs: number, receivedAtMs: number): void {
      const roundTripMs = Math.max(0, receivedAtMs - sentAtMs);
      const offsetMs = serverMs - (sentAtMs + roundTripMs / 2);
      const isJump =
        best !== undefined && Math.abs(offsetMs - best.offsetMs) > best.roundTripMs + roundTripMs;
      // A difference that round trips cannot explain: one of the two clocks was set.
      if (best === undefined || isJump || roundTripMs <= best.roundTripMs)
        best = { offsetMs, roundTripMs };
    },
    /** Milliseconds since 1970 by the server's clock; this device's own until the server was heard. */
    now: (): number => Math.round(nowMs() + (best?.offsetMs ?? 0)),
  };
}

export const serverClock = createServerClock();
/** Now, by the server's clock. */
export const serverNow = (): number => serverClock.now();
