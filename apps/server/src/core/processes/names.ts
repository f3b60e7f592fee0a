import { ENGINE_NAMES, type EngineName } from '../config/engines.ts';

const [HOME] = ENGINE_NAMES;

/**
 * Keys of one deployment in Redis. They name its secret: two that do not share one never meet. What an engine says and is
 * asked is named by the engine, but of the home, which may be the only one.
 */
export class Names {
  readonly #keyId: string;
  readonly #prefix: string;
  readonly #engine: string;

  constructor(keyId: string, engine: EngineName = HOME) {
    this.#keyId = keyId;
    this.#prefix = `fairlead:${keyId}`;
    this.#engine = engine === HOME ? this.#prefix : `${this.#prefix}:${engine}`;
  }

  /** Of the same deployment, what one of its engines says and is asked. */
  of(engine: EngineName): Names {
    return new Names(this.#keyId, engine);
  }

  /** What connections are called. */
  get client(): string {
    return this.#prefix;
  }

  /** The engine's word that it lives. */
  get leader(): string {
    return `${this.#engine}:leader`;
  }

  /** Committed batches, in order. */
  get batches(): string {
    return `${this.#engine}:batches`;
  }

  /** What each process has seen committed. */
  get sightings(): string {
    return `${this.#engine}:seen`;
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
    return `${this.#engine}:calls:${epoch}`;
  }

  /** Answers to one gateway. */
  answers(gateway: string): string {
    return `${this.#engine}:answers:${gateway}`;
  }
}
