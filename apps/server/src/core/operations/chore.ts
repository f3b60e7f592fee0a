export class Chore {
  readonly #everyMs: number;
  readonly #run: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(everyMs: number, run: () => Promise<unknown>) {
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
