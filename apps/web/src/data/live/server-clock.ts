/** The server's time, for countdowns and ages of prices: a phone's clock may be minutes off. */
import { createServerClock, type ServerClock } from '@fairlead/client';

/** Learns from `config` at start-up; the live connection has one of its own, asked more often. */
let startClock = createServerClock();
let liveClock: ServerClock | undefined;

export const observeServerTime: ServerClock['observe'] = (exchange) => startClock.observe(exchange);

export function followLiveClock(clock: ServerClock): void {
  liveClock = clock;
}

export function forgetServerTime(): void {
  startClock = createServerClock();
  liveClock = undefined;
}

/** Now, by the server's clock. */
export const serverNow = (): number => (liveClock ?? startClock).now();
