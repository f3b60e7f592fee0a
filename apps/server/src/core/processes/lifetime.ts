/** From the start of a server to its end: what it is started with, what it gives, and how it is taken down. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Something without which nothing goes on is lost: the process must end, with this code if there is one. */
  readonly onFatal: (cause: Error, exitCode?: number) => void;
  /** Ends the wait for another process's writer lock, and for what is not there yet. */
  readonly signal?: AbortSignal;
  /** Says a line to whoever looks at the start. */
  readonly tell?: (line: string) => void;
}

export interface RunningServer {
  /** Where it listens. */
  readonly address: string;
  readonly durability: string;
  /** The first owner's password, at the first start only. */
  readonly ownerPassword: string | undefined;
  /** Goes on answering until callers have gone to the others that serve; absent where there are none. Before `stop`. */
  readonly drain?: () => Promise<void>;
  stop(): Promise<void>;
}

type Step = () => Promise<void>;

/** Collects how to take down what is up. */
export class Teardown {
  readonly #steps: { readonly name: string; readonly run: Step }[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, run: Step): void {
    this.#steps.push({ name, run });
  }

  /** Last up, first down; a step that fails does not keep the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.run();
      } catch (error) {
        this.#log.warn({ err: error, step: step.name }, 'a part did not stop cleanly');
      }
    }
  }
}
