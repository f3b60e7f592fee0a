/**
 * A start waits for what may come by itself: PostgreSQL or Redis that is not up yet, after a reboot or beside other containers.
 * It says so once for each reason, answers health checks meanwhile, and goes on. What they refuse is no matter of time.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { answerAsStandby, type StandbyHealth } from '../operations/standby-health.ts';
import { NotThereError } from '../store/database.ts';
import type { ServerOptions } from './lifetime.ts';

const AGAIN_MS = 1_000;

/** Gives what `open` opens once it does. Rejects with what it throws otherwise, and when `signal` is aborted. */
export async function untilThere<Opened>(
  { config, log, signal, tell }: ServerOptions,
  open: () => Promise<Opened>,
): Promise<Opened> {
  let health: StandbyHealth | undefined;
  let reason: string | undefined;
  try {
    for (;;) {
      try {
        const opened = await open();
        if (reason !== undefined) tell?.('It is there: the start goes on.');
        return opened;
      } catch (error) {
        if (!(error instanceof NotThereError)) throw error;
        if (error.message !== reason) tell?.(`Waiting. ${error.message}`);
        reason = error.message;
        health ??= answerAsStandby(config, { log });
        await setTimeoutPromise(AGAIN_MS, undefined, signal && { signal });
      }
    }
  } finally {
    await health?.stop();
  }
}
