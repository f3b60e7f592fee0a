/** Polls again a while after each end: at once while there is more, later and later while it fails. */

/** Runs once after a while; gives how to call that off. */
export type Schedule = (delayMs: number, run: () => void) => () => void;

export const realSchedule: Schedule = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

export interface PollLoopOptions {
  /** True when there is more to do. */
  readonly poll: () => Promise<boolean>;
  readonly everyMs: number;
  readonly schedule: Schedule;
  readonly onFailure: (error: unknown, failures: number) => void;
}

/** The longest wait after failures. */
const BACKOFF_MAX_MS = 5 * 60_000;

export class PollLoop {
  readonly #options: PollLoopOptions;
  #failures = 0;
  #running: Promise<void> = Promise.resolve();
  #callOff: () => void = () => undefined;
  #isStopped = false;

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#wait(0);
  }

  /** Waits for the poll under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOff();
    await this.#running;
  }

  #wait(delayMs: number): void {
    if (this.#isStopped) return;
    this.#callOff = this.#options.schedule(delayMs, () => {
      this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    const { poll, everyMs, onFailure } = this.#options;
    try {
      const hasMore = await poll();
      this.#failures = 0;
      this.#wait(hasMore ? 0 : everyMs);
    } catch (error) {
      this.#failures += 1;
      onFailure(error, this.#failures);
      this.#wait(Math.min(everyMs * 2 ** Math.min(this.#failures, 20), BACKOFF_MAX_MS));
    }
  }
}
