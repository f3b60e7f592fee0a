/** What has to be done now and then: nothing here moves money, and nothing waits for it. */

import { SEND_RETRY_MS } from '../limits.ts';
import { maintain, vacuumEmbedded } from '../store/maintenance.ts';
import type { Services } from './create-services.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SESSIONS_FLUSH_MS = 10_000;

export interface Housekeeping {
  /** Waits for what is under way, then writes what is unsaved. */
  stop(): Promise<void>;
}

type Needs = Pick<
  Services,
  'database' | 'clock' | 'log' | 'codes' | 'outbox' | 'sessions' | 'config'
>;

export function startHousekeeping(services: Needs): Housekeeping {
  const { database, clock, log, codes, outbox, sessions, config } = services;
  const chores = [
    new Chore(MINUTE_MS, () => maintain(database, clock.now())),
    new Chore(MINUTE_MS, () => codes.prune()),
    new Chore(DAY_MS, () => vacuumEmbedded(database)),
    new Chore(SESSIONS_FLUSH_MS, () => sessions.flush()),
  ];
  if (!config.isDemo) chores.push(new Chore(SEND_RETRY_MS, () => outbox.deliver()));
  for (const chore of chores) chore.start((error) => log.warn({ err: error }, 'a chore failed'));
  return {
    async stop() {
      await Promise.all(chores.map((chore) => chore.stop()));
      await sessions.flush();
    },
  };
}

/** Runs again a while after each end, so that a slow run never meets itself. */
class Chore {
  readonly #everyMs: number;
  readonly #run: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(everyMs: number, run: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#run = run;
  }

  start(onFailure: (error: unknown) => void): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run()
        .catch(onFailure)
        .finally(() => this.start(onFailure));
    }, this.#everyMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
