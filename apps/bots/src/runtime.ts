/** What both bots are given: the API, time, a log. */
import type { ApiClient } from '@fairlead/client';
import { ApiError } from '@fairlead/client';
import type { Draw } from './random.ts';

export type BotName = 'maker' | 'taker';
export type Log = (
  level: 'info' | 'warn',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export interface Runtime {
  readonly api: ApiClient;
  readonly now: () => number;
  /** Rejects when `signal` is aborted. */
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly draw: Draw;
  /** Only these markets; absent: all. */
  readonly markets?: ReadonlySet<string>;
}

const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 15_000;

/**
 * Runs `step` again and again until stopped. After a failure it waits, twice as long each time, and goes on:
 * the exchange may be restarting, or busy, or have ended the session. The log tells of the first of a row only.
 */
export async function runForever(
  name: BotName,
  runtime: Runtime,
  step: () => Promise<void>,
): Promise<void> {
  const { signal, log, wait, draw } = runtime;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await step();
      if (failures > 0) log('info', `${name} goes on`, { after_failures: failures });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) log('warn', `${name} cannot go on`, told(error));
      failures += 1;
      const doubled = Math.min(BACK_OFF_FIRST_MS * 2 ** (failures - 1), BACK_OFF_MAX_MS);
      const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      const delayMs = Math.max(askedMs, doubled * (0.75 + draw() / 2));
      await wait(delayMs, signal).catch(() => {});
    }
  }
}

/** Whether a call failed for a reason of its own, so that the next may well succeed. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !isOfAll(error);

/** Refusals that every further call would meet too. */
const isOfAll = (error: ApiError): boolean =>
  error.code === 'rate_limited' || error.code === 'not_logged_in' || error.code === 'unreadable';

function told(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ApiError) return { error: error.code, status: error.status };
  return { error: error instanceof Error ? error.message : String(error) };
}
