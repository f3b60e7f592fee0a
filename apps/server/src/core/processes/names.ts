/** Keys of one deployment in Redis. They name its secret: two that do not share one never meet. */
export class Names {
  readonly #prefix: string;

  constructor(keyId: string) {
    this.#prefix = `fairlead:${keyId}`;
  }

  /** What connections are called. */
  get client(): string {
    return this.#prefix;
  }

  /** The engine's word that it lives. */
  get leader(): string {
    return `${this.#prefix}:leader`;
  }

  /** Committed batches, in order. */
  get batches(): string {
    return `${this.#prefix}:batches`;
  }

  /** What each process has seen committed. */
  get sightings(): string {
    return `${this.#prefix}:seen`;
  }

  /** What the adapter of Socket.IO speaks through. */
  get sockets(): string {
    return `${this.#prefix}:sockets`;
  }

  /** Counters of rate limits begin so. */
  get rates(): string {
    return `${this.#prefix}:rates`;
  }

  /** Calls to the engine of one epoch: nothing that was meant for another reaches it. */
  calls(epoch: number): string {
    return `${this.#prefix}:calls:${epoch}`;
  }

  /** Answers to one gateway. */
  answers(gateway: string): string {
    return `${this.#prefix}:answers:${gateway}`;
  }
}
