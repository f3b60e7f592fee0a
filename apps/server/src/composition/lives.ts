/**
 * One server after another in one process: when a database turns out to have lost commits, everything that was made of what
 * it held before is taken down, and a new life begins with the tables as they are and the numbers that were given out.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { RunningServer, ServerOptions } from '../core/processes/lifetime.ts';
import type { LossError, Seen } from '../core/sequencer/seen.ts';

export interface LifeOptions extends ServerOptions {
  /** What lives before this one in the same process have given out. */
  readonly seen: readonly Seen[];
  /** The database lost commits: this life is over. */
  readonly onLost: (loss: LossError) => void;
  /** That of an engine beside the home did, which knows its own numbers: this life is over too. */
  readonly onOtherLost: (cause: Error) => void;
}

type StartOnce = (options: LifeOptions) => Promise<RunningServer>;

/** A database that has just been promoted may not take connections yet. */
const TRIES_MAX = 30;
const TRY_AGAIN_MS = 1_000;

/** Starts the first life; the server that is given back stands for whichever lives. */
export async function startLives(
  options: ServerOptions,
  startOnce: StartOnce,
): Promise<RunningServer> {
  const lives = new Lives(options, startOnce);
  return { ...(await lives.begin()), stop: () => lives.stop() };
}

class Lives {
  readonly #options: ServerOptions;
  readonly #startOnce: StartOnce;
  readonly #seen: Seen[] = [];
  #running: RunningServer | undefined;
  #next: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(options: ServerOptions, startOnce: StartOnce) {
    this.#options = options;
    this.#startOnce = startOnce;
  }

  /** Resolves when a life serves, which may be a later one than the first. */
  async begin(port: number = this.#options.config.port): Promise<RunningServer> {
    const { config } = this.#options;
    let isOver = false;
    const end = (cause: Error) => {
      isOver = true;
      this.#options.log.fatal({ err: cause }, 'the database lost commits: all copies are dropped');
      if (this.#running !== undefined) this.#beginNext(this.#running);
    };
    const server = await this.#startOnce({
      ...this.#options,
      config: { ...config, port },
      seen: [...this.#seen],
      onLost: (loss) => {
        this.#seen.push(loss.seen);
        end(loss);
      },
      onOtherLost: end,
    });
    this.#running = server;
    // Lost while it was being started.
    if (isOver) this.#beginNext(server);
    return server;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#next;
    await this.#running?.stop();
  }

  #beginNext(last: RunningServer): void {
    if (this.#running !== last) return;
    this.#running = undefined;
    this.#next = this.#renew(last).catch((error: unknown) =>
      this.#options.onFatal(error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Takes everything down, then brings it up at the same address. */
  async #renew(last: RunningServer): Promise<void> {
    await last.stop();
    const port = Number(new URL(last.address).port);
    for (let tries = 1; !this.#isStopping; tries += 1) {
      try {
        await this.begin(port);
        return;
      } catch (error) {
        if (tries === TRIES_MAX) throw error;
        this.#options.log.error({ err: error }, 'the start after a loss failed and is tried again');
        await setTimeoutPromise(TRY_AGAIN_MS);
      }
    }
  }
}
